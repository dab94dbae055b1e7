// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the plan level of the IR to the plan that the device model runs: the same
// content, without MLIR.
#pragma once

#include "spyre/Plan/Plan.h"

#include "mlir/IR/BuiltinOps.h"

namespace spyre {

/// Expects one function with a spyre.program. Everything but producer and
/// compile report is filled in. Deterministic: equal IR gives equal plans.
/// Emits errors.
mlir::FailureOr<plan::Plan> exportPlan(mlir::ModuleOp module);

} // namespace spyre
