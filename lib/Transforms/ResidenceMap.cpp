// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ResidenceMap.h"

#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Solver/Allocation.h"
#include "spyre/Solver/KernelNest.h"

using namespace mlir;
using namespace spyre;

int64_t spyre::localBytes(const solver::KernelProblem &problem,
                          const solver::KernelConfig &config) {
  return solver::peakBytes(solver::kernelBuffers(problem, config), /*local=*/true);
}

std::optional<TopRegion> spyre::packTop(ArrayRef<KeptValue> values, int64_t launches,
                                        int64_t capacity) {
  solver::AllocationProblem problem;
  problem.capacity = capacity;
  for (auto [i, value] : llvm::enumerate(values)) {
    solver::Request request;
    request.id = static_cast<int64_t>(i);
    request.first = value.first, request.last = value.last + 1;
    request.size = value.bytes;
    problem.requests.push_back(request);
  }
  solver::Allocation answer = solver::allocate(problem);
  if (!answer.fits)
    return std::nullopt;
  TopRegion region{answer.offsets, std::vector<int64_t>(static_cast<size_t>(launches), 0)};
  for (auto [value, offset] : llvm::zip_equal(values, region.offsets))
    for (int64_t launch = value.first; launch <= value.last; ++launch)
      region.perLaunch[launch] = std::max(region.perLaunch[launch], offset + value.bytes);
  return region;
}

ResidenceMap::ResidenceMap(func::FuncOp main, const device::Device &device)
    : main(main), device(device) {
  for (auto call : main.getOps<func::CallOp>())
    numbers.try_emplace(call, static_cast<int64_t>(numbers.size()));
  update();
}

void ResidenceMap::update() {
  needs.assign(numbers.size(), 0);
  llvm::DenseMap<Operation *, int64_t> known;
  SymbolTableCollection symbols;
  for (auto call : main.getOps<func::CallOp>()) {
    auto kernel = symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
    auto [it, fresh] = known.try_emplace(kernel, 0);
    if (fresh)
      if (auto graph = graphOf(kernel, device);
          succeeded(graph) && succeeded(fillShards(*graph, kernel, device)))
        if (auto config = readDecision(kernel, *graph); succeeded(config))
          it->second = localBytes(graph->problem, *config);
    needs[numbers[call]] = it->second;
  }
}

KeptValue ResidenceMap::valueOf(Value value, int64_t bytes) {
  KeptValue result{numbers[value.getDefiningOp()], 0, bytes, {}};
  for (Operation *user : value.getUsers())
    if (auto it = numbers.find(user); it != numbers.end()) {
      result.users.push_back(it->second);
      result.last = std::max(result.last, it->second);
    }
  return result;
}

int64_t ResidenceMap::occupied(ArrayRef<func::CallOp> calls) {
  int64_t most = 0;
  for (func::CallOp call : calls) {
    int64_t at = numbers[call], bytes = 0;
    for (const KeptValue &value : kept)
      if (value.first < at && at < value.last && !llvm::is_contained(value.users, at))
        bytes += value.bytes;
    most = std::max(most, bytes);
  }
  return most;
}

bool ResidenceMap::fits(ArrayRef<Value> more, int64_t bytes, ArrayRef<Launch> changed) {
  SmallVector<KeptValue> values(kept);
  for (Value value : more)
    values.push_back(valueOf(value, bytes));
  int64_t capacity = device.lxAllocatableBytes / ir::kStickBytes * ir::kStickBytes;
  auto region = packTop(values, static_cast<int64_t>(needs.size()), capacity);
  if (!region)
    return false;
  SmallVector<int64_t> all(needs);
  for (const Launch &launch : changed)
    all[numbers[launch.call]] = launch.bytes;
  return llvm::all_of(llvm::zip_equal(all, region->perLaunch),
                      [&](auto pair) { return std::get<0>(pair) + std::get<1>(pair) <= capacity; });
}

void ResidenceMap::add(Value value, int64_t bytes) { kept.push_back(valueOf(value, bytes)); }
