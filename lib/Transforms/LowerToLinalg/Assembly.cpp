// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results put together from parts: concatenate, pad, dynamic_update_slice. Each
// is a chain of tensor.insert_slice.
#include "Lowering.h"

#include "spyre/Dialect/StableHLO/Stablehlo.h"

using namespace mlir;

namespace spyre::lowering {

namespace {

using Positions = SmallVector<OpFoldResult>;

Positions constants(Lowering &l, ArrayRef<int64_t> values) {
  return getAsIndexOpFoldResult(l.builder.getContext(), values);
}

Value insert(Lowering &l, Value part, Value into, Positions offsets, Positions strides) {
  Positions sizes = constants(l, cast<RankedTensorType>(part.getType()).getShape());
  return tensor::InsertSliceOp::create(l.builder, l.loc, part, into, offsets, sizes, strides);
}

LogicalResult lowerConcatenate(Operation *op, Lowering &l) {
  uint64_t dim = cast<stablehlo::ConcatenateOp>(op).getDimension();
  RankedTensorType type = graphType(op->getResult(0));
  SmallVector<int64_t> offsets(type.getRank(), 0), ones(type.getRank(), 1);
  Value result;
  for (Value operand : op->getOperands()) {
    RankedTensorType part = graphType(operand);
    if (part == type) { // the others are empty
      l.set(op->getResult(0), l.get(operand));
      return success();
    }
    if (part.getNumElements() == 0)
      continue;
    if (!result)
      result = l.empty(type);
    result = insert(l, l.get(operand), result, constants(l, offsets), constants(l, ones));
    offsets[dim] += part.getDimSize(dim);
  }
  l.set(op->getResult(0), result);
  return success();
}

/// The elements of one dimension that survive negative padding, and where the
/// first of them goes.
struct PadRange {
  int64_t first = 0, size = 0, offset = 0;
};

PadRange padRange(int64_t size, int64_t low, int64_t step, int64_t resultSize) {
  PadRange range;
  if (low < 0)
    range.first = (-low + step - 1) / step;
  range.offset = low + range.first * step;
  int64_t room = resultSize - range.offset; // element k lies at offset + k * step
  int64_t fitting = room <= 0 ? 0 : (room + step - 1) / step;
  range.size = std::clamp<int64_t>(fitting, 0, std::max<int64_t>(size - range.first, 0));
  return range;
}

LogicalResult lowerPad(Operation *op, Lowering &l) {
  auto pad = cast<stablehlo::PadOp>(op);
  RankedTensorType type = graphType(op->getResult(0)), from = graphType(pad.getOperand());
  SmallVector<int64_t> sizes, offsets, strides;
  SmallVector<AffineExpr> index; // of the surviving elements
  for (int64_t i = 0; i < type.getRank(); ++i) {
    strides.push_back(pad.getInteriorPadding()[i] + 1);
    PadRange range =
        padRange(from.getDimSize(i), pad.getEdgePaddingLow()[i], strides[i], type.getDimSize(i));
    sizes.push_back(range.size);
    offsets.push_back(range.offset);
    index.push_back(l.builder.getAffineDimExpr(i) + range.first);
  }
  RankedTensorType kept = from.clone(sizes);
  Value padding = pad.getPaddingValue();
  TypedAttr element = l.splat(padding);
  if (kept.getNumElements() == 0 && element) {
    l.setSplat(op->getResult(0), element);
    return success();
  }
  Value result;
  if (kept != type) { // something is padding
    AffineMap scalar = AffineMap::get(type.getRank(), 0, l.builder.getContext());
    result = element ? l.fill(type, element) : l.move(l.get(padding), type, scalar);
  }
  if (kept.getNumElements() != 0) {
    auto map = AffineMap::get(type.getRank(), 0, index, l.builder.getContext());
    Value part = l.move(l.get(pad.getOperand()), kept, map);
    result = result ? insert(l, part, result, constants(l, offsets), constants(l, strides)) : part;
  }
  l.set(op->getResult(0), result);
  return success();
}

/// A position read from a scalar tensor, clamped to [0, last].
OpFoldResult clampedPosition(Lowering &l, Value core, bool isUnsigned, int64_t last) {
  if (auto constant = dyn_cast_or_null<IntegerAttr>(l.splat(core))) {
    const APInt &value = constant.getValue();
    bool isNegative = !isUnsigned && value.isNegative();
    int64_t position = isNegative ? 0 : int64_t(value.getLimitedValue(last));
    return l.builder.getIndexAttr(position);
  }
  if (last == 0)
    return l.builder.getIndexAttr(0);
  ScalarBuilder b(l.loc, l.builder);
  Value position = tensor::ExtractOp::create(b, l.get(core), ValueRange());
  Value lastValue = arith::ConstantIndexOp::create(b, last);
  if (isUnsigned) {
    position = b.op<arith::IndexCastUIOp>(b.getIndexType(), position);
    return b.op<arith::MinUIOp>(position, lastValue);
  }
  position = b.op<arith::IndexCastOp>(b.getIndexType(), position);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  return b.op<arith::MinSIOp>(b.op<arith::MaxSIOp>(position, zero), lastValue);
}

LogicalResult lowerDynamicUpdateSlice(Operation *op, Lowering &l) {
  auto update = cast<stablehlo::DynamicUpdateSliceOp>(op);
  RankedTensorType type = graphType(op->getResult(0)), part = graphType(update.getUpdate());
  if (part.getNumElements() == 0) {
    l.set(op->getResult(0), l.get(update.getOperand()));
    return success();
  }
  Positions offsets;
  for (int64_t i = 0; i < type.getRank(); ++i)
    offsets.push_back(clampedPosition(l, update.getStartIndices()[i], isUnsigned(op, 2 + i),
                                      type.getDimSize(i) - part.getDimSize(i)));
  SmallVector<int64_t> ones(type.getRank(), 1);
  Value into = l.get(update.getOperand());
  l.set(op->getResult(0), insert(l, l.get(update.getUpdate()), into, offsets, constants(l, ones)));
  return success();
}

} // namespace

void addAssembly(Table &table) {
  table.addOps<stablehlo::ConcatenateOp>(lowerConcatenate);
  table.addOps<stablehlo::PadOp>(lowerPad);
  table.addOps<stablehlo::DynamicUpdateSliceOp>(lowerDynamicUpdateSlice);
}

} // namespace spyre::lowering
