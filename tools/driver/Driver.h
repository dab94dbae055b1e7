// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file in, a plan or one level's IR out: what spyre-compile and spyre-bench
// share.
#pragma once

#include "spyre/Device/Device.h"
#include "spyre/Frontend/Checks.h"
#include "spyre/Plan/Plan.h"
#include "spyre/Transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace spyre::driver {

struct Options {
  device::Device device;
  PipelineOptions pipeline;
  std::optional<Level> stopAt; // nothing: down to a plan
  bool outlineChecks = false;  // a conformance module: inputs and checks are inside
  /// Set when compilation fails: "import", or LEVEL/PASS of the pass that failed.
  std::string *failedAt = nullptr;
};

struct PassTime {
  std::string name;
  double seconds = 0;
};

struct Result {
  mlir::OwningOpRef<mlir::ModuleOp> module; // at the last level reached
  std::optional<plan::Plan> plan;
  frontend::CheckedModule checks;
  std::vector<PassTime> passes;
  double seconds = 0;
  int64_t searchOperations = 0;
  std::string explanation; // decisions per kernel
};

/// A context with everything the compiler uses, single-threaded so that equal
/// inputs take equal paths.
std::unique_ptr<mlir::MLIRContext> makeContext();

/// Compiles one file. Diagnostics go to the context's handler; no value: they
/// said why. Throws spyre::Error for a plan that its own validator refuses.
std::optional<Result> compileFile(const std::string &path, mlir::MLIRContext &context,
                                  const Options &options);
/// The same for text that is here already; `name` stands in locations.
std::optional<Result> compileText(const std::string &text, const std::string &name,
                                  mlir::MLIRContext &context, const Options &options);

/// The decisions that kernels carry as attributes, one paragraph per kernel.
std::string explain(mlir::ModuleOp module);

} // namespace spyre::driver
