// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the scheduled level to the plan level.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace spyre {

#define GEN_PASS_DECL
#include "spyre/Transforms/Queues.h.inc"

#define GEN_PASS_REGISTRATION
#include "spyre/Transforms/Queues.h.inc"

} // namespace spyre
