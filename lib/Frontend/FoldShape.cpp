// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FoldPatterns.h"
#include "spyre/Dialect/StableHLO/Stablehlo.h"

using namespace mlir;
using namespace spyre::stablehlo;

namespace spyre::frontend {

namespace {

/// Movement of a literal whose elements are all equal.
struct FoldSplatMovement : RewritePattern {
  explicit FoldSplatMovement(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const final {
    if (!isa<BroadcastInDimOp, BroadcastOp, ReshapeOp, TransposeOp, SliceOp, ReverseOp>(op))
      return failure();
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    DenseElementsAttr literal = findLiteral(op->getOperand(0));
    if (!type.hasStaticShape() || !literal || !literal.isSplat())
      return failure();
    rewriter.replaceOpWithNewOp<ConstantOp>(op, literal.resizeSplat(type));
    return success();
  }
};

/// A literal under another shape keeps its bytes.
struct FoldReshapeOfLiteral : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReshapeOp op, PatternRewriter &rewriter) const final {
    DenseElementsAttr literal = findLiteral(op.getOperand());
    if (!op.getType().hasStaticShape() || !literal)
      return failure();
    rewriter.replaceOpWithNewOp<ConstantOp>(op, literal.reshape(op.getType()));
    return success();
  }
};

bool isAllZero(ArrayRef<int64_t> values) {
  return llvm::all_of(values, [](int64_t value) { return value == 0; });
}

bool isIota(ArrayRef<int64_t> values) {
  return llvm::all_of(llvm::enumerate(values),
                      [](auto entry) { return int64_t(entry.index()) == entry.value(); });
}

/// Whether the result is the first operand, given that the types are equal.
bool isIdentity(Operation *op) {
  if (isa<ReshapeOp>(op))
    return true;
  if (auto transpose = dyn_cast<TransposeOp>(op))
    return isIota(transpose.getPermutation());
  if (auto broadcast = dyn_cast<BroadcastInDimOp>(op))
    return isIota(broadcast.getBroadcastDimensions());
  if (auto slice = dyn_cast<SliceOp>(op))
    return slice.getType().hasStaticShape();
  if (auto pad = dyn_cast<PadOp>(op))
    return isAllZero(pad.getEdgePaddingLow()) && isAllZero(pad.getEdgePaddingHigh()) &&
           isAllZero(pad.getInteriorPadding());
  if (auto concatenate = dyn_cast<ConcatenateOp>(op))
    return concatenate.getInputs().size() == 1;
  if (auto reverse = dyn_cast<ReverseOp>(op))
    return llvm::all_of(reverse.getDimensions(),
                        [&](int64_t dim) { return reverse.getType().getDimSize(dim) == 1; });
  return false;
}

struct FoldIdentity : RewritePattern {
  explicit FoldIdentity(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/2, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const final {
    if (op->getNumOperands() == 0 || op->getNumResults() != 1 ||
        op->getOperand(0).getType() != op->getResult(0).getType() || !isIdentity(op))
      return failure();
    rewriter.replaceOp(op, op->getOperand(0));
    return success();
  }
};

/// JAX broadcasts twice: first to the rank, then to the shape.
struct MergeBroadcasts : OpRewritePattern<BroadcastInDimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BroadcastInDimOp op, PatternRewriter &rewriter) const final {
    auto inner = op.getOperand().getDefiningOp<BroadcastInDimOp>();
    if (!inner)
      return failure();
    SmallVector<int64_t> dims;
    for (int64_t dim : inner.getBroadcastDimensions())
      dims.push_back(op.getBroadcastDimensions()[dim]);
    rewriter.replaceOpWithNewOp<BroadcastInDimOp>(op, op.getType(), inner.getOperand(), dims);
    return success();
  }
};

/// Counts of a dimension that is static here.
struct FoldDimensionSize : OpRewritePattern<GetDimensionSizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GetDimensionSizeOp op, PatternRewriter &rewriter) const final {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    auto operand = cast<RankedTensorType>(op.getOperand().getType());
    int64_t dim = op.getDimension();
    if (!type || type.getRank() != 0 || !type.getElementType().isInteger(32) || dim < 0 ||
        dim >= operand.getRank() || !llvm::isInt<32>(operand.getDimSize(dim)))
      return failure();
    APInt size(32, operand.getDimSize(dim));
    rewriter.replaceOpWithNewOp<ConstantOp>(op, DenseElementsAttr::get(type, size));
    return success();
  }
};

} // namespace

void addShapeFolds(RewritePatternSet &patterns) {
  patterns.add<FoldSplatMovement, FoldReshapeOfLiteral, FoldIdentity, MergeBroadcasts,
               FoldDimensionSize>(patterns.getContext());
}

} // namespace spyre::frontend
