// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-materialize-layouts: types become physical, maps say where elements lie.
#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Transforms/AffineUtils.h"
#include "spyre/Transforms/Decisions.h"
#include "spyre/Transforms/Passes.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"

namespace spyre {
#define GEN_PASS_DEF_MATERIALIZELAYOUTS
#include "spyre/Transforms/Passes.h.inc"
} // namespace spyre

using namespace mlir;
using namespace spyre;

namespace {
RankedTensorType physicalType(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  auto layout = cast<ir::LayoutAttr>(tensor.getEncoding());
  return RankedTensorType::get(layout.getPhysicalShape(tensor.getShape(), tensor.getElementType()),
                               tensor.getElementType());
}

/// Elements moved to where the layout puts them; padding is zero.
DenseElementsAttr packed(DenseElementsAttr values, RankedTensorType logical) {
  RankedTensorType type = physicalType(logical);
  if (values.isSplat())
    return DenseElementsAttr::getFromRawBuffer(type, values.getRawData());
  auto layout = cast<ir::LayoutAttr>(logical.getEncoding());
  AffineMap map = layout.getPhysicalMap(logical.getRank(), logical.getElementType());
  Attribute zero = Builder(logical.getContext()).getZeroAttr(logical.getElementType());
  SmallVector<Attribute> elements(type.getNumElements(), zero);
  SmallVector<int64_t> index(logical.getRank(), 0), strides = computeStrides(type.getShape());
  for (Attribute value : values.getValues<Attribute>()) {
    int64_t at = 0;
    for (auto [position, stride] : llvm::zip_equal(map.compose(index), strides))
      at += position * stride;
    elements[at] = value;
    for (int64_t dim = logical.getRank(); dim-- > 0 && ++index[dim] == logical.getDimSize(dim);)
      index[dim] = 0;
  }
  return DenseElementsAttr::get(type, elements);
}

struct MaterializeLayoutsPass : spyre::impl::MaterializeLayoutsBase<MaterializeLayoutsPass> {
  using MaterializeLayoutsBase::MaterializeLayoutsBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    recordHostTypes(func);
    SmallVector<Operation *> ops;
    for (Operation &op : func.getBody().front())
      ops.push_back(&op);
    for (Operation *op : ops)
      rewrite(op);
    retype(func);
  }

private:
  /// The logical view of what may come to lie in device memory.
  void recordHostTypes(func::FuncOp func) {
    for (BlockArgument argument : func.getArguments())
      func.setArgAttr(argument.getArgNumber(), kHostAttr, TypeAttr::get(argument.getType()));
    for (auto [i, type] : llvm::enumerate(func.getResultTypes()))
      func.setResultAttr(i, kHostAttr, TypeAttr::get(type));
    for (Operation &op : func.getBody().front())
      if (isa<arith::ConstantOp>(op) && isa<RankedTensorType>(op.getResult(0).getType()))
        op.setAttr(kHostAttr, TypeAttr::get(op.getResult(0).getType()));
  }

  /// The same for an op that replaces another.
  static void keepHostTypes(Operation *op, TypeRange results) {
    SmallVector<Attribute> hosts;
    for (Type type : results)
      hosts.push_back(TypeAttr::get(type));
    op->setAttr(kHostAttr, ArrayAttr::get(op->getContext(), hosts));
  }

  void rewrite(Operation *op) {
    OpBuilder builder(op);
    if (auto generic = dyn_cast<linalg::GenericOp>(op))
      rewriteGeneric(builder, generic);
    else if (auto relayout = dyn_cast<ir::RelayoutOp>(op))
      rewriteRelayout(builder, relayout);
    else if (auto update = dyn_cast<tensor::InsertSliceOp>(op))
      rewriteUpdate(builder, update);
    else if (auto extract = dyn_cast<tensor::ExtractOp>(op))
      extract.getIndicesMutable().append(
          arith::ConstantIndexOp::create(builder, op->getLoc(), 0).getResult());
    else if (auto constant = dyn_cast<arith::ConstantOp>(op))
      if (auto dense = dyn_cast<DenseElementsAttr>(constant.getValue()))
        values[op] = packed(dense, cast<RankedTensorType>(constant.getType()));
  }

  static AffineMap physicalMap(AffineMap map, Type type, ArrayRef<int64_t> extents) {
    auto tensor = cast<RankedTensorType>(type);
    auto layout = cast<ir::LayoutAttr>(tensor.getEncoding());
    AffineMap physical = composeAndSimplify(
        layout.getPhysicalMap(tensor.getRank(), tensor.getElementType()), map, extents);
    return guardPrefixReads(physical, extents,
                            layout.getPhysicalShape(tensor.getShape(), tensor.getElementType()));
  }

  void rewriteGeneric(OpBuilder &builder, linalg::GenericOp op) {
    SmallVector<int64_t> extents = op.getStaticLoopRanges();
    SmallVector<AffineMap> maps{builder.getMultiDimIdentityMap(extents.size())};
    for (OpOperand &operand : op->getOpOperands())
      maps.push_back(
          physicalMap(op.getMatchingIndexingMap(&operand), operand.get().getType(), extents));
    SmallVector<Value> inputs{
        tensor::EmptyOp::create(builder, op.getLoc(), extents, builder.getI1Type())};
    llvm::append_range(inputs, op.getDpsInputs());
    // Types are still logical here; retype() makes them physical at once.
    auto fresh = linalg::GenericOp::create(builder, op.getLoc(), op.getResultTypes(), inputs,
                                           op.getDpsInits(), maps, op.getIteratorTypesArray());
    fresh.getRegion().takeBody(op.getRegion());
    fresh.getBody()->insertArgument(0u, builder.getI1Type(), op.getLoc());
    keepHostTypes(fresh, op.getResultTypes());
    op.replaceAllUsesWith(fresh.getResults());
    op.erase();
  }

  void rewriteRelayout(OpBuilder &builder, ir::RelayoutOp op) {
    auto type = cast<RankedTensorType>(op.getType());
    ArrayRef<int64_t> extents = type.getShape();
    AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
    Value domain = tensor::EmptyOp::create(builder, op.getLoc(), extents, builder.getI1Type());
    Value empty = tensor::EmptyOp::create(builder, op.getLoc(), extents, type.getElementType(),
                                          type.getEncoding());
    SmallVector<utils::IteratorType> parallel(type.getRank(), utils::IteratorType::parallel);
    auto copy = linalg::GenericOp::create(
        builder, op.getLoc(), type, ValueRange{domain, op.getSource()}, empty,
        ArrayRef<AffineMap>{identity, physicalMap(identity, op.getSource().getType(), extents),
                            physicalMap(identity, type, extents)},
        parallel, [](OpBuilder &b, Location loc, ValueRange args) {
          linalg::YieldOp::create(b, loc, args[1]);
        });
    keepHostTypes(copy, TypeRange(type));
    op.replaceAllUsesWith(copy.getResult(0));
    op.erase();
  }

  /// Offsets and sizes in physical order; only dims outside sticks may move.
  void rewriteUpdate(OpBuilder &builder, tensor::InsertSliceOp op) {
    auto layout = cast<ir::LayoutAttr>(op.getDestType().getEncoding());
    RankedTensorType source = physicalType(op.getSourceType());
    SmallVector<OpFoldResult> offsets, sizes, strides;
    for (auto [at, dim] : llvm::enumerate(layout.getOrder())) {
      OpFoldResult offset = op.getMixedOffsets()[dim];
      if (dim == layout.getStickDim())
        offset = builder.getIndexAttr(getConstantIntValue(offset).value_or(0) /
                                      ir::stickLanes(source.getElementType()));
      offsets.push_back(offset);
      sizes.push_back(builder.getIndexAttr(source.getDimSize(at)));
    }
    offsets.push_back(builder.getIndexAttr(0));
    sizes.push_back(builder.getIndexAttr(source.getShape().back()));
    strides.assign(sizes.size(), builder.getIndexAttr(1));
    auto fresh = tensor::InsertSliceOp::create(builder, op.getLoc(), op.getSource(), op.getDest(),
                                               offsets, sizes, strides);
    keepHostTypes(fresh, TypeRange(op.getType()));
    op.replaceAllUsesWith(fresh.getResult());
    op.erase();
  }

  void retype(func::FuncOp func) {
    auto convert = [](Value value) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      if (type && isa_and_nonnull<ir::LayoutAttr>(type.getEncoding()))
        value.setType(physicalType(type));
    };
    for (BlockArgument argument : func.getArguments())
      convert(argument);
    for (Operation &op : func.getBody().front()) {
      for (Value result : op.getResults())
        convert(result);
      if (auto it = values.find(&op); it != values.end())
        cast<arith::ConstantOp>(op).setValueAttr(it->second);
    }
    auto ret = func.getBody().front().getTerminator();
    func.setFunctionType(FunctionType::get(&getContext(), func.getBody().getArgumentTypes(),
                                           ret->getOperandTypes()));
  }

  DenseMap<Operation *, DenseElementsAttr> values;
};
} // namespace
