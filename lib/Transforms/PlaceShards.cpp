// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that stay in LX between kernels: a core computes on its own part in
// place; what lies on other cores comes round the ring before the loops begin.
#include "Placer.h"
#include "Residence.h"
#include "spyre/Dialect/Spyre/Spyre.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace spyre;

/// The part [offsets, offsets + sizes) of a buffer, without its core number if it
/// still has one.
static Value subview(OpBuilder &builder, Location loc, Value source, ArrayRef<OpFoldResult> offsets,
                     ArrayRef<OpFoldResult> sizes, ArrayRef<int64_t> shape) {
  SmallVector<OpFoldResult> strides(offsets.size(), builder.getIndexAttr(1));
  auto type = memref::SubViewOp::inferRankReducedResultType(
      shape, cast<MemRefType>(source.getType()), offsets, sizes, strides);
  return memref::SubViewOp::create(builder, loc, type, source, offsets, sizes, strides);
}

void Placer::openShards() {
  AffineExpr number = builder.getAffineConstantExpr(0);
  SmallVector<Value> operands;
  for (auto [i, cls] : llvm::enumerate(divided)) {
    number = number * config.parts[cls] + builder.getAffineSymbolExpr(i);
    operands.push_back(digits[cls]);
  }
  coreNumber = affine::AffineApplyOp::create(builder, loc(),
                                             AffineMap::get(0, operands.size(), number), operands);
  llvm::DenseMap<Value, Value> own;
  for (auto [t, tensor] : llvm::enumerate(graph.tensors)) {
    if (!tensor.resident && !tensor.kept)
      continue;
    Value &part = own[tensor.value];
    if (!part) {
      Value all = shards.lookup(tensor.value);
      ArrayRef<int64_t> shape = cast<MemRefType>(all.getType()).getShape();
      SmallVector<OpFoldResult> offsets(shape.size(), builder.getIndexAttr(0)), sizes;
      offsets[0] = coreNumber;
      for (int64_t size : shape)
        sizes.push_back(builder.getIndexAttr(size));
      sizes[0] = builder.getIndexAttr(1);
      part = subview(builder, loc(), all, offsets, sizes, shape.drop_front());
    }
    SmallVector<int64_t> begin(tensor.shape.size(), 0);
    if (tensor.kept) {
      parts.push_back({static_cast<int>(t), part, begin});
      continue;
    }
    const solver::KernelTensor &plain = graph.problem.tensors[t];
    auto need = solver::coreBoxes(graph.problem, static_cast<int>(t), config.parts);
    if (auto offset = solver::alignedOffset(plain.shards, need)) {
      llvm::copy(*offset, begin.begin());
      parts.push_back({static_cast<int>(t), part, begin});
    } else {
      parts.push_back({static_cast<int>(t), fetch(static_cast<int>(t), part, need), begin});
    }
  }
}

Value Placer::perCore(ArrayRef<int64_t> table) {
  if (llvm::all_equal(table))
    return arith::ConstantIndexOp::create(builder, loc(), table.front());
  auto values = arith::ConstantOp::create(builder, loc(), builder.getIndexTensorAttr(table));
  return tensor::ExtractOp::create(builder, loc(), values, coreNumber);
}

Value Placer::fetch(int tensor, Value own, const std::vector<solver::CoreBox> &need) {
  std::vector<int64_t> shape =
      solver::boxShape(graph.problem, tensor, solver::spannedSizes(graph.problem, config));
  shape.push_back(graph.tensors[tensor].shape.back());
  auto type = cast<MemRefType>(own.getType());
  Value target =
      memref::AllocOp::create(builder, loc(),
                              MemRefType::get(shape, type.getElementType(),
                                              MemRefLayoutAttrInterface(), type.getMemorySpace()));
  const std::vector<solver::CoreBox> &have = graph.problem.tensors[tensor].shards;
  auto steps = solver::planShuffle(have, need);
  MLIRContext *context = builder.getContext();
  auto ring = ir::UnitAttr::get(context, ir::Unit::ring);
  size_t rank = shape.size() - 1;
  for (const solver::ShuffleStep &step : *steps) {
    SmallVector<OpFoldResult> from, to, sizes;
    for (size_t dim = 0; dim < rank; ++dim) {
      SmallVector<int64_t> source, destination, size;
      for (size_t core = 0; core < need.size(); ++core) {
        auto [first, last] = step.box[core][dim];
        bool none = first >= last;
        source.push_back(none ? 0 : first - have[step.from[core]][dim].first);
        destination.push_back(none ? 0 : first - need[core][dim].first);
        size.push_back(none ? 0 : last - first);
      }
      from.push_back(perCore(source)), to.push_back(perCore(destination));
      int64_t most = *llvm::max_element(size);
      if (llvm::all_equal(size)) {
        sizes.push_back(builder.getIndexAttr(most));
        continue;
      }
      AffineExpr s = builder.getAffineSymbolExpr(0);
      sizes.push_back(affine::AffineMinOp::create(
                          builder, loc(),
                          AffineMap::get(0, 1, {builder.getAffineConstantExpr(most), s}, context),
                          perCore(size))
                          .getResult());
    }
    from.push_back(builder.getIndexAttr(0)), to.push_back(builder.getIndexAttr(0));
    sizes.push_back(builder.getIndexAttr(shape.back()));
    SmallVector<OpFoldResult> strides(shape.size(), builder.getIndexAttr(1));
    Value source = memref::SubViewOp::create(builder, loc(), own, from, sizes, strides);
    Value piece = memref::SubViewOp::create(builder, loc(), target, to, sizes, strides);
    ir::CopyOp::create(builder, loc(), ring, source, piece,
                       perCore(llvm::map_to_vector(step.from, [](int c) -> int64_t { return c; })),
                       Value(), ValueRange(), builder.getDenseI64ArrayAttr({}),
                       builder.getDenseI64ArrayAttr({}));
  }
  return target;
}

void Placer::openViews(int cls) {
  for (const Part &part : parts) {
    if (cls >= 0 && !follows(part.tensor, cls))
      continue;
    const TensorBox &box = boxes[part.tensor];
    SmallVector<OpFoldResult> offsets, sizes;
    auto dims = boxAt(builder, loc(), graph, part.tensor, box, fromShare);
    for (auto [d, dim] : llvm::enumerate(dims)) {
      AffineExpr s = builder.getAffineSymbolExpr(0);
      int64_t moved = part.begin[d] - box.low[d];
      if (auto fixed = getConstantIntValue(dim.offset))
        offsets.push_back(builder.getIndexAttr(*fixed + moved));
      else
        offsets.push_back(affine::makeComposedFoldedAffineApply(
            builder, loc(), AffineMap::get(0, 1, s + moved), {dim.offset}));
      sizes.push_back(builder.getIndexAttr(box.shape[d]));
    }
    lxBuffers[part.tensor] = subview(builder, loc(), part.buffer, offsets, sizes, box.shape);
  }
}
