// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The price of one configuration: time on each unit and on device memory, then
// a pipeline over the tiles. Contention is the simulation's.
#include "spyre/Cost/Transfers.h"
#include "spyre/Plan/Plan.h"
#include "spyre/Solver/KernelNest.h"

#include <algorithm>
#include <cmath>

using namespace spyre;
using namespace spyre::solver;

namespace {
struct Pricing {
  const KernelProblem &problem;
  const KernelConfig &config;
  const device::Device &device;
  KernelNest nest;
  std::vector<int64_t> slice;      // tile, where only a slice of it is touched
  std::vector<int64_t> levelTrips; // per parallel loop
  int64_t streamTrips = 1;

  /// Whether the op runs over a slice, or the tensor passes memory in slices.
  bool slicedOp(size_t op) const { return nest.scatter.cls >= 0 && nest.scatter.ops[op]; }
  bool slicedTensor(int tensor) const {
    if (nest.scatter.cls < 0)
      return false;
    for (size_t i = 0; i < problem.ops.size(); ++i)
      if (nest.scatter.sums[i] && problem.ops[i].writes.front().tensor == tensor)
        return true;
    return nest.scatter.tensors[tensor] != 0;
  }

  int64_t instances(int depth, bool inStream) const {
    int64_t count = inStream ? streamTrips : 1;
    for (int level = 0; level < depth; ++level)
      count *= levelTrips[level];
    return count;
  }

  /// Cores that receive the same box: those that differ only in classes the
  /// tensor does not depend on. Slices differ among those that share a sum.
  int64_t fanout(const std::vector<char> &depends, bool sliced) const {
    int64_t cores = 1;
    for (size_t k = 0; k < problem.classes.size(); ++k)
      if (!depends[k] && !(sliced && nest.scatter.shared[k]))
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
  int64_t run = plan::kStickBytes;
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
  double loadBytes = 0; // of load
  double coreBytes = 0; // through the LX port of a core
  bool inStep = false;  // cores wait for one another, for what they load together
};
} // namespace

static Transfers priceTransfers(const Pricing &p, KernelPrice &price) {
  Transfers times;
  for (size_t t = 0; t < p.problem.tensors.size(); ++t) {
    const KernelTensor &tensor = p.problem.tensors[t];
    if (!tensor.loaded && !tensor.stored)
      continue;
    bool sliced = p.slicedTensor(static_cast<int>(t));
    std::vector<int64_t> box =
        boxShape(p.problem, static_cast<int>(t), sliced ? p.slice : p.config.tile);
    auto bytes = static_cast<double>(boxBytes(box));
    auto depends = p.dependencies(static_cast<int>(t));
    int64_t fan = p.fanout(depends, sliced);
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
    if (sliced) // all slices together are the tile
      chip *= static_cast<double>(p.config.tile[p.nest.scatter.cls]) /
              static_cast<double>(p.slice[p.nest.scatter.cls] * p.nest.scatter.parts);
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
      times.coreBytes += share * again;
      bool once = p.nest.tensorDepth[t] == 0 && !p.nest.inStream[t];
      times.loadBytes += once ? 0 : chip * again;
      times.inStep |= !once && fan > 1;
      (once ? times.first : times.load) +=
          cost::ddrTimeUs(p.device, chip * again, run, static_cast<int>(fan),
                          static_cast<int>(price.cores), cost::Direction::Read);
    }
    if (tensor.stored) {
      price.ddrWriteBytes += chip;
      times.coreBytes += share;
      times.store += cost::ddrTimeUs(p.device, chip, run, 1, static_cast<int>(price.cores / fan),
                                     cost::Direction::Write);
    }
  }
  return times;
}

namespace {
/// One exchange of partial results. The vector units wait for that of a fold;
/// sums of products are passed on by other units while the next tile is made.
struct ExchangeCost {
  double us = 0;     // of the ring
  double foldUs = 0; // of the vector units
  double bytes = 0;  // received by a core
  double portBytes = 0;
};
} // namespace

static ExchangeCost exchangeCost(const Pricing &p, size_t index) {
  const KernelOp &op = p.problem.ops[index];
  auto parts = static_cast<double>(foldParts(op, p.config));
  if (parts == 1)
    return {};
  bool sums = p.nest.scatter.cls >= 0 && p.nest.scatter.sums[index];
  int tensor = op.writes.front().tensor;
  auto bytes =
      static_cast<double>(boxBytes(boxShape(p.problem, tensor, sums ? p.slice : p.config.tile)));
  ExchangeCost cost;
  int hops = static_cast<int>(parts) - 1; // they are neighbours
  // If all fetch from all, each half of the cores does from the other, past one link.
  double across = std::floor(parts / 2) * std::ceil(parts / 2);
  if (sums && p.config.exchange == Exchange::PsumChain) {
    // Around all others, once; each adds its own, copied out of its tile.
    cost.bytes = bytes * (parts - 1);
    cost.us = cost::psumUs(p.device, bytes, hops) * (parts - 1);
    cost.portBytes = 4 * cost.bytes;
    return cost;
  }
  if (sums && p.config.exchange == Exchange::PsumFetch) {
    cost.bytes = bytes * (parts - 1);
    cost.us = cost::psumUs(p.device, bytes * across, hops);
    cost.portBytes = 2 * (cost.bytes + bytes);
    return cost;
  }
  // A core fetches the results of all, its own too, and gives to as many.
  cost.bytes = bytes * parts;
  double port = cost::usAt(2 * bytes, cost::lxPortRate(p.device));
  double links = cost::ringCopyUs(p.device, bytes * across, hops);
  cost.us = std::max(links, std::max(cost::ringCopyUs(p.device, bytes, hops), port) * parts);
  double elements = cost.bytes / static_cast<double>(p.problem.tensors[tensor].width);
  cost.foldUs = cost::cyclesToUs(p.device, elements / p.device.reducePerCycle);
  cost.portBytes = 3 * cost.bytes;
  if (!sums)
    cost.foldUs += cost.us, cost.us = 0;
  return cost;
}

/// Whether cores may share what the configuration has them share.
static bool canShare(const KernelProblem &problem, const KernelConfig &config) {
  for (size_t k = 0; k < problem.classes.size(); ++k) {
    const KernelClass &cls = problem.classes[k];
    if (config.parts[k] > 1 && !cls.parallel &&
        (!cls.split || config.parts[k] > cost::ceilDiv(cls.extent, cls.unit)))
      return false; // also: a core without a share has no partial result
  }
  return true;
}

std::optional<Arrival> solver::arrivalOf(const KernelProblem &problem,
                                         const std::vector<int64_t> &parts,
                                         const device::Device &device) {
  Arrival arrival;
  for (size_t t = 0; t < problem.tensors.size(); ++t) {
    const KernelTensor &tensor = problem.tensors[t];
    if (tensor.shards.empty())
      continue;
    std::vector<CoreBox> own = coreBoxes(problem, static_cast<int>(t), parts);
    if (tensor.kept && own != tensor.shards) // readers count on this very place
      return std::nullopt;
    if (!tensor.resident || alignedOffset(tensor.shards, own))
      continue;
    auto steps = planShuffle(tensor.shards, own);
    if (!steps)
      return std::nullopt;
    arrival.us += shuffleUs(*steps, device);
    arrival.ringBytes += shuffleBytes(*steps);
  }
  return arrival;
}

std::optional<KernelPrice> solver::priceKernel(const KernelProblem &problem,
                                               const KernelConfig &config,
                                               const device::Device &device,
                                               const Arrival &arrival) {
  KernelPrice price;
  price.arrivalUs = arrival.us;
  price.ringBytes = arrival.ringBytes;
  for (int64_t parts : config.parts)
    price.cores *= static_cast<int>(parts);
  if (price.cores > device.cores)
    return std::nullopt;
  if (!canShare(problem, config))
    return std::nullopt;
  if (streamedClasses(problem, config).size() > 1)
    return std::nullopt; // a kernel has one stream loop
  int streamed = streamedClass(problem, config);
  if (streamed >= 0 && !streamStages(problem, streamed))
    return std::nullopt;
  auto scatter = scatterOf(problem, config);
  if (!scatter)
    return std::nullopt;
  for (size_t i = 0; i < problem.ops.size(); ++i)
    if (scatter->cls >= 0 && scatter->sums[i] && config.exchange != Exchange::RingFetch &&
        !plan::isFloat(problem.ops[i].productType))
      return std::nullopt; // the rings add f32 only
  Pricing p{problem, config, device, kernelNest(problem, config), sliceTile(config, *scatter),
            {},      1};
  for (int cls : p.nest.order) {
    p.levelTrips.push_back(trips(problem.classes[cls], config.parts[cls], config.tile[cls]));
    price.iterations *= p.levelTrips.back();
  }
  if (streamed >= 0)
    p.streamTrips = trips(problem.classes[streamed], config.parts[streamed], config.tile[streamed]);
  // A kept value is whole on each core that makes it; of what follows shared
  // sums, a core has a slice, or nothing.
  for (size_t i = 0; i < problem.ops.size(); ++i)
    if (problem.tensors[problem.ops[i].writes.front().tensor].kept &&
        (foldParts(problem.ops[i], config) > 1 || (scatter->cls >= 0 && scatter->ops[i])))
      return std::nullopt;
  if (p.nest.scatter.cls >= 0) // of slices, nobody has a share
    for (size_t t = 0; t < problem.tensors.size(); ++t)
      if (p.nest.scatter.tensors[t] && problem.tensors[t].resident)
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
  price.lxBytes = problem.occupiedBytes + peakBytes(kernelBuffers(problem, config));
  Transfers times = priceTransfers(p, price);
  double portBytes = 0; // per core; units and transfers share the port
  for (size_t i = 0; i < problem.ops.size(); ++i) {
    const KernelOp &op = problem.ops[i];
    OpCost once = opCost(op, p.slicedOp(i) ? p.slice : config.tile, device);
    double times = static_cast<double>(p.instances(p.nest.opDepth[i], p.nest.opInStream[i]));
    double us = cost::cyclesToUs(device, once.cycles) * times;
    portBytes += once.portBytes * times;
    (op.kind == KernelOp::Kind::Contract ? price.ptUs : price.sfuUs) += us;
    ExchangeCost exchange = exchangeCost(p, i); // after the stream, of a whole tile
    times = static_cast<double>(p.instances(p.nest.opDepth[i], false));
    price.exchangeUs += exchange.us * times;
    price.sfuUs += exchange.foldUs * times;
    portBytes += exchange.portBytes * times;
    bool psum = scatter->cls >= 0 && scatter->sums[i] && config.exchange != Exchange::RingFetch;
    (psum ? price.psumBytes : price.ringBytes) += exchange.bytes * times * price.cores;
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
  // A pipeline: the busiest resource runs through; the others show once. What
  // is loaded, or comes from other cores, before the loops delays the units, not the
  // memory.
  double tiles = static_cast<double>(price.iterations);
  // Tiles are stored while others are loaded: the directions take turns. Only cores in
  // step have a first load and a last store when no other core moves anything.
  double overlap = times.inStep ? (tiles - 1) / tiles : 1;
  double loaded = times.inStep ? times.loadBytes : price.ddrReadBytes;
  price.ddrUs = times.first + times.load + times.store +
                cost::turnaroundUs(device, overlap * loaded, overlap * price.ddrWriteBytes);
  double steps = tiles * static_cast<double>(p.streamTrips);
  double start = times.first + arrival.us, memory = price.ddrUs;
  double array = start + price.ptUs, vector = start + price.sfuUs;
  if (alternate)
    array = vector = start + price.ptUs + price.sfuUs;
  if (config.accumulators == 1 && tiles > 1) {
    // The array waits for what follows a tile; loads run ahead by one step.
    double follows = price.sfuUs + price.exchangeUs;
    array = std::max(array, start + price.ptUs + follows);
    memory += std::max(0.0, follows - times.load / static_cast<double>(p.streamTrips));
  }
  portBytes += times.coreBytes;
  double port = start + cost::usAt(portBytes, cost::lxPortRate(device));
  double exchange = start + price.exchangeUs;
  double busiest = std::max({memory, array, vector, port, exchange});
  double fill =
      (times.load + price.ptUs) / steps + (price.sfuUs + price.exchangeUs + times.store) / tiles;
  double own = busiest == memory     ? times.load / steps + times.store / tiles
               : busiest == array    ? price.ptUs / steps
               : busiest == exchange ? price.exchangeUs / tiles
                                     : price.sfuUs / tiles; // port: some of each
  price.us = busiest + fill - own;
  return price;
}
