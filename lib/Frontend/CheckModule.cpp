// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Dialect/StableHLO/Traits.h"
#include "spyre/Frontend/Passes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace spyre::frontend {

#define GEN_PASS_DEF_CHECKMODULE
#include "spyre/Frontend/Passes.h.inc"

static LogicalResult checkCount(ModuleOp module, StringRef attribute, StringRef what) {
  auto count = module->getAttrOfType<IntegerAttr>(attribute);
  if (!count || count.getValue().isOne())
    return success();
  return module.emitError() << "expected one " << what << ", found "
                            << llvm::toString(count.getValue(), 10, /*Signed=*/true);
}

static LogicalResult checkMain(ModuleOp module) {
  SmallVector<std::string> names;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic())
      names.push_back("@" + function.getName().str());
  if (names.empty())
    return module.emitError("expected one public function @main, found none");
  if (names.size() > 1 || names.front() != "@main")
    return module.emitError() << "expected one public function @main, found "
                              << llvm::join(names, ", ");
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (main.isExternal())
    return main.emitError("expected a body of @main, found a declaration");
  if (!main.getBody().hasOneBlock())
    return main.emitError("expected one block in @main, found branches between blocks");
  return success();
}

/// Nothing later counts elements with more than 63 bits.
static LogicalResult checkType(Type type, Location loc) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() || stablehlo::countElements(tensor.getShape()))
    return success();
  return emitError(loc) << "expected tensors of fewer than 2^63 elements, found " << type;
}

static LogicalResult checkSizes(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) {
    bool fits = llvm::all_of(op->getResultTypes(),
                             [&](Type type) { return succeeded(checkType(type, op->getLoc())); });
    for (Region &region : op->getRegions())
      for (Block &block : region)
        fits = fits && llvm::all_of(block.getArguments(), [](BlockArgument argument) {
                 return succeeded(checkType(argument.getType(), argument.getLoc()));
               });
    return fits ? WalkResult::advance() : WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct CheckModule : impl::CheckModuleBase<CheckModule> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkCount(module, "mhlo.num_replicas", "replica")) ||
        failed(checkCount(module, "mhlo.num_partitions", "partition")) ||
        failed(checkMain(module)) || failed(checkSizes(module)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace spyre::frontend
