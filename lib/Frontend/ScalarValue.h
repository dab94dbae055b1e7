// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One element of a literal, and pointwise operators on such elements.
#pragma once

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include <variant>

namespace spyre::frontend {

using ScalarValue = std::variant<llvm::APSInt, llvm::APFloat>;

/// Elements of a literal of integers or floats, one by one.
class LiteralReader {
public:
  explicit LiteralReader(mlir::DenseElementsAttr literal);
  ScalarValue get(int64_t index) const;

private:
  mlir::DenseElementsAttr literal;
  bool isFloat;
  bool isUnsigned;
};

/// What `op` gives for one element of each operand, exactly as the device would
/// round it. Nothing for operators that are not folded (transcendental ones)
/// and for values whose result is not laid down (division by zero, float to
/// integer out of range).
std::optional<ScalarValue> evaluate(mlir::Operation *op, llvm::ArrayRef<ScalarValue> operands);

/// Whether `evaluate` knows the operator at all.
bool canEvaluate(mlir::Operation *op);

/// A literal of `type`: one value for all, or one per element.
mlir::DenseElementsAttr makeLiteral(mlir::RankedTensorType type,
                                    llvm::ArrayRef<ScalarValue> values);

} // namespace spyre::frontend
