// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "spyre/Dialect/StableHLO/Stablehlo.h"
#include "spyre/Frontend/Passes.h"

using namespace mlir;

namespace spyre::frontend {

#define GEN_PASS_DEF_OUTLINECHECKS
#include "spyre/Frontend/Passes.h.inc"

/// Calls in `main` of a function without operands of this name.
static SmallVector<func::CallOp> findCalls(func::FuncOp main, StringRef name) {
  SmallVector<func::CallOp> calls;
  for (auto call : main.getOps<func::CallOp>())
    if (call.getCallee() == name && call.getNumOperands() == 0)
      calls.push_back(call);
  return calls;
}

/// The literal behind a value: a constant, or a result of a function whose body
/// returns constants. Null if there is none.
static DenseElementsAttr findLiteral(Value value, ModuleOp module) {
  DenseElementsAttr literal;
  if (matchPattern(value, m_Constant(&literal)))
    return literal;
  auto call = value.getDefiningOp<func::CallOp>();
  auto function = call ? module.lookupSymbol<func::FuncOp>(call.getCallee()) : func::FuncOp();
  if (!function || function.isExternal() || !function.getBody().hasOneBlock())
    return {};
  auto end = dyn_cast<func::ReturnOp>(function.getBody().front().getTerminator());
  if (!end)
    return {};
  Value returned = end.getOperand(cast<OpResult>(value).getResultNumber());
  return matchPattern(returned, m_Constant(&literal)) ? literal : DenseElementsAttr();
}

static FailureOr<DenseElementsAttr> expectLiteral(Operation *op, Value value, ModuleOp module) {
  if (DenseElementsAttr literal = findLiteral(value, module))
    return literal;
  return op->emitError("expected a literal, found a computed value");
}

/// Results of `@inputs` become arguments of `main`.
static LogicalResult outlineInputs(ModuleOp module, func::FuncOp main,
                                   SmallVectorImpl<Attribute> &inputs) {
  for (func::CallOp call : findCalls(main, "inputs")) {
    for (Value result : call.getResults()) {
      FailureOr<DenseElementsAttr> literal = expectLiteral(call, result, module);
      if (failed(literal))
        return failure();
      inputs.push_back(*literal);
      unsigned position = main.getNumArguments();
      if (failed(main.insertArgument(position, result.getType(), {}, call.getLoc())))
        return failure();
      result.replaceAllUsesWith(main.getArgument(position));
    }
    call.erase();
  }
  return success();
}

/// Checked values become the results of `main`, in the order of the checks.
static LogicalResult outlineChecks(ModuleOp module, func::FuncOp main,
                                   SmallVectorImpl<Attribute> &checks) {
  Builder builder(module.getContext());
  SmallVector<Value> results;
  SmallVector<Operation *> dead;
  for (auto call : main.getOps<stablehlo::CustomCallOp>()) {
    StringRef kind = call.getCallTargetName();
    if (!kind.consume_front("check."))
      continue;
    if (kind != "expect_eq" && kind != "expect_close" && kind != "expect_almost_eq")
      return call.emitError() << "expected check.expect_eq, check.expect_close or "
                                 "check.expect_almost_eq, found check."
                              << kind;
    if (call.getNumOperands() != 2 || call.getNumResults() != 0)
      return call.emitError() << "expected a value, what it must be and no result, found "
                              << call.getNumOperands() << " operands and " << call.getNumResults()
                              << " results";
    FailureOr<DenseElementsAttr> literal = expectLiteral(call, call.getOperand(1), module);
    if (failed(literal))
      return failure();
    results.push_back(call.getOperand(0));
    checks.push_back(
        builder.getDictionaryAttr({builder.getNamedAttr("expected", *literal),
                                   builder.getNamedAttr("kind", builder.getStringAttr(kind))}));
    dead.push_back(call);
  }
  if (checks.empty())
    return success();
  main.getBody().front().getTerminator()->setOperands(results);
  main.setType(builder.getFunctionType(main.getArgumentTypes(), TypeRange(ValueRange(results))));
  main.removeResAttrsAttr();
  for (Operation *op : dead)
    op->erase();
  // A call that something else still reads is inlined later like any other.
  for (func::CallOp call : findCalls(main, "expected"))
    if (call.use_empty())
      call.erase();
  return success();
}

namespace {
struct OutlineChecks : impl::OutlineChecksBase<OutlineChecks> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto main = module.lookupSymbol<func::FuncOp>("main");
    if (!main || main.isExternal() || !main.getBody().hasOneBlock())
      return;
    SmallVector<Attribute> inputs, checks;
    if (failed(outlineInputs(module, main, inputs)) || failed(outlineChecks(module, main, checks)))
      return signalPassFailure();
    Builder builder(&getContext());
    if (!inputs.empty())
      module->setAttr("spyre.inputs", builder.getArrayAttr(inputs));
    if (!checks.empty())
      module->setAttr("spyre.checks", builder.getArrayAttr(checks));
  }
};
} // namespace

} // namespace spyre::frontend
