// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Patterns of spyre-simplify-core, by what they know about.
#pragma once

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/PatternMatch.h"

namespace spyre::frontend {

/// The literal behind a value, if its type is the value's own (a quantized
/// constant stores another one); else null.
mlir::DenseElementsAttr findLiteral(mlir::Value value);

/// Pointwise operators on literals; literals of more than `maxElements` only
/// when all elements are equal.
void addPointwiseFolds(mlir::RewritePatternSet &patterns, int64_t maxElements);

/// Operations with the neutral element of their second operand.
void addNeutralFolds(mlir::RewritePatternSet &patterns);

/// Shape operators on literals, and shape operators that do nothing.
void addShapeFolds(mlir::RewritePatternSet &patterns);

} // namespace spyre::frontend
