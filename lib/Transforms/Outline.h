// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves groups of ops into kernel functions; equal bodies share one function.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/StringMap.h"

namespace spyre {

/// The scalar reads behind the run-time offsets of an update.
llvm::SmallVector<mlir::tensor::ExtractOp> positionsOf(mlir::tensor::InsertSliceOp update);

class Outliner {
public:
  explicit Outliner(mlir::func::FuncOp main) : main(main), builder(main.getContext()) {}
  /// Groups must come in an order that respects their values. `reason`: why they
  /// are one kernel, if somebody decided that.
  void outline(llvm::ArrayRef<mlir::Operation *> group, llvm::StringRef reason);
  /// Erases what was outlined and its leftovers.
  void finish();
  int64_t numFunctions() const { return static_cast<int64_t>(functions.size()); }

private:
  mlir::func::FuncOp build(llvm::ArrayRef<mlir::Operation *> group,
                           llvm::ArrayRef<mlir::Value> inputs, llvm::ArrayRef<mlir::Value> outputs);
  std::string kindOf(llvm::ArrayRef<mlir::Operation *> group);

  mlir::func::FuncOp main;
  mlir::OpBuilder builder;
  llvm::SmallVector<mlir::Operation *> outlined;
  llvm::StringMap<mlir::func::FuncOp> functions; // body text -> function
  llvm::StringMap<int> counts;                   // kernels per kind
};

} // namespace spyre
