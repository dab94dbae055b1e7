// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks shared by the operators' verifiers. Each reports "expected ..., found
// ..." and agrees with anything where a dimension is dynamic.
#pragma once

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace spyre::stablehlo {

/// `what` has the shape `expected`.
mlir::LogicalResult expectShape(mlir::Operation *op, llvm::StringRef what,
                                llvm::ArrayRef<int64_t> expected, llvm::ArrayRef<int64_t> found);

/// There are `expected` of `what`.
mlir::LogicalResult expectCount(mlir::Operation *op, llvm::StringRef what, int64_t expected,
                                int64_t found);

/// `what` has this element type (or one of the two is quantized).
mlir::LogicalResult expectElementType(mlir::Operation *op, llvm::StringRef what,
                                      mlir::Type expected, mlir::Type found);

/// None of `sizes`, given as attributes, is negative (-2^63 would pass for a dynamic one).
mlir::LogicalResult expectSizes(mlir::Operation *op, llvm::StringRef what,
                                llvm::ArrayRef<int64_t> sizes);

/// `dims` are distinct dimensions of a tensor of this rank.
mlir::LogicalResult expectDims(mlir::Operation *op, llvm::StringRef what,
                               llvm::ArrayRef<int64_t> dims, int64_t rank);

/// A dimension size, `?` when dynamic, agrees.
inline bool agrees(int64_t a, int64_t b) {
  return a == b || mlir::ShapedType::isDynamic(a) || mlir::ShapedType::isDynamic(b);
}

} // namespace spyre::stablehlo
