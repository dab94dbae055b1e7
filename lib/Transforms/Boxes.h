// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boxes of tensors under a configuration, as IR: offsets and sizes of views.
#pragma once

#include "spyre/Transforms/KernelGraph.h"

namespace spyre {

/// What a core's loop nest knows of a class at some point of the nest.
struct ClassRange {
  mlir::Value origin; // first element of the tile; null: 0
  mlir::Value rest;   // elements from the origin to the end of the core's share
  int64_t tile = 1;   // most elements of a tile; exact if rest is null
};

/// Offset and size of one physical dim of a box.
struct BoxDim {
  mlir::OpFoldResult offset, size;
  int64_t maxSize = 0;
};

/// The box of a tensor: hull of its accesses. `low` is the constant part of the
/// offset, which local access maps subtract.
struct TensorBox {
  llvm::SmallVector<int64_t> shape; // largest, lanes last
  llvm::SmallVector<int64_t> low;
};
TensorBox tensorBox(const KernelGraph &graph, int tensor, const solver::KernelConfig &config);

/// Offsets and sizes at a point of the nest. `guardDigits`: sums of core digits
/// that must be 0 for the box to be non-empty (its writer is one core of several).
llvm::SmallVector<BoxDim> boxAt(mlir::OpBuilder &builder, mlir::Location loc,
                                const KernelGraph &graph, int tensor, const TensorBox &box,
                                llvm::ArrayRef<ClassRange> ranges,
                                llvm::ArrayRef<mlir::Value> guardDigits = {});

/// Indexing map of an access relative to the box of its tensor.
mlir::AffineMap localMap(const KernelGraph::Op &op, const KernelGraph::Access &access,
                         const TensorBox &box, llvm::ArrayRef<int64_t> localExtents);

} // namespace spyre
