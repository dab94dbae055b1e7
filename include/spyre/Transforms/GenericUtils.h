// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Making and composing linalg.generics.
#pragma once

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace spyre {

/// A generic that yields its input: a copy of its own.
mlir::Value copyGeneric(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value source);

/// A generic without inputs that yields a constant everywhere.
mlir::Value constantGeneric(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value scalar,
                            mlir::RankedTensorType type);

/// Pointwise: parallel loops, one result with the identity map, whole domain.
bool isPointwise(mlir::linalg::GenericOp op);
/// The body is a yield of its only used input.
bool isMovement(mlir::linalg::GenericOp op);
/// The body costs nothing on the device: widenings, index arithmetic on no
/// tensor, constants.
bool isFreeBody(mlir::linalg::GenericOp op);

/// The consumer with `producer` composed into input `operand`. Fails (and
/// changes nothing) if an index map would become too deep. Replaces and erases
/// the consumer.
mlir::FailureOr<mlir::linalg::GenericOp> composeProducer(mlir::linalg::GenericOp producer,
                                                         mlir::linalg::GenericOp consumer,
                                                         unsigned operand);

/// in = map(out) over all of `outShape` onto all of `inShape`: the map from in to
/// out, if the map only splits, merges and permutes dims.
mlir::FailureOr<mlir::AffineMap> invertIndexMap(mlir::AffineMap map,
                                                llvm::ArrayRef<int64_t> outShape,
                                                llvm::ArrayRef<int64_t> inShape);

} // namespace spyre
