// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/IR/Builders.h"
#include "spyre/Dialect/StableHLO/Chlo.h"
#include "spyre/Frontend/Passes.h"

using namespace mlir;

namespace spyre::frontend {

#define GEN_PASS_DEF_EXPANDCOMPOSITES
#include "spyre/Frontend/Passes.h.inc"

/// Replaces `op` by the chlo operator `name` if there is one that takes the
/// operands and attributes as they are. Attributes nobody knows do not matter.
static bool replaceByChlo(Operation *op, StringRef name, DictionaryAttr attributes) {
  std::optional<RegisteredOperationName> info =
      RegisteredOperationName::lookup(name, op->getContext());
  if (!info || info->getDialectNamespace() != chlo::ChloDialect::getDialectNamespace())
    return false;
  OperationState state(op->getLoc(), *info);
  state.addOperands(op->getOperands());
  state.addTypes(op->getResultTypes());
  for (NamedAttribute attribute : attributes)
    if (llvm::is_contained(info->getAttributeNames(), attribute.getName()))
      state.addAttribute(attribute.getName(), attribute.getValue());
  Operation *replacement = OpBuilder(op).create(state);
  // A composite may be called like an operator and still mean something else.
  ScopedDiagnosticHandler quiet(op->getContext(), [](Diagnostic &) { return success(); });
  if (failed(replacement->getName().verifyInvariants(replacement))) {
    replacement->erase();
    return false;
  }
  op->replaceAllUsesWith(replacement);
  op->erase();
  return true;
}

static LogicalResult expand(stablehlo::CompositeOp op) {
  DictionaryAttr attributes = op.getCompositeAttributes();
  if (replaceByChlo(op, op.getName(), attributes))
    return success();
  auto module = op->getParentOfType<ModuleOp>();
  auto function = module.lookupSymbol<func::FuncOp>(op.getDecomposition());
  if (!function)
    return op.emitError() << "expected a decomposition of \"" << op.getName()
                          << "\", found no function @" << op.getDecomposition();
  if (function.getArgumentTypes() != op.getOperandTypes() ||
      function.getResultTypes() != op.getResultTypes())
    return op.emitError() << "expected a decomposition of the composite's types, found @"
                          << op.getDecomposition() << " of " << function.getFunctionType();
  OpBuilder builder(op);
  auto call = func::CallOp::create(builder, op.getLoc(), function, op.getInputs());
  op.replaceAllUsesWith(call.getResults());
  op.erase();
  return success();
}

/// `custom_call @mhlo.erf`, attributes in `mhlo.attributes` where there are
/// any.
static void expandCustomCall(stablehlo::CustomCallOp op) {
  StringRef target = op.getCallTargetName();
  if (!target.consume_front("mhlo."))
    return;
  std::string name = ("chlo." + (target == "topk" ? "top_k" : target)).str();
  auto attributes = op->getAttrOfType<DictionaryAttr>("mhlo.attributes");
  // top_k takes the largest; the smallest is another operator.
  auto largest = attributes ? attributes.getAs<BoolAttr>("largest") : BoolAttr();
  if (largest && !largest.getValue())
    return;
  replaceByChlo(op, name, attributes ? attributes : DictionaryAttr::get(op.getContext()));
}

namespace {
struct ExpandComposites : impl::ExpandCompositesBase<ExpandComposites> {
  void runOnOperation() override {
    WalkResult result = getOperation().walk([](Operation *op) {
      if (auto call = dyn_cast<stablehlo::CustomCallOp>(op))
        expandCustomCall(call);
      else if (auto composite = dyn_cast<stablehlo::CompositeOp>(op))
        if (failed(expand(composite)))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace

} // namespace spyre::frontend
