// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-fuse-elementwise: movement into index maps, pointwise into bodies, and
// movement that nothing can absorb into the result map of its producer.
#include "spyre/Transforms/GenericUtils.h"
#include "spyre/Transforms/KernelGraph.h"
#include "spyre/Transforms/Passes.h"

namespace spyre {
#define GEN_PASS_DEF_FUSEELEMENTWISE
#include "spyre/Transforms/Passes.h.inc"
} // namespace spyre

using namespace mlir;
using namespace spyre;

namespace {
/// More inputs than this make a body that no scratchpad tile pays for.
constexpr unsigned kMaxInputs = 24;

bool isWidening(linalg::GenericOp op) {
  auto ops = op.getBody()->without_terminator();
  return isPointwise(op) && op.getNumDpsInputs() == 1 && llvm::hasSingleElement(ops) &&
         isa<arith::ExtFOp>(*ops.begin());
}

struct FuseElementwisePass : spyre::impl::FuseElementwiseBase<FuseElementwisePass> {
  using FuseElementwiseBase::FuseElementwiseBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    for (bool changed = true; changed;) {
      changed = false;
      SmallVector<linalg::GenericOp> generics(func.getOps<linalg::GenericOp>());
      for (linalg::GenericOp op : generics)
        changed |= fuseInto(op);
      eraseDead(func);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (auto op : llvm::make_early_inc_range(func.getOps<linalg::GenericOp>()))
        changed |= sink(op);
    }
    eraseDead(func);
  }

private:
  /// Composes all producers it can into one consumer.
  bool fuseInto(linalg::GenericOp consumer) {
    bool any = false;
    for (unsigned i = 0; i < consumer.getNumDpsInputs();) {
      auto producer = consumer.getDpsInputs()[i].getDefiningOp<linalg::GenericOp>();
      if (!producer || !shouldFuse(producer, consumer, i)) {
        ++i;
        continue;
      }
      auto fused = composeProducer(producer, consumer, i);
      if (failed(fused)) {
        ++i;
        continue;
      }
      consumer = *fused;
      ++numFused;
      any = true;
      i = 0;
    }
    return any;
  }

  static bool shouldFuse(linalg::GenericOp producer, linalg::GenericOp consumer, unsigned operand) {
    if (!isPointwise(producer) ||
        producer.getNumDpsInputs() + consumer.getNumDpsInputs() > kMaxInputs)
      return false;
    if (producer.getNumLoops() == 0 && producer.getNumDpsInputs() == 0)
      return isFreeBody(producer);
    bool product = succeeded(matchContraction(consumer));
    if (product) {
      if (isMovement(producer))
        return true;
      return false;
    }
    // Movement after arithmetic goes on to its own consumers, or is sunk.
    if (isMovement(consumer) && !isMovement(producer) && !isFreeBody(producer))
      return false;
    if (isWidening(producer) || isMovement(producer) || isFreeBody(producer))
      return true;
    // Work must not be repeated: one reader, over a domain of the same size.
    auto size = [](linalg::GenericOp op) {
      int64_t count = 1;
      for (int64_t extent : op.getStaticLoopRanges())
        count *= extent;
      return count;
    };
    return producer->hasOneUse() && size(producer) >= size(consumer);
  }

  /// Writes a pointwise producer's result where a movement op puts it.
  bool sink(linalg::GenericOp movement) {
    if (!isMovement(movement))
      return false;
    Value source = movement.getDpsInputs()[0];
    auto producer = source.getDefiningOp<linalg::GenericOp>();
    if (!producer || !source.hasOneUse() || producer.getNumResults() != 1 ||
        producer.getNumReductionLoops() > 0 || succeeded(matchContraction(producer)) ||
        !producer.getDpsInits()[0].getDefiningOp<tensor::EmptyOp>())
      return false;
    auto outType = cast<RankedTensorType>(movement.getResult(0).getType());
    auto inType = cast<RankedTensorType>(source.getType());
    if (outType.getNumElements() != inType.getNumElements())
      return false;
    AffineMap written = producer.getMatchingIndexingMap(producer.getDpsInitOperand(0));
    if (!written.isIdentity())
      return false;
    auto place = invertIndexMap(movement.getMatchingIndexingMap(movement.getDpsInputOperand(0)),
                                outType.getShape(), inType.getShape());
    if (failed(place))
      return false;
    OpBuilder builder(movement);
    Value empty = tensor::EmptyOp::create(builder, movement.getLoc(), outType.getShape(),
                                          outType.getElementType());
    SmallVector<AffineMap> maps = producer.getIndexingMapsArray();
    maps.back() = *place;
    if (!inversePermutation(concatAffineMaps(maps, builder.getContext())))
      return false; // no operand would bound the loops
    auto sunk =
        linalg::GenericOp::create(builder, producer.getLoc(), outType, producer.getDpsInputs(),
                                  empty, maps, producer.getIteratorTypesArray());
    sunk.getRegion().takeBody(producer.getRegion());
    movement.replaceAllUsesWith(sunk.getResults());
    movement.erase();
    producer.erase();
    ++numFused;
    return true;
  }

  static void eraseDead(func::FuncOp func) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(func.getBody().front())))
      if (isOpTriviallyDead(&op))
        op.erase();
  }
};
} // namespace
