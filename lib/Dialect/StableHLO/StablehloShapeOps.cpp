// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Assembly.h"
#include "Verify.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace spyre::stablehlo;

#define GET_OP_CLASSES
#include "spyre/Dialect/StableHLO/StablehloShapeOps.cpp.inc"

void StablehloDialect::addShapeOps() {
  addOperations<
#define GET_OP_LIST
#include "spyre/Dialect/StableHLO/StablehloShapeOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// constant
//===----------------------------------------------------------------------===//

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getOutput(), isa<FloatType>(getType().getElementType()) ? "cst" : "c");
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValueAttr(); }

/// `() <{value = ...}> : () -> T`, written when the literal's type differs.
static ParseResult parseGenericConstant(OpAsmParser &parser, OperationState &result) {
  FunctionType type;
  NamedAttrList attrs;
  if (parser.parseRParen())
    return failure();
  if (succeeded(parser.parseOptionalLess())) {
    if (parser.parseOptionalAttrDict(attrs) || parser.parseGreater())
      return failure();
  }
  if (parser.parseOptionalAttrDict(attrs) || parser.parseColon() || parser.parseType(type))
    return failure();
  result.attributes.append(attrs);
  result.addTypes(type.getResults());
  return success();
}

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  if (succeeded(parser.parseOptionalLParen()))
    return parseGenericConstant(parser, result);
  ElementsAttr value;
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseAttribute(value, "value", result.attributes))
    return failure();
  result.addTypes(value.getType());
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  if (getValue().getType() != getType()) {
    printer << "() <{value = " << getValueAttr() << "}>";
    printer.printOptionalAttrDict((*this)->getAttrs(), {"value"});
    printer << " : ";
    printer.printFunctionalType(*this);
    return;
  }
  printer.printOptionalAttrDict((*this)->getAttrs(), {"value"});
  printer << ' ' << getValueAttr();
}

LogicalResult ConstantOp::verify() {
  ShapedType value = getValue().getShapedType();
  if (!isa<RankedTensorType>(value))
    return emitOpError() << "expected a tensor literal, found " << value;
  if (failed(expectShape(*this, "value", getType().getShape(), value.getShape())))
    return failure();
  return expectElementType(*this, "value", getType().getElementType(), value.getElementType());
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

static LogicalResult expectOperandElementType(Operation *op) {
  return expectElementType(op, "result",
                           cast<RankedTensorType>(op->getOperand(0).getType()).getElementType(),
                           cast<RankedTensorType>(op->getResult(0).getType()).getElementType());
}

LogicalResult IotaOp::verify() {
  return expectDims(*this, "dim", getIotaDimension(), getType().getRank());
}

LogicalResult ReshapeOp::verify() {
  auto from = getOperand().getType(), to = getType();
  if (!from.hasStaticShape() || !to.hasStaticShape())
    return expectOperandElementType(*this);
  std::optional<int64_t> before = countElements(from.getShape()),
                         after = countElements(to.getShape());
  if (!before || !after)
    return emitOpError() << "expected fewer than 2^63 elements, found " << (before ? to : from);
  if (failed(expectCount(*this, "elements in the result", *before, *after)))
    return failure();
  return expectOperandElementType(*this);
}

LogicalResult TransposeOp::verify() {
  auto from = getOperand().getType();
  ArrayRef<int64_t> permutation = getPermutation();
  if (failed(expectCount(*this, "dims", from.getRank(), permutation.size())) ||
      failed(expectDims(*this, "dims", permutation, from.getRank())))
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(from.getDimSize(dim));
  if (failed(expectShape(*this, "result", shape, getType().getShape())))
    return failure();
  return expectOperandElementType(*this);
}

LogicalResult BroadcastInDimOp::verify() {
  auto from = getOperand().getType(), to = getType();
  ArrayRef<int64_t> dims = getBroadcastDimensions();
  if (failed(expectCount(*this, "dims", from.getRank(), dims.size())) ||
      failed(expectDims(*this, "dims", dims, to.getRank())))
    return failure();
  for (auto [index, dim] : llvm::enumerate(dims)) {
    int64_t size = from.getDimSize(index);
    if (size != 1 && !agrees(size, to.getDimSize(dim)))
      return emitOpError() << "expected operand dimension " << index << " of size 1 or "
                           << to.getDimSize(dim) << ", found " << size;
  }
  return expectOperandElementType(*this);
}

LogicalResult BroadcastOp::verify() {
  if (failed(expectSizes(*this, "sizes", getBroadcastSizes())))
    return failure();
  SmallVector<int64_t> shape(getBroadcastSizes());
  llvm::append_range(shape, getOperand().getType().getShape());
  if (failed(expectShape(*this, "result", shape, getType().getShape())))
    return failure();
  return expectOperandElementType(*this);
}

LogicalResult SliceOp::verify() {
  auto from = getOperand().getType();
  int64_t rank = from.getRank();
  ArrayRef<int64_t> starts = getStartIndices(), limits = getLimitIndices();
  ArrayRef<int64_t> strides = getStrides();
  if (failed(expectCount(*this, "start indices", rank, starts.size())) ||
      failed(expectCount(*this, "limit indices", rank, limits.size())) ||
      failed(expectCount(*this, "strides", rank, strides.size())))
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t size = from.getDimSize(dim);
    if (starts[dim] < 0 || starts[dim] > limits[dim] || strides[dim] < 1 ||
        (!ShapedType::isDynamic(size) && limits[dim] > size))
      return emitOpError() << "expected 0 <= start <= limit <= " << size
                           << " and stride >= 1 in dimension " << dim << ", found " << starts[dim]
                           << ":" << limits[dim] << ":" << strides[dim];
    shape.push_back(llvm::divideCeilSigned(limits[dim] - starts[dim], strides[dim]));
  }
  if (failed(expectShape(*this, "result", shape, getType().getShape())))
    return failure();
  return expectOperandElementType(*this);
}

static LogicalResult expectScalars(Operation *op, OperandRange indices, int64_t rank) {
  if (failed(expectCount(op, "start indices", rank, indices.size())))
    return failure();
  for (Value index : indices)
    if (failed(
            expectShape(op, "start index", {}, cast<RankedTensorType>(index.getType()).getShape())))
      return failure();
  return success();
}

/// A slice of `sizes` fits in `whole`.
static LogicalResult expectFits(Operation *op, StringRef what, ArrayRef<int64_t> sizes,
                                RankedTensorType whole) {
  if (failed(expectCount(op, (what + " dimensions").str(), whole.getRank(), sizes.size())))
    return failure();
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    int64_t limit = whole.getDimSize(dim);
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(limit) && size > limit)
      return op->emitOpError() << "expected " << what << " dimension " << dim << " of size at most "
                               << limit << ", found " << size;
  }
  return success();
}

LogicalResult DynamicSliceOp::verify() {
  auto from = getOperand().getType();
  if (failed(expectScalars(*this, getStartIndices(), from.getRank())) ||
      failed(expectSizes(*this, "slice sizes", getSliceSizes())) ||
      failed(expectFits(*this, "slice", getSliceSizes(), from)) ||
      failed(expectShape(*this, "result", getSliceSizes(), getType().getShape())))
    return failure();
  return expectOperandElementType(*this);
}

LogicalResult DynamicUpdateSliceOp::verify() {
  auto from = getOperand().getType(), update = getUpdate().getType();
  if (failed(expectScalars(*this, getStartIndices(), from.getRank())) ||
      failed(expectFits(*this, "update", update.getShape(), from)) ||
      failed(expectElementType(*this, "update", from.getElementType(), update.getElementType())) ||
      failed(expectShape(*this, "result", from.getShape(), getType().getShape())))
    return failure();
  return expectOperandElementType(*this);
}

LogicalResult ConcatenateOp::verify() {
  if (getInputs().empty())
    return emitOpError("expected at least one operand, found none");
  auto first = cast<RankedTensorType>(getInputs().front().getType());
  int64_t dim = getDimension(), total = 0;
  if (failed(expectDims(*this, "dim", dim, first.getRank())))
    return failure();
  SmallVector<int64_t> shape(first.getShape());
  for (Value input : getInputs()) {
    auto type = cast<RankedTensorType>(input.getType());
    int64_t size = type.getRank() == first.getRank() ? type.getDimSize(dim) : 0;
    shape[dim] = size;
    if (failed(expectShape(*this, "operand", shape, type.getShape())) ||
        failed(expectElementType(*this, "operand", first.getElementType(), type.getElementType())))
      return failure();
    if (ShapedType::isDynamic(size) || ShapedType::isDynamic(total)) {
      total = ShapedType::kDynamic;
      continue;
    }
    std::optional<int64_t> sum = llvm::checkedAdd(total, size);
    if (!sum)
      return emitOpError() << "expected sizes below 2^63 in dimension " << dim << ", found more";
    total = *sum;
  }
  shape[dim] = total;
  if (failed(expectShape(*this, "result", shape, getType().getShape())))
    return failure();
  return expectOperandElementType(*this);
}

/// size + low + high + (size - 1) * interior; nothing below 0 or where it overflows.
static std::optional<int64_t> paddedSize(int64_t size, int64_t low, int64_t high,
                                         int64_t interior) {
  std::optional<int64_t> gaps = llvm::checkedMul(std::max<int64_t>(size - 1, 0), interior);
  std::optional<int64_t> inner = gaps ? llvm::checkedAdd(size, *gaps) : std::nullopt;
  std::optional<int64_t> edges = llvm::checkedAdd(low, high);
  std::optional<int64_t> sum = inner && edges ? llvm::checkedAdd(*inner, *edges) : std::nullopt;
  return sum && *sum >= 0 ? sum : std::nullopt;
}

LogicalResult PadOp::verify() {
  auto from = getOperand().getType();
  int64_t rank = from.getRank();
  ArrayRef<int64_t> low = getEdgePaddingLow(), high = getEdgePaddingHigh();
  ArrayRef<int64_t> interior = getInteriorPadding();
  if (failed(expectCount(*this, "low amounts", rank, low.size())) ||
      failed(expectCount(*this, "high amounts", rank, high.size())) ||
      failed(expectCount(*this, "interior amounts", rank, interior.size())) ||
      failed(expectShape(*this, "padding value", {}, getPaddingValue().getType().getShape())) ||
      failed(expectElementType(*this, "padding value", from.getElementType(),
                               getPaddingValue().getType().getElementType())))
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (interior[dim] < 0)
      return emitOpError() << "expected interior padding of at least 0 in dimension " << dim
                           << ", found " << interior[dim];
    int64_t size = from.getDimSize(dim);
    std::optional<int64_t> padded =
        ShapedType::isDynamic(size) ? size : paddedSize(size, low[dim], high[dim], interior[dim]);
    if (!padded)
      return emitOpError() << "expected a padded size from 0 to 2^63 - 1 in dimension " << dim
                           << ", found " << size << " padded by " << low[dim] << ", " << high[dim]
                           << " and " << interior[dim] << " between elements";
    shape.push_back(*padded);
  }
  if (failed(expectShape(*this, "result", shape, getType().getShape())))
    return failure();
  return expectOperandElementType(*this);
}

LogicalResult ReverseOp::verify() {
  return expectDims(*this, "dims", getDimensions(), getOperand().getType().getRank());
}
