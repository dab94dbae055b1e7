// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// State of the core-to-graph lowering. It walks the function once, in order;
// each core value gets a graph-level tensor, or, when all its elements are one
// constant, just that constant, so that splats are never tensors by default.
//
// To support one more operation: write its function in the file of its group
// and add it to that group's add...() below.
#pragma once

#include "Scalar.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringMap.h"

namespace spyre::lowering {

class Lowering;

using LowerFn = llvm::LogicalResult (*)(mlir::Operation *, Lowering &);
/// Why an operation of a supported name still cannot be lowered; "" if it can.
using CheckFn = std::string (*)(mlir::Operation *);

/// What the lowering knows, by operation name.
struct Table {
  llvm::StringMap<LowerFn> lower;
  llvm::StringMap<ScalarFn> scalar; // elementwise, also inside reduce bodies
  llvm::StringMap<CheckFn> check;

  template <typename... Ops> void addOps(LowerFn fn) {
    ((lower[Ops::getOperationName()] = fn), ...);
  }
  template <typename... Ops> void addScalars(ScalarFn fn) {
    ((scalar[Ops::getOperationName()] = fn), ...);
  }
  template <typename Op> void addCheck(CheckFn fn) { check[Op::getOperationName()] = fn; }
};

void addPointwise(Table &table);
void addIntegers(Table &table);
void addConversions(Table &table);
void addMath(Table &table);
void addSpecialFunctions(Table &table);
void addGammaFunctions(Table &table);
void addConstants(Table &table);
void addMovement(Table &table);
void addAssembly(Table &table);
void addReductions(Table &table);
void addProducts(Table &table);

/// One input of a generic and the element each iteration reads.
struct Read {
  mlir::Value tensor;
  mlir::AffineMap map;
};

class Lowering {
public:
  Lowering(const Table &table, mlir::MLIRContext *context) : table(table), builder(context) {}

  /// Places what is built from now on before `op`, at its location.
  void setPosition(mlir::Operation *op);

  mlir::Value get(mlir::Value core);
  void set(mlir::Value core, mlir::Value graph) { values[core] = graph; }
  /// The constant that every element of `core` is, or null.
  mlir::TypedAttr splat(mlir::Value core) const { return splats.lookup(core); }
  void setSplat(mlir::Value core, mlir::TypedAttr element) { splats[core] = element; }

  mlir::Value empty(mlir::RankedTensorType type);
  mlir::Value fill(mlir::RankedTensorType type, mlir::TypedAttr element);
  /// One element per iteration: body of the elements read.
  mlir::Value map(mlir::RankedTensorType type, llvm::ArrayRef<Read> reads,
                  llvm::function_ref<mlir::Value(ScalarBuilder &, mlir::ValueRange)> body);
  /// The elements of `operand` rearranged: result[i] = operand[map(i)].
  mlir::Value move(mlir::Value operand, mlir::RankedTensorType type, mlir::AffineMap map);
  /// Rounds or widens every element of `tensor` to the element type of `type`.
  mlir::Value convertFloats(mlir::Value tensor, mlir::RankedTensorType type);
  /// Element-wise core operation `op`, whatever its operands are.
  llvm::LogicalResult lowerScalarOp(mlir::Operation *op);
  /// The body of a reduce or map on scalars: one value per returned one.
  llvm::SmallVector<mlir::Value> inlineBody(ScalarBuilder &b, mlir::Block &body,
                                            mlir::ValueRange arguments);

  const Table &table;
  mlir::OpBuilder builder;
  mlir::Location loc = builder.getUnknownLoc();

private:
  llvm::DenseMap<mlir::Value, mlir::Value> values;
  llvm::DenseMap<mlir::Value, mlir::TypedAttr> splats;
};

/// The element type as the graph level has it: signless.
mlir::Type graphElement(mlir::Type element);
mlir::RankedTensorType graphType(mlir::Type coreTensor);
inline mlir::RankedTensorType graphType(mlir::Value core) { return graphType(core.getType()); }

/// The one value of all elements of a literal, signless; null if there is none.
mlir::TypedAttr splatElement(mlir::ElementsAttr value);

/// Reports every operation and type that cannot be lowered: one error per
/// kind, counted, with notes at the first few further places.
llvm::LogicalResult reportUnsupported(mlir::Operation *func, const Table &table);

} // namespace spyre::lowering
