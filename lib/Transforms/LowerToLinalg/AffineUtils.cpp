// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AffineBounds.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace spyre {

AffineRange rangeOf(AffineExpr expr, ArrayRef<int64_t> dimSizes) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {constant.getValue(), constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    int64_t size = dimSizes[dim.getPosition()];
    return {0, ShapedType::isDynamic(size) ? kUnbounded : std::max<int64_t>(size - 1, 0)};
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return {-kUnbounded, kUnbounded};
  AffineRange lhs = rangeOf(binary.getLHS(), dimSizes), rhs = rangeOf(binary.getRHS(), dimSizes);
  if (expr.getKind() == AffineExprKind::Add)
    return {clampBound(__int128(lhs.lo) + rhs.lo), clampBound(__int128(lhs.hi) + rhs.hi)};
  if (expr.getKind() == AffineExprKind::Mul) {
    auto [lo, hi] = std::minmax({__int128(lhs.lo) * rhs.lo, __int128(lhs.lo) * rhs.hi,
                                 __int128(lhs.hi) * rhs.lo, __int128(lhs.hi) * rhs.hi});
    return {clampBound(lo), clampBound(hi)};
  }
  int64_t by = rhs.lo;
  if (rhs.lo != rhs.hi || by <= 0)
    return {-kUnbounded, kUnbounded};
  if (expr.getKind() == AffineExprKind::Mod) {
    bool unchanged = lhs.lo >= 0 && lhs.hi < by;
    return unchanged ? lhs : AffineRange{0, by - 1};
  }
  int64_t up = expr.getKind() == AffineExprKind::CeilDiv ? by - 1 : 0;
  return {floorDivideBound(clampBound(__int128(lhs.lo) + up), by),
          floorDivideBound(clampBound(__int128(lhs.hi) + up), by)};
}

AffineMap simplifyWithRanges(AffineMap map, ArrayRef<int64_t> dimSizes) {
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : map.getResults())
    results.push_back(isa<AffineDimExpr>(expr) ? expr : simplifyWithRanges(expr, dimSizes));
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), results, map.getContext());
}

AffineMap composeAndSimplify(AffineMap outer, AffineMap inner, ArrayRef<int64_t> dimSizes) {
  return simplifyWithRanges(outer.compose(inner), dimSizes);
}

AffineMap guardPrefixReads(AffineMap map, ArrayRef<int64_t> dimSizes, ArrayRef<int64_t> shape) {
  SmallVector<AffineExpr> results(map.getResults());
  for (auto [expr, size] : llvm::zip_equal(results, shape)) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || dimSizes[dim.getPosition()] >= size)
      continue;
    bool single = dimSizes[dim.getPosition()] == 1;
    expr = single ? getAffineConstantExpr(0, map.getContext()) : expr % size;
  }
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), results, map.getContext());
}

SmallVector<AffineExpr> delinearize(AffineExpr linear, ArrayRef<int64_t> shape) {
  SmallVector<AffineExpr> index(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0; stride *= shape[i])
    index[i] = linear.floorDiv(stride) % shape[i];
  return index;
}

AffineExpr linearize(ArrayRef<AffineExpr> index, ArrayRef<int64_t> shape, MLIRContext *context) {
  AffineExpr linear = getAffineConstantExpr(0, context);
  for (auto [expr, size] : llvm::zip_equal(index, shape))
    linear = linear * size + expr;
  return linear;
}

} // namespace spyre
