// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An expression is kept as a sum: factor * atom + ... + constant, where an atom
// is a dim, a symbol, or a floordiv or mod that the ranges do not decide.
// Division splits such a sum into what the divisor divides and a small rest.
#include "AffineBounds.h"

#include <algorithm>
#include <numeric>
#include <optional>

using namespace mlir;

namespace spyre {

namespace {

/// A total order that depends on structure only (never on addresses).
int compareExprs(AffineExpr a, AffineExpr b) {
  if (a == b)
    return 0;
  if (a.getKind() != b.getKind())
    return a.getKind() > b.getKind() ? -1 : 1;
  if (auto dim = dyn_cast<AffineDimExpr>(a))
    return int(dim.getPosition()) - int(cast<AffineDimExpr>(b).getPosition());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(a))
    return int(symbol.getPosition()) - int(cast<AffineSymbolExpr>(b).getPosition());
  if (auto constant = dyn_cast<AffineConstantExpr>(a))
    return constant.getValue() < cast<AffineConstantExpr>(b).getValue() ? -1 : 1;
  auto binaryA = cast<AffineBinaryOpExpr>(a), binaryB = cast<AffineBinaryOpExpr>(b);
  if (int order = compareExprs(binaryA.getLHS(), binaryB.getLHS()))
    return order;
  return compareExprs(binaryA.getRHS(), binaryB.getRHS());
}

struct Sum {
  struct Term {
    AffineExpr atom;
    int64_t factor;
  };
  SmallVector<Term, 4> terms;
  int64_t constant = 0;

  void add(AffineExpr atom, int64_t factor) {
    auto *it = llvm::find_if(terms, [&](Term &t) { return t.atom == atom; });
    if (it == terms.end())
      it = terms.insert(it, {atom, 0});
    it->factor += factor;
    if (it->factor == 0)
      terms.erase(it);
  }
  void add(const Sum &other, int64_t factor = 1) {
    for (const Term &term : other.terms)
      add(term.atom, term.factor * factor);
    constant += other.constant * factor;
  }
  /// All floordivs and mods, also nested ones.
  int64_t numDivisions() const {
    int64_t count = 0;
    for (const Term &term : terms)
      term.atom.walk([&](AffineExpr expr) {
        count +=
            expr.getKind() == AffineExprKind::FloorDiv || expr.getKind() == AffineExprKind::Mod;
      });
    return count;
  }
};

/// `lhs` floordiv or mod a constant; false if the expression is something else.
struct Division {
  AffineExpr lhs;
  int64_t divisor = 0;

  Division(AffineExpr expr, AffineExprKind kind) {
    auto binary = dyn_cast_or_null<AffineBinaryOpExpr>(expr);
    if (!binary || binary.getKind() != kind)
      return;
    if (auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS())) {
      lhs = binary.getLHS();
      divisor = constant.getValue();
    }
  }
  explicit operator bool() const { return divisor > 0; }
};

/// The multiples of `divisor` in a sum, divided, and the rest, whose constant is
/// in [0, divisor).
struct Split {
  Sum quotient, rest;
};

/// With `reduce`, 5 * d splits by 3 into d and 2 * d; else it is all rest.
Split split(const Sum &sum, int64_t divisor, bool reduce = false) {
  Split result;
  for (const Sum::Term &term : sum.terms) {
    bool isWhole = term.factor % divisor == 0;
    result.quotient.add(term.atom, isWhole || reduce ? term.factor / divisor : 0);
    result.rest.add(term.atom, isWhole ? 0 : reduce ? term.factor % divisor : term.factor);
  }
  result.quotient.constant = floorDivide(sum.constant, divisor);
  result.rest.constant = sum.constant - result.quotient.constant * divisor;
  return result;
}

/// Divisors of `divisor` shared with some factor of the sum, largest first.
SmallVector<int64_t> sharedDivisors(const Sum &sum, int64_t divisor) {
  SmallVector<int64_t> result;
  for (const Sum::Term &term : sum.terms)
    if (int64_t g = std::gcd(term.factor, divisor); g > 1)
      result.push_back(g);
  llvm::sort(result, std::greater<>());
  result.erase(llvm::unique(result), result.end());
  return result;
}

class Simplifier {
public:
  Simplifier(ArrayRef<int64_t> dimSizes, MLIRContext *context)
      : dimSizes(dimSizes), context(context) {}

  Sum simplify(AffineExpr expr);
  AffineExpr toExpr(Sum sum);

private:
  Sum floorDiv(const Sum &sum, int64_t divisor);
  Sum mod(const Sum &sum, int64_t divisor);
  Sum binary(AffineBinaryOpExpr expr);
  Sum atom(AffineExpr expr) { return {{{expr, 1}}, 0}; }
  std::optional<Split> decide(const Sum &sum, int64_t divisor);
  bool recombineOnce(Sum &sum);
  void recombine(Sum &sum) {
    while (recombineOnce(sum))
      ;
  }
  AffineRange range(const Sum &sum);

  ArrayRef<int64_t> dimSizes;
  MLIRContext *context;
};

AffineRange Simplifier::range(const Sum &sum) {
  __int128 lo = sum.constant, hi = sum.constant;
  for (const Sum::Term &term : sum.terms) {
    AffineRange r = rangeOf(term.atom, dimSizes);
    lo += __int128(term.factor) * (term.factor > 0 ? r.lo : r.hi);
    hi += __int128(term.factor) * (term.factor > 0 ? r.hi : r.lo);
  }
  return {clampBound(lo), clampBound(hi)};
}

AffineExpr Simplifier::toExpr(Sum sum) {
  llvm::sort(sum.terms, [](const Sum::Term &a, const Sum::Term &b) {
    if (std::abs(a.factor) != std::abs(b.factor))
      return std::abs(a.factor) > std::abs(b.factor);
    return compareExprs(a.atom, b.atom) < 0;
  });
  AffineExpr result = getAffineConstantExpr(0, context);
  for (const Sum::Term &term : sum.terms)
    result = result + term.atom * term.factor;
  return result + sum.constant;
}

/// The quotient and remainder of a division that the ranges decide.
std::optional<Split> Simplifier::decide(const Sum &sum, int64_t divisor) {
  Split result = split(sum, divisor, /*reduce=*/true);
  AffineRange r = range(result.rest);
  int64_t least = floorDivideBound(r.lo, divisor);
  if (least != floorDivideBound(r.hi, divisor))
    return std::nullopt;
  result.quotient.constant += least;
  result.rest.constant -= least * divisor;
  return result;
}

Sum Simplifier::floorDiv(const Sum &sum, int64_t divisor) {
  if (std::optional<Split> decided = decide(sum, divisor))
    return decided->quotient;
  auto [quotient, rest] = split(sum, divisor);
  // (g * a + b) floordiv (g * h) = a floordiv h, for b in [0, g).
  for (int64_t g : sharedDivisors(rest, divisor)) {
    auto [multiples, small] = split(rest, g);
    AffineRange smallRange = range(small);
    if (smallRange.lo < 0 || smallRange.hi >= g)
      continue;
    quotient.add(floorDiv(multiples, divisor / g));
    return quotient;
  }
  for (const Sum::Term &term : rest.terms) {
    // (a + x floordiv g) floordiv c = (g * a + x) floordiv (g * c).
    if (Division inner(term.atom, AffineExprKind::FloorDiv); inner && term.factor == 1) {
      Sum whole = simplify(inner.lhs), others = rest;
      others.add(term.atom, -1);
      whole.add(others, inner.divisor);
      quotient.add(floorDiv(whole, inner.divisor * divisor));
      return quotient;
    }
  }
  // (x mod (c * e)) floordiv c = (x floordiv c) mod e.
  bool isAtom = rest.terms.size() == 1 && rest.terms[0].factor == 1 && rest.constant == 0;
  if (Division inner(isAtom ? rest.terms[0].atom : AffineExpr(), AffineExprKind::Mod);
      inner && inner.divisor % divisor == 0) {
    quotient.add(mod(floorDiv(simplify(inner.lhs), divisor), inner.divisor / divisor));
    return quotient;
  }
  quotient.add(toExpr(rest).floorDiv(divisor), 1);
  return quotient;
}

Sum Simplifier::mod(const Sum &sum, int64_t divisor) {
  if (std::optional<Split> decided = decide(sum, divisor))
    return decided->rest;
  Sum unwrapped; // (x mod 12) mod 4 is x mod 4
  for (const Sum::Term &term : sum.terms) {
    Division inner(term.atom, AffineExprKind::Mod);
    if (inner && inner.divisor * term.factor % divisor == 0)
      unwrapped.add(simplify(inner.lhs), term.factor);
    else
      unwrapped.add(term.atom, term.factor);
  }
  unwrapped.constant += sum.constant;
  if (std::optional<Split> decided = decide(unwrapped, divisor))
    return decided->rest;
  Sum rest = split(unwrapped, divisor).rest;
  // (g * a + b) mod (g * h) = g * (a mod h) + b, for b in [0, g).
  for (int64_t g : sharedDivisors(rest, divisor)) {
    auto [multiples, small] = split(rest, g);
    AffineRange smallRange = range(small);
    if (smallRange.lo < 0 || smallRange.hi >= g)
      continue;
    small.add(mod(multiples, divisor / g), g);
    return small;
  }
  return atom(toExpr(rest) % divisor);
}

/// Puts x mod c together with what stands beside it, if that leaves fewer
/// floordivs and mods:
///   (x mod c) + c * (x floordiv c) = x
///   (x mod c) + c * ((y + x floordiv c) mod e) = (c * y + x) mod (c * e)
bool Simplifier::recombineOnce(Sum &sum) {
  for (const Sum::Term &low : sum.terms) {
    Division inner(low.atom, AffineExprKind::Mod);
    if (!inner)
      continue;
    Sum x = simplify(inner.lhs), quotient = floorDiv(x, inner.divisor);
    auto accept = [&](const Sum &merged, AffineExpr replaced, int64_t replacedFactor) {
      Sum candidate = sum;
      candidate.add(low.atom, -low.factor);
      candidate.add(replaced, -replacedFactor);
      candidate.add(merged, low.factor);
      bool isShorter = candidate.numDivisions() < sum.numDivisions();
      if (isShorter)
        sum = candidate;
      return isShorter;
    };
    Sum difference = x; // x mod c, as x - c * (x floordiv c)
    difference.add(quotient, -inner.divisor);
    if (accept(difference, low.atom, 0))
      return true;
    for (const Sum::Term &high : sum.terms) {
      Division outer(high.atom, AffineExprKind::Mod);
      if (!outer || high.factor != low.factor * inner.divisor)
        continue;
      Sum y = simplify(outer.lhs), rest = y;
      rest.add(quotient, -1);
      if (rest.numDivisions() > y.numDivisions() || rest.terms.size() >= y.terms.size())
        continue;
      Sum whole = x;
      whole.add(rest, inner.divisor);
      if (accept(mod(whole, inner.divisor * outer.divisor), high.atom, high.factor))
        return true;
    }
  }
  return false;
}

Sum Simplifier::binary(AffineBinaryOpExpr expr) {
  Sum lhs = simplify(expr.getLHS()), rhs = simplify(expr.getRHS());
  if (expr.getKind() == AffineExprKind::Add) {
    lhs.add(rhs);
    recombine(lhs);
    return lhs;
  }
  if (expr.getKind() == AffineExprKind::Mul && lhs.terms.empty())
    std::swap(lhs, rhs);
  if (!rhs.terms.empty() || (expr.getKind() != AffineExprKind::Mul && rhs.constant <= 0))
    return atom(getAffineBinaryOpExpr(expr.getKind(), toExpr(lhs), toExpr(rhs)));
  Sum result;
  switch (expr.getKind()) {
  case AffineExprKind::Mul:
    if (rhs.constant != 0)
      result.add(lhs, rhs.constant);
    break;
  case AffineExprKind::Mod:
    result = mod(lhs, rhs.constant);
    break;
  case AffineExprKind::CeilDiv:
    lhs.constant += rhs.constant - 1;
    [[fallthrough]];
  default:
    result = floorDiv(lhs, rhs.constant);
  }
  recombine(result);
  return result;
}

Sum Simplifier::simplify(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {{}, constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dimSizes[dim.getPosition()] == 1 ? Sum() : atom(expr);
  if (isa<AffineSymbolExpr>(expr))
    return atom(expr);
  return binary(cast<AffineBinaryOpExpr>(expr));
}

} // namespace

AffineExpr simplifyWithRanges(AffineExpr expr, ArrayRef<int64_t> dimSizes) {
  Simplifier simplifier(dimSizes, expr.getContext());
  return simplifier.toExpr(simplifier.simplify(expr));
}

} // namespace spyre
