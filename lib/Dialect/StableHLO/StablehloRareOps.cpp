// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Assembly.h"

using namespace mlir;
using namespace spyre::stablehlo;

#define GET_OP_CLASSES
#include "spyre/Dialect/StableHLO/StablehloRareOps.cpp.inc"

void StablehloDialect::addRareOps() {
  addOperations<
#define GET_OP_LIST
#include "spyre/Dialect/StableHLO/StablehloRareOps.cpp.inc"
      >();
}
