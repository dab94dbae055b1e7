// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Assembly.h"

using namespace mlir;
using namespace spyre::stablehlo;

#define GET_OP_CLASSES
#include "spyre/Dialect/StableHLO/StablehloControlOps.cpp.inc"

void StablehloDialect::addControlOps() {
  addOperations<
#define GET_OP_LIST
#include "spyre/Dialect/StableHLO/StablehloControlOps.cpp.inc"
      >();
}

void CustomCallOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  if (getHasSideEffect())
    effects.emplace_back(MemoryEffects::Write::get());
}

LogicalResult OptimizationBarrierOp::verify() {
  if (getResultTypes() != getOperandTypes())
    return emitOpError("expected results of the operands' types");
  return success();
}
