// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Transforms/ProductBody.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

/// The block argument behind widening casts, and whether they extend with zeros.
static BlockArgument factorOf(Value value, bool &isUnsigned) {
  isUnsigned = false;
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(op))
      return {};
    isUnsigned |= isa<arith::ExtUIOp>(op);
    value = op->getOperand(0);
  }
  return cast<BlockArgument>(value);
}

std::optional<spyre::ProductBody> spyre::matchProductBody(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0)
    return std::nullopt;
  Block &body = *op.getBody();
  Operation *sum = body.getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum))
    return std::nullopt;
  Type type = sum->getResult(0).getType();
  if (!type.isF32() && !type.isInteger(32))
    return std::nullopt;
  Value out = op.getRegionOutputArgs()[0];
  bool isLeft = sum->getOperand(0) == out;
  if (!isLeft && sum->getOperand(1) != out)
    return std::nullopt;
  Operation *product = sum->getOperand(isLeft ? 1 : 0).getDefiningOp();
  if (!isa_and_nonnull<arith::MulFOp, arith::MulIOp>(product))
    return std::nullopt;
  ProductBody result;
  for (unsigned i = 0; i < 2; ++i) {
    BlockArgument arg = factorOf(product->getOperand(i), result.isUnsigned[i]);
    if (!arg || arg.getOwner() != &body || arg == out)
      return std::nullopt;
    result.inputs[i] = arg.getArgNumber();
  }
  if (result.inputs[0] == result.inputs[1])
    return std::nullopt; // a square, not a product of two operands
  if (result.inputs[0] > result.inputs[1]) {
    std::swap(result.inputs[0], result.inputs[1]);
    std::swap(result.isUnsigned[0], result.isUnsigned[1]);
  }
  return result;
}
