// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Outline.h"

#include "spyre/Transforms/Decisions.h"
#include "spyre/Transforms/KernelGraph.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace spyre;

SmallVector<tensor::ExtractOp> spyre::positionsOf(tensor::InsertSliceOp update) {
  SmallVector<tensor::ExtractOp> result;
  for (Value offset : update.getOffsets()) {
    // index_cast, max(x, 0), min(x, room): one operand is not a constant.
    SmallVector<Value> work{offset};
    while (!work.empty()) {
      Operation *op = work.pop_back_val().getDefiningOp();
      if (auto extract = dyn_cast_or_null<tensor::ExtractOp>(op))
        result.push_back(extract);
      else if (op)
        llvm::append_range(work, op->getOperands());
    }
  }
  return result;
}

/// Everything of a position computation, producers first.
static void collectScalars(Operation *op, llvm::SetVector<Operation *> &scalars) {
  for (Value operand : op->getOperands())
    if (Operation *def = operand.getDefiningOp(); def && !isa<RankedTensorType>(operand.getType()))
      collectScalars(def, scalars);
  scalars.insert(op);
}

std::string Outliner::kindOf(ArrayRef<Operation *> group) {
  int products = 0, folds = 0;
  bool exp = false, root = false, update = false, move = true;
  for (Operation *op : group) {
    update |= isa<tensor::InsertSliceOp>(op);
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic)
      continue;
    products += succeeded(matchContraction(generic));
    folds += isFold(generic);
    move &= generic.getBody()->getOperations().size() == 1;
    generic.walk([&](Operation *inner) {
      exp |= isa<math::ExpOp>(inner);
      root |= isa<math::RsqrtOp>(inner);
    });
  }
  if (products > 1 && exp && folds > products)
    return "attention";
  if (products > 0)
    return "matmul";
  if (folds > 0)
    return exp ? "softmax" : root ? "norm" : "reduce";
  return update ? "update" : move ? "move" : "pointwise";
}

/// "file:line:column" of the last place that a location names. No directory: the
/// same module gives the same plan wherever it lies.
static std::string sourceOf(Location location) {
  std::string text;
  location->walk([&](Location part) {
    if (auto file = dyn_cast<FileLineColLoc>(part))
      text = (llvm::sys::path::filename(file.getFilename().getValue()) + ":" +
              Twine(file.getLine()) + ":" + Twine(file.getColumn()))
                 .str();
    return WalkResult::advance();
  });
  return text;
}

func::FuncOp Outliner::build(ArrayRef<Operation *> group, ArrayRef<Value> inputs,
                             ArrayRef<Value> outputs) {
  auto types = [](ArrayRef<Value> values) {
    return llvm::map_to_vector(values, [](Value value) { return value.getType(); });
  };
  auto function = func::FuncOp::create(group.back()->getLoc(), "kernel",
                                       builder.getFunctionType(types(inputs), types(outputs)));
  function.setPrivate();
  function->setAttr(kKernelAttr, builder.getUnitAttr());
  Block *body = function.addEntryBlock();
  OpBuilder inner = OpBuilder::atBlockEnd(body);
  IRMapping mapping;
  mapping.map(ValueRange(inputs), body->getArguments());
  auto cloneOnce = [&](Operation *op) {
    if (op->getNumResults() > 0 && !mapping.contains(op->getResult(0)))
      inner.clone(*op, mapping);
  };
  for (Operation *op : group) {
    for (Value operand : op->getOperands()) {
      Operation *def = operand.getDefiningOp();
      if (auto fill = dyn_cast_or_null<linalg::FillOp>(def)) {
        cloneOnce(fill.getInputs()[0].getDefiningOp());
        cloneOnce(fill.getOutputs()[0].getDefiningOp());
        cloneOnce(fill);
      } else if (isa_and_nonnull<tensor::EmptyOp>(def)) {
        cloneOnce(def);
      }
    }
    // Scalar constants that bodies captured.
    op->walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        if (Operation *def = operand.getDefiningOp();
            def && def->getBlock() == group.front()->getBlock() && isa<arith::ConstantOp>(def) &&
            !isa<RankedTensorType>(operand.getType()))
          cloneOnce(def);
    });
    if (auto update = dyn_cast<tensor::InsertSliceOp>(op)) {
      llvm::SetVector<Operation *> scalars;
      for (Value offset : update.getOffsets())
        collectScalars(offset.getDefiningOp(), scalars);
      llvm::for_each(scalars, cloneOnce);
    }
    inner.clone(*op, mapping)->removeAttr(kHostAttr);
  }
  SmallVector<Value> results;
  for (Value output : outputs)
    results.push_back(mapping.lookup(output));
  func::ReturnOp::create(inner, group.back()->getLoc(), results);
  return function;
}

void Outliner::outline(ArrayRef<Operation *> group, StringRef reason) {
  llvm::SmallPtrSet<Operation *, 16> inside(group.begin(), group.end());
  llvm::SetVector<Value> inputs;
  SmallVector<Value> outputs;
  auto use = [&](Value value) {
    Operation *def = value.getDefiningOp();
    if (!isa<RankedTensorType>(value.getType()) || (def && inside.contains(def)) ||
        isa_and_nonnull<tensor::EmptyOp, linalg::FillOp>(def))
      return;
    inputs.insert(value);
  };
  for (Operation *op : group) {
    llvm::for_each(op->getOperands(), use);
    if (auto update = dyn_cast<tensor::InsertSliceOp>(op))
      for (tensor::ExtractOp extract : positionsOf(update))
        use(extract.getTensor());
    for (Value result : op->getResults())
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            return !inside.contains(user) && !isa<tensor::ExtractOp>(user);
          }))
        outputs.push_back(result);
  }
  func::FuncOp function = build(group, inputs.getArrayRef(), outputs);
  if (!reason.empty())
    function->setAttr(kFormedAttr, builder.getStringAttr(reason));
  std::string text;
  llvm::raw_string_ostream stream(text);
  function->print(stream, OpPrintingFlags().useLocalScope());
  auto [it, fresh] = functions.try_emplace(text, function);
  if (fresh) {
    std::string kind = kindOf(group);
    function.setName(kind + "_" + std::to_string(counts[kind]++));
    main->getParentOfType<ModuleOp>().push_back(function);
  } else {
    function.erase();
  }
  builder.setInsertionPoint(main.getBody().front().getTerminator());
  auto call =
      func::CallOp::create(builder, group.back()->getLoc(), it->second, inputs.getArrayRef());
  call->setAttr("spyre.source", builder.getStringAttr(sourceOf(group.back()->getLoc())));
  SmallVector<Attribute> hosts;
  for (Value output : outputs)
    hosts.push_back(output.getDefiningOp()->getAttrOfType<ArrayAttr>(
        kHostAttr)[cast<OpResult>(output).getResultNumber()]);
  call->setAttr(kHostAttr, builder.getArrayAttr(hosts));
  for (auto [old, result] : llvm::zip_equal(outputs, call.getResults()))
    old.replaceUsesWithIf(result,
                          [&](OpOperand &operand) { return !inside.contains(operand.getOwner()); });
  llvm::append_range(outlined, group);
}

void Outliner::finish() {
  // Backwards: users go before what they use, scalars of positions among them.
  llvm::SmallPtrSet<Operation *, 32> moved(outlined.begin(), outlined.end());
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(main.getBody().front())))
    if (moved.contains(&op) || isOpTriviallyDead(&op))
      op.erase();
}
