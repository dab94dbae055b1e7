// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes of element type by value and by bits, and rounding to a format that
// is no element type.
#include "Lowering.h"

#include "spyre/Dialect/StableHLO/Stablehlo.h"

#include <cmath>

using namespace mlir;

namespace spyre::lowering {

namespace {

/// Truncates towards zero; what lies outside the integers becomes the nearest
/// of them, NaN 0. arith leaves both open, hence the selections.
Value floatToInt(ScalarBuilder &b, Value value, Type to, bool toUnsigned) {
  using P = arith::CmpFPredicate;
  if (isBool(to))
    return b.compare(P::UNE, value, b.real(value.getType(), 0));
  Value x = b.widen(value);
  unsigned width = to.getIntOrFloatBitWidth();
  double top = std::ldexp(1.0, toUnsigned ? width : width - 1);
  Value low = b.real(x.getType(), toUnsigned ? 0 : -top), high = b.real(x.getType(), top);
  Value aboveLow = b.compare(P::OGE, x, low), belowHigh = b.compare(P::OLT, x, high);
  Value inside = b.op<arith::AndIOp>(aboveLow, belowHigh);
  Value safe = b.select(inside, x, b.real(x.getType(), 0));
  Value integer = toUnsigned ? b.op<arith::FPToUIOp>(to, safe) : b.op<arith::FPToSIOp>(to, safe);
  APInt most = toUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  APInt least = toUnsigned ? APInt::getMinValue(width) : APInt::getSignedMinValue(width);
  integer = b.select(b.compare(P::OGE, x, high), b.bits(to, most), integer);
  return b.select(b.compare(P::OLT, x, low), b.bits(to, least), integer);
}

Value intToInt(ScalarBuilder &b, Value value, bool fromUnsigned, Type to) {
  unsigned from = value.getType().getIntOrFloatBitWidth(), width = to.getIntOrFloatBitWidth();
  if (from == width)
    return value;
  if (isBool(to))
    return b.compare(arith::CmpIPredicate::ne, value, b.integer(value.getType(), 0));
  if (from > width)
    return b.op<arith::TruncIOp>(to, value);
  return fromUnsigned ? b.op<arith::ExtUIOp>(to, value) : b.op<arith::ExtSIOp>(to, value);
}

Value lowerConvert(ScalarBuilder &b, Operation *op, ValueRange v) {
  Type to = getElementTypeOrSelf(op->getResult(0).getType());
  bool toUnsigned = to.isUnsignedInteger() || isBool(to);
  return convertScalar(b, v[0], isUnsigned(op), graphElement(to), toUnsigned);
}

Value lowerBitcast(ScalarBuilder &b, Operation *op, ValueRange v) {
  Type to = graphElement(getElementTypeOrSelf(op->getResult(0).getType()));
  return v[0].getType() == to ? v[0] : b.op<arith::BitcastOp>(to, v[0]);
}

std::string checkBitcast(Operation *op) {
  auto width = [](Type type) { return getElementTypeOrSelf(type).getIntOrFloatBitWidth(); };
  unsigned from = width(op->getOperand(0).getType()), to = width(op->getResult(0).getType());
  return from == to ? "" : "a change of element width";
}

/// Rounding of a float, as bits, to fewer bits of mantissa and exponent.
class PrecisionReducer {
public:
  PrecisionReducer(ScalarBuilder &b, FloatType type)
      : b(b), bitsType(b.getIntegerType(type.getWidth())), mantissa(type.getFPMantissaWidth() - 1),
        exponent(type.getWidth() - 1 - mantissa) {}

  /// To nearest, ties to even.
  Value roundMantissa(Value x, unsigned mantissaBits) {
    if (mantissaBits >= mantissa)
      return x;
    unsigned dropped = mantissa - mantissaBits;
    Value last = b.op<arith::ShRUIOp>(x, constant(dropped));
    last = b.op<arith::AndIOp>(last, constant(1));
    Value bias = b.op<arith::AddIOp>(last, constant((uint64_t(1) << (dropped - 1)) - 1));
    Value mask = constant(~((uint64_t(1) << dropped) - 1));
    return b.op<arith::AndIOp>(b.op<arith::AddIOp>(x, bias), mask);
  }

  /// Too large becomes infinity, too small zero, both with the sign.
  Value limitExponent(Value x, unsigned exponentBits) {
    if (exponentBits >= exponent)
      return x;
    uint64_t sign = uint64_t(1) << (exponent + mantissa);
    uint64_t exponentMask = ((uint64_t(1) << exponent) - 1) << mantissa;
    uint64_t bias = (uint64_t(1) << (exponent - 1)) - 1;
    uint64_t newBias = (uint64_t(1) << (exponentBits - 1)) - 1;
    using P = arith::CmpIPredicate;
    Value xExponent = b.op<arith::AndIOp>(x, constant(exponentMask));
    Value tooLarge = b.compare(P::ugt, xExponent, constant((bias + newBias) << mantissa));
    Value tooSmall = b.compare(P::ule, xExponent, constant((bias - newBias) << mantissa));
    Value xSign = b.op<arith::AndIOp>(x, constant(sign));
    Value infinity = b.op<arith::OrIOp>(xSign, constant(exponentMask));
    return b.select(tooSmall, xSign, b.select(tooLarge, infinity, x));
  }

  Value toBits(Value x) { return b.op<arith::BitcastOp>(bitsType, x); }

private:
  Value constant(uint64_t value) { return b.integer(bitsType, int64_t(value)); }

  ScalarBuilder &b;
  Type bitsType;
  unsigned mantissa, exponent; // widths, without the hidden bit
};

Value lowerReducePrecision(ScalarBuilder &b, Operation *op, ValueRange v) {
  auto reduce = cast<stablehlo::ReducePrecisionOp>(op);
  auto type = cast<FloatType>(v[0].getType());
  PrecisionReducer reducer(b, type);
  Value bits = reducer.roundMantissa(reducer.toBits(v[0]), reduce.getMantissaBits());
  bits = reducer.limitExponent(bits, reduce.getExponentBits());
  Value rounded = b.op<arith::BitcastOp>(type, bits);
  Value nan = reduce.getMantissaBits() > 0 ? v[0] : b.real(type, INFINITY); // no bits for a NaN
  return b.select(b.isNan(v[0]), nan, rounded);
}

} // namespace

Value convertScalar(ScalarBuilder &b, Value value, bool fromUnsigned, Type to, bool toUnsigned) {
  if (isFloat(value))
    return isFloat(to) ? b.toFloat(value, to) : floatToInt(b, value, to, toUnsigned);
  if (!isFloat(to))
    return intToInt(b, value, fromUnsigned, to);
  return fromUnsigned ? b.op<arith::UIToFPOp>(to, value) : b.op<arith::SIToFPOp>(to, value);
}

void addConversions(Table &table) {
  table.addScalars<stablehlo::ConvertOp>(lowerConvert);
  table.addScalars<stablehlo::BitcastConvertOp>(lowerBitcast);
  table.addCheck<stablehlo::BitcastConvertOp>(checkBitcast);
  table.addScalars<stablehlo::ReducePrecisionOp>(lowerReducePrecision);
}

} // namespace spyre::lowering
