// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "spyre/Dialect/StableHLO/Chlo.h"
#include "spyre/Frontend/Passes.h"

using namespace mlir;

namespace spyre::frontend {

void buildCorePipeline(OpPassManager &manager, const CorePipelineOptions &options) {
  manager.addPass(createCheckModule());
  if (options.outlineChecks)
    manager.addPass(createOutlineChecks());
  manager.addPass(createExpandComposites());
  manager.addPass(createStripAttributes());
  manager.addPass(createInlineFunctions());
  manager.addNestedPass<func::FuncOp>(createSimplifyCore());
  manager.addNestedPass<func::FuncOp>(createCSEPass());
  manager.addPass(createVerifyCore({options.memoryBytes, options.maxRank}));
}

#define GEN_PASS_REGISTRATION
#include "spyre/Frontend/Passes.h.inc"

void registerPasses() {
  registerFrontendPasses();
  PassPipelineRegistration<CorePipelineOptions>(
      "spyre-core", "an imported module to the core level", buildCorePipeline);
}

} // namespace spyre::frontend
