// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Assembly.h"
#include "Verify.h"

using namespace mlir;
using namespace spyre::stablehlo;

#define GET_OP_CLASSES
#include "spyre/Dialect/StableHLO/StablehloBinaryOps.cpp.inc"

void StablehloDialect::addBinaryOps() {
  addOperations<
#define GET_OP_LIST
#include "spyre/Dialect/StableHLO/StablehloBinaryOps.cpp.inc"
      >();
}

void CompareOp::build(OpBuilder &builder, OperationState &state, Value lhs, Value rhs,
                      ComparisonDirection direction, ComparisonType type) {
  auto typeAttr = type == ComparisonType::NOTYPE
                      ? ComparisonTypeAttr()
                      : ComparisonTypeAttr::get(builder.getContext(), type);
  auto result = cast<RankedTensorType>(lhs.getType()).clone(builder.getI1Type());
  build(builder, state, result, lhs, rhs,
        ComparisonDirectionAttr::get(builder.getContext(), direction), typeAttr);
}

LogicalResult CompareOp::verify() {
  Type element = getLhs().getType().getElementType();
  if (failed(expectElementType(*this, "rhs", element, getRhs().getType().getElementType())))
    return failure();
  bool isFloat = isa<FloatType>(element), isInteger = isa<IntegerType>(element);
  if (!isFloat && !isInteger)
    return success();
  ComparisonType type = getCompareType().value_or(ComparisonType::NOTYPE);
  bool floatCompare = type == ComparisonType::FLOAT || type == ComparisonType::TOTALORDER;
  if (type != ComparisonType::NOTYPE && floatCompare != isFloat)
    return emitOpError() << "expected a compare type for " << element << ", found "
                         << stringifyEnum(type);
  return success();
}

LogicalResult SelectOp::verify() {
  auto pred = getPred().getType(), result = getResult().getType();
  if (pred.getRank() != 0 && failed(expectShape(*this, "pred", result.getShape(), pred.getShape())))
    return failure();
  for (auto [name, value] : {std::pair{"on_true", getOnTrue()}, {"on_false", getOnFalse()}})
    if (failed(expectShape(*this, name, result.getShape(), value.getType().getShape())) ||
        failed(expectElementType(*this, name, result.getElementType(),
                                 value.getType().getElementType())))
      return failure();
  return success();
}

LogicalResult ClampOp::verify() {
  auto operand = getOperand().getType(), result = getResult().getType();
  if (failed(expectShape(*this, "result", operand.getShape(), result.getShape())) ||
      failed(expectElementType(*this, "result", operand.getElementType(), result.getElementType())))
    return failure();
  for (auto [name, value] : {std::pair{"min", getMin()}, {"max", getMax()}}) {
    auto type = value.getType();
    if (type.getRank() != 0 &&
        failed(expectShape(*this, name, operand.getShape(), type.getShape())))
      return failure();
    if (failed(expectElementType(*this, name, operand.getElementType(), type.getElementType())))
      return failure();
  }
  return success();
}
