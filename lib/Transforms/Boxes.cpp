// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Boxes.h"

#include "spyre/Transforms/AffineUtils.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace spyre;

/// First access of a tensor in the plain problem; all move alike.
static const solver::KernelAccess *anyAccess(const KernelGraph &graph, int tensor) {
  for (const solver::KernelOp &op : graph.problem.ops)
    for (const auto *accesses : {&op.reads, &op.writes})
      for (const solver::KernelAccess &access : *accesses)
        if (access.tensor == tensor)
          return &access;
  return nullptr;
}

TensorBox spyre::tensorBox(const KernelGraph &graph, int tensor,
                           const solver::KernelConfig &config) {
  TensorBox box;
  std::vector<int64_t> shape = solver::boxShape(graph.problem, tensor, config.tile);
  box.shape.assign(shape.begin(), shape.end());
  box.shape.push_back(graph.tensors[tensor].shape.back());
  box.low.assign(shape.size(), std::numeric_limits<int64_t>::max());
  for (const solver::KernelOp &op : graph.problem.ops)
    for (const auto *accesses : {&op.reads, &op.writes})
      for (const solver::KernelAccess &access : *accesses)
        if (access.tensor == tensor)
          for (size_t dim = 0; dim < shape.size(); ++dim)
            box.low[dim] =
                std::min(box.low[dim], solver::indexRange(access.index[dim], config.tile).first);
  box.low.push_back(0);
  return box;
}

namespace {
/// Builds affine expressions over SSA values.
struct AffineSum {
  MLIRContext *context;
  SmallVector<OpFoldResult> operands;
  AffineExpr add(Value value) {
    operands.push_back(value);
    return getAffineSymbolExpr(operands.size() - 1, context);
  }
};
} // namespace

/// Offset of a dim: the parts of the index that move with tile origins.
static OpFoldResult offsetOf(OpBuilder &builder, Location loc, const KernelGraph &graph,
                             const solver::DimIndex &index, int64_t low,
                             ArrayRef<ClassRange> ranges) {
  AffineSum sum{builder.getContext(), {}};
  AffineExpr expr = builder.getAffineConstantExpr(low);
  for (const solver::Term &term : index)
    for (auto [cls, coef] : term.linear)
      if (ranges[cls].origin && term.mod == 0) {
        AffineExpr moved = sum.add(ranges[cls].origin) * coef;
        expr = expr + (term.div == 1 ? moved : moved.floorDiv(term.div)) * term.mul;
      }
  return affine::makeComposedFoldedAffineApply(
      builder, loc, AffineMap::get(0, sum.operands.size(), expr), sum.operands);
}

/// Size of a dim: its largest, or what the rest of the share leaves.
static OpFoldResult sizeOf(OpBuilder &builder, Location loc, const solver::DimIndex &index,
                           int64_t maxSize, int64_t low, ArrayRef<ClassRange> ranges,
                           ArrayRef<Value> guardDigits, int64_t dimSize) {
  AffineSum sum{builder.getContext(), {}};
  AffineExpr last = builder.getAffineConstantExpr(0);
  bool dynamic = !guardDigits.empty();
  for (const solver::Term &term : index) {
    AffineExpr linear = builder.getAffineConstantExpr(term.c);
    bool ragged = false;
    for (auto [cls, coef] : term.linear)
      if (ranges[cls].rest) {
        linear = linear + (sum.add(ranges[cls].rest) - 1) * coef;
        ragged = true;
      } else {
        linear = linear + coef * (ranges[cls].tile - 1);
      }
    if (term.mod > 0) { // lanes of whole blocks: the full range of the modulus
      std::vector<int64_t> tiles;
      for (const ClassRange &range : ranges)
        tiles.push_back(range.tile);
      last = last + solver::indexRange({term}, tiles).second;
      continue;
    }
    dynamic |= ragged;
    last = last + (term.div == 1 ? linear : linear.floorDiv(term.div)) * term.mul;
  }
  if (!dynamic)
    return builder.getIndexAttr(maxSize);
  AffineExpr size = last - low + 1;
  for (Value digit : guardDigits)
    size = size - sum.add(digit) * dimSize;
  MLIRContext *context = builder.getContext();
  auto fit = affine::makeComposedFoldedAffineMin(
      builder, loc,
      AffineMap::get(0, sum.operands.size(), {builder.getAffineConstantExpr(maxSize), size},
                     context),
      sum.operands);
  return affine::makeComposedFoldedAffineMax(
      builder, loc,
      AffineMap::get(0, 1, {builder.getAffineSymbolExpr(0), builder.getAffineConstantExpr(0)},
                     context),
      {fit});
}

/// min(maxSize, what lies between the offset and the end of the dim); nothing
/// where a guard digit is not 0.
static OpFoldResult cutSize(OpBuilder &builder, Location loc, OpFoldResult offset, int64_t maxSize,
                            int64_t dimSize, ArrayRef<Value> guardDigits) {
  std::optional<int64_t> fixed = getConstantIntValue(offset);
  if (fixed && guardDigits.empty())
    return builder.getIndexAttr(std::min(maxSize, dimSize - *fixed));
  MLIRContext *context = builder.getContext();
  AffineSum sum{context, {}};
  AffineExpr begin = fixed ? builder.getAffineConstantExpr(*fixed) : sum.add(cast<Value>(offset));
  AffineExpr size = dimSize - begin;
  for (Value digit : guardDigits)
    size = size - sum.add(digit) * dimSize;
  auto fit = affine::makeComposedFoldedAffineMin(
      builder, loc,
      AffineMap::get(0, sum.operands.size(), {builder.getAffineConstantExpr(maxSize), size},
                     context),
      sum.operands);
  return affine::makeComposedFoldedAffineMax(
      builder, loc,
      AffineMap::get(0, 1, {builder.getAffineSymbolExpr(0), builder.getAffineConstantExpr(0)},
                     context),
      {fit});
}

SmallVector<BoxDim> spyre::boxAt(OpBuilder &builder, Location loc, const KernelGraph &graph,
                                 int tensor, const TensorBox &box, ArrayRef<ClassRange> ranges,
                                 ArrayRef<Value> guardDigits) {
  const solver::KernelAccess *access = anyAccess(graph, tensor);
  ArrayRef<int64_t> shape = graph.tensors[tensor].shape;
  SmallVector<BoxDim> dims;
  for (size_t dim = 0; dim + 1 < shape.size(); ++dim) {
    BoxDim entry;
    entry.maxSize = box.shape[dim];
    entry.offset = offsetOf(builder, loc, graph, access->index[dim], box.low[dim], ranges);
    entry.size = sizeOf(builder, loc, access->index[dim], box.shape[dim], box.low[dim], ranges,
                        dim == 0 ? guardDigits : ArrayRef<Value>(), shape[dim]);
    // Several accesses make a hull, cut where the tensor ends.
    std::vector<int64_t> tiles;
    for (const ClassRange &range : ranges)
      tiles.push_back(range.tile);
    auto [lo, hi] = solver::indexRange(access->index[dim], tiles);
    if (hi - lo + 1 != box.shape[dim])
      entry.size = cutSize(builder, loc, entry.offset, box.shape[dim], shape[dim],
                           dim == 0 ? guardDigits : ArrayRef<Value>());
    dims.push_back(entry);
  }
  dims.push_back({builder.getIndexAttr(0), builder.getIndexAttr(shape.back()), shape.back()});
  return dims;
}

AffineMap spyre::localMap(const KernelGraph::Op &op, const KernelGraph::Access &access,
                          const TensorBox &box, ArrayRef<int64_t> localExtents) {
  SmallVector<AffineExpr> results;
  for (auto [dim, expr] : llvm::enumerate(access.map.getResults()))
    results.push_back(simplifyWithRanges(expr - box.low[dim], localExtents));
  AffineMap map = AffineMap::get(access.map.getNumDims(), 0, results, access.map.getContext());
  return guardPrefixReads(map, localExtents, box.shape);
}
