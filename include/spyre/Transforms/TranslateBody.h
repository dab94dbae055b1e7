// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The body of a linalg op as a scalar program: one instruction list that the
// device model runs per element. Signless integers of the IR stay signed types
// of the plan; an unsigned operation looks at the same bits as unsigned.
#pragma once

#include "spyre/Plan/Scalar.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace spyre {

/// Storage type of an element; `index` computes as i64. Fails on types that the
/// device does not hold.
mlir::FailureOr<plan::DType> toDType(mlir::Type type);

/// A scalar constant: arith.constant of a float, integer or index.
std::optional<plan::Scalar> toScalar(mlir::Attribute attr);

struct TranslatedBody {
  plan::ScalarProgram program;
  /// Numbers of the linalg op's inputs whose elements are values 0, 1, ... of
  /// the program. Inputs that the body does not use (shape-only operands) and
  /// constants are not among them.
  llvm::SmallVector<unsigned> inputs;
  /// The outputs' old elements follow the inputs, one value per output.
  bool readsOutputs = false;
  /// Index values from outside the op (where a tile lies): the program reads
  /// captured[i] as the index of loop numLoops + i.
  llvm::SmallVector<mlir::Value> captured;
};

/// Emits an error that names the first op that has no scalar operation.
mlir::FailureOr<TranslatedBody> translateBody(mlir::linalg::GenericOp op);

/// A plain block: its arguments are values 0, 1, ...; results are those of its
/// terminator. Nothing from outside but constants.
mlir::FailureOr<plan::ScalarProgram> translateBody(mlir::Block &block);

} // namespace spyre
