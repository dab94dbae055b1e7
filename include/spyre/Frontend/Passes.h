// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes of the core level: a module as imported, to one function of operators
// that can be lowered.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassOptions.h"

namespace spyre::frontend {

#define GEN_PASS_DECL
#include "spyre/Frontend/Passes.h.inc"

struct CorePipelineOptions : public mlir::PassPipelineOptions<CorePipelineOptions> {
  Option<uint64_t> memoryBytes{*this, "memory-bytes",
                               llvm::cl::desc("device memory; 0 = any size is accepted"),
                               llvm::cl::init(0)};
  Option<unsigned> maxRank{
      *this, "max-rank",
      llvm::cl::desc("dimensions of a tensor and of a product; 0 = any number is accepted"),
      llvm::cl::init(0)};
  Option<bool> outlineChecks{*this, "outline-checks",
                             llvm::cl::desc("the module checks itself: see spyre-outline-checks"),
                             llvm::cl::init(false)};
};

/// All of the passes, in the order that makes a core module of an imported one.
void buildCorePipeline(mlir::OpPassManager &manager, const CorePipelineOptions &options);

/// Registers the passes, and the pipeline as `spyre-core`.
void registerPasses();

} // namespace spyre::frontend
