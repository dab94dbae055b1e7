// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-assign-layouts: layouts between kernels first (LayoutClasses), then the
// stick dims inside each kernel, in program order.
#include "LayoutClasses.h"
#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Transforms/Decisions.h"
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

/// Assigns layouts inside one kernel whose arguments have theirs already.
class KernelLayouts {
public:
  KernelLayouts(func::FuncOp kernel, ArrayRef<ir::LayoutAttr> results)
      : kernel(kernel), resultLayouts(results), builder(kernel.getContext()) {}

  int64_t run() {
    for (Operation &op : llvm::make_early_inc_range(kernel.getBody().front())) {
      builder.setInsertionPoint(&op);
      if (auto generic = dyn_cast<linalg::GenericOp>(op))
        layOut(generic);
      else if (auto update = dyn_cast<tensor::InsertSliceOp>(op))
        layOut(update);
      else if (auto ret = dyn_cast<func::ReturnOp>(op))
        layOut(ret);
    }
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(kernel.getBody().front())))
      if (isOpTriviallyDead(&op))
        op.erase();
    return relayouts;
  }

private:
  Value relayout(Value value, ir::LayoutAttr layout) {
    if (layoutOf(value) == layout)
      return value;
    ++relayouts;
    return ir::RelayoutOp::create(builder, value.getLoc(), withLayout(value.getType(), layout), value);
  }

  /// The operand with its stick dim on `dim`, moved if it lies otherwise.
  void stickOn(OpOperand &operand, int64_t dim) {
    ir::LayoutAttr layout = layoutOf(operand.get());
    if (layout.getStickDim() == dim)
      return;
    auto rank = cast<RankedTensorType>(operand.get().getType()).getRank();
    operand.set(relayout(operand.get(), sticked(operand.get().getContext(), rank, dim)));
  }

  /// Layout that the function's result demands of this value, if it is one.
  ir::LayoutAttr demanded(Value value) {
    for (OpOperand &use : value.getUses()) {
      if (isa<func::ReturnOp>(use.getOwner()))
        return resultLayouts[use.getOperandNumber()];
      if (auto update = dyn_cast<tensor::InsertSliceOp>(use.getOwner()))
        if (&update.getSourceMutable() == &use)
          return layoutOf(update.getDest());
    }
    return {};
  }

  void setInit(linalg::GenericOp op, unsigned number, ir::LayoutAttr layout) {
    OpOperand *init = op.getDpsInitOperand(number);
    Type type = withLayout(init->get().getType(), layout);
    if (auto fill = init->get().getDefiningOp<linalg::FillOp>()) {
      Value empty = emptyOf(type);
      init->set(linalg::FillOp::create(builder, fill.getLoc(), fill.getInputs(), empty).getResult(0));
    } else if (init->get().getDefiningOp<tensor::EmptyOp>()) {
      init->set(emptyOf(type));
    }
    op.getResult(number).setType(cast<RankedTensorType>(init->get().getType()));
  }

  Value emptyOf(Type type) {
    auto tensor = cast<RankedTensorType>(type);
    return tensor::EmptyOp::create(builder, kernel.getLoc(), tensor.getShape(),
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
    for (unsigned i = 0; i < op.getNumDpsInits(); ++i)
      setInit(op, i, outputLayout(op, i, vector));
  }

  ir::LayoutAttr outputLayout(linalg::GenericOp op, unsigned number, int vector) {
    OpOperand *init = op.getDpsInitOperand(number);
    // A piece continues the value that it is written into.
    if (init->get().getDefiningOp<linalg::GenericOp>())
      return layoutOf(init->get());
    auto type = cast<RankedTensorType>(init->get().getType());
    MLIRContext *context = op.getContext();
    if (vector < 0 && op.getNumDpsInputs() == 0)
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
    auto size = [](Value value) { return cast<RankedTensorType>(value.getType()).getNumElements(); };
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
    setInit(op, 0, sticked(op.getContext(), type.getRank(), lastDimOf(out, lane)));
  }

  void layOut(tensor::InsertSliceOp update) {
    ir::LayoutAttr layout = layoutOf(update.getDest());
    update.getSourceMutable().assign(relayout(update.getSource(), layout));
    update.getResult().setType(cast<RankedTensorType>(update.getDest().getType()));
  }

  void layOut(func::ReturnOp ret) {
    for (OpOperand &operand : ret->getOpOperands())
      if (!operand.get().getDefiningOp<tensor::InsertSliceOp>())
        operand.set(relayout(operand.get(), resultLayouts[operand.getOperandNumber()]));
  }

  func::FuncOp kernel;
  ArrayRef<ir::LayoutAttr> resultLayouts;
  OpBuilder builder;
  int64_t relayouts = 0;
};

struct AssignLayoutsPass : spyre::impl::AssignLayoutsBase<AssignLayoutsPass> {
  using AssignLayoutsBase::AssignLayoutsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    for (auto main : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (!main->hasAttr(kKernelAttr) && failed(assign(module, main)))
        return signalPassFailure();
  }

private:
  LogicalResult assign(ModuleOp module, func::FuncOp main) {
    LayoutClasses classes(main);
    if (failed(classes.run()))
      return failure();
    for (auto kernel : module.getOps<func::FuncOp>()) {
      if (!kernel->hasAttr(kKernelAttr))
        continue;
      SmallVector<Type> inputs, results;
      SmallVector<ir::LayoutAttr> demanded;
      for (BlockArgument argument : kernel.getArguments()) {
        argument.setType(withLayout(argument.getType(), classes.ofArgument(kernel, argument.getArgNumber())));
        inputs.push_back(argument.getType());
      }
      for (auto [i, type] : llvm::enumerate(kernel.getResultTypes())) {
        demanded.push_back(classes.ofResult(kernel, i));
        results.push_back(withLayout(type, demanded.back()));
      }
      kernel.setFunctionType(FunctionType::get(&getContext(), inputs, results));
      numRelayouts += KernelLayouts(kernel, demanded).run();
    }
    classes.applyTo(main);
    return success();
  }
};
} // namespace
