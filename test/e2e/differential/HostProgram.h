// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A graph-level module compiled for the host by upstream passes only: an oracle
// that shares nothing with this project's passes below the graph level, its plan
// or its device model.
#pragma once

#include "spyre/Support/Npz.h"

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/BuiltinOps.h"

#include <memory>

namespace spyre::differential {

/// Registers what HostProgram needs, once per process and context.
void registerHostPasses();
void registerHostDialects(mlir::DialectRegistry &registry);

/// The dtype npz gives the elements of an argument or result; `core` is the
/// type it had at the core level (unsigned), or null.
std::string dtypeOf(mlir::Type element, mlir::Type core);

class HostProgram {
public:
  /// Compiles @main of `module`, which is consumed. Throws Error.
  explicit HostProgram(mlir::OwningOpRef<mlir::ModuleOp> module);

  /// Runs once. Throws Error on an input of the wrong shape or type.
  std::vector<npz::Array> run(const std::vector<npz::Array> &inputs);

private:
  std::vector<npz::Array> arguments, results; // types and shapes, no data
  std::unique_ptr<mlir::ExecutionEngine> engine;
};

} // namespace spyre::differential
