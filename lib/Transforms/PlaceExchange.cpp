// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds that several cores share: partial results go round the ring.
#include "Placer.h"
#include "spyre/Dialect/Spyre/Spyre.h"

using namespace mlir;
using namespace spyre;

void Placer::emitExchange(const KernelGraph::Op &op, int64_t parts) {
  int tensor = op.writes.front().tensor;
  bool slices = isSum(op);
  Value partial = lxBuffers[tensor];
  auto type = cast<MemRefType>(partial.getType());
  SmallVector<int64_t> shape =
      slices ? tensorBox(graph, tensor, sliceConfig).shape : llvm::to_vector(type.getShape());
  // What this tile fills of the buffers; the rest was never written.
  SmallVector<BoxDim> dims = slices ? sliceAt(tensor, member(op, 0))
                                    : boxAt(builder, loc(), graph, tensor, boxes[tensor], ranges);
  Value all, whole;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfter(partial.getDefiningOp());
    auto alloc = [&]() -> Value {
      return memref::AllocOp::create(builder, loc(),
                                     MemRefType::get(shape, type.getElementType(),
                                                     MemRefLayoutAttrInterface(),
                                                     type.getMemorySpace()));
    };
    whole = alloc();
    shape.insert(shape.begin(), parts);
    all = alloc();
  }
  SmallVector<OpFoldResult> sizes{builder.getIndexAttr(1)};
  for (const BoxDim &dim : dims)
    sizes.push_back(dim.size);
  Value source = view(partial, dims, slices);
  for (int64_t step = 0; step < parts; ++step) {
    SmallVector<OpFoldResult> offsets(shape.size(), builder.getIndexAttr(0)),
        strides(shape.size(), builder.getIndexAttr(1));
    offsets[0] = builder.getIndexAttr(step);
    auto slot = memref::SubViewOp::inferRankReducedResultType(
        cast<MemRefType>(source.getType()).getShape(), cast<MemRefType>(all.getType()), offsets,
        sizes, strides);
    Value target = memref::SubViewOp::create(builder, loc(), slot, all, offsets, sizes, strides);
    copyBetween(ir::Unit::ring, source, target, partner(op, step));
  }
  sizes[0] = builder.getIndexAttr(parts);
  emitFold(op, all, whole, sizes);
  lxBuffers[tensor] = whole;
  if (slices)
    setSlice(tensor, whole);
}

void Placer::copyBetween(ir::Unit unit, Value source, Value target, Value core) {
  ir::CopyOp::create(builder, loc(), ir::UnitAttr::get(builder.getContext(), unit), source, target,
                     core, Value(), ValueRange(), builder.getDenseI64ArrayAttr({}),
                     builder.getDenseI64ArrayAttr({}));
}

/// The classes that an op folds, among those that cores share.
static SmallVector<bool> foldedClasses(const KernelGraph::Op &op, ArrayRef<size_t> divided) {
  linalg::GenericOp generic = op.op;
  auto kinds = generic.getIteratorTypesArray();
  SmallVector<bool> folded;
  for (size_t cls : divided) {
    folded.push_back(false);
    for (auto [loop, kind] : llvm::enumerate(kinds))
      if (op.classes[loop] == static_cast<int>(cls) && kind == utils::IteratorType::reduction)
        folded.back() = true;
  }
  return folded;
}

/// The folded digits as one number, moved on by `step`.
AffineExpr Placer::memberExpr(const KernelGraph::Op &op, int64_t step) {
  AffineExpr group = builder.getAffineConstantExpr(0);
  int64_t parts = 1;
  SmallVector<bool> folded = foldedClasses(op, divided);
  for (auto [i, cls] : llvm::enumerate(divided))
    if (folded[i]) {
      group = group * config.parts[cls] + builder.getAffineSymbolExpr(i);
      parts *= config.parts[cls];
    }
  return (group + step) % parts;
}

Value Placer::ofDigits(AffineExpr expr) {
  SmallVector<Value> operands;
  for (size_t cls : divided)
    operands.push_back(digits[cls]);
  return affine::AffineApplyOp::create(builder, loc(), AffineMap::get(0, operands.size(), expr),
                                       operands);
}

Value Placer::member(const KernelGraph::Op &op, int64_t step) {
  return ofDigits(memberExpr(op, step));
}

Value Placer::neighbour(const KernelGraph::Op &op, int64_t step) {
  AffineExpr number = builder.getAffineConstantExpr(0), group = memberExpr(op, step);
  SmallVector<bool> folded = foldedClasses(op, divided);
  int64_t stride = 1;
  for (auto [i, cls] : llvm::enumerate(divided))
    if (folded[i])
      stride *= config.parts[cls];
  for (auto [i, cls] : llvm::enumerate(divided)) {
    AffineExpr digit = builder.getAffineSymbolExpr(i);
    if (folded[i]) {
      stride /= config.parts[cls];
      digit = group.floorDiv(stride) % config.parts[cls];
    }
    number = number * config.parts[cls] + digit;
  }
  return ofDigits(number);
}

Value Placer::partner(const KernelGraph::Op &op, int64_t step) {
  SmallVector<bool> folded = foldedClasses(op, divided);
  int64_t parts = 1, cores = 1;
  for (auto [i, cls] : llvm::enumerate(divided)) {
    parts *= folded[i] ? config.parts[cls] : 1;
    cores *= config.parts[cls];
  }
  if (!llvm::isPowerOf2_64(parts))
    return neighbour(op, step);
  SmallVector<int64_t> table;
  for (int64_t core = 0; core < cores; ++core) {
    int64_t rest = core, group = 0, scale = 1, number = 0, stride = 1;
    SmallVector<int64_t> own(divided.size());
    for (size_t i = divided.size(); i-- > 0; rest /= config.parts[divided[i]]) {
      own[i] = rest % config.parts[divided[i]];
      if (folded[i])
        group += own[i] * scale, scale *= config.parts[divided[i]];
    }
    group ^= step;
    for (size_t i = divided.size(); i-- > 0; stride *= config.parts[divided[i]]) {
      int64_t size = config.parts[divided[i]];
      number += (folded[i] ? group % size : own[i]) * stride;
      group = folded[i] ? group / size : group;
    }
    table.push_back(number);
  }
  return perCore(table);
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
