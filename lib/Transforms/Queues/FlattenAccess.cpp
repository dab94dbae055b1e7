// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An access term is mul * ((linear floordiv div) mod mod). Ranges have already
// taken away what they can (simplifyWithRanges); what is still nested reduces by
//   ((e floordiv d) + y) floordiv b  =  (e + d * y) floordiv (d * b)
//   (e mod m) * f                    =  e * f - m * f * (e floordiv m)
// where y is linear.
#include "Exporter.h"

#include "spyre/Transforms/AffineUtils.h"

using namespace mlir;

namespace spyre {

namespace {

using Term = plan::Access::Term;

/// A sum of terms; the linear part is a term without div and mod.
struct Sum {
  Term linear;
  std::vector<Term> terms;
};

class Flattener {
public:
  Flattener(size_t numDims, size_t numExtra) : numLoops(numDims + numExtra), numExtra(numExtra) {}

  FailureOr<Sum> flatten(AffineExpr expr);

private:
  FailureOr<Sum> divide(Sum sum, int64_t by);
  FailureOr<Sum> remainder(const Sum &sum, int64_t by);
  Sum zero() const {
    Sum sum;
    sum.linear.mul = 1;
    sum.linear.coef.assign(numLoops, 0);
    return sum;
  }
  static void add(Sum &to, const Sum &sum, int64_t factor);
  bool isLinear(const Sum &sum) const { return sum.terms.empty(); }

  size_t numLoops, numExtra;
};

void Flattener::add(Sum &to, const Sum &sum, int64_t factor) {
  for (auto [mine, theirs] : llvm::zip_equal(to.linear.coef, sum.linear.coef))
    mine += theirs * factor;
  to.linear.c += sum.linear.c * factor;
  for (Term term : sum.terms) {
    int64_t mul = term.mul * factor;
    auto same = [&](Term other) {
      other.mul = term.mul;
      return other == term;
    };
    auto it = llvm::find_if(to.terms, same);
    if (it == to.terms.end()) {
      term.mul = mul;
      to.terms.push_back(term);
    } else if ((it->mul += mul) == 0) {
      to.terms.erase(it);
    }
  }
}

FailureOr<Sum> Flattener::flatten(AffineExpr expr) {
  Sum result = zero();
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    result.linear.c = constant.getValue();
    return result;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    result.linear.coef[dim.getPosition() + numExtra] = 1;
    return result;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return failure();
  FailureOr<Sum> lhs = flatten(binary.getLHS());
  if (failed(lhs))
    return failure();
  if (expr.getKind() == AffineExprKind::Add) {
    FailureOr<Sum> rhs = flatten(binary.getRHS());
    if (succeeded(rhs))
      add(*rhs, *lhs, 1);
    return rhs;
  }
  auto by = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!by)
    return failure();
  int64_t value = by.getValue();
  switch (expr.getKind()) {
  case AffineExprKind::Mul:
    add(result, *lhs, value);
    return result;
  case AffineExprKind::CeilDiv:
    lhs->linear.c += value - 1;
    return divide(*lhs, value);
  case AffineExprKind::FloorDiv:
    return divide(*lhs, value);
  default:
    return remainder(*lhs, value);
  }
}

FailureOr<Sum> Flattener::divide(Sum sum, int64_t by) {
  Sum result = zero();
  // Take f * (e mod m) apart where f * m leaves the division whole.
  for (size_t i = 0; i < sum.terms.size();) {
    Term term = sum.terms[i];
    if (term.mul % by == 0) {
      sum.terms.erase(sum.terms.begin() + i);
      Sum part = zero();
      part.terms.push_back(term);
      part.terms.back().mul = term.mul / by;
      add(result, part, 1);
      continue;
    }
    if (term.mod != 0 && term.mul * term.mod % by == 0) {
      sum.terms.erase(sum.terms.begin() + i);
      Sum whole = zero(), quotient = zero();
      Term inner = term;
      inner.mod = 0, inner.mul = 1;
      if (inner.div == 1)
        whole.linear.coef = inner.coef, whole.linear.c = inner.c;
      else
        whole.terms.push_back(inner);
      add(sum, whole, term.mul);
      inner.div *= term.mod;
      quotient.terms.push_back(inner);
      add(result, quotient, -(term.mul * term.mod / by));
      i = 0;
      continue;
    }
    ++i;
  }
  Term last = sum.linear;
  if (sum.terms.size() == 1 && sum.terms[0].mul == 1 && sum.terms[0].mod == 0) {
    int64_t d = sum.terms[0].div;
    for (auto [mine, theirs] : llvm::zip_equal(last.coef, sum.terms[0].coef))
      mine = mine * d + theirs;
    last.c = last.c * d + sum.terms[0].c;
    last.div = d * by;
  } else if (isLinear(sum)) {
    last.div = by;
  } else {
    return failure();
  }
  last.mul = 1;
  Sum part = zero();
  part.terms.push_back(last);
  add(result, part, 1);
  return result;
}

/// Written with a modulus where the quotient is a single term, else as
/// x - by * (x floordiv by).
FailureOr<Sum> Flattener::remainder(const Sum &sum, int64_t by) {
  Sum result = zero();
  if (isLinear(sum)) {
    Term term = sum.linear;
    term.mod = by, term.mul = 1;
    result.terms.push_back(term);
    return result;
  }
  bool isPlain = llvm::all_of(sum.linear.coef, [](int64_t c) { return c == 0; }) &&
                 sum.linear.c == 0 && sum.terms.size() == 1 && sum.terms[0].mul == 1;
  if (isPlain && (sum.terms[0].mod == 0 || sum.terms[0].mod % by == 0)) {
    result.terms = sum.terms;
    result.terms[0].mod = by;
    return result;
  }
  FailureOr<Sum> quotient = divide(sum, by);
  if (failed(quotient))
    return failure();
  add(result, sum, 1);
  add(result, *quotient, -by);
  return result;
}

} // namespace

FailureOr<plan::Access> flattenAccess(AffineExpr expr, ArrayRef<int64_t> sizes, size_t numExtra) {
  Flattener flattener(sizes.size(), numExtra);
  FailureOr<Sum> sum = flattener.flatten(simplifyWithRanges(expr, sizes));
  if (failed(sum))
    return failure();
  plan::Access access;
  access.offset = sum->linear.c;
  sum->linear.c = 0;
  if (llvm::any_of(sum->linear.coef, [](int64_t c) { return c != 0; }))
    access.terms.push_back(sum->linear);
  llvm::append_range(access.terms, sum->terms);
  return access;
}

} // namespace spyre
