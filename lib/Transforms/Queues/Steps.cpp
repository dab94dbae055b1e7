// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Steps.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace spyre {

int64_t Step::last() const {
  int64_t number = first;
  for (const Around &around : loops)
    number += (around.trip - 1) * around.stride;
  return number;
}

static std::optional<ir::Unit> unitOf(Operation *op) {
  if (auto copy = dyn_cast<ir::CopyOp>(op))
    return copy.getUnit();
  if (auto exec = dyn_cast<ir::ExecOp>(op))
    return exec.getUnit();
  return std::nullopt;
}

static int64_t countSteps(Block &block, ir::Unit unit) {
  int64_t count = 0;
  for (Operation &op : block) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      count += tripCount(loop).value_or(0) * countSteps(*loop.getBody(), unit);
    else if (unitOf(&op) == unit)
      ++count;
  }
  return count;
}

bool hasSteps(Block &block, ir::Unit unit) { return countSteps(block, unit) > 0; }

namespace {

class Collector {
public:
  LogicalResult collect(func::FuncOp func) {
    for (auto launch : func.getOps<ir::LaunchOp>()) {
      forms.emplace(int64_t(launch.getCores()));
      current.launch = numLaunches++;
      current.cores = launch.getCores();
      if (failed(collect(launch.getBody().front())))
        return failure();
    }
    return success();
  }

  std::vector<Step> steps;

private:
  static constexpr int kUnits = ir::getMaxEnumValForUnit() + 1;
  using Counts = std::array<int64_t, kUnits>;

  LogicalResult collect(Block &block) {
    for (Operation &op : block) {
      if (auto loop = dyn_cast<scf::ForOp>(op)) {
        if (failed(collectLoop(loop)))
          return failure();
      } else if (std::optional<ir::Unit> unit = unitOf(&op)) {
        if (failed(addStep(&op, *unit)))
          return failure();
      }
    }
    return success();
  }

  LogicalResult collectLoop(scf::ForOp loop) {
    std::optional<int64_t> trip = tripCount(loop);
    if (!trip)
      return loop.emitOpError() << "expected a loop from 0 in steps of 1 to a static end";
    if (*trip == 0)
      return success();
    Counts before = done;
    loops.push_back({loop, *trip, 0});
    size_t from = steps.size(), depth = loops.size() - 1;
    if (failed(collect(*loop.getBody())))
      return failure();
    loops.pop_back();
    // Strides are known once the body has been counted.
    for (Step &step : llvm::MutableArrayRef(steps).drop_front(from))
      step.loops[depth].stride = done[int(step.unit)] - before[int(step.unit)];
    for (int unit = 0; unit < kUnits; ++unit)
      done[unit] = before[unit] + (done[unit] - before[unit]) * *trip;
    return success();
  }

  LogicalResult addStep(Operation *op, ir::Unit unit) {
    Step step = current;
    step.op = op;
    step.unit = unit;
    step.first = done[int(unit)]++;
    step.loops = loops;
    LogicalResult result = isa<ir::CopyOp>(op) ? addCopy(step, cast<ir::CopyOp>(op))
                                               : addExec(step, cast<ir::ExecOp>(op));
    steps.push_back(std::move(step));
    return result;
  }

  FailureOr<StepAccess> access(Operation *op, Value memref, bool isWrite) {
    FailureOr<View> view = resolveView(memref, *forms, op);
    if (failed(view))
      return failure();
    StepAccess access;
    access.isWrite = isWrite;
    access.root = view->root;
    MemRefType type = view->rootType();
    access.isLx = ir::isLx(type);
    if (access.isLx) {
      auto buffer = view->root.getDefiningOp<ir::BufferOp>();
      if (!buffer || !buffer.getOffset())
        return op->emitOpError() << "expected LX operands in a spyre.buffer with an offset";
      access.begin = *buffer.getOffset();
      access.end = access.begin + type.getNumElements() * ir::elementBytes(type.getElementType());
    }
    for (auto [offset, size] : llvm::zip_equal(view->offsets, view->sizes)) {
      FailureOr<SizeForm> extent = forms->size(size);
      if (failed(extent))
        return op->emitOpError() << "expected sizes of the form max(0, min(const, linear)) in the "
                                    "loops, found another";
      access.box.push_back({offset, extent->max, std::nullopt, std::nullopt});
      if (extent->value.asConstant() == extent->max)
        continue;
      Span &span = access.box.back();
      span.ragged = extent->value;
      if (offset.scale == 0)
        span.end = LoopForm(offset.linear).add(extent->value);
    }
    return access;
  }

  LogicalResult addCopy(Step &step, ir::CopyOp copy) {
    FailureOr<StepAccess> source = access(copy, copy.getSource(), false);
    FailureOr<StepAccess> target = access(copy, copy.getTarget(), true);
    if (failed(source) || failed(target))
      return failure();
    if (copy.getFrom()) {
      FailureOr<LoopForm> from = forms->linear(copy.getFrom());
      if (failed(from) || from->hasTerms())
        return copy.emitOpError() << "expected a source core that depends on the core only";
      source->where = from->base;
    }
    for (auto [i, position] : llvm::enumerate(copy.getPositions())) {
      FailureOr<StepAccess> scalar = access(copy, position, false);
      if (failed(scalar))
        return failure();
      step.accesses.push_back(*scalar);
      // The box may lie anywhere in the position's range.
      StepAccess &moved = copy.getUnit() == ir::Unit::load ? *source : *target;
      Span &span = moved.box[rootDim(copy, unsigned(copy.getPositionDims()[i]))];
      span.offset.linear.add(copy.getRanges()[2 * i]);
      span.size += copy.getRanges()[2 * i + 1] - copy.getRanges()[2 * i];
      if (span.end)
        span.end->add(copy.getRanges()[2 * i + 1]);
    }
    step.accesses.push_back(*source);
    step.accesses.push_back(*target);
    return success();
  }

  unsigned rootDim(ir::CopyOp copy, unsigned dim) {
    Value side = copy.getUnit() == ir::Unit::load ? copy.getSource() : copy.getTarget();
    return resolveView(side, *forms, copy)->dims[dim];
  }

  LogicalResult addExec(Step &step, ir::ExecOp exec) {
    auto add = [&](Value memref, bool isWrite) -> LogicalResult {
      FailureOr<StepAccess> next = access(exec, memref, isWrite);
      if (succeeded(next))
        step.accesses.push_back(*next);
      return success(succeeded(next));
    };
    for (Operation &op : exec.getBody().front()) {
      auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
      if (!linalgOp)
        continue;
      for (OpOperand &operand : linalgOp->getOpOperands()) {
        bool isRead = !linalgOp.isDpsInput(&operand) ||
                      !linalgOp.getMatchingBlockArgument(&operand).use_empty();
        if (!isa<MemRefType>(operand.get().getType()) || !isRead || domainSizes(operand.get()))
          continue;
        // Outputs may be read as well: a write conflicts with all that a read does.
        if (failed(add(operand.get(), linalgOp.isDpsInit(&operand))))
          return failure();
      }
    }
    return success();
  }

  std::optional<LoopForms> forms;
  Step current;
  int numLaunches = 0;
  Counts done{};
  SmallVector<Step::Around, 4> loops;
};

} // namespace

FailureOr<std::vector<Step>> collectSteps(func::FuncOp func) {
  Collector collector;
  if (failed(collector.collect(func)))
    return failure();
  return std::move(collector.steps);
}

} // namespace spyre
