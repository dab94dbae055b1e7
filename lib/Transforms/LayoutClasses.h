// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts of values between kernels. A value, the kernel arguments that it is
// passed to and the kernel result that makes it are one class and lie alike.
#pragma once

#include "spyre/Dialect/Spyre/Spyre.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace spyre {

class LayoutClasses {
public:
  explicit LayoutClasses(mlir::func::FuncOp main) : main(main) {}
  mlir::LogicalResult run();
  ir::LayoutAttr ofArgument(mlir::func::FuncOp kernel, unsigned number);
  ir::LayoutAttr ofResult(mlir::func::FuncOp kernel, unsigned number);
  /// Sets the types of main's values and roles of its arguments.
  void applyTo(mlir::func::FuncOp main);

private:
  int idOf(const void *owner, int number);
  ir::LayoutAttr layoutOf(int id);
  void connect();
  void choose();
  bool isWeight(mlir::Value value);

  mlir::func::FuncOp main;
  std::map<std::pair<const void *, int>, int> ids;
  llvm::EquivalenceClasses<int> classes;
  std::map<int, ir::LayoutAttr> chosen; // by leader
  std::map<int, int64_t> ranks;
};

} // namespace spyre
