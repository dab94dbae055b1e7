// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LayoutClasses.h"

#include "spyre/Transforms/KernelGraph.h"

using namespace mlir;
using namespace spyre;

static func::FuncOp kernelOf(func::CallOp call) {
  return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
}

int LayoutClasses::idOf(const void *owner, int number) {
  auto [it, fresh] = ids.try_emplace({owner, number}, static_cast<int>(ids.size()));
  if (fresh)
    classes.insert(it->second);
  return it->second;
}

/// Arguments of kernels count from 0, results from -1 downwards.
static int resultNumber(unsigned number) { return -1 - static_cast<int>(number); }

void LayoutClasses::connect() {
  auto valueId = [&](Value value) {
    int id = idOf(value.getAsOpaquePointer(), 0);
    ranks[id] = cast<RankedTensorType>(value.getType()).getRank();
    return id;
  };
  for (auto call : main.getOps<func::CallOp>()) {
    func::FuncOp kernel = kernelOf(call);
    for (auto [i, operand] : llvm::enumerate(call.getOperands()))
      classes.unionSets(valueId(operand), idOf(kernel.getOperation(), i));
    auto ret = cast<func::ReturnOp>(kernel.getBody().front().getTerminator());
    for (auto [i, result] : llvm::enumerate(call.getResults())) {
      classes.unionSets(valueId(result), idOf(kernel.getOperation(), resultNumber(i)));
      // An update in place keeps the layout of what it updates.
      if (auto update = ret.getOperand(i).getDefiningOp<tensor::InsertSliceOp>())
        classes.unionSets(valueId(result),
                          idOf(kernel.getOperation(),
                               cast<BlockArgument>(update.getDest()).getArgNumber()));
    }
  }
}

/// A weight is read only as the second factor of products.
bool LayoutClasses::isWeight(Value value) {
  bool any = false;
  for (OpOperand &use : value.getUses()) {
    auto call = dyn_cast<func::CallOp>(use.getOwner());
    if (!call)
      return false;
    BlockArgument argument = kernelOf(call).getArgument(use.getOperandNumber());
    for (OpOperand &inner : argument.getUses()) {
      auto generic = dyn_cast<linalg::GenericOp>(inner.getOwner());
      if (!generic || failed(matchContraction(generic)) || inner.getOperandNumber() != 1 ||
          !generic.getMatchingIndexingMap(&inner).isProjectedPermutation())
        return false;
      any = true;
    }
  }
  return any;
}

void LayoutClasses::choose() {
  MLIRContext *context = main.getContext();
  // Weights: sticks of n outermost, then k, so that a block of columns is one run.
  auto weigh = [&](Value value) {
    auto it = ids.find({value.getAsOpaquePointer(), 0});
    auto type = cast<RankedTensorType>(value.getType());
    if (it == ids.end() || type.getRank() < 2 || !isWeight(value))
      return;
    SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
    std::swap(order[order.size() - 1], order[order.size() - 2]);
    for (OpOperand &use : value.getUses()) {
      auto call = cast<func::CallOp>(use.getOwner());
      BlockArgument argument = kernelOf(call).getArgument(use.getOperandNumber());
      auto generic = cast<linalg::GenericOp>(*argument.getUsers().begin());
      ContractionLoops loops = *matchContraction(generic);
      AffineMap map = generic.getIndexingMapsArray()[1];
      int64_t stick = type.getRank() - 1;
      for (int64_t dim = 0; dim < type.getRank(); ++dim)
        if (llvm::is_contained(loops.n, map.getDimPosition(dim)))
          stick = dim;
      llvm::erase(order, stick);
      // Batch dims stay outermost.
      size_t at = 0;
      while (at < order.size() && llvm::is_contained(loops.batch, map.getDimPosition(order[at])))
        ++at;
      order.insert(order.begin() + at, stick);
      chosen[classes.getLeaderValue(it->second)] = ir::LayoutAttr::get(context, order, stick);
      return;
    }
  };
  for (BlockArgument argument : main.getArguments())
    weigh(argument);
  for (auto constant : main.getOps<arith::ConstantOp>())
    if (isa<RankedTensorType>(constant.getType()))
      weigh(constant.getResult());
}

LogicalResult LayoutClasses::run() {
  connect();
  choose();
  return success();
}

ir::LayoutAttr LayoutClasses::layoutOf(int id) {
  int leader = classes.getLeaderValue(id);
  if (auto it = chosen.find(leader); it != chosen.end())
    return it->second;
  int64_t rank = 0;
  for (auto member = classes.findLeader(id); member != classes.member_end(); ++member)
    if (auto it = ranks.find(*member); it != ranks.end())
      rank = it->second;
  return chosen[leader] = ir::LayoutAttr::getDefault(main.getContext(), rank);
}

ir::LayoutAttr LayoutClasses::ofArgument(func::FuncOp kernel, unsigned number) {
  return layoutOf(idOf(kernel.getOperation(), number));
}

ir::LayoutAttr LayoutClasses::ofResult(func::FuncOp kernel, unsigned number) {
  return layoutOf(idOf(kernel.getOperation(), resultNumber(number)));
}

void LayoutClasses::applyTo(func::FuncOp main) {
  auto setType = [&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      return;
    auto it = ids.find({value.getAsOpaquePointer(), 0});
    ir::LayoutAttr layout = it == ids.end()
                                ? ir::LayoutAttr::getDefault(main.getContext(), type.getRank())
                                : layoutOf(it->second);
    value.setType(RankedTensorType::get(type.getShape(), type.getElementType(), layout));
  };
  SmallVector<bool> weights;
  for (BlockArgument argument : main.getArguments())
    weights.push_back(isWeight(argument));
  for (BlockArgument argument : main.getArguments()) {
    setType(argument);
    main.setArgAttr(argument.getArgNumber(), "spyre.role",
                    StringAttr::get(main.getContext(), weights[argument.getArgNumber()] ? "weight" : "input"));
  }
  for (Operation &op : main.getBody().front()) {
    for (Value result : op.getResults())
      setType(result);
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      if (auto dense = dyn_cast<DenseElementsAttr>(constant.getValue()))
        constant.setValueAttr(dense.reshape(cast<ShapedType>(constant.getType())));
  }
  auto ret = main.getBody().front().getTerminator();
  main.setFunctionType(FunctionType::get(main.getContext(), main.getBody().getArgumentTypes(),
                                         ret->getOperandTypes()));
}
