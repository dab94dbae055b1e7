// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lower bounds as attributes: of the whole program, from the graph level; of a
// kernel, from what its decision moves and computes. Both reach the plan.
#pragma once

#include "spyre/Cost/Bounds.h"
#include "spyre/Transforms/KernelGraph.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace spyre {

#define GEN_PASS_DECL
#include "spyre/Transforms/Bounds.h.inc"

#define GEN_PASS_REGISTRATION
#include "spyre/Transforms/Bounds.h.inc"

inline constexpr llvm::StringLiteral kBoundHardAttr = "spyre.bound_hard_us";
inline constexpr llvm::StringLiteral kBoundSustainedAttr = "spyre.bound_sustained_us";
inline constexpr llvm::StringLiteral kBoundByAttr = "spyre.bound_by";

void writeBounds(mlir::func::FuncOp func, const cost::Bounds &bounds);

/// What no division or order of this kernel can beat, with the bytes that the
/// decision moves.
cost::Bounds kernelBounds(const KernelGraph &graph, const solver::KernelPrice &price,
                          const device::Device &device);

/// The work of @main at the graph level that every plan of it has.
mlir::FailureOr<cost::Work> programWork(mlir::func::FuncOp main, const device::Device &device);

/// Adds the arithmetic of one linalg op that no rewrite saves.
mlir::LogicalResult addArithmetic(mlir::linalg::GenericOp op, const device::Device &device,
                                  cost::Work &work);

/// Number of different values that index expressions have together when dim i
/// runs over [0, extents[i]). Exact for sums of dims, splits and merges; never
/// too large.
double countPoints(llvm::ArrayRef<mlir::AffineExpr> exprs, llvm::ArrayRef<int64_t> extents);

} // namespace spyre
