// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The spyre dialect: attributes and ops. See SpyreDialect.td for what it is.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/SCF/IR/DeviceMappingInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringMap.h"

#include "spyre/Dialect/Spyre/SpyreDialect.h.inc"
#include "spyre/Dialect/Spyre/SpyreEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "spyre/Dialect/Spyre/SpyreAttrs.h.inc"

#define GET_OP_CLASSES
#include "spyre/Dialect/Spyre/SpyreOps.h.inc"

namespace spyre::ir {

/// Bytes of a stick, the unit of every transfer (hardware notes, "stick").
inline constexpr int64_t kStickBytes = 128;

/// Bytes that one element takes in memory (i1 lies as a byte), or 0 when the
/// device cannot hold the type (f64, complex, index, ...).
int64_t elementBytes(mlir::Type elementType);
/// Elements of one stick; 0 when the device cannot hold the type.
int64_t stickLanes(mlir::Type elementType);

/// Whether a memref lies in LX.
bool isLx(mlir::MemRefType type);

/// Whether copies of the unit read the LX of another core.
inline bool isBetweenCores(Unit unit) { return unit == Unit::ring || unit == Unit::psum; }

} // namespace spyre::ir
