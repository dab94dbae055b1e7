// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Scalar.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace spyre::lowering {

Value ScalarBuilder::real(Type type, double value) {
  return arith::ConstantOp::create(*this, getFloatAttr(type, value));
}
Value ScalarBuilder::integer(Type type, int64_t value) {
  APInt wide(64, uint64_t(value), /*isSigned=*/true);
  return bits(type, wide.trunc(type.getIntOrFloatBitWidth()));
}
Value ScalarBuilder::bits(Type type, const APInt &value) {
  return arith::ConstantOp::create(*this, getIntegerAttr(type, value));
}
Value ScalarBuilder::constant(TypedAttr value) { return arith::ConstantOp::create(*this, value); }

Value ScalarBuilder::compare(arith::CmpFPredicate how, Value a, Value b) {
  return op<arith::CmpFOp>(how, a, b);
}
Value ScalarBuilder::compare(arith::CmpIPredicate how, Value a, Value b) {
  return op<arith::CmpIOp>(how, a, b);
}
Value ScalarBuilder::select(Value condition, Value a, Value b) {
  return op<arith::SelectOp>(condition, a, b);
}
Value ScalarBuilder::bitwiseNot(Value value) {
  return op<arith::XOrIOp>(value, integer(value.getType(), -1));
}

Value ScalarBuilder::isNan(Value value) { return compare(arith::CmpFPredicate::UNE, value, value); }

Value ScalarBuilder::toFloat(Value value, Type type) {
  Type from = value.getType();
  if (from == type)
    return value;
  unsigned fromWidth = from.getIntOrFloatBitWidth(), toWidth = type.getIntOrFloatBitWidth();
  if (fromWidth == toWidth) // f16 to bf16 and back
    return op<arith::TruncFOp>(type, op<arith::ExtFOp>(getF32Type(), value));
  return fromWidth < toWidth ? op<arith::ExtFOp>(type, value) : op<arith::TruncFOp>(type, value);
}

Value ScalarBuilder::widen(Value value) {
  bool isNarrow = isFloat(value) && value.getType().getIntOrFloatBitWidth() < 32;
  return isNarrow ? op<arith::ExtFOp>(getF32Type(), value) : value;
}

Value ScalarBuilder::polynomial(Value x, ArrayRef<double> coefficients) {
  Value result = real(x.getType(), coefficients.front());
  for (double c : coefficients.drop_front())
    result = op<arith::AddFOp>(op<arith::MulFOp>(result, x), real(x.getType(), c));
  return result;
}

bool isUnsigned(Operation *op, unsigned i) {
  Type element = getElementTypeOrSelf(op->getOperand(i).getType());
  return element.isUnsignedInteger() || isBool(element);
}

} // namespace spyre::lowering
