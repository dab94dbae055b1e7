// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-build-queues: launches become one program. Each queue is the launches'
// text with the steps of one unit, plus the awaits that Awaits.h derives.
#include "Awaits.h"

#include "spyre/Transforms/Queues.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace spyre {
#define GEN_PASS_DEF_BUILDQUEUES
#include "spyre/Transforms/Queues.h.inc"
} // namespace spyre

using namespace mlir;
using namespace spyre;

namespace {

/// Waits to write in front of an op of the launches, per queue.
using AwaitsBefore = DenseMap<std::pair<Operation *, int>, SmallVector<const Wait *, 2>>;

/// Writes the queue of one unit.
class QueueWriter {
public:
  QueueWriter(OpBuilder &builder, ir::QueueOp queue, int64_t cores, const AwaitsBefore &awaits)
      : builder(builder), queue(queue), core(queue.getBody().getArgument(0)), cores(cores),
        awaits(awaits) {}

  void write(ir::LaunchOp launch) {
    kernel = launch.getKernelAttr();
    mapping.map(launch.getBody().getArgument(0), core);
    writeBlock(launch.getBody().front());
  }

private:
  void writeBlock(Block &block);
  void writeLoop(scf::ForOp loop);
  void writeAwaits(Operation *op);
  Value countValue(const Count &count);
  Value coreValue(std::vector<int64_t> map);

  OpBuilder &builder;
  ir::QueueOp queue;
  Value core;
  int64_t cores;
  const AwaitsBefore &awaits;
  StringAttr kernel;
  IRMapping mapping;
  SmallVector<Value> ivs;
};

void QueueWriter::writeBlock(Block &block) {
  for (Operation &op : block) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (tripCount(loop).value_or(0) > 0 && hasSteps(*loop.getBody(), queue.getUnit()))
        writeLoop(loop);
      continue;
    }
    if (op.hasTrait<OpTrait::IsTerminator>())
      continue;
    auto copy = dyn_cast<ir::CopyOp>(op);
    auto exec = dyn_cast<ir::ExecOp>(op);
    if (!copy && !exec) {
      builder.clone(op, mapping); // views and numbers; unused ones go at the end
      continue;
    }
    if ((copy ? copy.getUnit() : exec.getUnit()) != queue.getUnit())
      continue;
    writeAwaits(&op);
    builder.clone(op, mapping)->setAttr("spyre.kernel", kernel);
  }
}

void QueueWriter::writeLoop(scf::ForOp loop) {
  writeAwaits(loop);
  auto clone = scf::ForOp::create(
      builder, loop.getLoc(), mapping.lookupOrDefault(loop.getLowerBound()),
      mapping.lookupOrDefault(loop.getUpperBound()), mapping.lookupOrDefault(loop.getStep()));
  mapping.map(loop.getInductionVar(), clone.getInductionVar());
  ivs.push_back(clone.getInductionVar());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(clone.getBody());
  writeBlock(*loop.getBody());
  ivs.pop_back();
}

void QueueWriter::writeAwaits(Operation *op) {
  auto it = awaits.find({op, int(queue.getUnit())});
  if (it == awaits.end())
    return;
  for (const Wait *wait : it->second) {
    bool isMap = wait->cores == Wait::Cores::Map, isAll = wait->cores == Wait::Cores::All;
    ir::AwaitOp::create(builder, op->getLoc(), ir::UnitAttr::get(builder.getContext(), wait->unit),
                        countValue(wait->count),
                        wait->above > 0 ? builder.getI64IntegerAttr(wait->above) : IntegerAttr(),
                        isMap ? coreValue(wait->map) : Value(),
                        isAll ? builder.getUnitAttr() : UnitAttr());
  }
}

Value QueueWriter::countValue(const Count &count) {
  AffineExpr expr = builder.getAffineConstantExpr(0);
  SmallVector<Value> operands;
  for (auto [iv, coef] : llvm::zip(ivs, count.coefs))
    if (coef != 0) {
      expr = expr + builder.getAffineDimExpr(operands.size()) * coef;
      operands.push_back(iv);
    }
  if (operands.empty())
    return arith::ConstantIndexOp::create(builder, queue.getLoc(), count.c);
  return affine::AffineApplyOp::create(
      builder, queue.getLoc(), AffineMap::get(operands.size(), 0, expr + count.c), operands);
}

/// (core + k) mod n where the map is such a rotation, else a table. Cores
/// outside the launch wait for themselves.
Value QueueWriter::coreValue(std::vector<int64_t> map) {
  for (int64_t c = map.size(); c < cores; ++c)
    map.push_back(c);
  int64_t k = map[0];
  auto isRotated = [&](int64_t c) { return map[c] == (c + k) % cores; };
  if (llvm::all_of(llvm::seq<int64_t>(0, cores), isRotated))
    return affine::AffineApplyOp::create(
        builder, queue.getLoc(), AffineMap::get(1, 0, (builder.getAffineDimExpr(0) + k) % cores),
        core);
  auto type = RankedTensorType::get({cores}, builder.getIndexType());
  Value table = arith::ConstantOp::create(builder, queue.getLoc(),
                                          DenseIntElementsAttr::get(type, ArrayRef(map)));
  return tensor::ExtractOp::create(builder, queue.getLoc(), table, core);
}

/// What the reports say of a launch.
DictionaryAttr describe(ir::LaunchOp launch) {
  Builder builder(launch.getContext());
  NamedAttrList attrs;
  attrs.set("name", launch.getKernelAttr());
  attrs.set("launch_cores", builder.getI64IntegerAttr(launch.getCores()));
  for (NamedAttribute attr : launch->getDiscardableAttrs())
    if (attr.getName().strref().starts_with("spyre."))
      attrs.set(attr.getName().strref().drop_front(6), attr.getValue());
  return attrs.getDictionary(launch.getContext());
}

void eraseUnused(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    for (Region &region : op.getRegions())
      if (isa<scf::ForOp>(op))
        eraseUnused(region.front());
    if (isOpTriviallyDead(&op))
      op.erase();
  }
}

struct BuildQueuesPass : spyre::impl::BuildQueuesBase<BuildQueuesPass> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    auto device = func->getParentOp()->getAttrOfType<ir::DeviceAttr>("spyre.device");
    if (!device) {
      func.emitOpError() << "expected a #spyre.device on the module";
      return signalPassFailure();
    }
    FailureOr<std::vector<Step>> steps = collectSteps(func);
    if (failed(steps))
      return signalPassFailure();
    AwaitTable table = deriveAwaits(*steps);
    std::vector<bool> redundant = findRedundant(table);
    AwaitsBefore awaits;
    for (auto [i, await] : llvm::enumerate(table.awaits))
      if (!redundant[i])
        awaits[{await.at, int((*steps)[await.step].unit)}].push_back(&await.wait);
    numSteps += int64_t(steps->size());
    numAwaits += int64_t(llvm::count(redundant, false));
    build(func, device, awaits);
  }

  void build(func::FuncOp func, ir::DeviceAttr device, const AwaitsBefore &awaits) {
    OpBuilder builder(func.getBody().front().getTerminator());
    SmallVector<ir::LaunchOp> launches(func.getOps<ir::LaunchOp>());
    SmallVector<ir::BufferOp> buffers(func.getOps<ir::BufferOp>());
    int64_t peak = 0;
    for (ir::BufferOp buffer : buffers) {
      auto type = cast<MemRefType>(buffer.getResult().getType());
      int64_t bytes = type.getNumElements() * ir::elementBytes(type.getElementType());
      peak = std::max<int64_t>(peak, int64_t(*buffer.getOffset()) + bytes);
    }
    auto program =
        ir::ProgramOp::create(builder, func.getLoc(), func.getName(), device.getCores(), peak);
    SmallVector<Attribute> kernels;
    for (ir::LaunchOp launch : launches)
      kernels.push_back(describe(launch));
    program->setAttr("spyre.kernels", builder.getArrayAttr(kernels));
    Block *body = builder.createBlock(&program.getBody());
    for (ir::BufferOp buffer : buffers)
      buffer->moveBefore(body, body->end());
    for (int unit = 0; unit <= int(ir::getMaxEnumValForUnit()); ++unit)
      buildQueue(builder, body, ir::Unit(unit), launches, device.getCores(), awaits);
    for (ir::LaunchOp launch : launches)
      launch.erase();
  }

  void buildQueue(OpBuilder &builder, Block *body, ir::Unit unit,
                  SmallVectorImpl<ir::LaunchOp> &launches, int64_t cores,
                  const AwaitsBefore &awaits) {
    if (llvm::none_of(launches, [&](ir::LaunchOp launch) {
          return hasSteps(launch->getRegion(0).front(), unit);
        }))
      return;
    builder.setInsertionPointToEnd(body);
    auto queue = ir::QueueOp::create(builder, launches.front().getLoc(),
                                     ir::UnitAttr::get(builder.getContext(), unit));
    Block *block = builder.createBlock(&queue.getBody());
    block->addArgument(builder.getIndexType(), queue.getLoc());
    QueueWriter writer(builder, queue, cores, awaits);
    for (ir::LaunchOp launch : launches)
      writer.write(launch);
    eraseUnused(*block);
  }
};

} // namespace
