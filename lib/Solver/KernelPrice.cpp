// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The price of one configuration: time on each unit and on device memory, then
// a pipeline over the tiles. Contention is the simulation's.
#include "spyre/Cost/Transfers.h"
#include "spyre/Solver/Kernel.h"

#include <algorithm>
#include <array>

using namespace spyre;
using namespace spyre::solver;

namespace {
struct Pricing {
  const KernelProblem &problem;
  const KernelConfig &config;
  const device::Device &device;
  KernelNest nest;
  std::vector<int64_t> levelTrips; // per parallel loop
  int64_t streamTrips = 1;

  int64_t instances(int depth, bool inStream) const {
    int64_t count = inStream ? streamTrips : 1;
    for (int level = 0; level < depth; ++level)
      count *= levelTrips[level];
    return count;
  }

  /// Cores that receive the same box: those that differ only in classes the
  /// tensor does not depend on.
  int64_t fanout(const std::vector<char> &depends) const {
    int64_t cores = 1;
    for (size_t k = 0; k < problem.classes.size(); ++k)
      if (!depends[k])
        cores *= config.parts[k];
    return cores;
  }

  std::vector<char> dependencies(int tensor) const {
    std::vector<char> all(problem.classes.size(), 0);
    for (const KernelOp &op : problem.ops)
      for (const auto *accesses : {&op.reads, &op.writes})
        for (const KernelAccess &access : *accesses)
          if (access.tensor == tensor) {
            auto depends = dependsOn(access, problem.classes.size());
            for (size_t k = 0; k < all.size(); ++k)
              all[k] |= depends[k];
          }
    return all;
  }
};

/// Bytes of a box that lie one after the other in device memory.
int64_t runBytes(const std::vector<int64_t> &box, const std::vector<int64_t> &shape) {
  int64_t run = 128;
  for (size_t dim = box.size(); dim-- > 0;) {
    run *= box[dim];
    if (box[dim] < shape[dim])
      break;
  }
  return run;
}

/// Elements along the loops, the vector loop in whole groups of 16 lanes.
double elements(const KernelOp &op, const std::vector<int64_t> &tile) {
  double count = 1;
  for (size_t loop = 0; loop < op.classes.size(); ++loop) {
    int64_t size = tile[op.classes[loop]];
    if (static_cast<int>(loop) == op.vectorLoop)
      size = (size + 15) / 16 * 16;
    count *= static_cast<double>(size);
  }
  return count;
}

/// Cycles on its unit and bytes through the LX port, for one tile.
struct OpCost {
  double cycles = 0, portBytes = 0;
};

OpCost opCost(const KernelOp &op, const std::vector<int64_t> &tile, const device::Device &device) {
  if (op.kind == KernelOp::Kind::Contract) {
    std::vector<int64_t> extents;
    for (int cls : op.classes)
      extents.push_back(tile[cls]);
    cost::Product product = productOf(op, extents);
    return {cost::productCycles(device, product), cost::productPortBytes(device, product)};
  }
  double count = elements(op, tile);
  cost::VectorOps ops = op.perElement.scaled(count);
  ops.laneSticks += op.laneMoves * count / static_cast<double>(op.lanes);
  double bytes = op.portBytesPerElement * count;
  return {std::max(cost::vectorCycles(device, ops), bytes / device.lxPortBytesPerCycle), bytes};
}
} // namespace

cost::Product solver::productOf(const KernelOp &op, const std::vector<int64_t> &extents) {
  cost::Product product{1, 1, 1, 1, op.productType};
  std::vector<int64_t *> role(extents.size(), &product.batch);
  for (int loop : op.mLoops)
    role[loop] = &product.m;
  for (int loop : op.nLoops)
    role[loop] = &product.n;
  for (int loop : op.kLoops)
    role[loop] = &product.k;
  for (size_t loop = 0; loop < extents.size(); ++loop)
    *role[loop] *= extents[loop];
  return product;
}

namespace {
/// Memory time by when it falls due: `first` before anything runs, `load` and
/// `store` tile by tile.
struct Transfers {
  double first = 0, load = 0, store = 0;
};
} // namespace

static Transfers priceTransfers(const Pricing &p, KernelPrice &price) {
  Transfers times;
  for (size_t t = 0; t < p.problem.tensors.size(); ++t) {
    const KernelTensor &tensor = p.problem.tensors[t];
    if (!tensor.loaded && !tensor.stored)
      continue;
    std::vector<int64_t> box = boxShape(p.problem, static_cast<int>(t), p.config.tile);
    double bytes = 128;
    for (int64_t size : box)
      bytes *= static_cast<double>(size);
    auto depends = p.dependencies(static_cast<int>(t));
    int64_t fan = p.fanout(depends);
    // Tiles cover a share exactly once; the last one may be part-filled.
    double share = bytes;
    for (size_t k = 0; k < depends.size(); ++k) {
      const KernelClass &cls = p.problem.classes[k];
      int64_t parts = p.config.parts[k];
      if (depends[k] && p.config.tile[k] < solver::share(cls, parts))
        share *=
            static_cast<double>(solver::share(cls, parts)) / static_cast<double>(p.config.tile[k]);
    }
    double chip = share * price.cores / static_cast<double>(fan);
    // Ceil effects: the chip never moves more than all parts together hold.
    for (size_t k = 0; k < depends.size(); ++k)
      if (depends[k]) {
        const KernelClass &cls = p.problem.classes[k];
        chip *= static_cast<double>(cls.extent) /
                (static_cast<double>(solver::share(cls, p.config.parts[k])) *
                 static_cast<double>(p.config.parts[k]));
      }
    int64_t run = runBytes(box, tensor.outerShape);
    if (tensor.loaded) {
      // Loaded again for every iteration of an outer loop it does not follow.
      double again = 1;
      for (int level = 0; level < p.nest.tensorDepth[t]; ++level)
        if (!depends[p.nest.order[level]])
          again *= static_cast<double>(p.levelTrips[level]);
      price.ddrReadBytes += chip * again;
      bool once = p.nest.tensorDepth[t] == 0 && !p.nest.inStream[t];
      (once ? times.first : times.load) +=
          cost::ddrTimeUs(p.device, chip * again, run, static_cast<int>(fan),
                          static_cast<int>(price.cores), cost::Direction::Read);
    }
    if (tensor.stored) {
      price.ddrWriteBytes += chip;
      times.store += cost::ddrTimeUs(p.device, chip, run, 1, static_cast<int>(price.cores / fan),
                                     cost::Direction::Write);
    }
  }
  return times;
}

/// Partial results around the ring, then their fold; everybody waits for it.
static double exchangeUs(const Pricing &p, const KernelOp &op) {
  int64_t parts = foldParts(op, p.config);
  if (parts == 1)
    return 0;
  double bytes = 128;
  for (int64_t size : boxShape(p.problem, op.writes.front().tensor, p.config.tile))
    bytes *= static_cast<double>(size);
  double lanes = bytes / 2; // elements, two bytes each or wider
  double fold = lanes * static_cast<double>(parts) / p.device.reducePerCycle;
  return cost::ringCopyUs(p.device, bytes, p.device.cores / 2) * static_cast<double>(parts) +
         cost::cyclesToUs(p.device, fold);
}

static int64_t peakBytes(const std::vector<KernelBuffer> &buffers, size_t numOps) {
  int64_t peak = 0;
  for (int at = 0; at < static_cast<int>(numOps); ++at) {
    int64_t bytes = 0;
    for (const KernelBuffer &buffer : buffers)
      if (buffer.first <= at && at < buffer.last)
        bytes += buffer.bytes * buffer.slots;
    peak = std::max(peak, bytes);
  }
  return peak;
}

std::optional<double> solver::residenceUs(const KernelProblem &problem,
                                          const std::vector<int64_t> &parts,
                                          const device::Device &device) {
  double us = 0;
  for (size_t t = 0; t < problem.tensors.size(); ++t) {
    const KernelTensor &tensor = problem.tensors[t];
    if (tensor.shards.empty())
      continue;
    std::vector<CoreBox> own = coreBoxes(problem, static_cast<int>(t), parts);
    if (tensor.kept && !alignedOffset(own, tensor.shards))
      return std::nullopt;
    if (!tensor.resident || alignedOffset(tensor.shards, own))
      continue;
    auto steps = planShuffle(tensor.shards, own);
    if (!steps)
      return std::nullopt;
    us += solver::shuffleUs(*steps, device);
  }
  return us;
}

std::optional<KernelPrice> solver::priceKernel(const KernelProblem &problem,
                                               const KernelConfig &config,
                                               const device::Device &device, double shuffleUs) {
  KernelPrice price;
  price.shuffleUs = shuffleUs;
  for (int64_t parts : config.parts)
    price.cores *= static_cast<int>(parts);
  if (price.cores > device.cores)
    return std::nullopt;
  if (streamedClasses(problem, config).size() > 1)
    return std::nullopt; // a kernel has one stream loop
  int streamed = streamedClass(problem, config);
  if (streamed >= 0 && !streamStages(problem, streamed))
    return std::nullopt;
  Pricing p{problem, config, device, kernelNest(problem, config), {}, 1};
  for (int cls : p.nest.order) {
    p.levelTrips.push_back(trips(problem.classes[cls], config.parts[cls], config.tile[cls]));
    price.iterations *= p.levelTrips.back();
  }
  if (streamed >= 0)
    p.streamTrips = cost::ceilDiv(problem.classes[streamed].extent, config.tile[streamed]);
  for (const KernelOp &op : problem.ops) // a kept value is whole where it is made
    if (problem.tensors[op.writes.front().tensor].kept && foldParts(op, config) > 1)
      return std::nullopt;
  // A tensor that leaves must be written once: it follows every tiled class.
  for (size_t t = 0; t < problem.tensors.size(); ++t)
    if (problem.tensors[t].leaves()) {
      auto depends = p.dependencies(static_cast<int>(t));
      for (int cls : p.nest.order)
        if (!depends[cls])
          return std::nullopt;
      if (problem.tensors[t].outerShape.empty() && price.cores > 1)
        return std::nullopt; // one stick: no dim to say which core writes it
    }
  price.lxBytes =
      problem.occupiedBytes + peakBytes(kernelBuffers(problem, config), problem.ops.size());
  Transfers times = priceTransfers(p, price);
  double portBytes = 0; // per core; units and transfers share the port
  for (size_t i = 0; i < problem.ops.size(); ++i) {
    const KernelOp &op = problem.ops[i];
    OpCost once = opCost(op, config.tile, device);
    double times = static_cast<double>(p.instances(p.nest.opDepth[i], p.nest.opInStream[i]));
    double us = cost::cyclesToUs(device, once.cycles) * times;
    portBytes += once.portBytes * times;
    (op.kind == KernelOp::Kind::Contract ? price.ptUs : price.sfuUs) += us;
    price.sfuUs += exchangeUs(p, op) * times;
  }
  // The array and the vector units run side by side only if all vector work
  // follows the products: queues are in order, and a product that waits for
  // vector work holds up the next tile's first product.
  bool vectorSeen = false, alternate = false;
  for (const KernelOp &op : problem.ops) {
    bool product = op.kind == KernelOp::Kind::Contract;
    alternate |= product && vectorSeen;
    vectorSeen |= !product;
  }
  price.ddrUs = times.first + times.load + times.store;
  // A pipeline: the busiest resource runs through; the others show once. What
  // is loaded, or comes from other cores, before the loops delays the units, not the
  // memory.
  double tiles = static_cast<double>(price.iterations);
  double steps = tiles * static_cast<double>(p.streamTrips);
  double start = times.first + shuffleUs, memory = price.ddrUs;
  double array = start + price.ptUs, vector = start + price.sfuUs;
  if (alternate)
    array = vector = start + price.ptUs + price.sfuUs;
  portBytes += (price.ddrReadBytes + price.ddrWriteBytes) / price.cores;
  double port = start + cost::usAt(portBytes, cost::lxPortRate(device));
  double busiest = std::max({memory, array, vector, port});
  double fill = (times.load + price.ptUs) / steps + (price.sfuUs + times.store) / tiles;
  double own = busiest == memory  ? times.load / steps + times.store / tiles
               : busiest == array ? price.ptUs / steps
                                  : price.sfuUs / tiles; // port: some of each
  price.us = busiest + fill - own;
  return price;
}
