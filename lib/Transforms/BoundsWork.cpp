// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic of a graph-level op that any plan of it has.
#include "spyre/Transforms/Bounds.h"
#include "spyre/Transforms/TranslateBody.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace spyre;

static int64_t extentOf(ArrayRef<unsigned> loops, ArrayRef<int64_t> extents) {
  int64_t product = 1;
  for (unsigned loop : loops)
    product *= extents[loop];
  return product;
}

/// The largest form of a product: batch entries that share the stationary
/// operand count as rows, as a plan may group them.
static cost::Product productOf(linalg::GenericOp op, const ContractionLoops &loops,
                               ArrayRef<int64_t> extents) {
  cost::Product product;
  product.batch = extentOf(loops.batch, extents);
  product.m = extentOf(loops.m, extents);
  product.n = extentOf(loops.n, extents);
  product.k = extentOf(loops.k, extents);
  Type type = cast<ShapedType>(op.getDpsInputs()[0].getType()).getElementType();
  product.type = *toDType(type);
  SmallVector<int64_t> batchOnly(extents.size(), 1);
  for (unsigned loop : loops.batch)
    batchOnly[loop] = extents[loop];
  for (unsigned input : {0u, 1u}) {
    auto map = op.getMatchingIndexingMap(op.getDpsInputOperand(input));
    auto distinct = static_cast<int64_t>(countPoints(map.getResults(), batchOnly));
    if (distinct < product.batch && distinct > 0) {
      (input == 0 ? product.n : product.m) *= product.batch / distinct;
      product.batch = distinct;
    }
  }
  return product;
}

namespace {
/// What each value of a body depends on, as index expressions of the loops.
using Indices = llvm::SmallSetVector<AffineExpr, 8>;
} // namespace

LogicalResult spyre::addArithmetic(linalg::GenericOp op, const device::Device &device,
                                   cost::Work &work) {
  SmallVector<int64_t> extents = loopExtents(op);
  if (auto loops = matchContraction(op); succeeded(loops)) {
    // Too thin for the blocks of the array, a product may run on the vector units
    // beside others on the array: no bound of either.
    cost::Product product = productOf(op, *loops, extents);
    double lanesUs = cost::cyclesToUs(device, cost::macs(product) / device.vectorPerCycle);
    if (cost::computeBoundUs(device, {product}, 1) <= lanesUs)
      work.products.push_back(product);
    return success();
  }
  auto body = translateBody(op);
  if (failed(body))
    return failure();
  std::vector<Indices> values;
  Indices folded;
  for (unsigned input : body->inputs) {
    auto map = op.getMatchingIndexingMap(op.getDpsInputOperand(input));
    Indices indices(map.getResults().begin(), map.getResults().end());
    folded.insert(indices.begin(), indices.end());
    values.push_back(std::move(indices));
  }
  if (body->readsOutputs)
    values.resize(values.size() + op.getNumDpsInits());
  for (const plan::ScalarOp &scalar : body->program.ops) {
    Indices indices;
    if (scalar.op == plan::Opcode::Index)
      indices.insert(getAffineDimExpr(static_cast<unsigned>(scalar.imm.i), op.getContext()));
    for (int32_t arg : scalar.args)
      indices.insert(values[arg].begin(), values[arg].end());
    // Divisions may become products or move past a sum.
    int passes = plan::isFloat(scalar.type) && scalar.op != plan::Opcode::Div
                     ? cost::specialPasses(device, scalar.op)
                     : 0;
    if (passes > 0)
      work.vector.special += passes * countPoints(indices.getArrayRef(), extents);
    folded.insert(indices.begin(), indices.end());
    values.push_back(std::move(indices));
  }
  if (isFold(op))
    work.vector.reduce += op.getNumDpsInits() * countPoints(folded.getArrayRef(), extents);
  return success();
}
