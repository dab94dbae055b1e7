// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel's linalg ops as the planner sees them: loops merged into classes,
// tensors with their boxes, work per element. Used to price kernels while they
// are formed and, at the physical level, to divide, tile and place them.
#pragma once

#include "spyre/Device/Device.h"
#include "spyre/Solver/Kernel.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace spyre {

/// The input of a generic that only gives the loops their extents (a
/// tensor.empty, as upstream pooling does for windows); physical level and below.
bool isDomainOperand(mlir::OpOperand &operand);

/// Loop extents of a generic, from its domain operand if it has one.
llvm::SmallVector<int64_t> loopExtents(mlir::linalg::GenericOp op);

/// A product that the matrix array can take: mul-add of two extended inputs of
/// f16, bf16 or i8, with both an n and a k loop.
struct ContractionLoops {
  llvm::SmallVector<unsigned> batch, m, n, k;
};
mlir::FailureOr<ContractionLoops> matchContraction(mlir::linalg::GenericOp op);

/// The binary op that folds elements into the op's only result (add, max, …), or
/// null: partial results of such a fold can be folded again.
mlir::Operation *combinerOf(mlir::linalg::GenericOp op);

/// Whether the op folds: it has a reduction loop.
inline bool isFold(mlir::linalg::GenericOp op) { return op.getNumReductionLoops() > 0; }

/// Terms of a quasi-affine expression over dims; fails on anything deeper than
/// mul * ((linear floordiv a) mod b).
mlir::FailureOr<solver::DimIndex> flattenIndex(mlir::AffineExpr expr);

struct KernelGraph {
  struct Tensor {
    mlir::Value value;
    llvm::SmallVector<int64_t> shape; // physical, lanes last
    bool loaded = false, stored = false;
    mlir::Value storedTo; // an update in place: the destination, else null
    bool resident = false, kept = false; // see solver::KernelTensor
  };
  struct Access {
    int tensor = 0;
    unsigned operand = 0; // of the generic
    mlir::AffineMap map;  // loops -> physical dims
  };
  struct Op {
    mlir::linalg::GenericOp op;
    llvm::SmallVector<int64_t> extents;
    llvm::SmallVector<int> classes;
    llvm::SmallVector<Access> reads, writes;
  };
  std::vector<Tensor> tensors;
  std::vector<Op> ops;
  solver::KernelProblem problem;
};

/// Builds the graph of `ops` at the physical level (generics in order; fills and
/// constants are skipped). `isOutput` says whether a value leaves the kernel.
/// `shareReads`: readers of one loaded value go over it together even where one
/// folds a loop that another could divide; it is loaded once, whole.
mlir::FailureOr<KernelGraph> buildKernelGraph(llvm::ArrayRef<mlir::Operation *> ops,
                                              llvm::function_ref<bool(mlir::Value)> isOutput,
                                              const device::Device &device, bool shareReads);

} // namespace spyre
