// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-place: writes a kernel's division and tiles out as scf.forall over cores,
// scf.for over tiles, LX buffers and copies. All choices are in attributes; this
// pass makes none.
#include "PlaceCaller.h"
#include "Placer.h"
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
    for (auto kernel : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (kernel->hasAttr(kKernelAttr) && failed(placeKernel(kernel, *device)))
        return signalPassFailure();
    for (auto main : module.getOps<func::FuncOp>())
      if (!main->hasAttr(kKernelAttr) && failed(bufferizeCaller(main)))
        return signalPassFailure();
    IRRewriter rewriter(&getContext()); // index arithmetic that no view needed
    (void)runRegionDCE(rewriter, module->getRegions());
  }

private:
  LogicalResult placeKernel(func::FuncOp kernel, const device::Device &device) {
    Block &body = kernel.getBody().front();
    SmallVector<Operation *> ops;
    for (Operation &op : body)
      ops.push_back(&op);
    auto results = body.getTerminator()->getOperands();
    auto isOutput = [&](Value value) { return llvm::is_contained(results, value); };
    auto graph =
        buildKernelGraph(ops, isOutput, device, /*shareReads=*/kernel->hasAttr(kShareReadsAttr));
    if (failed(graph))
      return failure();
    auto config = readDecision(kernel, *graph);
    if (failed(config))
      return failure();
    ++numKernels;
    return rebuild(kernel, *graph, *config);
  }

  /// The argument that a result writes into: the destination of an update, or
  /// the value whose next piece the kernel makes. Null if it is a value of its own.
  static BlockArgument updatedArgument(Value result) {
    if (auto update = result.getDefiningOp<tensor::InsertSliceOp>())
      return cast<BlockArgument>(update.getDest());
    while (auto piece = result.getDefiningOp<linalg::GenericOp>())
      result = piece.getTiedOpOperand(cast<OpResult>(result))->get();
    return dyn_cast<BlockArgument>(result);
  }

  /// A function over memrefs in place of the one over tensors: results become
  /// arguments; an update in place writes its destination's argument.
  LogicalResult rebuild(func::FuncOp kernel, const KernelGraph &graph,
                        const solver::KernelConfig &config) {
    Block &old = kernel.getBody().front();
    SmallVector<Type> types;
    for (Type type : kernel.getArgumentTypes())
      types.push_back(memoryType(type));
    auto results = old.getTerminator()->getOperands();
    for (Value result : results)
      if (!updatedArgument(result))
        types.push_back(memoryType(result.getType()));
    OpBuilder builder(kernel);
    auto placed = func::FuncOp::create(builder, kernel.getLoc(), kernel.getName(),
                                       builder.getFunctionType(types, {}));
    placed.setPrivate();
    SmallVector<int64_t> updates; // per result: the argument it updates, or -1
    for (Value result : results) {
      BlockArgument argument = updatedArgument(result);
      updates.push_back(argument ? static_cast<int64_t>(argument.getArgNumber()) : -1);
    }
    placed->setAttr("spyre.updates", builder.getDenseI64ArrayAttr(updates));
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
    Placer(kernel, graph, config).run(*body, memory);
    kernel.erase();
    return success();
  }
};
} // namespace
