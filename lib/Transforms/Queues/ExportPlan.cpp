// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Transforms/ExportPlan.h"

#include "Exporter.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <numeric>

using namespace mlir;

namespace spyre {

//===- numbers ------------------------------------------------------------===//

int32_t Exporter::addTable(std::vector<int64_t> values) {
  auto [it, isNew] = tableOf.try_emplace(values, int32_t(program.tables.size()));
  if (isNew)
    program.tables.push_back(std::move(values));
  return it->second;
}

/// The constant is core 0's, so that tables that differ by a constant are one.
plan::Index Exporter::toIndex(const LoopForm &form) {
  plan::Index index;
  index.c = form.base.front();
  for (auto [loop, term] : llvm::enumerate(form.terms))
    if (term.coef != 0)
      index.terms.push_back({int32_t(loop), term.coef});
  if (!form.isUniform()) {
    std::vector<int64_t> table;
    for (int64_t value : form.base)
      table.push_back(value - index.c);
    table.resize(size_t(numCores), 0);
    index.table = addTable(std::move(table));
  }
  return index;
}

plan::Extent Exporter::toExtent(const SizeForm &size, bool coversIdleCores) {
  if (!coversIdleCores || !hasIdleCores())
    return {toIndex(size.value), size.max};
  LoopForm value = size.value;
  value.base.resize(size_t(numCores), -value.termRange().second);
  return {toIndex(value), size.max};
}

plan::Extent Exporter::oneOnActiveCores() {
  return toExtent({LoopForm::constant(1, forms->numCores()), 1}, true);
}

/// A table of cores; idle cores name themselves.
int32_t Exporter::coreTable(const LoopForm &form) {
  std::vector<int64_t> table(form.base.begin(), form.base.end());
  for (int64_t core = form.base.size(); core < numCores; ++core)
    table.push_back(core);
  return addTable(std::move(table));
}

/// base + stride * (slot mod slots). What moves without turning counts as slots
/// of its own; both together count in the smaller step, since a box that moves
/// inside a slot never leaves it.
FailureOr<plan::LxAddr> Exporter::toLxAddr(Operation *op, const View &view, int64_t &laneBytes) {
  auto buffer = view.root.getDefiningOp<ir::BufferOp>();
  if (!buffer || !buffer.getOffset())
    return op->emitOpError() << "expected LX operands in a spyre.buffer with an offset";
  int64_t width = ir::elementBytes(view.rootType().getElementType());
  LoopForm moved = LoopForm::constant(0, forms->numCores()), turning = moved;
  int64_t step = 0, slots = 1;
  for (auto [offset, stride] : llvm::zip_equal(view.offsets, view.rootStrides())) {
    moved.add(offset.linear, stride * width);
    if (offset.scale == 0)
      continue;
    if (slots > 1 || offset.scale < 0)
      return op->emitOpError() << "expected at most one rotating dim in an LX operand";
    turning = offset.turning;
    step = offset.scale * stride * width, slots = offset.modulus;
  }
  int64_t base = moved.smallest();
  laneBytes = base - base / ir::kStickBytes * ir::kStickBytes;
  plan::LxAddr addr;
  addr.base = int64_t(*buffer.getOffset()) + base - laneBytes;
  moved.add(-base);
  int64_t inside = 0; // common measure of all movement
  for (int64_t value : moved.base)
    inside = std::gcd(inside, value);
  for (const LoopForm::Term &term : moved.terms)
    inside = std::gcd(inside, term.coef);
  if (inside % ir::kStickBytes != 0)
    return op->emitOpError() << "expected LX operands that move by whole sticks, found " << inside
                             << " bytes";
  if (slots > 1 && moved.largest() >= step)
    return op->emitOpError() << "expected a box that stays within its slot of " << step
                             << " bytes, found one that moves by " << moved.largest();
  addr.stride = std::gcd(step, inside);
  if (addr.stride == 0)
    return addr;
  for (int64_t &value : moved.base)
    value /= addr.stride;
  for (LoopForm::Term &term : moved.terms)
    term.coef /= addr.stride;
  addr.slots = slots > 1 ? slots * (step / addr.stride) : moved.largest() + 1;
  addr.slot = toIndex(moved.add(turning, step / addr.stride));
  return addr;
}

//===- kernels and queues -------------------------------------------------===//

static double realOf(DictionaryAttr dict, StringRef name) {
  auto attr = dict.getAs<FloatAttr>(name);
  return attr ? attr.getValueAsDouble() : 0;
}

static std::string textOf(DictionaryAttr dict, StringRef name) {
  auto attr = dict.getAs<StringAttr>(name);
  return attr ? attr.str() : std::string();
}

LogicalResult Exporter::exportKernels() {
  auto kernels = programOp->getAttrOfType<ArrayAttr>("spyre.kernels");
  if (!kernels)
    return programOp.emitOpError() << "expected 'spyre.kernels'";
  for (Attribute attr : kernels) {
    auto dict = dyn_cast<DictionaryAttr>(attr);
    auto cores = dict ? dict.getAs<IntegerAttr>("launch_cores") : IntegerAttr();
    if (!cores || !dict.getAs<StringAttr>("name"))
      return programOp.emitOpError()
             << "expected a name and launch_cores per kernel, found " << attr;
    plan::Kernel kernel;
    kernel.name = textOf(dict, "name");
    kernel.source = textOf(dict, "source");
    if (auto ops = dict.getAs<ArrayAttr>("ops"))
      for (auto op : ops.getAsRange<StringAttr>())
        kernel.ops.push_back(op.str());
    auto used = dict.getAs<IntegerAttr>("cores");
    kernel.cores = int32_t((used ? used : cores).getInt());
    kernel.predictedUs = realOf(dict, "predicted_us");
    kernel.boundHardUs = realOf(dict, "bound_hard_us");
    kernel.boundSustainedUs = realOf(dict, "bound_sustained_us");
    kernel.boundBy = textOf(dict, "bound_by");
    if (!kernelOf.try_emplace(kernel.name, int32_t(program.kernels.size())).second)
      return programOp.emitOpError()
             << "expected unique kernel names, found '" << kernel.name << "' twice";
    kernelCores.push_back(cores.getInt());
    program.kernels.push_back(std::move(kernel));
  }
  return success();
}

LogicalResult Exporter::enterKernel(Operation *step, int32_t &kernel) {
  auto name = step->getAttrOfType<StringAttr>("spyre.kernel");
  auto it = name ? kernelOf.find(name.getValue()) : kernelOf.end();
  if (it == kernelOf.end())
    return step->emitOpError() << "expected the name of one of the program's kernels as "
                                  "'spyre.kernel'";
  kernel = it->second;
  forms = &formsFor(kernelCores[size_t(kernel)]);
  return success();
}

FailureOr<plan::Await> Exporter::exportAwait(ir::AwaitOp op) {
  forms = &formsFor(numCores);
  FailureOr<LoopForm> count = forms->linear(op.getCount());
  if (failed(count))
    return op.emitOpError() << "expected a count linear in the loops";
  plan::Await await;
  await.unit = plan::Unit(op.getUnit());
  await.count = toIndex(*count);
  await.floor = op.getAbove().value_or(0);
  if (op.getAll())
    await.cores = plan::Await::Cores::All;
  if (!op.getCore())
    return await;
  FailureOr<LoopForm> core = forms->linear(op.getCore());
  if (failed(core) || core->hasTerms())
    return op.emitOpError() << "expected a core that depends on the core only";
  await.cores = plan::Await::Cores::Map;
  await.coreMap = coreTable(*core);
  return await;
}

LogicalResult Exporter::exportBlock(Block &block, std::vector<plan::Node> &nodes) {
  for (Operation &op : block) {
    auto append = [&](auto exported) {
      if (succeeded(exported))
        nodes.push_back(std::move(*exported));
      return success(succeeded(exported));
    };
    LogicalResult result = success();
    if (auto loopOp = dyn_cast<scf::ForOp>(op)) {
      std::optional<int64_t> trip = tripCount(loopOp);
      if (!trip)
        return loopOp.emitOpError() << "expected a loop from 0 in steps of 1 to a static end";
      plan::Loop loop;
      loop.trip = *trip;
      result = exportBlock(*loopOp.getBody(), loop.body);
      nodes.push_back(std::move(loop));
    } else if (auto copy = dyn_cast<ir::CopyOp>(op)) {
      result = append(exportCopy(copy));
    } else if (auto exec = dyn_cast<ir::ExecOp>(op)) {
      result = append(exportExec(exec));
    } else if (auto await = dyn_cast<ir::AwaitOp>(op)) {
      result = append(exportAwait(await));
    }
    if (failed(result))
      return failure();
  }
  return success();
}

FailureOr<plan::Plan> Exporter::run() {
  numCores = int64_t(programOp.getCores());
  plan.deviceName = device.getName().str();
  plan.deviceDigest = device.getDigest().str();
  plan.cores = int32_t(numCores);
  plan.lxAllocatableBytes = device.getLxBytes();
  program.name = programOp.getSymName().str();
  program.lxBytes = int64_t(programOp.getLxBytes());
  program.boundHardUs = realOf(func->getAttrDictionary(), "spyre.bound_hard_us");
  program.boundSustainedUs = realOf(func->getAttrDictionary(), "spyre.bound_sustained_us");
  program.boundBy = textOf(func->getAttrDictionary(), "spyre.bound_by");
  if (failed(exportTensors()) || failed(exportKernels()))
    return failure();
  for (auto queue : programOp.getBody().getOps<ir::QueueOp>())
    if (failed(exportBlock(queue.getBody().front(), program.queues[size_t(queue.getUnit())])))
      return failure();
  plan.programs.push_back(std::move(program));
  return std::move(plan);
}

FailureOr<plan::Plan> exportPlan(ModuleOp module) {
  auto device = module->getAttrOfType<ir::DeviceAttr>("spyre.device");
  if (!device)
    return module.emitOpError() << "expected a #spyre.device on the module";
  SmallVector<ir::ProgramOp> programs;
  module.walk([&](ir::ProgramOp program) { programs.push_back(program); });
  auto func = programs.size() == 1 ? programs[0]->getParentOfType<func::FuncOp>() : func::FuncOp();
  if (!func)
    return module.emitOpError() << "expected one function with one spyre.program, found "
                                << programs.size();
  return Exporter(func, programs[0], device).run();
}

} // namespace spyre
