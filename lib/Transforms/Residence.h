// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that stay in LX between kernels, as attributes of kernel functions and
// as the planner sees them.
#pragma once

#include "spyre/Transforms/Decisions.h"

namespace spyre {

/// Turns loads of resident arguments and stores of kept results into what they
/// are. Where the parts lie is not known yet (fillShards).
void markResidence(KernelGraph &graph);

/// The graph of a kernel function with its decision on shared reads.
mlir::FailureOr<KernelGraph> graphOf(mlir::func::FuncOp kernel, const device::Device &device);

/// Which part of a kept result each core has, as its kernel's decision says.
mlir::FailureOr<std::vector<solver::CoreBox>> keptShards(mlir::func::FuncOp kernel, unsigned result,
                                                         const device::Device &device);

/// The tensors of a graph that stand for a value.
llvm::SmallVector<int> tensorsOf(const KernelGraph &graph, mlir::Value value);

/// Says for each resident tensor where its parts lie and how large they are.
mlir::LogicalResult fillShards(KernelGraph &graph, mlir::func::FuncOp kernel,
                               const device::Device &device);

/// The argument of a kernel that a result writes into: the destination of an
/// update, or the value whose next piece the kernel makes. Null if it is a value
/// of its own.
mlir::BlockArgument updatedArgument(mlir::Value result);

/// Bytes of a part of `shape` (lanes last: one stick).
int64_t shardBytes(llvm::ArrayRef<int64_t> shape);

/// Type of a value in the LX of all cores: core number, then a core's part.
mlir::MemRefType shardType(mlir::DictionaryAttr residence, mlir::Type tensor, int64_t cores);

} // namespace spyre
