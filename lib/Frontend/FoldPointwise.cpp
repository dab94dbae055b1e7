// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FoldPatterns.h"
#include "ScalarValue.h"
#include "mlir/IR/Matchers.h"
#include "spyre/Dialect/StableHLO/Stablehlo.h"

using namespace mlir;
using namespace spyre::stablehlo;

namespace spyre::frontend {

DenseElementsAttr findLiteral(Value value) {
  DenseElementsAttr literal;
  bool isLiteral =
      matchPattern(value, m_Constant(&literal)) && literal.getType() == value.getType();
  return isLiteral ? literal : DenseElementsAttr();
}

namespace {

/// Elements whose arithmetic is the same on host and device; narrow floats,
/// quantized, complex and index elements do not fold.
bool isFoldable(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && !tensor.getElementType().isInteger(0) &&
         isa<IntegerType, Float16Type, BFloat16Type, Float32Type, Float64Type>(
             tensor.getElementType());
}

struct FoldPointwise : RewritePattern {
  FoldPointwise(MLIRContext *context, int64_t maxElements)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context), maxElements(maxElements) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const final {
    if (!canEvaluate(op) || !isFoldable(op->getResult(0).getType()))
      return failure();
    SmallVector<LiteralReader> readers;
    bool isSplat = true;
    for (Value operand : op->getOperands()) {
      DenseElementsAttr literal = findLiteral(operand);
      if (!literal || !isFoldable(operand.getType()))
        return failure();
      isSplat &= literal.isSplat();
      readers.emplace_back(literal);
    }
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    int64_t count = isSplat ? 1 : type.getNumElements();
    if (type.getNumElements() == 0 || count > maxElements)
      return failure();
    SmallVector<ScalarValue> values;
    for (int64_t i = 0; i < count; ++i) {
      SmallVector<ScalarValue> operands;
      for (const LiteralReader &reader : readers)
        operands.push_back(reader.get(i));
      std::optional<ScalarValue> value = evaluate(op, operands);
      if (!value)
        return failure();
      values.push_back(*value);
    }
    rewriter.replaceOpWithNewOp<ConstantOp>(op, makeLiteral(type, values));
    return success();
  }

  int64_t maxElements;
};

/// A select whose predicate is known everywhere alike.
struct FoldSelect : OpRewritePattern<SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SelectOp op, PatternRewriter &rewriter) const final {
    DenseElementsAttr pred = findLiteral(op.getPred());
    Value chosen;
    if (op.getOnTrue() == op.getOnFalse())
      chosen = op.getOnTrue();
    else if (pred && pred.isSplat())
      chosen = pred.getSplatValue<bool>() ? op.getOnTrue() : op.getOnFalse();
    if (!chosen || chosen.getType() != op.getType())
      return failure();
    rewriter.replaceOp(op, chosen);
    return success();
  }
};

/// A conversion to the type the operand has.
struct FoldConvert : OpRewritePattern<ConvertOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConvertOp op, PatternRewriter &rewriter) const final {
    if (op.getOperand().getType() != op.getType())
      return failure();
    rewriter.replaceOp(op, op.getOperand());
    return success();
  }
};

} // namespace

void addPointwiseFolds(RewritePatternSet &patterns, int64_t maxElements) {
  patterns.add<FoldPointwise>(patterns.getContext(), maxElements);
  patterns.add<FoldSelect, FoldConvert>(patterns.getContext());
}

} // namespace spyre::frontend
