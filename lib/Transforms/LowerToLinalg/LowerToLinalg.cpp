// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass: check everything, lower operation by operation in program order,
// then take the core operations away.
#include "spyre/Transforms/LowerToLinalg.h"

#include "Lowering.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace spyre {

#define GEN_PASS_DEF_LOWERTOLINALG
#include "spyre/Transforms/LowerToLinalg.h.inc"

namespace {

using namespace lowering;

Table makeTable() {
  Table table;
  addPointwise(table);
  addIntegers(table);
  addConversions(table);
  addMath(table);
  addSpecialFunctions(table);
  addGammaFunctions(table);
  addConstants(table);
  addMovement(table);
  addAssembly(table);
  addReductions(table);
  addProducts(table);
  return table;
}

bool hasNoElements(Value value) {
  return cast<RankedTensorType>(value.getType()).getNumElements() == 0;
}

LogicalResult lowerOp(Operation *op, Lowering &lowering) {
  lowering.setPosition(op);
  if (op->getNumResults() > 0 && llvm::all_of(op->getResults(), hasNoElements)) {
    for (Value result : op->getResults())
      lowering.set(result, lowering.empty(graphType(result)));
    return success();
  }
  StringRef name = op->getName().getStringRef();
  if (LowerFn lower = lowering.table.lower.lookup(name))
    return lower(op, lowering);
  return lowering.lowerScalarOp(op);
}

/// Keeps the element type that a signless one stood for.
void setSignature(func::FuncOp func, FunctionType coreType, FunctionType graphType) {
  func.setFunctionType(graphType);
  auto record = [&](Type core, Type graph, auto set) {
    if (core != graph)
      set(TypeAttr::get(cast<RankedTensorType>(core).getElementType()));
  };
  for (auto [i, types] : llvm::enumerate(llvm::zip(coreType.getInputs(), graphType.getInputs())))
    record(std::get<0>(types), std::get<1>(types),
           [&](TypeAttr type) { func.setArgAttr(i, kCoreTypeAttr, type); });
  for (auto [i, types] : llvm::enumerate(llvm::zip(coreType.getResults(), graphType.getResults())))
    record(std::get<0>(types), std::get<1>(types),
           [&](TypeAttr type) { func.setResultAttr(i, kCoreTypeAttr, type); });
}

/// What folded into its users: constants, here and in bodies, rearrangements.
void eraseDead(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (isOpTriviallyDead(&op))
      op.erase();
    else if (op.getNumRegions() != 0)
      eraseDead(op.getRegion(0).front());
  }
}

struct LowerToLinalgPass : impl::LowerToLinalgBase<LowerToLinalgPass> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal())
      return;
    Table table = makeTable();
    if (failed(reportUnsupported(func, table)))
      return signalPassFailure();

    Lowering lowering(table, &getContext());
    Block &block = func.front();
    unsigned numArguments = block.getNumArguments();
    for (unsigned i = 0; i < numArguments; ++i) {
      BlockArgument core = block.getArgument(i);
      lowering.set(core, block.addArgument(graphType(core), core.getLoc()));
    }
    SmallVector<Operation *> coreOps;
    for (Operation &op : block.without_terminator())
      coreOps.push_back(&op);
    for (Operation *op : coreOps)
      if (failed(lowerOp(op, lowering)))
        return signalPassFailure();

    Operation *terminator = block.getTerminator();
    lowering.setPosition(terminator);
    for (OpOperand &operand : terminator->getOpOperands())
      operand.set(lowering.get(operand.get()));
    for (Operation *op : llvm::reverse(coreOps))
      op->erase();
    block.eraseArguments(0, numArguments);
    numLowered += coreOps.size();
    setSignature(
        func, func.getFunctionType(),
        FunctionType::get(&getContext(), block.getArgumentTypes(), terminator->getOperandTypes()));
    eraseDead(block);
  }
};

} // namespace

LogicalResult checkLowerable(func::FuncOp func) {
  return lowering::reportUnsupported(func, makeTable());
}

} // namespace spyre
