// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products that several cores share: slices of their sums go round on the
// partial-sum rings, and what follows goes on in slices.
#include "Placer.h"

using namespace mlir;
using namespace spyre;

bool Placer::isSum(const KernelGraph::Op &op) const {
  return nest.scatter.cls >= 0 && nest.scatter.sums[&op - graph.ops.data()];
}

bool Placer::isSliced(int tensor) const {
  return nest.scatter.cls >= 0 && (nest.scatter.tensors[tensor] || summed.contains(tensor));
}

ClassRange Placer::sliceRange(Value member, Value origin) {
  const solver::KernelScatter &scatter = nest.scatter;
  const ClassRange &whole = ranges[scatter.cls];
  AffineExpr m = builder.getAffineSymbolExpr(0), base = builder.getAffineSymbolExpr(1);
  auto apply = [&](AffineExpr expr, ArrayRef<Value> operands) -> Value {
    return affine::AffineApplyOp::create(builder, loc(), AffineMap::get(0, operands.size(), expr),
                                         operands);
  };
  ClassRange range;
  range.tile = scatter.slice;
  range.origin =
      origin ? apply(base + m * scatter.step, {member, origin}) : apply(m * scatter.step, {member});
  if (whole.rest)
    range.rest = apply(base - m * scatter.step, {member, whole.rest});
  else if (scatter.slice * scatter.parts != whole.tile)
    range.rest = apply(whole.tile - m * scatter.step, {member});
  return range;
}

SmallVector<BoxDim> Placer::sliceAt(int tensor, Value member) {
  SmallVector<ClassRange> inside(ranges);
  for (ClassRange &range : inside)
    range.origin = Value();
  inside[nest.scatter.cls] = sliceRange(member, Value());
  return boxAt(builder, loc(), graph, tensor, tensorBox(graph, tensor, sliceConfig), inside);
}

void Placer::setSlice(int tensor, Value whole) {
  lxBuffers[tensor] = whole;
  boxes[tensor] = tensorBox(graph, tensor, sliceConfig);
  summed.insert(tensor);
}

Placer::SliceScope::SliceScope(Placer &placer, bool enter) : placer(placer) {
  if (!enter || placer.inSlice)
    return;
  const solver::KernelScatter &scatter = placer.nest.scatter;
  size_t sum = llvm::find(scatter.sums, 1) - scatter.sums.begin();
  ClassRange &range = placer.ranges[scatter.cls];
  saved = range;
  range = placer.sliceRange(placer.member(placer.graph.ops[sum], 0), range.origin);
  placer.inSlice = true;
}

Placer::SliceScope::~SliceScope() {
  if (!saved)
    return;
  placer.ranges[placer.nest.scatter.cls] = *saved;
  placer.inSlice = false;
}

/// What a core has of a slice itself is copied out of its tile first: a sum that
/// others add to, or that later steps read, lies at one address on all cores.
void Placer::emitSums(const KernelGraph::Op &op) {
  int tensor = op.writes.front().tensor;
  Value partial = lxBuffers[tensor];
  int64_t parts = nest.scatter.parts;
  bool chain = config.exchange == solver::Exchange::PsumChain;
  auto type = cast<MemRefType>(partial.getType());
  auto slice = MemRefType::get(tensorBox(graph, tensor, sliceConfig).shape, type.getElementType(),
                               MemRefLayoutAttrInterface(), type.getMemorySpace());
  SmallVector<Value> sums; // as kernelBuffers says
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfter(partial.getDefiningOp());
    for (int64_t i = 0; i < (chain && parts > 2 ? 2 : 1); ++i)
      sums.push_back(memref::AllocOp::create(builder, loc(), slice));
  }
  Value self = neighbour(op, 0), sum = sums.front();
  if (!chain) { // from every other core, its part of this core's slice
    SmallVector<BoxDim> dims = sliceAt(tensor, member(op, 0));
    copyBetween(ir::Unit::ring, view(partial, dims, true), view(sum, dims, false), self);
    for (int64_t step = 1; step < parts; ++step)
      copyBetween(ir::Unit::psum, view(partial, dims, true), view(sum, dims, false),
                  partner(op, step));
    return setSlice(tensor, sum);
  }
  // In step s a core takes slice d - 1 - s from its lower neighbour; after the last
  // its own is complete.
  Value lower = neighbour(op, parts - 1);
  for (int64_t step = 1; step < parts; ++step) {
    SmallVector<BoxDim> dims = sliceAt(tensor, member(op, parts - 1 - step));
    Value own = view(partial, dims, true), source = step == 1 ? own : view(sum, dims, false);
    sum = sums[(step - 1) % sums.size()];
    Value target = view(sum, dims, false);
    copyBetween(ir::Unit::ring, own, target, self);
    copyBetween(ir::Unit::psum, source, target, lower);
  }
  setSlice(tensor, sum);
}
