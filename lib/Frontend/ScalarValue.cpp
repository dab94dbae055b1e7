// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ScalarValue.h"
#include "spyre/Dialect/StableHLO/Stablehlo.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spyre::stablehlo;
using llvm::APSInt;

namespace spyre::frontend {

using Result = std::optional<ScalarValue>;

/// i1 counts as unsigned: true is 1.
static bool isUnsignedElement(Type element) {
  return element.isUnsignedInteger() || element.isInteger(1);
}

LiteralReader::LiteralReader(DenseElementsAttr literal)
    : literal(literal), isFloat(isa<FloatType>(literal.getElementType())),
      isUnsigned(isUnsignedElement(literal.getElementType())) {}

ScalarValue LiteralReader::get(int64_t index) const {
  if (literal.isSplat())
    index = 0;
  if (isFloat)
    return *(literal.value_begin<APFloat>() + index);
  return APSInt(*(literal.value_begin<APInt>() + index), isUnsigned);
}

DenseElementsAttr makeLiteral(RankedTensorType type, ArrayRef<ScalarValue> values) {
  if (isa<FloatType>(type.getElementType())) {
    SmallVector<APFloat> floats;
    for (const ScalarValue &value : values)
      floats.push_back(std::get<APFloat>(value));
    return DenseElementsAttr::get(type, floats);
  }
  SmallVector<APInt> integers;
  for (const ScalarValue &value : values)
    integers.push_back(std::get<APSInt>(value));
  return DenseElementsAttr::get(type, integers);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static Result evaluateFloat(Operation *op, const APFloat &a, const APFloat &b) {
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<AddOp>([&](auto) { return a + b; })
      .Case<SubtractOp>([&](auto) { return a - b; })
      .Case<MulOp>([&](auto) { return a * b; })
      .Case<DivOp>([&](auto) { return a / b; })
      .Case<MaxOp>([&](auto) { return llvm::maximum(a, b); })
      .Case<MinOp>([&](auto) { return llvm::minimum(a, b); })
      .Default([](Operation *) { return std::nullopt; });
}

static Result evaluateFloat(Operation *op, const APFloat &a) {
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<NegOp>([&](auto) { return llvm::neg(a); })
      .Case<AbsOp>([&](auto) { return llvm::abs(a); })
      .Default([](Operation *) { return std::nullopt; });
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Quotient or remainder, truncated; not by zero, and not where it overflows.
static Result divide(const APSInt &a, const APSInt &b, bool remainder) {
  bool overflows = a.isSigned() && a.isMinSignedValue() && b.isAllOnes();
  if (b.isZero() || overflows)
    return std::nullopt;
  return remainder ? a % b : a / b;
}

static Result evaluateInteger(Operation *op, const APSInt &a, const APSInt &b) {
  // On booleans, sum and product are logical; the folds below would wrap.
  if (a.getBitWidth() == 1 && isa<AddOp, SubtractOp, MulOp, DivOp, RemOp>(op))
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<AddOp>([&](auto) { return a + b; })
      .Case<SubtractOp>([&](auto) { return a - b; })
      .Case<MulOp>([&](auto) { return a * b; })
      .Case<DivOp>([&](auto) { return divide(a, b, false); })
      .Case<RemOp>([&](auto) { return divide(a, b, true); })
      .Case<MaxOp>([&](auto) { return a < b ? b : a; })
      .Case<MinOp>([&](auto) { return b < a ? b : a; })
      .Case<AndOp>([&](auto) { return a & b; })
      .Case<OrOp>([&](auto) { return a | b; })
      .Case<XorOp>([&](auto) { return a ^ b; })
      .Default([](Operation *) { return std::nullopt; });
}

static Result evaluateInteger(Operation *op, const APSInt &a) {
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<NegOp>([&](auto) { return -a; })
      .Case<NotOp>([&](auto) { return ~a; })
      .Case<AbsOp>([&](auto) { return a.isNegative() ? -a : a; })
      .Default([](Operation *) { return std::nullopt; });
}

//===----------------------------------------------------------------------===//
// Compare, convert
//===----------------------------------------------------------------------===//

/// `order` is below, at or above zero.
static bool holds(ComparisonDirection direction, int order) {
  switch (direction) {
  case ComparisonDirection::EQ:
    return order == 0;
  case ComparisonDirection::NE:
    return order != 0;
  case ComparisonDirection::GE:
    return order >= 0;
  case ComparisonDirection::GT:
    return order > 0;
  case ComparisonDirection::LE:
    return order <= 0;
  case ComparisonDirection::LT:
    return order < 0;
  }
  return false;
}

static Result boolean(bool value) { return APSInt(APInt(1, value), true); }

static Result compare(CompareOp op, const ScalarValue &a, const ScalarValue &b) {
  ComparisonDirection direction = op.getComparisonDirection();
  if (auto *x = std::get_if<APSInt>(&a)) {
    const APSInt &y = std::get<APSInt>(b);
    return boolean(holds(direction, *x < y ? -1 : y < *x ? 1 : 0));
  }
  if (op.getCompareType() == ComparisonType::TOTALORDER)
    return std::nullopt;
  switch (std::get<APFloat>(a).compare(std::get<APFloat>(b))) {
  case APFloat::cmpUnordered:
    return boolean(direction == ComparisonDirection::NE);
  case APFloat::cmpLessThan:
    return boolean(holds(direction, -1));
  case APFloat::cmpEqual:
    return boolean(holds(direction, 0));
  case APFloat::cmpGreaterThan:
    return boolean(holds(direction, 1));
  }
  return std::nullopt;
}

static Result convertFloat(const APFloat &value, Type element) {
  bool lossy;
  if (auto type = dyn_cast<FloatType>(element)) {
    APFloat converted = value;
    converted.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &lossy);
    return converted;
  }
  if (element.isInteger(1))
    return boolean(!value.isZero());
  APSInt converted(element.getIntOrFloatBitWidth(), isUnsignedElement(element));
  APFloat::opStatus status = value.convertToInteger(converted, APFloat::rmTowardZero, &lossy);
  if (status & APFloat::opInvalidOp)
    return std::nullopt;
  return converted;
}

static Result convertInteger(const APSInt &value, Type element) {
  if (auto type = dyn_cast<FloatType>(element)) {
    APFloat converted(type.getFloatSemantics());
    converted.convertFromAPInt(value, value.isSigned(), APFloat::rmNearestTiesToEven);
    return converted;
  }
  if (element.isInteger(1))
    return boolean(!value.isZero());
  APSInt converted = value.extOrTrunc(element.getIntOrFloatBitWidth());
  converted.setIsUnsigned(isUnsignedElement(element));
  return converted;
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

bool canEvaluate(Operation *op) {
  return isa<AddOp, SubtractOp, MulOp, DivOp, RemOp, MaxOp, MinOp, AndOp, OrOp, XorOp, NegOp, NotOp,
             AbsOp, CompareOp, ConvertOp, SelectOp>(op);
}

Result evaluate(Operation *op, ArrayRef<ScalarValue> operands) {
  if (auto comparison = dyn_cast<CompareOp>(op))
    return compare(comparison, operands[0], operands[1]);
  if (isa<SelectOp>(op))
    return std::get<APSInt>(operands[0]).isZero() ? operands[2] : operands[1];
  if (auto convert = dyn_cast<ConvertOp>(op)) {
    Type element = convert.getType().getElementType();
    if (auto *value = std::get_if<APFloat>(&operands[0]))
      return convertFloat(*value, element);
    return convertInteger(std::get<APSInt>(operands[0]), element);
  }
  if (auto *a = std::get_if<APFloat>(&operands[0]))
    return operands.size() == 1 ? evaluateFloat(op, *a)
                                : evaluateFloat(op, *a, std::get<APFloat>(operands[1]));
  const APSInt &a = std::get<APSInt>(operands[0]);
  return operands.size() == 1 ? evaluateInteger(op, a)
                              : evaluateInteger(op, a, std::get<APSInt>(operands[1]));
}

} // namespace spyre::frontend
