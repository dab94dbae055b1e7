// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operations that are one arith or math operation, or a short
// selection between such. Each keeps the rounding of its own element type.
#include "Lowering.h"

#include "spyre/Dialect/StableHLO/Stablehlo.h"

using namespace mlir;

namespace spyre::lowering {

namespace {

template <typename Op> Value plain(ScalarBuilder &b, Operation *, ValueRange v) {
  return b.op<Op>(v);
}

template <typename FloatOp, typename IntOp, typename BoolOp>
Value byKind(ScalarBuilder &b, Operation *, ValueRange v) {
  if (isFloat(v[0]))
    return b.op<FloatOp>(v);
  return isBool(v[0]) ? b.op<BoolOp>(v) : b.op<IntOp>(v);
}

template <typename FloatOp, typename SignedOp, typename UnsignedOp, typename BoolOp>
Value bySign(ScalarBuilder &b, Operation *op, ValueRange v) {
  if (isFloat(v[0]))
    return b.op<FloatOp>(v);
  if (isBool(v[0]))
    return b.op<BoolOp>(v);
  return isUnsigned(op) ? b.op<UnsignedOp>(v) : b.op<SignedOp>(v);
}

Value lowerNegate(ScalarBuilder &b, Operation *, ValueRange v) {
  if (isFloat(v[0]))
    return b.op<arith::NegFOp>(v[0]);
  return b.op<arith::SubIOp>(b.integer(v[0].getType(), 0), v[0]);
}

Value lowerAbs(ScalarBuilder &b, Operation *op, ValueRange v) {
  if (isFloat(v[0]))
    return b.op<math::AbsFOp>(v[0]);
  return isUnsigned(op) ? v[0] : b.op<math::AbsIOp>(v[0]);
}

/// NaN and both zeros are their own sign.
Value lowerSign(ScalarBuilder &b, Operation *op, ValueRange v) {
  Type type = v[0].getType();
  if (isFloat(type)) {
    Value zero = b.real(type, 0);
    Value less = b.compare(arith::CmpFPredicate::OLT, v[0], zero);
    Value greater = b.compare(arith::CmpFPredicate::OGT, v[0], zero);
    Value negative = b.select(less, b.real(type, -1), v[0]);
    return b.select(greater, b.real(type, 1), negative);
  }
  Value zero = b.integer(type, 0);
  Value positive =
      b.select(b.compare(arith::CmpIPredicate::ne, v[0], zero), b.integer(type, 1), zero);
  if (isUnsigned(op))
    return positive;
  Value less = b.compare(arith::CmpIPredicate::slt, v[0], zero);
  return b.select(less, b.integer(type, -1), positive);
}

Value lowerNot(ScalarBuilder &b, Operation *, ValueRange v) { return b.bitwiseNot(v[0]); }

Value lowerIsFinite(ScalarBuilder &b, Operation *, ValueRange v) {
  return b.op<math::IsFiniteOp>(v[0]);
}

Value lowerSelect(ScalarBuilder &b, Operation *, ValueRange v) {
  return b.select(v[0], v[1], v[2]);
}

constexpr ScalarFn lowerMax =
    bySign<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp, arith::OrIOp>;
constexpr ScalarFn lowerMin =
    bySign<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp, arith::AndIOp>;

Value lowerClamp(ScalarBuilder &b, Operation *op, ValueRange v) {
  return lowerMin(b, op, {lowerMax(b, op, {v[1], v[0]}), v[2]});
}

using stablehlo::ComparisonDirection;

arith::CmpFPredicate floatPredicate(ComparisonDirection direction) {
  switch (direction) {
  case ComparisonDirection::EQ:
    return arith::CmpFPredicate::OEQ;
  case ComparisonDirection::NE:
    return arith::CmpFPredicate::UNE;
  case ComparisonDirection::GE:
    return arith::CmpFPredicate::OGE;
  case ComparisonDirection::GT:
    return arith::CmpFPredicate::OGT;
  case ComparisonDirection::LE:
    return arith::CmpFPredicate::OLE;
  case ComparisonDirection::LT:
    return arith::CmpFPredicate::OLT;
  }
  llvm_unreachable("all directions are listed");
}

arith::CmpIPredicate intPredicate(ComparisonDirection direction, bool isUnsigned) {
  using P = arith::CmpIPredicate;
  switch (direction) {
  case ComparisonDirection::EQ:
    return P::eq;
  case ComparisonDirection::NE:
    return P::ne;
  case ComparisonDirection::GE:
    return isUnsigned ? P::uge : P::sge;
  case ComparisonDirection::GT:
    return isUnsigned ? P::ugt : P::sgt;
  case ComparisonDirection::LE:
    return isUnsigned ? P::ule : P::sle;
  case ComparisonDirection::LT:
    return isUnsigned ? P::ult : P::slt;
  }
  llvm_unreachable("all directions are listed");
}

/// The bits of a float as an integer of the same order as TOTALORDER: negative
/// numbers have all bits but the sign flipped.
Value totalOrderKey(ScalarBuilder &b, Value value) {
  unsigned width = value.getType().getIntOrFloatBitWidth();
  Type type = b.getIntegerType(width);
  Value bits = b.op<arith::BitcastOp>(type, value);
  Value sign = b.op<arith::ShRSIOp>(bits, b.integer(type, width - 1));
  Value flip = b.op<arith::ShRUIOp>(sign, b.integer(type, 1));
  return b.op<arith::XOrIOp>(bits, flip);
}

Value lowerCompare(ScalarBuilder &b, Operation *op, ValueRange v) {
  auto compare = cast<stablehlo::CompareOp>(op);
  ComparisonDirection direction = compare.getComparisonDirection();
  if (!isFloat(v[0]))
    return b.compare(intPredicate(direction, isUnsigned(op)), v[0], v[1]);
  if (compare.getCompareType() != stablehlo::ComparisonType::TOTALORDER)
    return b.compare(floatPredicate(direction), v[0], v[1]);
  Value left = totalOrderKey(b, v[0]), right = totalOrderKey(b, v[1]);
  return b.compare(intPredicate(direction, /*isUnsigned=*/false), left, right);
}

/// A core map operation is its body on every element.
LogicalResult lowerMap(Operation *op, Lowering &l) {
  RankedTensorType type = graphType(op->getResult(0));
  SmallVector<Read> reads;
  for (Value operand : op->getOperands())
    reads.push_back({l.get(operand), l.builder.getMultiDimIdentityMap(type.getRank())});
  l.set(op->getResult(0), l.map(type, reads, [&](ScalarBuilder &b, ValueRange elements) {
    return l.inlineBody(b, op->getRegion(0).front(), elements)[0];
  }));
  return success();
}

} // namespace

void addPointwise(Table &table) {
  using namespace stablehlo;
  table.addScalars<AddOp>(byKind<arith::AddFOp, arith::AddIOp, arith::OrIOp>);
  table.addScalars<SubtractOp>(byKind<arith::SubFOp, arith::SubIOp, arith::XOrIOp>);
  table.addScalars<MulOp>(byKind<arith::MulFOp, arith::MulIOp, arith::AndIOp>);
  table.addScalars<MaxOp>(lowerMax);
  table.addScalars<MinOp>(lowerMin);
  table.addScalars<AndOp>(plain<arith::AndIOp>);
  table.addScalars<OrOp>(plain<arith::OrIOp>);
  table.addScalars<XorOp>(plain<arith::XOrIOp>);
  table.addScalars<NotOp>(lowerNot);
  table.addScalars<NegOp>(lowerNegate);
  table.addScalars<AbsOp>(lowerAbs);
  table.addScalars<SignOp>(lowerSign);
  table.addScalars<FloorOp>(plain<math::FloorOp>);
  table.addScalars<CeilOp>(plain<math::CeilOp>);
  table.addScalars<RoundOp>(plain<math::RoundOp>);
  table.addScalars<RoundNearestEvenOp>(plain<math::RoundEvenOp>);
  table.addScalars<IsFiniteOp>(lowerIsFinite);
  table.addScalars<SelectOp>(lowerSelect);
  table.addScalars<ClampOp>(lowerClamp);
  table.addScalars<CompareOp>(lowerCompare);
  table.addScalars<PopulationCountOp>(plain<math::CtPopOp>);
  table.addScalars<ClzOp>(plain<math::CountLeadingZerosOp>);
  table.addOps<MapOp>(lowerMap);
}

} // namespace spyre::lowering
