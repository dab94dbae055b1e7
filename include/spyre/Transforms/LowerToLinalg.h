// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the core level (stablehlo, chlo) to the graph level (linalg on tensors).
#pragma once

#include "mlir/Pass/Pass.h"

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace spyre {

#define GEN_PASS_DECL
#include "spyre/Transforms/LowerToLinalg.h.inc"

#define GEN_PASS_REGISTRATION
#include "spyre/Transforms/LowerToLinalg.h.inc"

/// Attribute of a function argument or result: its element type at the core
/// level, where that is unsigned.
inline constexpr llvm::StringLiteral kCoreTypeAttr = "spyre.type";

/// Whether every operation and type of `func` can be lowered; if not, reports
/// all that cannot, counted, with locations.
llvm::LogicalResult checkLowerable(mlir::func::FuncOp func);

} // namespace spyre
