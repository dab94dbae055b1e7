// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two index forms that are not linear: rotating slots and clamped sizes.
#include "LoopForms.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace spyre {

static std::optional<int64_t> constantOf(AffineExpr expr) {
  auto constant = dyn_cast<AffineConstantExpr>(expr);
  return constant ? std::optional<int64_t>(constant.getValue()) : std::nullopt;
}

/// The operand behind a dim or symbol; null for other expressions.
static Value operandOf(AffineExpr expr, ValueRange operands, unsigned numDims) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return operands[numDims + symbol.getPosition()];
  return {};
}

//===- rotation -----------------------------------------------------------===//

FailureOr<MovingForm> LoopForms::moving(OpFoldResult value) {
  if (FailureOr<LoopForm> form = linear(value); succeeded(form))
    return MovingForm{*form, LoopForm::constant(0, cores)};
  auto apply = cast<Value>(value).getDefiningOp<affine::AffineApplyOp>();
  if (!apply)
    return failure();
  AffineMap map = apply.getAffineMap();
  return movingExpr(map.getResult(0), apply.getMapOperands(), map.getNumDims());
}

FailureOr<MovingForm> LoopForms::movingExpr(AffineExpr expr, ValueRange operands,
                                            unsigned numDims) {
  if (FailureOr<LoopForm> form = linearExpr(expr, operands, numDims); succeeded(form))
    return MovingForm{*form, LoopForm::constant(0, cores)};
  if (Value operand = operandOf(expr, operands, numDims))
    return moving(operand);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<int64_t> by = constantOf(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Mod && by && *by > 0) {
    FailureOr<LoopForm> turning = congruent(binary.getLHS(), operands, numDims, *by);
    if (failed(turning))
      return failure();
    return MovingForm{LoopForm::constant(0, cores), *turning, 1, *by};
  }
  bool isSum = expr.getKind() == AffineExprKind::Add;
  if (!isSum && !(expr.getKind() == AffineExprKind::Mul && by))
    return failure();
  FailureOr<MovingForm> lhs = movingExpr(binary.getLHS(), operands, numDims);
  if (failed(lhs))
    return failure();
  if (!isSum) {
    lhs->linear.scale(*by);
    lhs->scale *= *by;
    return lhs;
  }
  FailureOr<MovingForm> rhs = movingExpr(binary.getRHS(), operands, numDims);
  if (failed(rhs) || (lhs->scale != 0 && rhs->scale != 0))
    return failure();
  MovingForm &rotating = lhs->scale != 0 ? *lhs : *rhs;
  rotating.linear.add(lhs->scale != 0 ? rhs->linear : lhs->linear);
  return rotating;
}

FailureOr<LoopForm> LoopForms::congruent(AffineExpr expr, ValueRange operands, unsigned numDims,
                                         int64_t modulus) {
  if (FailureOr<LoopForm> form = linearExpr(expr, operands, numDims); succeeded(form))
    return form;
  if (Value operand = operandOf(expr, operands, numDims)) {
    auto apply = operand.getDefiningOp<affine::AffineApplyOp>();
    if (!apply)
      return failure();
    AffineMap map = apply.getAffineMap();
    return congruent(map.getResult(0), apply.getMapOperands(), map.getNumDims(), modulus);
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<int64_t> by = constantOf(binary.getRHS());
  bool isMod = expr.getKind() == AffineExprKind::Mod && by && *by > 0 && *by % modulus == 0;
  bool isMul = expr.getKind() == AffineExprKind::Mul && by;
  if (!isMod && !isMul && expr.getKind() != AffineExprKind::Add)
    return failure();
  FailureOr<LoopForm> lhs = congruent(binary.getLHS(), operands, numDims, modulus);
  if (failed(lhs) || isMod)
    return lhs;
  if (isMul)
    return lhs->scale(*by);
  FailureOr<LoopForm> rhs = congruent(binary.getRHS(), operands, numDims, modulus);
  return failed(rhs) ? rhs : FailureOr<LoopForm>(lhs->add(*rhs));
}

//===- sizes --------------------------------------------------------------===//

FailureOr<SizeForm> LoopForms::size(OpFoldResult value) {
  if (FailureOr<LoopForm> form = linear(value); succeeded(form))
    return toSize({{*form}, std::nullopt});
  FailureOr<Clamp> clamp = clampValue(cast<Value>(value));
  if (failed(clamp))
    return failure();
  return toSize(*clamp);
}

FailureOr<LoopForms::Clamp> LoopForms::clampValue(Value value) {
  if (FailureOr<LoopForm> form = linearValue(value); succeeded(form))
    return Clamp{{*form}, std::nullopt};
  Operation *op = value.getDefiningOp();
  if (!op)
    return failure();
  std::vector<Clamp> parts;
  auto collect = [&](AffineMap map) {
    for (AffineExpr expr : map.getResults()) {
      FailureOr<Clamp> part = clampExpr(expr, op->getOperands(), map.getNumDims());
      if (failed(part))
        return failure();
      parts.push_back(*part);
    }
    return success();
  };
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return failed(collect(apply.getAffineMap())) ? FailureOr<Clamp>(failure()) : parts[0];
  if (auto min = dyn_cast<affine::AffineMinOp>(op))
    return failed(collect(min.getMap())) ? FailureOr<Clamp>(failure()) : clampMin(parts);
  if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    return failed(collect(max.getMap())) ? FailureOr<Clamp>(failure()) : clampMax(parts);
  if (!isa<arith::MinSIOp, arith::MaxSIOp>(op) ||
      failed(collect(AffineMap::getMultiDimIdentityMap(2, op->getContext()))))
    return failure();
  return isa<arith::MinSIOp>(op) ? clampMin(parts) : clampMax(parts);
}

/// Rising functions pass through a clamp: sums with a linear form, positive
/// factors, divisions.
FailureOr<LoopForms::Clamp> LoopForms::clampExpr(AffineExpr expr, ValueRange operands,
                                                 unsigned numDims) {
  if (FailureOr<LoopForm> form = linearExpr(expr, operands, numDims); succeeded(form))
    return Clamp{{*form}, std::nullopt};
  if (Value operand = operandOf(expr, operands, numDims))
    return clampValue(operand);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  AffineExpr left = binary.getLHS(), right = binary.getRHS();
  AffineExprKind kind = expr.getKind();
  if (kind == AffineExprKind::Add && succeeded(linearExpr(left, operands, numDims)))
    std::swap(left, right);
  FailureOr<Clamp> clamp = clampExpr(left, operands, numDims);
  FailureOr<LoopForm> other = linearExpr(right, operands, numDims);
  if (failed(clamp) || failed(other))
    return failure();
  std::optional<int64_t> by = other->asConstant();
  if (kind != AffineExprKind::Add && (!by || *by <= 0 || kind == AffineExprKind::Mod))
    return failure();
  auto rise = [&](LoopForm &form) -> LogicalResult {
    if (kind == AffineExprKind::Add)
      form.add(*other);
    else if (kind == AffineExprKind::Mul)
      form.scale(*by);
    else {
      FailureOr<LoopForm> quotient =
          floorDivide(form.add(kind == AffineExprKind::CeilDiv ? *by - 1 : 0), *by);
      if (failed(quotient))
        return failure();
      form = *quotient;
    }
    return success();
  };
  for (LoopForm &form : clamp->of)
    if (failed(rise(form)))
      return failure();
  if (clamp->low && failed(rise(*clamp->low)))
    return failure();
  return clamp;
}

/// min(max(low, x), y) = max(min(low, y), min(x, y)).
FailureOr<LoopForms::Clamp> LoopForms::clampMin(ArrayRef<Clamp> parts) {
  Clamp result;
  std::optional<LoopForm> low;
  bool allHaveLow = llvm::all_of(parts, [](const Clamp &c) { return c.low.has_value(); });
  bool anyHasLow = llvm::any_of(parts, [](const Clamp &c) { return c.low.has_value(); });
  auto lower = [&](const LoopForm &form) -> LogicalResult {
    FailureOr<LoopForm> least = low ? lesser(*low, form) : FailureOr<LoopForm>(form);
    if (failed(least))
      return failure();
    low = *least;
    return success();
  };
  for (const Clamp &part : parts) {
    llvm::append_range(result.of, part.of);
    if (part.low && failed(lower(*part.low)))
      return failure();
    if (!part.low && anyHasLow && !allHaveLow)
      for (const LoopForm &form : part.of)
        if (failed(lower(form)))
          return failure();
  }
  result.low = low;
  return result;
}

/// One part may move; the others must be plain lower bounds.
FailureOr<LoopForms::Clamp> LoopForms::clampMax(ArrayRef<Clamp> parts) {
  std::optional<Clamp> result;
  std::optional<LoopForm> low;
  auto raise = [&](LoopForm form) -> LogicalResult {
    if (low) {
      FailureOr<LoopForm> negated = lesser(low->scale(-1), form.scale(-1));
      if (failed(negated))
        return failure();
      form = negated->scale(-1);
    }
    low = form;
    return success();
  };
  for (const Clamp &part : parts) {
    bool isPlain =
        part.of.size() == 1 && !part.low && !part.of[0].hasTerms() && part.of[0].isUniform();
    if (!isPlain && result)
      return failure();
    if (isPlain) {
      if (failed(raise(part.of[0])))
        return failure();
      continue;
    }
    result = part;
    if (part.low && failed(raise(*part.low)))
      return failure();
  }
  if (!result)
    return Clamp{{*low}, std::nullopt};
  result->low = low;
  return *result;
}

namespace {
/// What a clamped size is on one core.
struct Effective {
  enum class Kind { Zero, Full, Form } kind = Kind::Full;
  const LoopForm *form = nullptr;
};
} // namespace

static FailureOr<Effective> effectiveOn(int64_t core, ArrayRef<LoopForm> forms, int64_t max) {
  Effective result;
  for (const LoopForm &form : forms) {
    auto [lo, hi] = form.termRange();
    if (form.base[core] + hi <= 0)
      return Effective{Effective::Kind::Zero, nullptr};
    if (form.base[core] + lo >= max)
      continue;
    if (!result.form) {
      result = {Effective::Kind::Form, &form};
      continue;
    }
    LoopForm difference = *result.form;
    difference.add(form, -1);
    auto [least, most] = difference.termRange();
    if (difference.base[core] + least >= 0)
      result.form = &form;
    else if (difference.base[core] + most > 0)
      return failure();
  }
  return result;
}

FailureOr<SizeForm> LoopForms::toSize(const Clamp &clamp) {
  if (clamp.low && clamp.low->asConstant() != 0)
    return failure();
  std::optional<int64_t> bound;
  auto lowerBound = [&](int64_t value) { bound = std::min(bound.value_or(value), value); };
  std::vector<LoopForm> forms;
  for (const LoopForm &form : clamp.of) {
    lowerBound(std::max<int64_t>(form.largest(), 0));
    if (!form.asConstant())
      forms.push_back(form);
  }
  int64_t max = *bound;
  SizeForm result{LoopForm::constant(max, cores), max};
  SmallVector<Effective> effective;
  const LoopForm *shape = nullptr;
  for (int64_t core = 0; core < cores; ++core) {
    FailureOr<Effective> here = effectiveOn(core, forms, max);
    if (failed(here))
      return failure();
    if (here->form && shape && !shape->sameTerms(*here->form))
      return failure();
    shape = here->form ? here->form : shape;
    effective.push_back(*here);
  }
  if (shape)
    result.value.terms = shape->terms;
  auto [lo, hi] = result.value.termRange();
  for (auto [core, here] : llvm::enumerate(effective))
    switch (int64_t &base = result.value.base[core]; here.kind) {
    case Effective::Kind::Zero:
      base = -hi;
      break;
    case Effective::Kind::Full:
      base = max - lo;
      break;
    case Effective::Kind::Form:
      base = here.form->base[core];
      break;
    }
  return result;
}

} // namespace spyre
