// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which passes make which level.
#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Support/Error.h"
#include "spyre/Transforms/Bounds.h"
#include "spyre/Transforms/LowerToLinalg.h"
#include "spyre/Transforms/Passes.h"
#include "spyre/Transforms/Queues.h"

#include "mlir/Transforms/Passes.h"

namespace spyre {
#define GEN_PASS_REGISTRATION
#include "spyre/Transforms/Passes.h.inc"
} // namespace spyre

using namespace mlir;
using namespace spyre;

static constexpr std::pair<Level, StringLiteral> kLevels[] = {
    {Level::Core, "core"},         {Level::Graph, "graph"},   {Level::LaidOut, "laid-out"},
    {Level::Physical, "physical"}, {Level::Placed, "placed"}, {Level::Scheduled, "scheduled"},
    {Level::Plan, "plan"}};

std::optional<Level> spyre::parseLevel(StringRef name) {
  for (auto &[level, known] : kLevels)
    if (name == known)
      return level;
  return std::nullopt;
}

StringRef spyre::levelName(Level level) {
  return llvm::find_if(kLevels, [&](auto &entry) { return entry.first == level; })->second;
}

static void verifyLevel(OpPassManager &manager, StringRef name) {
  manager.addPass(createVerifyLevel({name.str()}));
}

void spyre::addLevel(OpPassManager &manager, Level level, const PipelineOptions &options) {
  switch (level) {
  case Level::Core:
    break; // made by the front end
  case Level::Graph:
    manager.addNestedPass<func::FuncOp>(createLowerToLinalg());
    manager.addPass(createCanonicalizerPass());
    manager.addPass(createCSEPass());
    // From here on copies are there on purpose: no more upstream clean-up.
    manager.addNestedPass<func::FuncOp>(createNormalizeGraph());
    manager.addNestedPass<func::FuncOp>(createSplitFolds());
    manager.addNestedPass<func::FuncOp>(createFuseElementwise());
    manager.addNestedPass<func::FuncOp>(createFoldConstants());
    manager.addNestedPass<func::FuncOp>(createFuseElementwise());
    verifyLevel(manager, "graph");
    manager.addPass(createBoundProgram());
    break;
  case Level::LaidOut:
    manager.addNestedPass<func::FuncOp>(createAssignLayouts());
    verifyLevel(manager, "laid-out");
    break;
  case Level::Physical:
    manager.addNestedPass<func::FuncOp>(createMaterializeLayouts());
    verifyLevel(manager, "physical");
    break;
  case Level::Placed:
    manager.addPass(createFormKernels({options.budget}));
    manager.addPass(createDivide({options.budget, llvm::to_vector(options.pins)}));
    manager.addPass(createReside({options.budget}));
    manager.addPass(createPlace());
    verifyLevel(manager, "placed");
    break;
  case Level::Scheduled:
    manager.addPass(createSchedule());
    manager.addNestedPass<func::FuncOp>(createVerifyScheduled());
    break;
  case Level::Plan:
    manager.addNestedPass<func::FuncOp>(createBuildQueues());
    break;
  }
}

FailureOr<device::Device> spyre::deviceOf(ModuleOp module) {
  auto attr = module->getAttrOfType<ir::DeviceAttr>("spyre.device");
  if (!attr)
    return module.emitError("expected a #spyre.device on the module");
  try {
    auto *dialect = module.getContext()->getOrLoadDialect<ir::SpyreDialect>();
    StringRef kept = dialect->description(attr.getDigest());
    if (!kept.empty())
      return device::fromJson(kept.str(), attr.getName().str());
    device::Device device = device::load(attr.getName().str());
    if (device::digest(device) != attr.getDigest())
      return module.emitError() << "expected device " << attr.getName() << " with digest "
                                << attr.getDigest() << ", found " << device::digest(device);
    return device;
  } catch (const spyre::Error &error) {
    return module.emitError(error.what());
  }
}

void spyre::setDevice(ModuleOp module, const device::Device &device) {
  module.getContext()->getOrLoadDialect<ir::SpyreDialect>()->keepDescription(
      device::digest(device), device::toJson(device));
  module->setAttr("spyre.device",
                  ir::DeviceAttr::get(module.getContext(), device.name, device::digest(device),
                                      device.cores, device.lxAllocatableBytes, device.memoryBytes));
}

void spyre::addSearchOperations(ModuleOp module, int64_t count) {
  if (auto before = module->getAttrOfType<IntegerAttr>(kSearchOperationsAttr))
    count += before.getInt();
  module->setAttr(kSearchOperationsAttr, Builder(module).getI64IntegerAttr(count));
}

void spyre::registerAllPasses() {
  registerSpyrePasses();
  registerSpyreLowerToLinalgPasses();
  registerSpyreQueuesPasses();
  registerSpyreBoundsPasses();
  for (auto &[level, name] : kLevels) {
    if (level == Level::Core)
      continue;
    PassPipelineRegistration<>("spyre-to-" + name.str(),
                               "from core down to the " + name.str() + " level",
                               [level = level](OpPassManager &manager) {
                                 for (auto &[step, unused] : kLevels)
                                   if (step <= level)
                                     addLevel(manager, step, {});
                               });
  }
}
