// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many different points an index map reaches.
#include "spyre/Transforms/Bounds.h"

using namespace mlir;
using namespace spyre;

/// Domains up to this many points are enumerated.
static constexpr double kMaxEnumerated = 16384;

static double volume(const llvm::SmallBitVector &dims, ArrayRef<int64_t> extents) {
  double points = 1;
  for (unsigned dim : dims.set_bits())
    points *= static_cast<double>(extents[dim]);
  return points;
}

static llvm::SmallBitVector dimsOf(AffineExpr expr, size_t numDims) {
  llvm::SmallBitVector dims(static_cast<unsigned>(numDims));
  expr.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      dims.set(dim.getPosition());
  });
  return dims;
}

/// A sum of dims whose steps do not overlap: each point has a value of its own.
static bool isMixedRadix(AffineExpr expr, ArrayRef<int64_t> extents) {
  auto index = flattenIndex(expr);
  if (failed(index) || index->size() != 1 || index->front().div != 1 || index->front().mod != 0)
    return false;
  SmallVector<std::pair<int64_t, int64_t>> steps; // size, extent
  for (auto [dim, coef] : index->front().linear)
    steps.emplace_back(std::abs(coef), extents[dim]);
  llvm::sort(steps);
  int64_t reach = 0;
  for (auto [step, extent] : steps) {
    if (step <= reach)
      return false;
    reach += step * (extent - 1);
  }
  return true;
}

static int64_t evaluate(AffineExpr expr, ArrayRef<int64_t> point) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return point[dim.getPosition()];
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t a = evaluate(binary.getLHS(), point), b = evaluate(binary.getRHS(), point);
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    return a + b;
  case AffineExprKind::Mul:
    return a * b;
  case AffineExprKind::Mod:
    return llvm::mod(a, b);
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(a, b);
  default:
    return llvm::divideCeilSigned(a, b);
  }
}

static double enumerate(ArrayRef<AffineExpr> exprs, const llvm::SmallBitVector &dims,
                        ArrayRef<int64_t> extents) {
  std::vector<SmallVector<int64_t, 4>> values;
  SmallVector<int64_t> point(extents.size(), 0);
  for (bool more = true; more;) {
    SmallVector<int64_t, 4> value;
    for (AffineExpr expr : exprs)
      value.push_back(evaluate(expr, point));
    values.push_back(value);
    more = false;
    for (unsigned dim : dims.set_bits()) {
      if (++point[dim] < extents[dim]) {
        more = true;
        break;
      }
      point[dim] = 0;
    }
  }
  llvm::sort(values);
  return static_cast<double>(std::unique(values.begin(), values.end()) - values.begin());
}

/// Expressions that share dims, directly or through others.
static double countComponent(ArrayRef<AffineExpr> exprs, const llvm::SmallBitVector &dims,
                             ArrayRef<int64_t> extents) {
  llvm::SmallBitVector free(dims.size());
  double largest = 1;
  for (AffineExpr expr : exprs) {
    auto own = dimsOf(expr, extents.size());
    if (isa<AffineDimExpr>(expr))
      free |= own;
    if (isMixedRadix(expr, extents))
      largest = std::max(largest, volume(own, extents));
  }
  double all = volume(dims, extents);
  if (free == dims || largest == all)
    return all;
  if (all <= kMaxEnumerated)
    return enumerate(exprs, dims, extents);
  return std::max(largest, volume(free, extents));
}

double spyre::countPoints(ArrayRef<AffineExpr> exprs, ArrayRef<int64_t> extents) {
  if (llvm::is_contained(extents, 0))
    return 0;
  SmallVector<std::pair<llvm::SmallBitVector, SmallVector<AffineExpr>>> components;
  for (AffineExpr expr : exprs) {
    llvm::SmallBitVector dims = dimsOf(expr, extents.size());
    SmallVector<AffineExpr> joint{expr};
    for (auto &[otherDims, others] : components)
      if (otherDims.anyCommon(dims)) {
        dims |= otherDims;
        llvm::append_range(joint, others);
        others.clear();
      }
    llvm::erase_if(components, [](auto &component) { return component.second.empty(); });
    if (dims.any())
      components.emplace_back(dims, joint);
  }
  double points = 1;
  for (auto &[dims, joint] : components)
    points *= countComponent(joint, dims, extents);
  return points;
}
