// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-divide: asks the solver for each kernel's division and tiles.
#include "spyre/Transforms/Bounds.h"
#include "spyre/Transforms/Decisions.h"
#include "spyre/Transforms/Passes.h"

namespace spyre {
#define GEN_PASS_DEF_DIVIDE
#include "spyre/Transforms/Passes.h.inc"
} // namespace spyre

using namespace mlir;
using namespace spyre;

namespace {
struct DividePass : spyre::impl::DivideBase<DividePass> {
  using DivideBase::DivideBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto device = deviceOf(module);
    if (failed(device))
      return signalPassFailure();
    llvm::StringMap<SmallVector<std::string>> pinned;
    bool broken = false;
    for (const std::string &pin : pins) {
      auto [target, value] = StringRef(pin).split('=');
      auto [key, kernel] = target.split('@');
      if (key != "division" && key != "tile" && key != "order" && key != "residency") {
        module.emitError() << "expected division@KERNEL, tile@KERNEL, order@KERNEL or "
                              "residency@KERNEL, found "
                           << target;
        broken = true;
      } else if (key == "residency" && value != "ddr") {
        module.emitError() << "expected ddr as residency, found " << value;
        broken = true;
      } else if (!module.lookupSymbol<func::FuncOp>(kernel)) {
        module.emitError() << "expected the name of a kernel, found " << kernel;
        broken = true;
      }
      pinned[kernel].push_back((key + "=" + value).str());
    }
    for (auto kernel : module.getOps<func::FuncOp>())
      if (kernel->hasAttr(kKernelAttr))
        broken |= failed(divide(kernel, *device, pinned.lookup(kernel.getName())));
    if (broken)
      signalPassFailure();
  }

private:
  LogicalResult divide(func::FuncOp kernel, const device::Device &device,
                       ArrayRef<std::string> pinned) {
    SmallVector<Operation *> ops;
    for (Operation &op : kernel.getBody().front())
      ops.push_back(&op);
    auto results = kernel.getBody().front().getTerminator()->getOperands();
    auto isOutput = [&](Value value) { return llvm::is_contained(results, value); };
    std::optional<KernelGraph> graph;
    std::optional<solver::KernelAnswer> answer;
    for (bool shareReads : {false, true}) {
      auto candidate = buildKernelGraph(ops, isOutput, device, shareReads);
      if (failed(candidate))
        return failure();
      if (graph && graph->problem == candidate->problem)
        break; // no reads to share
      auto fixed = readPins(kernel, *candidate, pinned);
      if (failed(fixed))
        return failure();
      auto found = solver::solveKernel(candidate->problem, device, *fixed, budget);
      if (!found || (answer && found->price.us >= answer->price.us))
        continue;
      graph = std::move(*candidate), answer = std::move(found);
      kernel->removeAttr(kShareReadsAttr);
      if (shareReads)
        kernel->setAttr(kShareReadsAttr, UnitAttr::get(&getContext()));
    }
    if (!answer)
      return kernel.emitOpError() << "expected a division over at most " << device.cores
                                  << " cores and tiles that fit " << device.lxAllocatableBytes
                                  << " bytes of LX, found none";
    numEvaluations += answer->evaluations;
    addSearchOperations(kernel->getParentOfType<ModuleOp>(), answer->evaluations);
    writeDecision(kernel, *graph, *answer);
    writeBounds(kernel, kernelBounds(*graph, answer->price, device));
    return success();
  }

  /// division=m:4,n:8 and tile=k:512 as numbers per class.
  static FailureOr<solver::KernelPins> readPins(func::FuncOp kernel, const KernelGraph &graph,
                                                ArrayRef<std::string> pinned) {
    solver::KernelPins result;
    SmallVector<std::string> names = classNames(graph);
    for (StringRef pin : pinned) {
      auto [key, list] = pin.split('=');
      if (key == "residency") {
        kernel->setAttr(kResidencyAttr, StringAttr::get(kernel.getContext(), list));
        continue;
      }
      kernel->setAttr(kPinnedAttr, UnitAttr::get(kernel.getContext()));
      auto &values = key == "division" ? result.parts : result.tile;
      values.resize(names.size(), 0); // several pins of one key add up
      SmallVector<StringRef> entries;
      list.split(entries, ',', -1, /*KeepEmpty=*/false);
      for (StringRef entry : entries) {
        auto [name, number] = entry.split(':');
        auto it = llvm::find(names, name.str());
        if (key == "order" && it != names.end()) {
          result.order.push_back(it - names.begin());
          continue;
        }
        int64_t value = 0;
        if (it == names.end() || number.getAsInteger(10, value) || value < 1)
          return kernel.emitOpError()
                 << (key == "order" ? "expected" : "expected LOOP:NUMBER with") << " a loop of "
                 << llvm::join(names, ", ") << ", found " << entry;
        size_t cls = it - names.begin();
        const solver::KernelClass &info = graph.problem.classes[cls];
        bool tiles = info.parallel || info.streamed;
        // A core without a share of one op would still do the ops that do not loop
        // over the class, and read what nobody wrote.
        bool shares =
            (info.parallel || info.split) && value <= cost::ceilDiv(info.extent, info.unit);
        if (key == "division" ? value > 1 && !shares
                              : value % info.unit != 0 || (!tiles && value < info.extent))
          return kernel.emitOpError() << "expected a legal " << key << " of " << name << " (unit "
                                      << info.unit << "), found " << value;
        values[cls] = value;
      }
    }
    return result;
  }
};
} // namespace
