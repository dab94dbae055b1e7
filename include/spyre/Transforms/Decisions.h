// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decisions as attributes: how a kernel's division, tiles and loop order are
// written on its function, read back, and named.
#pragma once

#include "spyre/Transforms/KernelGraph.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spyre {

/// Attribute names on kernel functions.
inline constexpr llvm::StringLiteral kKernelAttr = "spyre.kernel";
inline constexpr llvm::StringLiteral kDivisionAttr = "spyre.division";
inline constexpr llvm::StringLiteral kTileAttr = "spyre.tile";
inline constexpr llvm::StringLiteral kOrderAttr = "spyre.order";
inline constexpr llvm::StringLiteral kExchangeAttr = "spyre.exchange";
inline constexpr llvm::StringLiteral kAccumulatorsAttr = "spyre.accumulators";
inline constexpr llvm::StringLiteral kShareReadsAttr = "spyre.share_reads";
inline constexpr llvm::StringLiteral kReasonAttr = "spyre.reason";
/// What else was priced, best first, and what joining ops into the kernel saves.
inline constexpr llvm::StringLiteral kAlternativesAttr = "spyre.alternatives";
inline constexpr llvm::StringLiteral kFormedAttr = "spyre.formed";
inline constexpr llvm::StringLiteral kPredictedAttr = "spyre.predicted_us";

/// Of an argument: it lies in LX, as `result` of kernel `of` left it. Of a result:
/// it stays in LX. Both: `shard`, the shape of a core's part.
inline constexpr llvm::StringLiteral kResidentAttr = "spyre.resident";
inline constexpr llvm::StringLiteral kKeptAttr = "spyre.kept";
/// Of a kernel: "ddr" if its results must pass device memory (pinned by the user).
inline constexpr llvm::StringLiteral kResidencyAttr = "spyre.residency";
/// Of a kernel: the user pinned its division, tiles or order.
inline constexpr llvm::StringLiteral kPinnedAttr = "spyre.pinned";
/// Of a kept result: device memory has it too.
inline constexpr llvm::StringLiteral kStoredAttr = "spyre.stored";

/// Of a placed kernel: per result, the argument that it updates, or -1.
inline constexpr llvm::StringLiteral kUpdatesAttr = "spyre.updates";

/// Logical type, with layout, of what lies in device memory: TypeAttr on
/// arguments, results and constants, an array of them on ops and calls.
inline constexpr llvm::StringLiteral kHostAttr = "spyre.host";

/// A name per class: b, m, n, k for the loops of a product, else d0, d1, …
/// (loops of the last op, then the rest in order).
llvm::SmallVector<std::string> classNames(const KernelGraph &graph);

void writeDecision(mlir::func::FuncOp kernel, const KernelGraph &graph,
                   const solver::KernelAnswer &answer);
/// Reads the decision; an error on the kernel if one is missing or names a class
/// that does not exist.
mlir::FailureOr<solver::KernelConfig> readDecision(mlir::func::FuncOp kernel,
                                                   const KernelGraph &graph);

} // namespace spyre
