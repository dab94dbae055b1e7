// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Dialect/StableHLO/Traits.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/TypeUtilities.h"
#include "spyre/Dialect/StableHLO/Stablehlo.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;

namespace spyre::stablehlo {

static bool isQuantized(Type type) { return isa<quant::QuantizedType>(type); }

template <typename Predicate> static bool isTensorOf(Type type, Predicate predicate) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && predicate(tensor.getElementType());
}

bool isNumericTensor(Type type) {
  return isTensorOf(type, [](Type element) {
    return isa<IntegerType, FloatType, ComplexType, IndexType>(element) || isQuantized(element);
  });
}

bool isInexactTensor(Type type) {
  return isTensorOf(type, [](Type element) {
    return isa<FloatType, ComplexType>(element) || isQuantized(element);
  });
}

bool isFloatTensor(Type type) {
  return isTensorOf(type,
                    [](Type element) { return isa<FloatType>(element) || isQuantized(element); });
}

bool isIntegerTensor(Type type) {
  return isTensorOf(type, [](Type element) { return isa<IntegerType>(element); });
}

bool isBoolTensor(Type type) {
  return isTensorOf(type, [](Type element) { return element.isInteger(1); });
}

bool isComplexTensor(Type type) {
  return isTensorOf(type, [](Type element) { return isa<ComplexType>(element); });
}

bool isDimTensor(Type type) {
  return isTensorOf(type, [](Type element) { return element.isIntOrIndex(); });
}

bool isValueType(Type type) {
  return isa<RankedTensorType, TokenType, FutureType, TupleType>(type);
}

std::optional<int64_t> countElements(ArrayRef<int64_t> shape) {
  if (llvm::is_contained(shape, 0))
    return 0; // whatever the others are
  std::optional<int64_t> count = 1;
  for (int64_t size : shape)
    count = count ? llvm::checkedMul(*count, size) : std::nullopt;
  return count;
}

/// First two types among operands and results that disagree, if any.
template <typename Agree>
static LogicalResult verifyAgreement(Operation *op, const char *what, Agree agree) {
  SmallVector<Type> types(op->getOperandTypes());
  types.append(op->getResultTypes().begin(), op->getResultTypes().end());
  for (Type type : ArrayRef<Type>(types).drop_front())
    if (!agree(types.front(), type))
      return op->emitOpError() << "expected one " << what << " for all operands and results, found "
                               << types.front() << " and " << type;
  return success();
}

LogicalResult verifySameShape(Operation *op) {
  return verifyAgreement(op, "shape",
                         [](Type a, Type b) { return succeeded(verifyCompatibleShape(a, b)); });
}

LogicalResult verifySameType(Operation *op) {
  return verifyAgreement(op, "type", [](Type a, Type b) {
    Type x = getElementTypeOrSelf(a), y = getElementTypeOrSelf(b);
    bool sameElement = x == y || isQuantized(x) || isQuantized(y);
    return sameElement && succeeded(verifyCompatibleShape(a, b));
  });
}

} // namespace spyre::stablehlo
