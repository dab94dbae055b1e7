// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "spyre/Frontend/Passes.h"

using namespace mlir;

namespace spyre::frontend {

#define GEN_PASS_DEF_INLINEFUNCTIONS
#include "spyre/Frontend/Passes.h.inc"

namespace {

/// Functions of a module, callees before callers; a cycle is an error.
/// Iterative: a chain of calls may be as long as the module.
class CallOrder {
public:
  explicit CallOrder(ModuleOp module) : symbols(module) {}

  LogicalResult add(func::FuncOp root) {
    if (state.lookup(root) == New)
      enter(root);
    while (!path.empty()) {
      auto &[function, calls] = path.back();
      if (calls.empty()) {
        state[function] = Done;
        order.push_back(function);
        path.pop_back();
        continue;
      }
      func::CallOp call = calls.pop_back_val();
      func::FuncOp callee = getCallee(call);
      if (!callee || state.lookup(callee) == Done)
        continue;
      if (state.lookup(callee) == Active)
        return reportCycle(call, callee);
      enter(callee);
    }
    return success();
  }

  func::FuncOp getCallee(func::CallOp call) {
    return symbols.lookup<func::FuncOp>(call.getCallee());
  }
  ArrayRef<func::FuncOp> get() const { return order; }

private:
  enum State { New, Active, Done };

  void enter(func::FuncOp function) {
    state[function] = Active;
    SmallVector<func::CallOp> calls;
    function.walk([&](func::CallOp call) { calls.push_back(call); });
    std::reverse(calls.begin(), calls.end());
    path.emplace_back(function, std::move(calls));
  }

  LogicalResult reportCycle(func::CallOp call, func::FuncOp callee) {
    InFlightDiagnostic error = call.emitError("expected calls without recursion, found ");
    bool inside = false;
    for (auto &entry : path) {
      inside |= entry.first == callee;
      if (inside)
        error << '@' << entry.first.getName() << " -> ";
    }
    return error << '@' << callee.getName();
  }

  SymbolTable symbols;
  llvm::DenseMap<func::FuncOp, State> state;
  std::vector<std::pair<func::FuncOp, SmallVector<func::CallOp>>> path;
  std::vector<func::FuncOp> order;
};

} // namespace

/// The copy of `op` says where it was written and from where it was called.
static void addCallSite(Operation *op, Location caller) {
  op->walk([&](Operation *nested) { nested->setLoc(CallSiteLoc::get(nested->getLoc(), caller)); });
}

static LogicalResult inlineCall(func::CallOp call, func::FuncOp callee) {
  if (callee.isExternal())
    return call.emitError() << "expected a body of @" << callee.getName()
                            << ", found a declaration";
  if (!callee.getBody().hasOneBlock())
    return call.emitError() << "expected one block in @" << callee.getName()
                            << ", found branches between blocks";
  Block &body = callee.getBody().front();
  IRMapping mapping;
  mapping.map(body.getArguments(), call.getOperands());
  OpBuilder builder(call);
  for (Operation &op : body.without_terminator())
    addCallSite(builder.clone(op, mapping), call.getLoc());
  for (auto [result, value] :
       llvm::zip_equal(call.getResults(), body.getTerminator()->getOperands()))
    result.replaceAllUsesWith(mapping.lookupOrDefault(value));
  call.erase();
  return success();
}

namespace {
struct InlineFunctions : impl::InlineFunctionsBase<InlineFunctions> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    CallOrder order(module);
    for (auto function : module.getOps<func::FuncOp>())
      if (failed(order.add(function)))
        return signalPassFailure();
    for (func::FuncOp function : order.get()) {
      SmallVector<func::CallOp> calls;
      function.walk([&](func::CallOp call) { calls.push_back(call); });
      for (func::CallOp call : calls)
        if (failed(inlineCall(call, order.getCallee(call))))
          return signalPassFailure();
    }
    // Attributes may still name a function (`called_computations`).
    for (func::FuncOp function : llvm::reverse(order.get()))
      if (function.isPrivate() && SymbolTable::symbolKnownUseEmpty(function, module))
        function.erase();
  }
};
} // namespace

} // namespace spyre::frontend
