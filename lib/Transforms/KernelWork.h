// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spyre/Transforms/KernelGraph.h"

namespace spyre {

/// Kind, vector loop and work per element of an op (no accesses, no classes).
solver::KernelOp describeWork(const KernelGraph::Op &op, const KernelGraph &graph,
                              const device::Device &device);

} // namespace spyre
