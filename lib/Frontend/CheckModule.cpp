// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Frontend/Passes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace spyre::frontend {

#define GEN_PASS_DEF_CHECKMODULE
#include "spyre/Frontend/Passes.h.inc"

static LogicalResult checkCount(ModuleOp module, StringRef attribute, StringRef what) {
  auto count = module->getAttrOfType<IntegerAttr>(attribute);
  if (!count || count.getInt() == 1)
    return success();
  return module.emitError() << "expected one " << what << ", found " << count.getInt();
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

namespace {
struct CheckModule : impl::CheckModuleBase<CheckModule> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkCount(module, "mhlo.num_replicas", "replica")) ||
        failed(checkCount(module, "mhlo.num_partitions", "partition")) || failed(checkMain(module)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace spyre::frontend
