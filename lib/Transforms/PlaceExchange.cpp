// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds that several cores share: partial results go round the ring.
#include "Placer.h"
#include "spyre/Dialect/Spyre/Spyre.h"

using namespace mlir;
using namespace spyre;

void Placer::emitExchange(const KernelGraph::Op &op, int64_t parts) {
  int tensor = op.writes.front().tensor;
  Value partial = lxBuffers[tensor];
  auto type = cast<MemRefType>(partial.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin(), parts);
  Value all, whole;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfter(partial.getDefiningOp());
    auto space = type.getMemorySpace();
    all = memref::AllocOp::create(
        builder, loc(),
        MemRefType::get(shape, type.getElementType(), MemRefLayoutAttrInterface(), space));
    whole = memref::AllocOp::create(builder, loc(), type);
  }
  // What this tile fills of the buffers; the rest was never written.
  SmallVector<BoxDim> dims = boxAt(builder, loc(), graph, tensor, boxes[tensor], ranges);
  SmallVector<OpFoldResult> sizes{builder.getIndexAttr(1)};
  for (const BoxDim &dim : dims)
    sizes.push_back(dim.size);
  auto ring = ir::UnitAttr::get(builder.getContext(), ir::Unit::ring);
  Value source = view(partial, dims, false);
  for (int64_t step = 0; step < parts; ++step) {
    SmallVector<OpFoldResult> offsets(shape.size(), builder.getIndexAttr(0)),
        strides(shape.size(), builder.getIndexAttr(1));
    offsets[0] = builder.getIndexAttr(step);
    auto slot = memref::SubViewOp::inferRankReducedResultType(
        cast<MemRefType>(source.getType()).getShape(), cast<MemRefType>(all.getType()), offsets,
        sizes, strides);
    Value target = memref::SubViewOp::create(builder, loc(), slot, all, offsets, sizes, strides);
    ir::CopyOp::create(builder, loc(), ring, source, target, neighbour(op, step), Value(),
                       ValueRange(), builder.getDenseI64ArrayAttr({}),
                       builder.getDenseI64ArrayAttr({}));
  }
  sizes[0] = builder.getIndexAttr(parts);
  emitFold(op, all, whole, sizes);
  lxBuffers[tensor] = whole;
}

Value Placer::neighbour(const KernelGraph::Op &op, int64_t step) {
  AffineExpr number = builder.getAffineConstantExpr(0), group = number;
  SmallVector<Value> operands;
  int64_t parts = 1;
  linalg::GenericOp generic = op.op;
  auto kinds = generic.getIteratorTypesArray();
  auto folded = [&](size_t cls) {
    for (auto [loop, kind] : llvm::enumerate(kinds))
      if (op.classes[loop] == static_cast<int>(cls) && kind == utils::IteratorType::reduction)
        return true;
    return false;
  };
  for (size_t cls : divided)
    operands.push_back(digits[cls]);
  // The folded digits as one number, moved on by `step`, split up again.
  for (auto [i, cls] : llvm::enumerate(divided))
    if (folded(cls)) {
      group = group * config.parts[cls] + builder.getAffineSymbolExpr(i);
      parts *= config.parts[cls];
    }
  group = (group + step) % parts;
  int64_t stride = parts;
  for (auto [i, cls] : llvm::enumerate(divided)) {
    AffineExpr digit = builder.getAffineSymbolExpr(i);
    if (folded(cls)) {
      stride /= config.parts[cls];
      digit = group.floorDiv(stride) % config.parts[cls];
    }
    number = number * config.parts[cls] + digit;
  }
  return affine::AffineApplyOp::create(builder, loc(), AffineMap::get(0, operands.size(), number),
                                       operands);
}

void Placer::emitFold(const KernelGraph::Op &op, Value all, Value whole,
                      ArrayRef<OpFoldResult> sizes) {
  emitFills(op, whole);
  unsigned rank = sizes.size();
  // Partials first, so that lanes stay innermost.
  AffineMap identity = builder.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
  kinds[0] = utils::IteratorType::reduction;
  linalg::GenericOp source = op.op;
  Operation *combiner = combinerOf(source);
  linalg::GenericOp::create(builder, source.getLoc(), TypeRange(), ValueRange{domain(sizes), all},
                            whole, ArrayRef<AffineMap>{identity, identity, identity.dropResult(0)},
                            kinds, [&](OpBuilder &b, Location l, ValueRange args) {
                              Operation *fold = b.clone(*combiner);
                              fold->setOperands({args[2], args[1]});
                              linalg::YieldOp::create(b, l, fold->getResult(0));
                            });
}
