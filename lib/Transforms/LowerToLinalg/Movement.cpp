// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, iota, and rearrangements of one operand. A rearrangement is a
// generic that reads the operand through an index map, so that fusion can
// compose it away; nothing here copies for the sake of a shape.
#include "Lowering.h"

#include "spyre/Dialect/StableHLO/Chlo.h"
#include "spyre/Dialect/StableHLO/Stablehlo.h"
#include "spyre/Transforms/AffineUtils.h"

#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;

namespace spyre::lowering {

namespace {

/// The same literal with signless elements.
ElementsAttr signless(ElementsAttr value) {
  auto type = graphType(value.getType());
  if (type == value.getType())
    return value;
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    return dense.bitcast(type.getElementType());
  return DenseResourceElementsAttr::get(type,
                                        cast<DenseResourceElementsAttr>(value).getRawHandle());
}

LogicalResult setConstant(Value core, ElementsAttr value, Lowering &l) {
  if (TypedAttr element = splatElement(value))
    l.setSplat(core, element);
  else
    l.set(core, arith::ConstantOp::create(l.builder, l.loc, cast<TypedAttr>(signless(value))));
  return success();
}

LogicalResult lowerConstant(Operation *op, Lowering &l) {
  return setConstant(op->getResult(0), cast<stablehlo::ConstantOp>(op).getValue(), l);
}

std::string checkConstant(Operation *op) {
  auto value = op->getAttrOfType<ElementsAttr>("value");
  auto resource = dyn_cast<DenseResourceElementsAttr>(value);
  if (resource ? resource.getRawHandle().getBlob() != nullptr : isa<DenseElementsAttr>(value))
    return "";
  return "a literal without its elements";
}

LogicalResult lowerChloConstant(Operation *op, Lowering &l) {
  return setConstant(op->getResult(0), cast<chlo::ConstantOp>(op).getValue(), l);
}

LogicalResult lowerConstantLike(Operation *op, Lowering &l) {
  TypedAttr value = cast<chlo::ConstantLikeOp>(op).getValue();
  if (auto integer = dyn_cast<IntegerAttr>(value))
    value = IntegerAttr::get(graphElement(integer.getType()), integer.getValue());
  l.setSplat(op->getResult(0), value);
  return success();
}

LogicalResult lowerIota(Operation *op, Lowering &l) {
  auto iota = cast<stablehlo::IotaOp>(op);
  RankedTensorType type = graphType(op->getResult(0));
  l.set(op->getResult(0), l.map(type, {}, [&](ScalarBuilder &b, ValueRange) {
    Value index = linalg::IndexOp::create(b, iota.getIotaDimension());
    Type element = type.getElementType();
    if (!isFloat(element))
      return b.op<arith::IndexCastOp>(element, index);
    Value integer = b.op<arith::IndexCastOp>(b.getI32Type(), index);
    return b.op<arith::SIToFPOp>(element, integer);
  }));
  return success();
}

LogicalResult moveOperand(Operation *op, Lowering &l, ArrayRef<AffineExpr> index) {
  RankedTensorType type = graphType(op->getResult(0));
  if (TypedAttr element = l.splat(op->getOperand(0))) {
    l.setSplat(op->getResult(0), element);
    return success();
  }
  auto map = AffineMap::get(type.getRank(), 0, index, l.builder.getContext());
  l.set(op->getResult(0), l.move(l.get(op->getOperand(0)), type, map));
  return success();
}

LogicalResult lowerBroadcastInDim(Operation *op, Lowering &l) {
  auto broadcast = cast<stablehlo::BroadcastInDimOp>(op);
  ArrayRef<int64_t> shape = graphType(op->getOperand(0)).getShape();
  SmallVector<AffineExpr> index;
  for (auto [size, dim] : llvm::zip_equal(shape, broadcast.getBroadcastDimensions())) {
    bool repeats = size == 1 && graphType(op->getResult(0)).getDimSize(dim) != 1;
    index.push_back(repeats ? l.builder.getAffineConstantExpr(0) : l.builder.getAffineDimExpr(dim));
  }
  return moveOperand(op, l, index);
}

/// The legacy form: new leading dimensions.
LogicalResult lowerBroadcast(Operation *op, Lowering &l) {
  SmallVector<AffineExpr> index;
  int64_t rank = graphType(op->getResult(0)).getRank();
  for (int64_t i = rank - graphType(op->getOperand(0)).getRank(); i < rank; ++i)
    index.push_back(l.builder.getAffineDimExpr(i));
  return moveOperand(op, l, index);
}

LogicalResult lowerReshape(Operation *op, Lowering &l) {
  RankedTensorType from = graphType(op->getOperand(0)), to = graphType(op->getResult(0));
  SmallVector<AffineExpr> dims;
  for (int64_t i = 0; i < to.getRank(); ++i)
    dims.push_back(l.builder.getAffineDimExpr(i));
  if (from == to)
    return moveOperand(op, l, dims);
  AffineExpr linear = linearize(dims, to.getShape(), l.builder.getContext());
  return moveOperand(op, l, delinearize(linear, from.getShape()));
}

LogicalResult lowerTranspose(Operation *op, Lowering &l) {
  ArrayRef<int64_t> permutation = cast<stablehlo::TransposeOp>(op).getPermutation();
  SmallVector<AffineExpr> index(permutation.size());
  for (auto [i, from] : llvm::enumerate(permutation))
    index[from] = l.builder.getAffineDimExpr(i);
  return moveOperand(op, l, index);
}

LogicalResult lowerSlice(Operation *op, Lowering &l) {
  auto slice = cast<stablehlo::SliceOp>(op);
  SmallVector<AffineExpr> index;
  for (auto [i, start] : llvm::enumerate(slice.getStartIndices()))
    index.push_back(l.builder.getAffineDimExpr(i) * slice.getStrides()[i] + start);
  return moveOperand(op, l, index);
}

LogicalResult lowerReverse(Operation *op, Lowering &l) {
  ArrayRef<int64_t> reversed = cast<stablehlo::ReverseOp>(op).getDimensions();
  SmallVector<AffineExpr> index;
  for (auto [i, size] : llvm::enumerate(graphType(op->getResult(0)).getShape())) {
    AffineExpr dim = l.builder.getAffineDimExpr(i);
    index.push_back(llvm::is_contained(reversed, i) ? size - 1 - dim : dim);
  }
  return moveOperand(op, l, index);
}

LogicalResult lowerIdentity(Operation *op, Lowering &l) {
  for (auto [from, to] : llvm::zip_equal(op->getOperands(), op->getResults()))
    if (TypedAttr element = l.splat(from))
      l.setSplat(to, element);
    else
      l.set(to, l.get(from));
  return success();
}

} // namespace

void addConstants(Table &table) {
  table.addOps<stablehlo::ConstantOp>(lowerConstant);
  table.addCheck<stablehlo::ConstantOp>(checkConstant);
  table.addOps<chlo::ConstantOp>(lowerChloConstant);
  table.addOps<chlo::ConstantLikeOp>(lowerConstantLike);
  table.addOps<stablehlo::IotaOp>(lowerIota);
}

void addMovement(Table &table) {
  using namespace stablehlo;
  table.addOps<BroadcastInDimOp>(lowerBroadcastInDim);
  table.addOps<BroadcastOp>(lowerBroadcast);
  table.addOps<ReshapeOp>(lowerReshape);
  table.addOps<TransposeOp>(lowerTranspose);
  table.addOps<SliceOp>(lowerSlice);
  table.addOps<ReverseOp>(lowerReverse);
  table.addOps<OptimizationBarrierOp>(lowerIdentity);
}

} // namespace spyre::lowering
