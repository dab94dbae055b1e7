// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Dialect/StableHLO/Chlo.h"

using namespace mlir;
using namespace spyre::chlo;

#define GET_OP_CLASSES
#include "spyre/Dialect/StableHLO/ChloUnaryOps.cpp.inc"

void ChloDialect::addUnaryOps() {
  addOperations<
#define GET_OP_LIST
#include "spyre/Dialect/StableHLO/ChloUnaryOps.cpp.inc"
      >();
}
