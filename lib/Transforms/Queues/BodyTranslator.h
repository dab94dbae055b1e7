// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The worker behind translateBody: values on demand, from the results back.
#pragma once

#include "spyre/Transforms/TranslateBody.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace spyre {

/// The unsigned type of the same width; i1 and unsigned types are their own.
plan::DType unsignedOf(plan::DType type);
/// Of an op that maps one to one.
plan::Opcode lookUpOpcode(mlir::Operation *op);

/// The x of x (1 + erf(x / sqrt 2)) / 2, however it is multiplied out, when `op`
/// is its last multiplication; also with erfc. Null: something else.
mlir::Value matchGelu(mlir::Operation *op);

class BodyTranslator {
public:
  /// `captured`: where index values from outside go, numbered from loop
  /// `firstFreeLoop`; null: they are errors.
  BodyTranslator(mlir::Block &block, llvm::SmallVectorImpl<mlir::Value> *captured,
                 unsigned firstFreeLoop)
      : block(block), captured(captured), firstFreeLoop(firstFreeLoop) {}

  /// The next operand of the program, in order, before the first get().
  void addOperand(mlir::Value value) { values[value] = numOperands++; }
  void addConstant(mlir::Value value, plan::Scalar scalar) { constants[value] = scalar; }
  mlir::FailureOr<plan::ScalarProgram> finish(mlir::ValueRange results);

private:
  using Value32 = mlir::FailureOr<int32_t>;

  Value32 get(mlir::Value value);
  Value32 translate(mlir::Value value);
  Value32 fromOutside(mlir::Value value);
  Value32 viaTable(mlir::Operation *op, plan::DType type);
  Value32 onBool(mlir::Operation *op, plan::Opcode code, bool isUnsigned);
  Value32 compareFloats(mlir::arith::CmpFOp op);
  Value32 compareIntegers(mlir::arith::CmpIOp op);
  Value32 cast(mlir::Operation *op, plan::DType type);
  Value32 special(mlir::Operation *op, plan::DType type);
  /// The low bits of an integer value computed in type `to` all the way.
  Value32 narrow(mlir::Value value, plan::DType to);
  Value32 affine(mlir::AffineExpr expr, mlir::ValueRange operands, unsigned numDims,
                 plan::DType type);
  Value32 unsupported(mlir::Operation *op);
  void dropUnused();

  int32_t emit(plan::Opcode op, plan::DType type, std::vector<int32_t> args, plan::Scalar imm = {});
  int32_t constant(plan::Scalar scalar) {
    return emit(plan::Opcode::Const, scalar.type, {}, scalar);
  }
  int32_t integer(plan::DType type, int64_t value) { return constant({type, 0, value}); }
  int32_t convert(int32_t value, plan::DType from, plan::DType to);
  int32_t asUnsigned(int32_t value, plan::DType type);
  int32_t asSigned(int32_t value, plan::DType type);
  int32_t not_(int32_t value) { return emit(plan::Opcode::Not, plan::DType::I1, {value}); }
  /// The device's own function where the body spells it out.
  Value32 gelu(mlir::Value argument, plan::DType type);
  int32_t floorDivide(int32_t a, int64_t by, plan::DType type, bool wantRemainder);

  mlir::Block &block;
  llvm::SmallVectorImpl<mlir::Value> *captured;
  unsigned firstFreeLoop;
  int32_t numOperands = 0;
  plan::ScalarProgram program;
  llvm::DenseMap<mlir::Value, int32_t> values;
  llvm::DenseMap<mlir::Value, plan::Scalar> constants;
};

} // namespace spyre
