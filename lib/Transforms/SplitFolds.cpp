// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-split-folds: a fold into one element becomes two, the first of which has
// a parallel loop. Folds into more elements have one already.
#include "spyre/Transforms/KernelGraph.h"
#include "spyre/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace spyre {
#define GEN_PASS_DEF_SPLITFOLDS
#include "spyre/Transforms/Passes.h.inc"
} // namespace spyre

using namespace mlir;
using namespace spyre;

namespace {
/// Folds of fewer elements are done by one core about as fast as a second kernel
/// starts.
constexpr int64_t kMinElements = 1 << 16;

struct SplitFoldsPass : spyre::impl::SplitFoldsBase<SplitFoldsPass> {
  using SplitFoldsBase::SplitFoldsBase;

  void runOnOperation() override {
    SmallVector<linalg::GenericOp> folds;
    getOperation().walk([&](linalg::GenericOp op) {
      if (isLargeFold(op))
        folds.push_back(op);
    });
    for (linalg::GenericOp op : folds)
      numSplit += split(op);
  }

private:
  static bool isLargeFold(linalg::GenericOp op) {
    if (op.getNumLoops() < 2 || op.getNumLoops() != op.getNumReductionLoops() ||
        op.getNumDpsInits() != 1 || op.getNumDpsInputs() != 1 || !combinerOf(op))
      return false;
    auto input = cast<RankedTensorType>(op.getDpsInputs()[0].getType());
    return op.getMatchingIndexingMap(op.getDpsInputOperand(0)).isIdentity() &&
           cast<RankedTensorType>(op.getResult(0).getType()).getRank() == 0 &&
           input.getNumElements() >= kMinElements;
  }

  static bool split(linalg::GenericOp op) {
    Operation *combiner = combinerOf(op);
    std::optional<TypedAttr> neutral = arith::getNeutralElement(combiner);
    if (!neutral)
      return false;
    OpBuilder builder(op);
    Location loc = op.getLoc();
    unsigned last = op.getNumLoops() - 1;
    auto input = cast<RankedTensorType>(op.getDpsInputs()[0].getType());
    auto result = cast<RankedTensorType>(op.getResult(0).getType());
    int64_t columns = input.getShape().back();
    Value start = arith::ConstantOp::create(builder, loc, *neutral);
    Value empty = tensor::EmptyOp::create(builder, loc, columns, result.getElementType());
    Value filled = linalg::FillOp::create(builder, loc, start, empty).getResult(0);
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    maps.back() = AffineMap::get(last + 1, 0, builder.getAffineDimExpr(last));
    SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
    kinds[last] = utils::IteratorType::parallel;
    auto partial = linalg::GenericOp::create(builder, loc, filled.getType(), op.getDpsInputs(),
                                             filled, maps, kinds);
    IRMapping mapping;
    op.getRegion().cloneInto(&partial.getRegion(), mapping);
    auto whole =
        linalg::GenericOp::create(builder, loc, result, partial.getResult(0), op.getDpsInits()[0],
                                  ArrayRef<AffineMap>{builder.getMultiDimIdentityMap(1),
                                                      AffineMap::get(1, 0, op.getContext())},
                                  ArrayRef<utils::IteratorType>{utils::IteratorType::reduction},
                                  [&](OpBuilder &b, Location at, ValueRange args) {
                                    Operation *fold = b.clone(*combiner);
                                    fold->setOperands({args[1], args[0]});
                                    linalg::YieldOp::create(b, at, fold->getResult(0));
                                  });
    op.replaceAllUsesWith(whole.getResults());
    op.erase();
    return true;
  }
};
} // namespace
