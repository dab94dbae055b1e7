// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What several operators of stablehlo and chlo have in common: predicates of
// their tensor types and two traits.
#pragma once

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include <optional>

namespace spyre::stablehlo {

/// Element types a tensor of the core level may have: integers and floats of
/// any width, complex numbers, quantized values.
bool isNumericTensor(mlir::Type type);
bool isInexactTensor(mlir::Type type);
bool isFloatTensor(mlir::Type type);
bool isIntegerTensor(mlir::Type type);
bool isBoolTensor(mlir::Type type);
bool isComplexTensor(mlir::Type type);
bool isDimTensor(mlir::Type type);
bool isValueType(mlir::Type type);

/// Elements of a static shape; nothing where they do not fit 63 bits.
std::optional<int64_t> countElements(llvm::ArrayRef<int64_t> shape);

/// "expected one type for all operands and results, found A and B"; a dynamic
/// dimension agrees with any size. Quantized element types may differ.
mlir::LogicalResult verifySameType(mlir::Operation *op);
/// The same for shapes alone.
mlir::LogicalResult verifySameShape(mlir::Operation *op);

template <typename ConcreteOp>
class SameTypeTrait : public mlir::OpTrait::TraitBase<ConcreteOp, SameTypeTrait> {
public:
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) { return verifySameType(op); }
};

template <typename ConcreteOp>
class SameShapeTrait : public mlir::OpTrait::TraitBase<ConcreteOp, SameShapeTrait> {
public:
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) { return verifySameShape(op); }
};

} // namespace spyre::stablehlo
