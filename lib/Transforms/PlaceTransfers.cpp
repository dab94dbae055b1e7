// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boxes that enter and leave LX.
#include "Placer.h"
#include "spyre/Dialect/Spyre/Spyre.h"

using namespace mlir;
using namespace spyre;

void Placer::emitLoadsFor(int depth) {
  int levels = nest.order.size();
  for (size_t i = 0; i < graph.ops.size(); ++i) {
    if (nest.opDepth[i] < depth || (nest.opDepth[i] == depth && !nest.opInStream[i]))
      continue;
    for (const KernelGraph::Access &read : graph.ops[i].reads)
      if (graph.tensors[read.tensor].loaded && !loadedAt[read.tensor] &&
          nest.tensorDepth[read.tensor] == depth && !nest.inStream[read.tensor] &&
          depth <= levels) {
        loadedAt[read.tensor] = true;
        emitLoad(read.tensor);
      }
  }
}

void Placer::emitLoad(int tensor) {
  SliceScope scope(*this, isSliced(tensor));
  SmallVector<BoxDim> dims = boxAt(builder, loc(), graph, tensor, boxes[tensor], ranges);
  Value source = view(memory.lookup(graph.tensors[tensor].value), dims, true);
  auto copy = memref::CopyOp::create(builder, loc(), source, view(lxBuffers[tensor], dims, false));
  SmallVector<int64_t> shared;
  for (auto [i, cls] : llvm::enumerate(divided))
    if (!follows(tensor, cls))
      shared.push_back(i);
  if (!shared.empty())
    copy->setAttr("spyre.multicast", builder.getDenseI64ArrayAttr(shared));
}

void Placer::emitStores(size_t opIndex) {
  for (const KernelGraph::Access &write : graph.ops[opIndex].writes) {
    const KernelGraph::Tensor &tensor = graph.tensors[write.tensor];
    if (!tensor.stored || lastWriter(write.tensor) != opIndex)
      continue;
    if (tensor.storedTo) // its position may come from a later op
      updates.push_back(write.tensor);
    else
      emitStore(write.tensor);
  }
}

void Placer::emitStore(int index) {
  SliceScope scope(*this, isSliced(index));
  const KernelGraph::Tensor &tensor = graph.tensors[index];
  SmallVector<Value> guard;
  for (size_t cls : divided)
    if (!follows(index, cls))
      guard.push_back(digits[cls]);
  SmallVector<BoxDim> dims = boxAt(builder, loc(), graph, index, boxes[index], ranges, guard);
  Value source = view(lxBuffers[index], dims, false);
  if (tensor.storedTo)
    emitUpdate(tensor.storedTo.getDefiningOp<tensor::InsertSliceOp>(), source, dims);
  else
    memref::CopyOp::create(builder, loc(), source, view(memory.lookup(tensor.value), dims, true));
}

void Placer::emitUpdate(tensor::InsertSliceOp update, Value source, SmallVector<BoxDim> dims) {
  SmallVector<Value> positions;
  SmallVector<int64_t> positionDims, bounds;
  for (auto [dim, offset] : llvm::enumerate(update.getMixedOffsets())) {
    auto fixed = getConstantIntValue(offset);
    AffineExpr s = builder.getAffineSymbolExpr(0);
    if (fixed)
      dims[dim].offset = affine::makeComposedFoldedAffineApply(
          builder, loc(), AffineMap::get(0, 1, s + *fixed), {dims[dim].offset});
    if (fixed)
      continue;
    positions.push_back(positionBuffer(cast<Value>(offset)));
    positionDims.push_back(dim);
    int64_t room = update.getDestType().getDimSize(dim) - update.getSourceType().getDimSize(dim);
    llvm::append_values(bounds, 0, room);
  }
  Value target = view(memory.lookup(update.getResult()), dims, true);
  auto unit = ir::UnitAttr::get(builder.getContext(), ir::Unit::store);
  ir::CopyOp::create(builder, loc(), unit, source, target, Value(), Value(), positions,
                     builder.getDenseI64ArrayAttr(positionDims),
                     builder.getDenseI64ArrayAttr(bounds));
}

Value Placer::view(Value source, ArrayRef<BoxDim> dims, bool inMemory) {
  SmallVector<OpFoldResult> offsets, sizes, strides;
  for (const BoxDim &dim : dims) {
    offsets.push_back(inMemory ? dim.offset : OpFoldResult(builder.getIndexAttr(0)));
    sizes.push_back(dim.size);
    strides.push_back(builder.getIndexAttr(1));
  }
  return memref::SubViewOp::create(builder, loc(), source, offsets, sizes, strides);
}

bool Placer::follows(int tensor, size_t cls) {
  auto depends = [&](size_t cls) {
    for (const solver::KernelOp &op : graph.problem.ops)
      for (const auto *accesses : {&op.reads, &op.writes})
        for (const solver::KernelAccess &access : *accesses)
          if (access.tensor == tensor &&
              solver::dependsOn(access, graph.problem.classes.size())[cls])
            return true;
    return false;
  };
  // Slices differ, unless the class that is cut does not reach the value: then
  // one core owns it.
  return depends(cls) ||
         (isSliced(tensor) && nest.scatter.shared[cls] && depends(nest.scatter.cls));
}

Value Placer::positionBuffer(Value position) {
  while (Operation *op = position.getDefiningOp()) {
    if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
      for (auto [t, tensor] : llvm::enumerate(graph.tensors))
        if (tensor.value == extract.getTensor())
          return lxBuffers[t];
      break;
    }
    // index_cast, max(x, 0), min(x, room)
    position = op->getOperand(
        isa<arith::MaxSIOp, arith::MinSIOp>(op) && getConstantIntValue(op->getOperand(0)) ? 1 : 0);
  }
  return {};
}

size_t Placer::lastWriter(int tensor) {
  size_t last = 0;
  for (auto [i, op] : llvm::enumerate(graph.ops))
    for (const KernelGraph::Access &write : op.writes)
      if (write.tensor == tensor)
        last = i;
  return last;
}
