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
  if (!isa<func::ReturnOp>(body.getTerminator()))
    return call.emitError() << "expected a body of @" << callee.getName()
                            << " that ends in return, found " << body.back().getName();
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

/// Operators of each function once its calls are inlined; calls of calls multiply.
static LogicalResult checkGrowth(CallOrder &order) {
  constexpr uint64_t kMaxOperators = 1 << 20;
  llvm::DenseMap<func::FuncOp, uint64_t> sizes;
  for (func::FuncOp function : order.get()) {
    uint64_t &size = sizes[function];
    WalkResult result = function.walk([&](Operation *op) {
      auto call = dyn_cast<func::CallOp>(op);
      func::FuncOp callee = call ? order.getCallee(call) : nullptr;
      size += callee ? sizes.lookup(callee) : 1;
      return size > kMaxOperators ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return function.emitError() << "expected at most " << kMaxOperators << " operators in @"
                                  << function.getName() << " with its calls inlined, found more";
  }
  return success();
}

/// Erases the private functions that no public one names, directly or through
/// others; attributes may name one (`called_computations`).
static void eraseUnused(ModuleOp module) {
  SymbolTable symbols(module);
  llvm::SetVector<func::FuncOp> used;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isPrivate())
      used.insert(function);
  // Nobody knows the uses inside an operator nobody knows; it is reported later.
  auto use = [&](Operation *from) {
    if (auto uses = SymbolTable::getSymbolUses(from))
      for (const SymbolTable::SymbolUse &each : *uses)
        if (auto function = symbols.lookup<func::FuncOp>(each.getSymbolRef().getRootReference()))
          used.insert(function);
  };
  for (Operation &op : module.getOps())
    if (!isa<func::FuncOp>(op))
      use(&op);
  for (size_t i = 0; i < used.size(); ++i)
    use(used[i]);
  for (auto function : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    if (!used.contains(function))
      function.erase();
}

namespace {
struct InlineFunctions : impl::InlineFunctionsBase<InlineFunctions> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    CallOrder order(module);
    for (auto function : module.getOps<func::FuncOp>())
      if (failed(order.add(function)))
        return signalPassFailure();
    if (failed(checkGrowth(order)))
      return signalPassFailure();
    for (func::FuncOp function : order.get()) {
      SmallVector<func::CallOp> calls;
      function.walk([&](func::CallOp call) { calls.push_back(call); });
      for (func::CallOp call : calls)
        if (failed(inlineCall(call, order.getCallee(call))))
          return signalPassFailure();
    }
    eraseUnused(module);
  }
};
} // namespace

} // namespace spyre::frontend
