// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-assign-layouts: arguments by their role, then every op in program order.
#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Transforms/AffineUtils.h"
#include "spyre/Transforms/KernelGraph.h"
#include "spyre/Transforms/Passes.h"

namespace spyre {
#define GEN_PASS_DEF_ASSIGNLAYOUTS
#include "spyre/Transforms/Passes.h.inc"
} // namespace spyre

using namespace mlir;
using namespace spyre;

namespace {
RankedTensorType withLayout(Type type, ir::LayoutAttr layout) {
  auto tensor = cast<RankedTensorType>(type);
  return RankedTensorType::get(tensor.getShape(), tensor.getElementType(), layout);
}

ir::LayoutAttr layoutOf(Value value) {
  return dyn_cast_or_null<ir::LayoutAttr>(cast<RankedTensorType>(value.getType()).getEncoding());
}

/// Row-major with another stick dim.
ir::LayoutAttr sticked(MLIRContext *context, int64_t rank, int64_t stickDim) {
  return ir::LayoutAttr::get(context, llvm::to_vector(llvm::seq<int64_t>(0, rank)), stickDim);
}

/// Last dim of a map that depends on a loop, or -1.
int64_t lastDimOf(AffineMap map, unsigned loop) {
  for (int64_t dim = map.getNumResults(); dim-- > 0;)
    if (map.getResult(dim).isFunctionOfDim(loop))
      return dim;
  return -1;
}

ir::LayoutAttr defaultOf(Value value) {
  return ir::LayoutAttr::getDefault(value.getContext(),
                                    cast<RankedTensorType>(value.getType()).getRank());
}

/// A weight is read only as the second factor of products, dim by dim.
bool isWeight(Value value) {
  return !value.use_empty() && llvm::all_of(value.getUses(), [](OpOperand &use) {
    auto generic = dyn_cast<linalg::GenericOp>(use.getOwner());
    return generic && use.getOperandNumber() == 1 && succeeded(matchContraction(generic)) &&
           generic.getMatchingIndexingMap(&use).isProjectedPermutation();
  });
}

/// Sticks of n, batch dims outside them and k inside: a block of columns is one
/// run of memory.
ir::LayoutAttr weightLayout(Value value) {
  OpOperand &use = *value.getUses().begin();
  auto generic = cast<linalg::GenericOp>(use.getOwner());
  ContractionLoops loops = *matchContraction(generic);
  AffineMap map = generic.getMatchingIndexingMap(&use);
  SmallVector<int64_t> batch, columns, rows;
  for (int64_t dim = 0; dim < map.getNumResults(); ++dim) {
    unsigned loop = map.getDimPosition(dim);
    (llvm::is_contained(loops.batch, loop) ? batch
     : llvm::is_contained(loops.n, loop)   ? columns
                                           : rows)
        .push_back(dim);
  }
  if (columns.empty())
    return defaultOf(value);
  SmallVector<int64_t> order = batch;
  llvm::append_range(order, columns);
  llvm::append_range(order, rows);
  return ir::LayoutAttr::get(value.getContext(), order, columns.back());
}

/// Assigns layouts in a function whose arguments have theirs already.
class FunctionLayouts {
public:
  explicit FunctionLayouts(func::FuncOp function)
      : function(function), builder(function.getContext()) {}

  int64_t run() {
    for (Operation &op : llvm::make_early_inc_range(function.getBody().front())) {
      builder.setInsertionPoint(&op);
      if (auto generic = dyn_cast<linalg::GenericOp>(op))
        layOut(generic);
      else if (auto constant = dyn_cast<arith::ConstantOp>(op))
        layOut(constant);
      else if (auto update = dyn_cast<tensor::InsertSliceOp>(op))
        layOut(update);
      else if (auto ret = dyn_cast<func::ReturnOp>(op))
        layOut(ret);
    }
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(function.getBody().front())))
      if (isOpTriviallyDead(&op))
        op.erase();
    return relayouts;
  }

private:
  Value relayout(Value value, ir::LayoutAttr layout) {
    if (layoutOf(value) == layout)
      return value;
    ++relayouts;
    return ir::RelayoutOp::create(builder, value.getLoc(), withLayout(value.getType(), layout),
                                  value);
  }

  /// The operand with its stick dim on `dim`, moved if it lies otherwise.
  void stickOn(OpOperand &operand, int64_t dim) {
    ir::LayoutAttr layout = layoutOf(operand.get());
    if (layout.getStickDim() == dim)
      return;
    auto rank = cast<RankedTensorType>(operand.get().getType()).getRank();
    operand.set(relayout(operand.get(), sticked(operand.get().getContext(), rank, dim)));
  }

  /// How a result of the function lies: as pinned, else row-major.
  ir::LayoutAttr resultLayout(OpOperand &returned) {
    auto pinned =
        function.getResultAttrOfType<ir::LayoutAttr>(returned.getOperandNumber(), kLayoutAttr);
    return pinned ? pinned : defaultOf(returned.get());
  }

  /// Layout that the function's result demands of this value, if it is one.
  ir::LayoutAttr demanded(Value value) {
    for (OpOperand &use : value.getUses()) {
      if (isa<func::ReturnOp>(use.getOwner()))
        return resultLayout(use);
      if (auto update = dyn_cast<tensor::InsertSliceOp>(use.getOwner()))
        return defaultOf(&update.getSourceMutable() == &use ? update.getDest() : value);
    }
    return {};
  }

  void setInit(linalg::GenericOp op, unsigned number, ir::LayoutAttr layout) {
    OpOperand *init = op.getDpsInitOperand(number);
    Type type = withLayout(init->get().getType(), layout);
    if (auto fill = init->get().getDefiningOp<linalg::FillOp>()) {
      Value empty = emptyOf(type);
      init->set(
          linalg::FillOp::create(builder, fill.getLoc(), fill.getInputs(), empty).getResult(0));
    } else if (init->get().getDefiningOp<tensor::EmptyOp>()) {
      init->set(emptyOf(type));
    }
    op.getResult(number).setType(cast<RankedTensorType>(init->get().getType()));
  }

  Value emptyOf(Type type) {
    auto tensor = cast<RankedTensorType>(type);
    return tensor::EmptyOp::create(builder, function.getLoc(), tensor.getShape(),
                                   tensor.getElementType(), tensor.getEncoding());
  }

  void layOut(linalg::GenericOp op) {
    auto product = matchContraction(op);
    if (succeeded(product))
      return layOutProduct(op, *product);
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    int vector = vectorLoop(op, maps);
    for (OpOperand *input : op.getDpsInputOperands())
      if (int64_t dim = vector < 0 ? -1 : lastDimOf(op.getMatchingIndexingMap(input), vector);
          dim >= 0 && layoutOf(input->get()).getStickDim() >= 0 &&
          !op.getMatchingIndexingMap(input)
               .getResult(layoutOf(input->get()).getStickDim())
               .isFunctionOfDim(vector))
        stickOn(*input, dim);
    // Indices that sticks would cut too deep (odd reshapes): a stick per element.
    for (OpOperand *input : op.getDpsInputOperands())
      if (!isFollowable(op, *input, layoutOf(input->get())))
        input->set(relayout(input->get(), unsticked(input->get())));
    for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
      ir::LayoutAttr layout = outputLayout(op, i, vector);
      OpOperand *init = op.getDpsInitOperand(i);
      setInit(op, i, isFollowable(op, *init, layout) ? layout : unsticked(init->get()));
    }
  }

  static ir::LayoutAttr unsticked(Value value) {
    return sticked(value.getContext(), cast<RankedTensorType>(value.getType()).getRank(),
                   ir::LayoutAttr::kNoStickDim);
  }

  static bool isFollowable(linalg::GenericOp op, OpOperand &operand, ir::LayoutAttr layout) {
    auto type = cast<RankedTensorType>(operand.get().getType());
    AffineMap map =
        composeAndSimplify(layout.getPhysicalMap(type.getRank(), type.getElementType()),
                           op.getMatchingIndexingMap(&operand), op.getStaticLoopRanges());
    return llvm::all_of(map.getResults(),
                        [](AffineExpr expr) { return succeeded(flattenIndex(expr)); });
  }

  ir::LayoutAttr outputLayout(linalg::GenericOp op, unsigned number, int vector) {
    OpOperand *init = op.getDpsInitOperand(number);
    // A piece continues the value that it is written into.
    if (init->get().getDefiningOp<linalg::GenericOp>())
      return layoutOf(init->get());
    auto type = cast<RankedTensorType>(init->get().getType());
    MLIRContext *context = op.getContext();
    // Nothing dictates the lanes: one element per stick only if it is so already.
    bool larger = llvm::all_of(op.getDpsInputs(), [&](Value input) {
      return cast<RankedTensorType>(input.getType()).getNumElements() < type.getNumElements();
    });
    if (vector < 0 && larger)
      return ir::LayoutAttr::getDefault(context, type.getRank());
    int64_t dim = vector < 0 ? -1 : lastDimOf(op.getMatchingIndexingMap(init), vector);
    ir::LayoutAttr wanted = demanded(op.getResult(number));
    if (wanted && wanted.getStickDim() == dim)
      return wanted;
    return sticked(context, type.getRank(), dim);
  }

  /// Elements that change lanes if the vector loop is `loop`.
  int64_t movedElements(linalg::GenericOp op, ArrayRef<AffineMap> maps, int loop) {
    int64_t moved = 0;
    auto size = [](Value value) {
      return cast<RankedTensorType>(value.getType()).getNumElements();
    };
    for (OpOperand *input : op.getDpsInputOperands()) {
      AffineMap map = maps[input->getOperandNumber()];
      int64_t stick = layoutOf(input->get()).getStickDim();
      if (stick >= 0 && !map.getResult(stick).isFunctionOfDim(loop) && lastDimOf(map, loop) >= 0)
        moved += size(input->get());
    }
    for (unsigned i = 0; i < op.getNumDpsInits(); ++i)
      if (ir::LayoutAttr wanted = demanded(op.getResult(i)))
        if (wanted.getStickDim() != lastDimOf(maps[op.getNumDpsInputs() + i], loop))
          moved += size(op.getResult(i));
    return moved;
  }

  /// The loop that runs along lanes: the stick loop of an input or of a demanded
  /// result, whichever leaves the fewest elements to be moved.
  int vectorLoop(linalg::GenericOp op, ArrayRef<AffineMap> maps) {
    SmallVector<int> candidates;
    auto propose = [&](AffineMap map, int64_t stickDim) {
      if (stickDim < 0)
        return;
      for (int loop = static_cast<int>(op.getNumLoops()); loop-- > 0;)
        if (map.getResult(stickDim).isFunctionOfDim(loop)) {
          candidates.push_back(loop);
          return;
        }
    };
    for (OpOperand *input : op.getDpsInputOperands())
      propose(maps[input->getOperandNumber()], layoutOf(input->get()).getStickDim());
    for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
      AffineMap map = maps[op.getNumDpsInputs() + i];
      if (ir::LayoutAttr wanted = demanded(op.getResult(i)))
        propose(map, wanted.getStickDim());
      Value init = op.getDpsInits()[i];
      if (init.getDefiningOp<linalg::GenericOp>())
        propose(map, layoutOf(init).getStickDim());
    }
    int best = -1;
    int64_t least = 0;
    for (int loop : candidates) {
      int64_t moved = movedElements(op, maps, loop);
      if (best < 0 || moved < least)
        best = loop, least = moved;
    }
    return best;
  }

  /// Rows lie sticked on k, weights and result on n.
  void layOutProduct(linalg::GenericOp op, const ContractionLoops &loops) {
    auto onAny = [&](OpOperand &operand, ArrayRef<unsigned> wanted) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      int64_t stick = layoutOf(operand.get()).getStickDim();
      for (unsigned loop : wanted)
        if (stick >= 0 && map.getResult(stick).isFunctionOfDim(loop))
          return;
      stickOn(operand, lastDimOf(map, wanted.back()));
    };
    onAny(*op.getDpsInputOperand(0), loops.k);
    onAny(*op.getDpsInputOperand(1), loops.n);
    AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    auto type = cast<RankedTensorType>(op.getResult(0).getType());
    // The result's lanes are those of the weights.
    AffineMap weights = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    OpOperand *b = op.getDpsInputOperand(1);
    weights = op.getMatchingIndexingMap(b);
    unsigned lane = loops.n.back();
    for (unsigned loop : loops.n)
      if (weights.getResult(layoutOf(b->get()).getStickDim()).isFunctionOfDim(loop))
        lane = loop;
    int64_t dim = lastDimOf(out, lane);
    ir::LayoutAttr wanted = demanded(op.getResult(0));
    setInit(op, 0,
            wanted && wanted.getStickDim() == dim ? wanted
                                                  : sticked(op.getContext(), type.getRank(), dim));
  }

  void layOut(arith::ConstantOp constant) {
    auto dense = dyn_cast<DenseElementsAttr>(constant.getValue());
    if (!dense || !isa<RankedTensorType>(constant.getType()))
      return;
    Value value = constant.getResult();
    auto type =
        withLayout(value.getType(), isWeight(value) ? weightLayout(value) : defaultOf(value));
    value.setType(type);
    constant.setValueAttr(dense.reshape(type));
  }

  void layOut(tensor::InsertSliceOp update) {
    // Run-time positions count whole sticks, so no dim but the last may be cut.
    ir::LayoutAttr layout = defaultOf(update.getDest());
    update.getDestMutable().assign(relayout(update.getDest(), layout));
    update.getSourceMutable().assign(relayout(update.getSource(), layout));
    update.getResult().setType(cast<RankedTensorType>(update.getDest().getType()));
  }

  void layOut(func::ReturnOp ret) {
    for (OpOperand &operand : ret->getOpOperands())
      if (operand.get().getDefiningOp<tensor::EmptyOp>()) // of no elements
        operand.set(emptyOf(withLayout(operand.get().getType(), resultLayout(operand))));
      else if (!operand.get().getDefiningOp<tensor::InsertSliceOp>())
        operand.set(relayout(operand.get(), resultLayout(operand)));
  }

  func::FuncOp function;
  OpBuilder builder;
  int64_t relayouts = 0;
};

struct AssignLayoutsPass : spyre::impl::AssignLayoutsBase<AssignLayoutsPass> {
  using AssignLayoutsBase::AssignLayoutsBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    for (BlockArgument argument : function.getArguments()) {
      // A pinned role wins where the uses allow it.
      auto pinned = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "spyre.role");
      bool weight = isWeight(argument) && !(pinned && pinned.getValue() == "input");
      auto layout = function.getArgAttrOfType<ir::LayoutAttr>(argument.getArgNumber(), kLayoutAttr);
      if (!layout)
        layout = weight ? weightLayout(argument) : defaultOf(argument);
      argument.setType(withLayout(argument.getType(), layout));
      function.setArgAttr(argument.getArgNumber(), "spyre.role",
                          StringAttr::get(&getContext(), weight ? "weight" : "input"));
    }
    numRelayouts += FunctionLayouts(function).run();
    function.setFunctionType(
        FunctionType::get(&getContext(), function.getBody().getArgumentTypes(),
                          function.getBody().front().getTerminator()->getOperandTypes()));
  }
};
} // namespace
