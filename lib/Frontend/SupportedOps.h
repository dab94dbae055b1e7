// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the compiler can lower, by operator and by element type.
#pragma once

#include "mlir/IR/Operation.h"

namespace spyre::frontend {

/// The operator itself, its operand types aside.
bool isSupportedOp(mlir::Operation *op);

/// Why an operator that is supported in general is not as it stands here, as
/// `between widths`; empty if it is.
std::string describeUnsupportedForm(mlir::Operation *op);

/// f16 bf16 f32 i1 and integers of 8, 16, 32 and 64 bits.
bool isSupportedElement(mlir::Type element);

} // namespace spyre::frontend
