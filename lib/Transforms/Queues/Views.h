// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What part of a buffer or tensor a memref value is: subviews resolved to
// offsets and sizes in the dims of the whole.
#pragma once

#include "LoopForms.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace spyre {

struct View {
  mlir::Value root;                // spyre.buffer, function argument, memref.alloc or get_global
  std::vector<MovingForm> offsets; // per dim of the root, in elements
  llvm::SmallVector<mlir::OpFoldResult> sizes; // per dim of the root
  llvm::SmallVector<unsigned> dims;            // dims of the root that the view keeps

  mlir::MemRefType rootType() const { return mlir::cast<mlir::MemRefType>(root.getType()); }
  /// Static strides of the root in elements (roots are contiguous).
  llvm::SmallVector<int64_t> rootStrides() const;
};

/// Sizes of a value that stands for a shape only (a memref.alloca in no memory):
/// as unused input it says how long an op's loops are.
std::optional<llvm::SmallVector<mlir::OpFoldResult>> domainSizes(mlir::Value value);

/// The memref that `value` is a view of.
mlir::Value viewRoot(mlir::Value value);

/// Emits an error at `user` when an offset has no exact form.
mlir::FailureOr<View> resolveView(mlir::Value value, LoopForms &forms, mlir::Operation *user);

} // namespace spyre
