// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FoldPatterns.h"
#include "ScalarValue.h"
#include "spyre/Dialect/StableHLO/Stablehlo.h"

using namespace mlir;
using namespace spyre::stablehlo;
using llvm::APSInt;

namespace spyre::frontend {

namespace {

/// Whether `x op value` is x for every x, bit for bit. A sum with +0 is not: it
/// turns -0 into +0.
bool isNeutralFloat(Operation *op, const APFloat &value) {
  if (isa<AddOp>(op))
    return value.isNegZero();
  if (isa<SubtractOp>(op))
    return value.isPosZero();
  if (isa<MulOp, DivOp>(op))
    return value.isExactlyValue(1.0);
  if (isa<MaxOp>(op))
    return value.isInfinity() && value.isNegative();
  if (isa<MinOp>(op))
    return value.isInfinity() && !value.isNegative();
  return false;
}

bool isNeutralInteger(Operation *op, const APSInt &value) {
  if (isa<AddOp, SubtractOp, OrOp, XorOp>(op))
    return value.isZero();
  if (isa<MulOp, DivOp>(op))
    return value.isOne();
  if (isa<AndOp>(op))
    return value.isAllOnes();
  return false;
}

struct FoldNeutral : RewritePattern {
  explicit FoldNeutral(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const final {
    if (!isa<AddOp, SubtractOp, MulOp, DivOp, MaxOp, MinOp, AndOp, OrOp, XorOp>(op))
      return failure();
    // Constants of commutative operators stand on the right.
    DenseElementsAttr literal = findLiteral(op->getOperand(1));
    if (!literal || !literal.isSplat() || !isa<FloatType, IntegerType>(literal.getElementType()) ||
        literal.getElementType().isInteger(0) ||
        op->getOperand(0).getType() != op->getResult(0).getType())
      return failure();
    ScalarValue value = LiteralReader(literal).get(0);
    auto *number = std::get_if<APFloat>(&value);
    bool isNeutral =
        number ? isNeutralFloat(op, *number) : isNeutralInteger(op, std::get<APSInt>(value));
    if (!isNeutral)
      return failure();
    rewriter.replaceOp(op, op->getOperand(0));
    return success();
  }
};

/// `select p, true, false` is p.
struct FoldSelectOfBools : OpRewritePattern<SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SelectOp op, PatternRewriter &rewriter) const final {
    DenseElementsAttr onTrue = findLiteral(op.getOnTrue());
    DenseElementsAttr onFalse = findLiteral(op.getOnFalse());
    if (op.getPred().getType() != op.getType() || !onTrue || !onFalse || !onTrue.isSplat() ||
        !onFalse.isSplat() || !onTrue.getSplatValue<bool>() || onFalse.getSplatValue<bool>())
      return failure();
    rewriter.replaceOp(op, op.getPred());
    return success();
  }
};

} // namespace

void addNeutralFolds(RewritePatternSet &patterns) {
  patterns.add<FoldNeutral, FoldSelectOfBools>(patterns.getContext());
}

} // namespace spyre::frontend
