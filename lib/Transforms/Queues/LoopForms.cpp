// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LoopForms.h"

#include "spyre/Plan/Expr.h"

#include "spyre/Dialect/Spyre/Spyre.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spyre {

//===- forms --------------------------------------------------------------===//

bool LoopForm::hasTerms() const {
  return llvm::any_of(terms, [](const Term &t) { return t.coef != 0 && t.trip > 1; });
}

std::optional<int64_t> LoopForm::asConstant() const {
  if (hasTerms() || !isUniform())
    return std::nullopt;
  return base.front();
}

bool LoopForm::sameTerms(const LoopForm &other) const {
  size_t depth = std::max(terms.size(), other.terms.size());
  for (size_t i = 0; i < depth; ++i)
    if ((i < terms.size() ? terms[i].coef : 0) !=
        (i < other.terms.size() ? other.terms[i].coef : 0))
      return false;
  return true;
}

std::pair<int64_t, int64_t> LoopForm::termRange() const {
  int64_t lo = 0, hi = 0;
  for (const Term &term : terms) {
    int64_t end = term.coef * (term.trip - 1);
    lo += std::min<int64_t>(end, 0), hi += std::max<int64_t>(end, 0);
  }
  return {lo, hi};
}

int64_t LoopForm::smallest() const { return *llvm::min_element(base) + termRange().first; }
int64_t LoopForm::largest() const { return *llvm::max_element(base) + termRange().second; }

LoopForm &LoopForm::add(const LoopForm &other, int64_t factor) {
  for (auto [mine, theirs] : llvm::zip_equal(base, other.base))
    mine += theirs * factor;
  if (terms.size() < other.terms.size())
    terms.resize(other.terms.size());
  for (auto [i, term] : llvm::enumerate(other.terms)) {
    terms[i].coef += term.coef * factor;
    terms[i].trip = std::max(terms[i].trip, term.trip); // 1 where not known
  }
  return *this;
}

LoopForm &LoopForm::add(int64_t value) {
  for (int64_t &entry : base)
    entry += value;
  return *this;
}

LoopForm &LoopForm::scale(int64_t factor) {
  for (int64_t &entry : base)
    entry *= factor;
  for (Term &term : terms)
    term.coef *= factor;
  return *this;
}

std::optional<int64_t> tripCount(scf::ForOp loop) {
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> upper = getConstantIntValue(loop.getUpperBound());
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (lower != 0 || step != 1 || !upper)
    return std::nullopt;
  return std::max<int64_t>(*upper, 0);
}

//===- linear values ------------------------------------------------------===//

FailureOr<LoopForm> LoopForms::linear(OpFoldResult value) {
  if (auto attr = dyn_cast<Attribute>(value))
    return LoopForm::constant(cast<IntegerAttr>(attr).getInt(), cores);
  return linearValue(cast<Value>(value));
}

FailureOr<LoopForm> LoopForms::linearValue(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  FailureOr<LoopForm> result = computeLinear(value);
  known.insert({value, result});
  return result;
}

FailureOr<LoopForm> LoopForms::computeLinear(Value value) {
  if (std::optional<int64_t> fixed = getConstantIntValue(value))
    return LoopForm::constant(*fixed, cores);
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    LoopForm form = LoopForm::constant(0, cores);
    Operation *parent = arg.getOwner()->getParentOp();
    if (isa<ir::LaunchOp, ir::QueueOp>(parent)) {
      for (int64_t core = 0; core < cores; ++core)
        form.base[core] = core;
      return form;
    }
    auto loop = dyn_cast<scf::ForOp>(parent);
    std::optional<int64_t> trip = loop ? tripCount(loop) : std::nullopt;
    if (!trip || arg.getArgNumber() != 0)
      return failure();
    size_t depth = 0;
    for (Operation *outer = loop->getParentOp(); outer; outer = outer->getParentOp())
      depth += isa<scf::ForOp>(outer);
    form.terms.resize(depth + 1);
    form.terms.back() = {1, *trip};
    return form;
  }
  Operation *op = value.getDefiningOp();
  auto all = [&](AffineMap map, bool isMin) -> FailureOr<LoopForm> {
    FailureOr<LoopForm> result = failure();
    for (auto [i, expr] : llvm::enumerate(map.getResults())) {
      FailureOr<LoopForm> next = linearExpr(expr, op->getOperands(), map.getNumDims());
      if (failed(next))
        return failure();
      if (!isMin)
        next->scale(-1);
      result = i == 0 ? next : lesser(*result, *next);
      if (failed(result))
        return failure();
    }
    if (!isMin)
      result->scale(-1);
    return result;
  };
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return all(apply.getAffineMap(), true);
  if (auto min = dyn_cast<affine::AffineMinOp>(op))
    return all(min.getMap(), true);
  if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    return all(max.getMap(), false);
  if (isa<tensor::ExtractOp>(op))
    return constantTable(value);
  if (op->getNumOperands() != 2 || !value.getType().isIndex())
    return failure();
  AffineExpr a = getAffineDimExpr(0, op->getContext()), b = getAffineDimExpr(1, op->getContext());
  if (isa<arith::AddIOp>(op))
    return linearExpr(a + b, op->getOperands(), 2);
  if (isa<arith::SubIOp>(op))
    return linearExpr(a - b, op->getOperands(), 2);
  if (isa<arith::MulIOp>(op))
    return linearExpr(a * b, op->getOperands(), 2);
  return failure();
}

/// tensor.extract of a constant at the core's number: a table.
FailureOr<LoopForm> LoopForms::constantTable(Value value) {
  auto extract = value.getDefiningOp<tensor::ExtractOp>();
  DenseIntElementsAttr table;
  if (!matchPattern(extract.getTensor(), m_Constant(&table)) || extract.getIndices().size() != 1)
    return failure();
  FailureOr<LoopForm> index = linearValue(extract.getIndices()[0]);
  if (failed(index) || index->hasTerms())
    return failure();
  for (int64_t &entry : index->base) {
    if (entry < 0 || entry >= table.getNumElements())
      return failure();
    entry = table.getValues<APInt>()[size_t(entry)].getSExtValue();
  }
  return index;
}

FailureOr<LoopForm> LoopForms::linearExpr(AffineExpr expr, ValueRange operands, unsigned numDims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return LoopForm::constant(constant.getValue(), cores);
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return linearValue(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return linearValue(operands[numDims + symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  FailureOr<LoopForm> lhs = linearExpr(binary.getLHS(), operands, numDims);
  FailureOr<LoopForm> rhs = linearExpr(binary.getRHS(), operands, numDims);
  if (failed(lhs) || failed(rhs))
    return failure();
  if (expr.getKind() == AffineExprKind::Add)
    return lhs->add(*rhs);
  std::optional<int64_t> by = rhs->asConstant();
  if (expr.getKind() == AffineExprKind::Mul) {
    if (std::optional<int64_t> left = lhs->asConstant(); left && !by)
      return rhs->scale(*left);
    if (!by)
      return failure();
    return lhs->scale(*by);
  }
  if (!by || *by <= 0)
    return failure();
  if (expr.getKind() == AffineExprKind::CeilDiv)
    return floorDivide(lhs->add(*by - 1), *by);
  FailureOr<LoopForm> quotient = floorDivide(*lhs, *by);
  if (failed(quotient) || expr.getKind() == AffineExprKind::FloorDiv)
    return quotient;
  return lhs->add(*quotient, -*by);
}

/// Terms that `by` divides leave the division; the rest must stay within one
/// quotient on each core.
FailureOr<LoopForm> LoopForms::floorDivide(const LoopForm &form, int64_t by) {
  LoopForm quotient = form, rest = form;
  for (auto [i, term] : llvm::enumerate(form.terms)) {
    bool divides = term.coef % by == 0;
    quotient.terms[i].coef = divides ? term.coef / by : 0;
    rest.terms[i].coef = divides ? 0 : term.coef;
  }
  auto [lo, hi] = rest.termRange();
  for (int64_t &entry : quotient.base) {
    int64_t least = plan::floorDiv(entry + lo, by);
    if (least != plan::floorDiv(entry + hi, by))
      return failure();
    entry = least;
  }
  return quotient;
}

/// Per core, the form that is below the other for all iterations.
FailureOr<LoopForm> LoopForms::lesser(const LoopForm &a, const LoopForm &b) {
  LoopForm difference = a;
  difference.add(b, -1);
  auto [lo, hi] = difference.termRange();
  bool usesA = false, usesB = false;
  LoopForm result = a;
  for (int64_t core = 0; core < cores; ++core) {
    bool isLess = difference.base[core] + hi <= 0;
    if (!isLess && difference.base[core] + lo < 0)
      return failure();
    (isLess ? usesA : usesB) = true;
    result.base[core] = isLess ? a.base[core] : b.base[core];
  }
  if (usesA && usesB && !a.sameTerms(b))
    return failure();
  if (!usesA)
    result.terms = b.terms;
  return result;
}

} // namespace spyre
