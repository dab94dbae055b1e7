// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The caller of placed kernels: values become buffers in device memory.
#include "PlaceCaller.h"
#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Transforms/Decisions.h"

using namespace mlir;
using namespace spyre;

MemRefType spyre::memoryType(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return MemRefType::get(tensor.getShape(), tensor.getElementType(), MemRefLayoutAttrInterface(),
                         ir::MemSpaceAttr::get(type.getContext(), ir::MemSpace::ddr));
}

namespace {
/// Memory for the values of a caller: one buffer per root value, where an
/// update in place shares the root of its destination; values that stay in LX
/// have one there.
class CallerBuffers {
public:
  CallerBuffers(func::FuncOp main, MLIRContext *context) : main(main), builder(context) {}

  LogicalResult run(llvm::function_ref<MemRefType(Type)> inMemory);

private:
  Value rootOf(Value value) {
    auto call = value.getDefiningOp<func::CallOp>();
    if (!call)
      return value;
    int64_t updated = updates(call)[cast<OpResult>(value).getResultNumber()];
    return updated < 0 ? value : rootOf(call.getOperand(updated));
  }

  func::FuncOp kernelOf(func::CallOp call) {
    return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
  }

  ArrayRef<int64_t> updates(func::CallOp call) {
    return kernelOf(call)->getAttrOfType<DenseI64ArrayAttr>(kUpdatesAttr).asArrayRef();
  }

  SmallVector<Value> operandsOf(func::CallOp call, llvm::function_ref<MemRefType(Type)> inMemory);

  func::FuncOp main;
  OpBuilder builder;
  DenseMap<Value, Value> memory, inLx;
};
} // namespace

/// Where a call's kernel finds its arguments and puts its results.
SmallVector<Value> CallerBuffers::operandsOf(func::CallOp call,
                                             llvm::function_ref<MemRefType(Type)> inMemory) {
  func::FuncOp kernel = kernelOf(call);
  auto typeAt = [&](size_t i) { return cast<MemRefType>(kernel.getArgumentTypes()[i]); };
  auto newInLx = [&](Value result, MemRefType type) {
    return inLx[result] = memref::AllocOp::create(builder, call.getLoc(), type);
  };
  SmallVector<Value> operands;
  for (auto [i, operand] : llvm::enumerate(call.getOperands()))
    operands.push_back(ir::isLx(typeAt(i)) ? inLx.lookup(operand) : memory.lookup(rootOf(operand)));
  for (Value result : call.getResults()) {
    if (rootOf(result) != result)
      continue;
    if (ir::isLx(typeAt(operands.size()))) {
      operands.push_back(newInLx(result, typeAt(operands.size())));
      continue;
    }
    Value &buffer = memory[result];
    if (!buffer) {
      auto alloc = memref::AllocOp::create(builder, call.getLoc(), inMemory(result.getType()));
      auto hosts = call->getAttrOfType<ArrayAttr>(kHostAttr);
      alloc->setAttr(kHostAttr, hosts[cast<OpResult>(result).getResultNumber()]);
      buffer = alloc;
    }
    operands.push_back(buffer);
  }
  if (auto both = kernel->getAttrOfType<DenseI64ArrayAttr>(kStoredAttr))
    for (int64_t r : both.asArrayRef())
      operands.push_back(newInLx(call.getResult(r), typeAt(operands.size())));
  return operands;
}

LogicalResult CallerBuffers::run(llvm::function_ref<MemRefType(Type)> inMemory) {
  Block &body = main.getBody().front();
  auto ret = cast<func::ReturnOp>(body.getTerminator());
  SmallVector<Value> returned(ret.getOperands());
  unsigned numArguments = body.getNumArguments();
  SmallVector<DictionaryAttr> attributes;
  main.getAllArgAttrs(attributes);
  attributes.resize(numArguments, builder.getDictionaryAttr({}));
  SmallVector<Value> oldArguments(body.getArguments());
  // New arguments behind the old ones; the old go at the end.
  for (Value argument : oldArguments)
    memory[argument] = body.addArgument(inMemory(argument.getType()), argument.getLoc());
  for (auto [r, value] : llvm::enumerate(returned)) {
    Value root = rootOf(value);
    auto number = builder.getNamedAttr("spyre.result", builder.getI64IntegerAttr(r));
    if (auto argument = dyn_cast<BlockArgument>(root)) {
      NamedAttrList state(attributes[argument.getArgNumber()]);
      state.set("spyre.result", number.getValue());
      state.set("spyre.role", builder.getStringAttr("state"));
      attributes[argument.getArgNumber()] = state.getDictionary(main.getContext());
      continue;
    }
    NamedAttrList output(main.getResultAttrs(r));
    output.set("spyre.result", number.getValue());
    output.set("spyre.role", builder.getStringAttr("output"));
    attributes.push_back(output.getDictionary(main.getContext()));
    memory[root] = body.addArgument(inMemory(value.getType()), main.getLoc());
  }
  for (Operation &op : llvm::make_early_inc_range(body)) {
    builder.setInsertionPoint(&op);
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      auto module = main->getParentOfType<ModuleOp>();
      int64_t number = llvm::range_size(module.getOps<memref::GlobalOp>());
      auto type = inMemory(constant.getType());
      std::string name = "const" + std::to_string(number);
      OpBuilder moduleBuilder = OpBuilder::atBlockBegin(module.getBody());
      auto global = memref::GlobalOp::create(
          moduleBuilder, op.getLoc(), name, builder.getStringAttr("private"), type,
          constant.getValue(), /*constant=*/true, /*alignment=*/IntegerAttr());
      global->setAttr(kHostAttr, op.getAttr(kHostAttr));
      memory[constant] = memref::GetGlobalOp::create(builder, op.getLoc(), type, name);
    } else if (auto call = dyn_cast<func::CallOp>(op)) {
      SmallVector<Value> operands = operandsOf(call, inMemory);
      auto placed =
          func::CallOp::create(builder, op.getLoc(), call.getCallee(), TypeRange(), operands);
      for (NamedAttribute attr : call->getDiscardableAttrs())
        if (attr.getName() != kHostAttr)
          placed->setAttr(attr.getName(), attr.getValue());
    } else if (!isa<func::ReturnOp, tensor::EmptyOp>(op)) { // empty: a result of no elements
      return op.emitOpError("expected constants and kernel calls only at the physical level");
    }
  }
  builder.setInsertionPoint(ret);
  func::ReturnOp::create(builder, ret.getLoc());
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (llvm::any_of(op.getOperandTypes(), llvm::IsaPred<TensorType>) ||
        llvm::any_of(op.getResultTypes(), llvm::IsaPred<TensorType>))
      op.erase();
  body.eraseArguments(0, numArguments);
  main.setFunctionType(builder.getFunctionType(body.getArgumentTypes(), {}));
  main.removeResAttrsAttr();
  main.setAllArgAttrs(attributes);
  return success();
}

LogicalResult spyre::bufferizeCaller(func::FuncOp main) {
  return CallerBuffers(main, main.getContext()).run(memoryType);
}
