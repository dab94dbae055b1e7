// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Residence.h"

#include "spyre/Dialect/Spyre/Spyre.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace spyre;

static ArrayRef<int64_t> shapeIn(DictionaryAttr residence) {
  return residence.getAs<DenseI64ArrayAttr>("shard").asArrayRef();
}

void spyre::markResidence(KernelGraph &graph) {
  llvm::SmallDenseSet<Value> counted; // one buffer serves all boxes of a value
  for (auto [tensor, plain] : llvm::zip_equal(graph.tensors, graph.problem.tensors)) {
    auto argument = dyn_cast<BlockArgument>(tensor.value);
    auto function = dyn_cast<func::FuncOp>(tensor.value.getParentBlock()->getParentOp());
    if (!function)
      continue;
    if (argument && tensor.loaded) {
      auto residence =
          function.getArgAttrOfType<DictionaryAttr>(argument.getArgNumber(), kResidentAttr);
      if (!residence)
        continue;
      tensor.loaded = plain.loaded = false;
      tensor.resident = plain.resident = true;
      if (counted.insert(tensor.value).second)
        plain.shardBytes = shardBytes(shapeIn(residence));
    } else if (tensor.stored) {
      for (OpOperand &use : tensor.value.getUses())
        if (isa<func::ReturnOp>(use.getOwner()) &&
            function.getResultAttr(use.getOperandNumber(), kKeptAttr)) {
          tensor.kept = plain.kept = true;
          tensor.stored = plain.stored =
              function.getResultAttr(use.getOperandNumber(), kStoredAttr) != nullptr;
        }
    }
  }
}

/// Shards have the rank of their value.
static LogicalResult checkShards(func::FuncOp kernel) {
  auto check = [&](Attribute residence, Type type, StringRef name, StringRef what, unsigned i) {
    if (!residence)
      return success();
    auto rank = cast<RankedTensorType>(type).getRank();
    auto dictionary = dyn_cast<DictionaryAttr>(residence);
    auto shard = dictionary ? dictionary.getAs<DenseI64ArrayAttr>("shard") : DenseI64ArrayAttr();
    if (shard && shard.size() == rank &&
        llvm::all_of(shard.asArrayRef(), [](int64_t size) { return size > 0; }))
      return success();
    return LogicalResult(kernel.emitOpError()
                         << "expected a shard of " << rank << " sizes in " << name << " of " << what
                         << " " << i << ", found " << residence);
  };
  for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes()))
    if (failed(check(kernel.getArgAttr(i, kResidentAttr), type, kResidentAttr, "argument", i)))
      return failure();
  for (auto [r, type] : llvm::enumerate(kernel.getResultTypes()))
    if (failed(check(kernel.getResultAttr(r, kKeptAttr), type, kKeptAttr, "result", r)))
      return failure();
  return success();
}

FailureOr<KernelGraph> spyre::graphOf(func::FuncOp kernel, const device::Device &device) {
  if (failed(checkShards(kernel)))
    return failure();
  Block &body = kernel.getBody().front();
  auto ops = llvm::map_to_vector(body, [](Operation &op) { return &op; });
  auto results = body.getTerminator()->getOperands();
  return buildKernelGraph(
      ops, [&](Value value) { return llvm::is_contained(results, value); }, device,
      kernel->hasAttr(kShareReadsAttr));
}

SmallVector<int> spyre::tensorsOf(const KernelGraph &graph, Value value) {
  SmallVector<int> result;
  for (auto [t, tensor] : llvm::enumerate(graph.tensors))
    if (tensor.value == value)
      result.push_back(t);
  return result;
}

FailureOr<std::vector<solver::CoreBox>> spyre::keptShards(func::FuncOp kernel, unsigned result,
                                                          const device::Device &device) {
  auto graph = graphOf(kernel, device);
  if (failed(graph))
    return failure();
  auto config = readDecision(kernel, *graph);
  if (failed(config))
    return failure();
  Value value = kernel.getBody().front().getTerminator()->getOperand(result);
  SmallVector<int> tensors = tensorsOf(*graph, value);
  if (tensors.size() != 1)
    return kernel.emitOpError() << "expected one value as result " << result << ", found "
                                << tensors.size();
  return solver::coreBoxes(graph->problem, tensors.front(), config->parts);
}

LogicalResult spyre::fillShards(KernelGraph &graph, func::FuncOp kernel,
                                const device::Device &device) {
  for (BlockArgument argument : kernel.getArguments()) {
    auto residence =
        kernel.getArgAttrOfType<DictionaryAttr>(argument.getArgNumber(), kResidentAttr);
    if (!residence)
      continue;
    auto of = residence.getAs<FlatSymbolRefAttr>("of");
    auto result = residence.getAs<IntegerAttr>("result");
    auto maker = of ? SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(kernel, of) : nullptr;
    if (!maker || !result || result.getInt() < 0 || result.getInt() >= maker.getNumResults() ||
        !maker.getResultAttr(result.getInt(), kKeptAttr))
      return kernel.emitOpError() << "expected a kept result of a kernel in " << kResidentAttr
                                  << " of argument " << argument.getArgNumber() << ", found "
                                  << residence;
    auto shards = keptShards(maker, result.getInt(), device);
    if (failed(shards))
      return failure();
    for (int t : tensorsOf(graph, argument))
      graph.problem.tensors[t].shards = *shards;
  }
  return success();
}

int64_t spyre::shardBytes(ArrayRef<int64_t> shape) {
  return solver::boxBytes({shape.begin(), shape.end() - 1});
}

MemRefType spyre::shardType(DictionaryAttr residence, Type tensor, int64_t cores) {
  SmallVector<int64_t> shape{cores};
  llvm::append_range(shape, shapeIn(residence));
  return MemRefType::get(shape, cast<RankedTensorType>(tensor).getElementType(),
                         MemRefLayoutAttrInterface(),
                         ir::MemSpaceAttr::get(tensor.getContext(), ir::MemSpace::lx));
}

BlockArgument spyre::updatedArgument(Value result) {
  if (auto update = result.getDefiningOp<tensor::InsertSliceOp>())
    return cast<BlockArgument>(update.getDest());
  while (auto piece = result.getDefiningOp<linalg::GenericOp>())
    result = piece.getTiedOpOperand(cast<OpResult>(result))->get();
  return dyn_cast<BlockArgument>(result);
}
