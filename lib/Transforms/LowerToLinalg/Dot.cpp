// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products. Loops: batch, free of lhs, free of rhs, contracting. Floats
// accumulate in f32 and are rounded once; integers in i32 or wider.
#include "Lowering.h"

#include "spyre/Dialect/StableHLO/Stablehlo.h"

using namespace mlir;

namespace spyre::lowering {

namespace {

/// One operand of a product and the loop that each of its dimensions follows.
struct Factor {
  Value core;
  SmallVector<int64_t> loopOf;

  explicit Factor(Value core) : core(core), loopOf(graphType(core).getRank(), -1) {}
  /// Gives the dims in `dims` (or all that have no loop yet) loops from `next` on.
  void assign(ArrayRef<int64_t> dims, int64_t next) {
    for (auto [i, dim] : llvm::enumerate(dims))
      loopOf[dim] = next + int64_t(i);
  }
  int64_t assignFree(int64_t next) {
    for (int64_t &loop : loopOf)
      if (loop < 0)
        loop = next++;
    return next;
  }
  AffineMap map(int64_t numLoops) const {
    SmallVector<AffineExpr> index;
    for (int64_t loop : loopOf)
      index.push_back(getAffineDimExpr(loop, core.getContext()));
    return AffineMap::get(numLoops, 0, index, core.getContext());
  }
};

Type accumulatorOf(Type result) {
  Builder b(result.getContext());
  if (isFloat(result))
    return b.getF32Type();
  unsigned width = result.getIntOrFloatBitWidth();
  return width == 1 ? result : b.getIntegerType(std::max(width, 32u));
}

Value multiply(ScalarBuilder &b, Value x, Value y) {
  if (isFloat(x))
    return b.op<arith::MulFOp>(x, y);
  return isBool(x) ? b.op<arith::AndIOp>(x, y) : b.op<arith::MulIOp>(x, y);
}

Value add(ScalarBuilder &b, Value x, Value y) {
  if (isFloat(x))
    return b.op<arith::AddFOp>(x, y);
  return isBool(x) ? b.op<arith::OrIOp>(x, y) : b.op<arith::AddIOp>(x, y);
}

LogicalResult lowerProduct(Operation *op, Lowering &l, const Factor &lhs, const Factor &rhs) {
  RankedTensorType type = graphType(op->getResult(0));
  int64_t numLoops = type.getRank();
  for (int64_t loop : lhs.loopOf)
    numLoops = std::max(numLoops, loop + 1);
  Type element = accumulatorOf(type.getElementType());
  if (graphType(lhs.core).getNumElements() == 0) { // a sum of nothing
    l.setSplat(op->getResult(0), l.builder.getZeroAttr(type.getElementType()));
    return success();
  }
  auto product = [&](ScalarBuilder &b, ValueRange v) {
    Value x = convertScalar(b, v[0], isUnsigned(op, 0), element, false);
    Value y = convertScalar(b, v[1], isUnsigned(op, 1), element, false);
    return multiply(b, x, y);
  };
  auto toResult = [&](ScalarBuilder &b, Value value) {
    return convertScalar(b, value, false, type.getElementType(), false);
  };
  Read left{l.get(lhs.core), lhs.map(numLoops)}, right{l.get(rhs.core), rhs.map(numLoops)};
  if (numLoops == type.getRank()) { // nothing is summed
    l.set(op->getResult(0), l.map(type, {left, right}, [&](ScalarBuilder &b, ValueRange v) {
      return toResult(b, product(b, v));
    }));
    return success();
  }
  RankedTensorType accumulated = type.clone(element);
  Value start = l.fill(accumulated, l.builder.getZeroAttr(element));
  SmallVector<utils::IteratorType> loops(numLoops, utils::IteratorType::reduction);
  std::fill_n(loops.begin(), type.getRank(), utils::IteratorType::parallel);
  SmallVector<AffineExpr> dims;
  for (int64_t i = 0; i < type.getRank(); ++i)
    dims.push_back(l.builder.getAffineDimExpr(i));
  SmallVector<AffineMap> maps{left.map, right.map,
                              AffineMap::get(numLoops, 0, dims, op->getContext())};
  auto generic = linalg::GenericOp::create(
      l.builder, l.loc, TypeRange(accumulated), ValueRange{left.tensor, right.tensor}, start, maps,
      loops, [&](OpBuilder &nested, Location, ValueRange v) {
        ScalarBuilder b(l.loc, nested);
        linalg::YieldOp::create(b, add(b, v[2], product(b, v)));
      });
  Value result = generic.getResult(0);
  if (accumulated != type)
    result = l.map(type, Read{result, l.builder.getMultiDimIdentityMap(type.getRank())},
                   [&](ScalarBuilder &b, ValueRange v) { return toResult(b, v[0]); });
  l.set(op->getResult(0), result);
  return success();
}

LogicalResult lowerDotGeneral(Operation *op, Lowering &l) {
  auto dot = cast<stablehlo::DotGeneralOp>(op);
  auto numbers = dot.getDotDimensionNumbers();
  Factor lhs(dot.getLhs()), rhs(dot.getRhs());
  int64_t numParallel = graphType(op->getResult(0)).getRank();
  lhs.assign(numbers.getLhsBatchingDimensions(), 0);
  rhs.assign(numbers.getRhsBatchingDimensions(), 0);
  lhs.assign(numbers.getLhsContractingDimensions(), numParallel);
  rhs.assign(numbers.getRhsContractingDimensions(), numParallel);
  int64_t next = lhs.assignFree(numbers.getLhsBatchingDimensions().size());
  rhs.assignFree(next);
  return lowerProduct(op, l, lhs, rhs);
}

/// The legacy form: last of lhs with first of rhs.
LogicalResult lowerDot(Operation *op, Lowering &l) {
  auto dot = cast<stablehlo::DotOp>(op);
  Factor lhs(dot.getLhs()), rhs(dot.getRhs());
  int64_t numParallel = graphType(op->getResult(0)).getRank();
  lhs.assign(int64_t(lhs.loopOf.size()) - 1, numParallel);
  rhs.assign(0, numParallel);
  rhs.assignFree(lhs.assignFree(0));
  return lowerProduct(op, l, lhs, rhs);
}

} // namespace

void addProducts(Table &table) {
  table.addOps<stablehlo::DotGeneralOp>(lowerDotGeneral);
  table.addOps<stablehlo::DotOp>(lowerDot);
}

} // namespace spyre::lowering
