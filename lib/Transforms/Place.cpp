// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-place: writes a kernel's division and tiles out as scf.forall over cores,
// scf.for over tiles, LX buffers and copies. All choices are in attributes; this
// pass makes none.
#include "PlaceCaller.h"
#include "Placer.h"
#include "Residence.h"
#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Transforms/Decisions.h"
#include "spyre/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/RegionUtils.h"

namespace spyre {
#define GEN_PASS_DEF_PLACE
#include "spyre/Transforms/Passes.h.inc"
} // namespace spyre

using namespace mlir;
using namespace spyre;

namespace {
struct PlacePass : spyre::impl::PlaceBase<PlacePass> {
  using PlaceBase::PlaceBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto device = deviceOf(module);
    if (failed(device))
      return signalPassFailure();
    SmallVector<func::FuncOp> kernels;
    for (auto kernel : module.getOps<func::FuncOp>())
      if (kernel->hasAttr(kKernelAttr))
        kernels.push_back(kernel);
    for (func::FuncOp kernel : kernels)
      if (failed(findShards(kernel, *device)))
        return signalPassFailure();
    for (func::FuncOp kernel : kernels)
      if (failed(placeKernel(kernel, *device)))
        return signalPassFailure();
    for (auto main : module.getOps<func::FuncOp>())
      if (!main->hasAttr(kKernelAttr) && failed(bufferizeCaller(main)))
        return signalPassFailure();
    IRRewriter rewriter(&getContext()); // index arithmetic that no view needed
    (void)runRegionDCE(rewriter, module->getRegions());
  }

private:
  /// Where resident arguments lie, while their makers are still tensors.
  LogicalResult findShards(func::FuncOp kernel, const device::Device &device) {
    auto graph = graphOf(kernel, device);
    if (failed(graph) || failed(fillShards(*graph, kernel, device)))
      return failure();
    for (auto [t, tensor] : llvm::enumerate(graph->problem.tensors))
      if (tensor.resident)
        shards[graph->tensors[t].value] = tensor.shards;
    return success();
  }

  llvm::DenseMap<Value, std::vector<solver::CoreBox>> shards;

  static MemRefType typeOf(DictionaryAttr residence, Type type, int64_t cores) {
    return residence ? shardType(residence, type, cores) : memoryType(type);
  }

  LogicalResult placeKernel(func::FuncOp kernel, const device::Device &device) {
    auto graph = graphOf(kernel, device);
    if (failed(graph))
      return failure();
    for (auto [t, tensor] : llvm::enumerate(graph->problem.tensors))
      if (tensor.resident)
        tensor.shards = shards.lookup(graph->tensors[t].value);
    auto config = readDecision(kernel, *graph);
    if (failed(config))
      return failure();
    for (auto [t, tensor] : llvm::enumerate(graph->problem.tensors)) {
      auto own = solver::coreBoxes(graph->problem, t, config->parts);
      if (tensor.resident && !solver::alignedOffset(tensor.shards, own) &&
          !solver::planShuffle(tensor.shards, own))
        return kernel.emitOpError() << "expected a division under which argument "
                                    << cast<BlockArgument>(graph->tensors[t].value).getArgNumber()
                                    << " can reach each core from the LX of the others, found "
                                    << kDivisionAttr << " = " << kernel->getAttr(kDivisionAttr);
    }
    ++numKernels;
    return rebuild(kernel, *graph, *config, device.cores);
  }

  /// A function over memrefs in place of the one over tensors: results become
  /// arguments; an update in place writes its destination's argument. What lies
  /// in LX comes last for results that device memory has too.
  LogicalResult rebuild(func::FuncOp kernel, const KernelGraph &graph,
                        const solver::KernelConfig &config, int64_t cores) {
    Block &old = kernel.getBody().front();
    SmallVector<Type> types;
    for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes()))
      types.push_back(
          typeOf(kernel.getArgAttrOfType<DictionaryAttr>(i, kResidentAttr), type, cores));
    auto results = old.getTerminator()->getOperands();
    SmallVector<Type> both;
    for (auto [r, result] : llvm::enumerate(results)) {
      auto kept = kernel.getResultAttrOfType<DictionaryAttr>(r, kKeptAttr);
      bool stored = kernel.getResultAttr(r, kStoredAttr) != nullptr;
      if (!updatedArgument(result))
        types.push_back(typeOf(stored ? DictionaryAttr() : kept, result.getType(), cores));
      if (kept && stored)
        both.push_back(typeOf(kept, result.getType(), cores));
    }
    llvm::append_range(types, both);
    OpBuilder builder(kernel);
    auto placed = func::FuncOp::create(builder, kernel.getLoc(), kernel.getName(),
                                       builder.getFunctionType(types, {}));
    placed.setPrivate();
    SmallVector<int64_t> updates; // per result: the argument it updates, or -1
    for (Value result : results) {
      BlockArgument argument = updatedArgument(result);
      updates.push_back(argument ? static_cast<int64_t>(argument.getArgNumber()) : -1);
    }
    placed->setAttr(kUpdatesAttr, builder.getDenseI64ArrayAttr(updates));
    SmallVector<int64_t> stored; // results that lie in both memories
    for (unsigned r = 0; r < results.size(); ++r)
      if (kernel.getResultAttr(r, kStoredAttr))
        stored.push_back(r);
    if (!stored.empty())
      placed->setAttr(kStoredAttr, builder.getDenseI64ArrayAttr(stored));
    for (NamedAttribute attr : kernel->getDiscardableAttrs())
      placed->setAttr(attr.getName(), attr.getValue());
    Block *body = placed.addEntryBlock();
    DenseMap<Value, Value> memory;
    for (auto [argument, fresh] : llvm::zip(old.getArguments(), body->getArguments()))
      memory[argument] = fresh;
    size_t next = old.getNumArguments();
    for (Value result : results) {
      if (BlockArgument argument = updatedArgument(result))
        memory[result] = memory[argument];
      else
        memory[result] = body->getArgument(next++);
    }
    DenseMap<Value, Value> inLx;
    for (auto [value, where] : memory)
      if (ir::isLx(cast<MemRefType>(where.getType())))
        inLx[value] = where;
    for (int64_t r : stored)
      inLx[results[r]] = body->getArgument(next++);
    Placer(kernel, graph, config).run(*body, memory, inLx);
    kernel.erase();
    return success();
  }
};
} // namespace
