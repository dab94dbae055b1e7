// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes and one pipeline per level.
#pragma once

#include "spyre/Device/Device.h"
#include "spyre/Dialect/Spyre/Spyre.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

namespace spyre {

#define GEN_PASS_DECL
#include "spyre/Transforms/Passes.h.inc"

/// The levels of the IR, in order (docs/rationale.md).
enum class Level { Core, Graph, LaidOut, Physical, Placed, Scheduled, Plan };
/// core, graph, laid-out, physical, placed, scheduled, plan; nothing otherwise.
std::optional<Level> parseLevel(llvm::StringRef name);
llvm::StringRef levelName(Level level);

struct PipelineOptions {
  int64_t budget = 20000; // priced configurations per kernel
  std::vector<std::string> pins;
};

/// Adds the passes that lead from the level before `level` to it, verified.
void addLevel(mlir::OpPassManager &manager, Level level, const PipelineOptions &options);

/// The description that the module's #spyre.device names; an error if none.
mlir::FailureOr<device::Device> deviceOf(mlir::ModuleOp module);
/// Names the device on a module.
void setDevice(mlir::ModuleOp module, const device::Device &device);

/// A pinned layout, on an argument or result of @main.
inline constexpr llvm::StringLiteral kLayoutAttr = "spyre.layout";

/// Configurations priced so far, on the module.
inline constexpr llvm::StringLiteral kSearchOperationsAttr = "spyre.search_operations";
void addSearchOperations(mlir::ModuleOp module, int64_t count);

/// Registers all passes and the pipelines spyre-to-graph … spyre-to-plan.
void registerAllPasses();

} // namespace spyre
