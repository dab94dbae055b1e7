// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Dialect/StableHLO/Shardy.h"
#include "spyre/Frontend/Passes.h"

using namespace mlir;

namespace spyre::frontend {

#define GEN_PASS_DEF_STRIPATTRIBUTES
#include "spyre/Frontend/Passes.h.inc"

/// Whether an attribute speaks to another compiler.
static bool isForeign(StringRef name) {
  if (name == "jax.arg_info" || name == "jax.result_info" || name == "jax.buffer_donor")
    return false;
  StringRef dialect = name.split('.').first;
  return dialect == "mhlo" || dialect == "jax" || dialect == "sdy" || dialect == "xla";
}

static void stripDictionary(Operation *op) {
  SmallVector<StringAttr> foreign;
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (isForeign(attribute.getName()))
      foreign.push_back(attribute.getName());
  for (StringAttr name : foreign)
    op->removeDiscardableAttr(name);
}

static DictionaryAttr stripped(DictionaryAttr attributes) {
  SmallVector<NamedAttribute> kept;
  for (NamedAttribute attribute : attributes)
    if (!isForeign(attribute.getName()))
      kept.push_back(attribute);
  return DictionaryAttr::get(attributes.getContext(), kept);
}

static void stripSignature(func::FuncOp function) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (DictionaryAttr attributes = function.getArgAttrDict(i))
      function.setArgAttrs(i, stripped(attributes));
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (DictionaryAttr attributes = function.getResultAttrDict(i))
      function.setResultAttrs(i, stripped(attributes));
}

/// The body of a computation that each device runs, in place, for one device.
static void inlineManual(sdy::ManualComputationOp op) {
  Block &body = op.getBody().front();
  Operation *terminator = body.getTerminator();
  for (auto [argument, input] : llvm::zip_equal(body.getArguments(), op.getInputs()))
    argument.replaceAllUsesWith(input);
  op.replaceAllUsesWith(terminator->getOperands());
  terminator->erase();
  op->getBlock()->getOperations().splice(op->getIterator(), body.getOperations());
  op.erase();
}

static LogicalResult removeSharding(ModuleOp module) {
  for (auto mesh : llvm::make_early_inc_range(module.getOps<sdy::MeshOp>())) {
    if (!mesh.isTrivial())
      return mesh.emitError() << "expected a mesh of one device, found " << mesh.getMesh();
    mesh.erase();
  }
  module.walk([](Operation *op) {
    if (isa<sdy::ShardingConstraintOp, sdy::ReshardOp>(op)) {
      op->replaceAllUsesWith(op->getOperands());
      op->erase();
    } else if (auto manual = dyn_cast<sdy::ManualComputationOp>(op)) {
      inlineManual(manual);
    }
  });
  return success();
}

namespace {
struct StripAttributes : impl::StripAttributesBase<StripAttributes> {
  void runOnOperation() override {
    if (failed(removeSharding(getOperation())))
      return signalPassFailure();
    getOperation().walk([](Operation *op) {
      stripDictionary(op);
      if (auto function = dyn_cast<func::FuncOp>(op))
        stripSignature(function);
    });
  }
};
} // namespace

} // namespace spyre::frontend
