// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As much of the sdy dialect as JAX writes for one device.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "spyre/Dialect/StableHLO/ShardyDialect.h.inc"

#define GET_OP_CLASSES
#include "spyre/Dialect/StableHLO/Shardy.h.inc"
