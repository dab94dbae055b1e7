// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FoldPatterns.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "spyre/Dialect/StableHLO/Chlo.h"
#include "spyre/Frontend/Passes.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace spyre::stablehlo;

namespace spyre::frontend {

#define GEN_PASS_DEF_SIMPLIFYCORE
#include "spyre/Frontend/Passes.h.inc"

namespace {

/// The newer form says which dimensions contract.
struct ModernizeDot : OpRewritePattern<DotOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DotOp op, PatternRewriter &rewriter) const final {
    auto dims = DotDimensionNumbersAttr::get(op.getContext(), {}, {},
                                             {op.getLhs().getType().getRank() - 1}, {0});
    rewriter.replaceOpWithNewOp<DotGeneralOp>(op, op.getType(), op.getLhs(), op.getRhs(), dims,
                                              op.getPrecisionConfigAttr(), DotAlgorithmAttr());
    return success();
  }
};

struct ModernizeBroadcast : OpRewritePattern<BroadcastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BroadcastOp op, PatternRewriter &rewriter) const final {
    int64_t added = op.getBroadcastSizes().size(), rank = op.getType().getRank();
    rewriter.replaceOpWithNewOp<BroadcastInDimOp>(op, op.getType(), op.getOperand(),
                                                  llvm::to_vector(llvm::seq(added, rank)));
    return success();
  }
};

struct ModernizeConstant : OpRewritePattern<chlo::ConstantOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(chlo::ConstantOp op, PatternRewriter &rewriter) const final {
    if (op.getValue().getType() != op.getType())
      return failure();
    rewriter.replaceOpWithNewOp<stablehlo::ConstantOp>(op, op.getValue());
    return success();
  }
};

struct ModernizeConstantLike : OpRewritePattern<chlo::ConstantLikeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(chlo::ConstantLikeOp op, PatternRewriter &rewriter) const final {
    RankedTensorType type = op.getType();
    if (!type.hasStaticShape() || op.getValue().getType() != type.getElementType())
      return failure();
    rewriter.replaceOpWithNewOp<stablehlo::ConstantOp>(
        op, DenseElementsAttr::get(type, Attribute(op.getValue())));
    return success();
  }
};

struct EraseBarrier : OpRewritePattern<OptimizationBarrierOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(OptimizationBarrierOp op, PatternRewriter &rewriter) const final {
    rewriter.replaceOp(op, op.getOperand());
    return success();
  }
};

/// Calls that say where data lies, and assertions that are known to hold.
struct EraseCustomCall : OpRewritePattern<CustomCallOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CustomCallOp op, PatternRewriter &rewriter) const final {
    StringRef target = op.getCallTargetName();
    if (target == "shape_assertion" && op.getNumOperands() > 0 && op.getNumResults() == 0 &&
        matchPattern(op.getOperand(0), m_One())) {
      rewriter.eraseOp(op);
      return success();
    }
    bool places = target == "Sharding" || target == "SPMDFullToShardShape" ||
                  target == "SPMDShardToFullShape" || target == "annotate_device_placement";
    if (!places || op.getOperandTypes() != op.getResultTypes())
      return failure();
    rewriter.replaceOp(op, op.getInputs());
    return success();
  }
};

struct SimplifyCore : impl::SimplifyCoreBase<SimplifyCore> {
  using SimplifyCoreBase::SimplifyCoreBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    addPointwiseFolds(patterns, maxElements);
    addNeutralFolds(patterns);
    addShapeFolds(patterns);
    patterns.add<ModernizeDot, ModernizeBroadcast, ModernizeConstant, ModernizeConstantLike,
                 EraseBarrier, EraseCustomCall>(&getContext());
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal(true)
        .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled)
        .setMaxIterations(GreedyRewriteConfig::kNoLimit);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace

} // namespace spyre::frontend
