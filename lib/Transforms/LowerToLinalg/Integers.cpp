// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer operations that arith leaves undefined for some operands, where the
// core level has an answer: division (by zero: all ones), remainder (by zero:
// the dividend), shifts by the width or more, powers. Floats of the same core
// operations are here too.
#include "Lowering.h"

#include "spyre/Dialect/StableHLO/Stablehlo.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spyre::lowering {

namespace {

using IntPredicate = arith::CmpIPredicate;

/// A divisor for which the division is defined, and where it was not: 0, and
/// -1 of a signed division (the least integer has no negative).
struct Divisor {
  Value safe, isZero, isMinusOne; // isMinusOne: null if unsigned
};

Divisor safeDivisor(ScalarBuilder &b, Value divisor, bool isUnsigned) {
  Type type = divisor.getType();
  Value isZero = b.compare(IntPredicate::eq, divisor, b.integer(type, 0));
  Value replace = isZero, isMinusOne;
  if (!isUnsigned) {
    isMinusOne = b.compare(IntPredicate::eq, divisor, b.integer(type, -1));
    replace = b.op<arith::OrIOp>(isZero, isMinusOne);
  }
  return {b.select(replace, b.integer(type, 1), divisor), isZero, isMinusOne};
}

Value lowerDivide(ScalarBuilder &b, Operation *op, ValueRange v) {
  if (isFloat(v[0]))
    return b.op<arith::DivFOp>(v);
  Type type = v[0].getType();
  Divisor divisor = safeDivisor(b, v[1], isUnsigned(op));
  Value quotient;
  if (isUnsigned(op)) {
    quotient = b.op<arith::DivUIOp>(v[0], divisor.safe);
  } else {
    quotient = b.op<arith::DivSIOp>(v[0], divisor.safe);
    Value negated = b.op<arith::SubIOp>(b.integer(type, 0), v[0]);
    quotient = b.select(divisor.isMinusOne, negated, quotient);
  }
  return b.select(divisor.isZero, b.integer(type, -1), quotient);
}

Value lowerRemainder(ScalarBuilder &b, Operation *op, ValueRange v) {
  if (isFloat(v[0]))
    return b.op<arith::RemFOp>(v);
  Divisor divisor = safeDivisor(b, v[1], isUnsigned(op));
  Value remainder = isUnsigned(op) ? b.op<arith::RemUIOp>(v[0], divisor.safe)
                                   : b.op<arith::RemSIOp>(v[0], divisor.safe);
  return b.select(divisor.isZero, v[0], remainder);
}

/// The shift of an amount that is in range, and whether it is.
template <typename Op> Value lowerShift(ScalarBuilder &b, Operation *, ValueRange v) {
  Type type = v[0].getType();
  Value zero = b.integer(type, 0), width = b.integer(type, type.getIntOrFloatBitWidth());
  Value inRange = b.compare(IntPredicate::ult, v[1], width);
  Value shifted = b.op<Op>(v[0], b.select(inRange, v[1], zero));
  return b.select(inRange, shifted, zero);
}

Value lowerShiftRightArithmetic(ScalarBuilder &b, Operation *, ValueRange v) {
  Type type = v[0].getType();
  Value last = b.integer(type, type.getIntOrFloatBitWidth() - 1);
  return b.op<arith::ShRSIOp>(v[0], b.op<arith::MinUIOp>(v[1], last));
}

/// x to a constant power of 0 or more, by squaring.
template <typename MulOp>
Value constantPower(ScalarBuilder &b, Value x, APInt exponent, Value one) {
  Value result;
  for (Value square = x; exponent != 0; exponent.lshrInPlace(1)) {
    if (exponent[0])
      result = result ? b.op<MulOp>(result, square) : square;
    if (exponent.ugt(1))
      square = b.op<MulOp>(square, square);
  }
  return result ? result : one;
}

Value integerPower(ScalarBuilder &b, Value x, Value exponent, bool isUnsigned) {
  Type type = x.getType();
  Value zero = b.integer(type, 0), one = b.integer(type, 1);
  APInt constant;
  if (matchPattern(exponent, m_ConstantInt(&constant)) && (isUnsigned || !constant.isNegative()))
    return constantPower<arith::MulIOp>(b, x, constant, one);
  if (isUnsigned) { // ipowi takes the exponent as signed: halve it
    Value half = b.op<math::IPowIOp>(x, b.op<arith::ShRUIOp>(exponent, one));
    Value odd = b.compare(IntPredicate::ne, b.op<arith::AndIOp>(exponent, one), zero);
    return b.op<arith::MulIOp>(b.op<arith::MulIOp>(half, half), b.select(odd, x, one));
  }
  // 0 to a negative power is 0, and no division.
  Value undefined = b.op<arith::AndIOp>(b.compare(IntPredicate::eq, x, zero),
                                        b.compare(IntPredicate::slt, exponent, zero));
  return b.op<math::IPowIOp>(x, b.select(undefined, one, exponent));
}

Value lowerPower(ScalarBuilder &b, Operation *op, ValueRange v) {
  if (!isFloat(v[0]))
    return integerPower(b, v[0], v[1], isUnsigned(op));
  APFloat exponent(0.0);
  if (matchPattern(v[1], m_ConstantFloat(&exponent))) {
    double value = exponent.convertToDouble();
    if (value == 0 || value == 1 || value == 2 || value == 3) {
      Value x = b.widen(v[0]);
      Value power =
          constantPower<arith::MulFOp>(b, x, APInt(8, uint64_t(value)), b.real(x.getType(), 1));
      return b.toFloat(power, v[0].getType());
    }
  }
  return viaF32<math::PowFOp>(b, op, v);
}

} // namespace

void addIntegers(Table &table) {
  using namespace stablehlo;
  table.addScalars<DivOp>(lowerDivide);
  table.addScalars<RemOp>(lowerRemainder);
  table.addScalars<PowOp>(lowerPower);
  table.addScalars<ShiftLeftOp>(lowerShift<arith::ShLIOp>);
  table.addScalars<ShiftRightLogicalOp>(lowerShift<arith::ShRUIOp>);
  table.addScalars<ShiftRightArithmeticOp>(lowerShiftRightArithmetic);
}

} // namespace spyre::lowering
