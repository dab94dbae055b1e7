// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace spyre {

/// A physical tensor type as a buffer in device memory.
mlir::MemRefType memoryType(mlir::Type type);

/// Calls take buffers; every result of a call becomes an allocation in device
/// memory, or an argument if the function returns it.
mlir::LogicalResult bufferizeCaller(mlir::func::FuncOp main);

} // namespace spyre
