// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes under a configuration: boxes, shares, loop depths and buffers. The
// planner prices with these and the placement pass builds loops from the same
// rules, so a priced kernel is the kernel that runs.
#include "spyre/Solver/KernelNest.h"

#include "spyre/Plan/Expr.h"
#include "spyre/Plan/Plan.h"
#include "spyre/Solver/Allocation.h"

#include <algorithm>

using namespace spyre;
using namespace spyre::solver;

namespace {
/// Operations of the allocator for one configuration; most need few.
constexpr int64_t kAllocationBudget = 1'000'000;

/// Values of a term when class k runs over ranges[k].
Interval termRange(const Term &term, const std::vector<Interval> &ranges) {
  int64_t lo = term.c, hi = term.c;
  for (auto [cls, coef] : term.linear) {
    lo += coef * (coef < 0 ? ranges[cls].second : ranges[cls].first);
    hi += coef * (coef < 0 ? ranges[cls].first : ranges[cls].second);
  }
  lo = plan::floorDiv(lo, term.div), hi = plan::floorDiv(hi, term.div);
  if (term.mod > 0) {
    int64_t turn = plan::floorDiv(lo, term.mod);
    if (turn == plan::floorDiv(hi, term.mod))
      lo -= turn * term.mod, hi -= turn * term.mod;
    else
      lo = 0, hi = term.mod - 1;
  }
  return {std::min(lo * term.mul, hi * term.mul), std::max(lo * term.mul, hi * term.mul)};
}

Interval rangeOf(const DimIndex &index, const std::vector<Interval> &ranges) {
  Interval range{0, 0};
  for (const Term &term : index) {
    auto [lo, hi] = termRange(term, ranges);
    range.first += lo, range.second += hi;
  }
  return range;
}

/// From an aligned origin.
std::vector<Interval> fromOrigin(const std::vector<int64_t> &size) {
  std::vector<Interval> ranges;
  for (int64_t elements : size)
    ranges.emplace_back(0, std::max<int64_t>(elements, 1) - 1);
  return ranges;
}
} // namespace

Interval spyre::solver::indexRange(const DimIndex &index, const std::vector<int64_t> &size) {
  return rangeOf(index, fromOrigin(size));
}

std::vector<Interval> spyre::solver::touchedBox(const KernelProblem &problem, int tensor,
                                                const std::vector<Interval> &ranges) {
  std::vector<Interval> hull;
  for (const KernelOp &op : problem.ops)
    for (const auto *accesses : {&op.reads, &op.writes})
      for (const KernelAccess &access : *accesses) {
        if (access.tensor != tensor)
          continue;
        for (size_t dim = 0; dim < access.index.size(); ++dim) {
          auto [lo, hi] = rangeOf(access.index[dim], ranges);
          if (hull.size() <= dim)
            hull.emplace_back(lo, hi);
          hull[dim] = {std::min(hull[dim].first, lo), std::max(hull[dim].second, hi)};
        }
      }
  return hull;
}

std::vector<int64_t> spyre::solver::boxShape(const KernelProblem &problem, int tensor,
                                             const std::vector<int64_t> &size) {
  std::vector<int64_t> shape;
  for (auto [lo, hi] : touchedBox(problem, tensor, fromOrigin(size)))
    shape.push_back(hi - lo + 1);
  return shape;
}

int64_t spyre::solver::boxBytes(const std::vector<int64_t> &box) {
  int64_t bytes = plan::kStickBytes;
  for (int64_t entries : box)
    bytes *= entries;
  return bytes;
}

int64_t spyre::solver::share(const KernelClass &cls, int64_t parts) {
  int64_t units = cost::ceilDiv(cls.extent, cls.unit);
  return std::min(cls.extent, cost::ceilDiv(units, parts) * cls.unit);
}

int64_t spyre::solver::trips(const KernelClass &cls, int64_t parts, int64_t tile) {
  return std::max<int64_t>(1, cost::ceilDiv(share(cls, parts), tile));
}

std::vector<char> spyre::solver::dependsOn(const KernelAccess &access, size_t numClasses) {
  std::vector<char> depends(numClasses, 0);
  for (const DimIndex &index : access.index)
    for (const Term &term : index)
      for (auto [cls, coef] : term.linear)
        depends[cls] |= coef != 0;
  return depends;
}

std::optional<StreamStages> spyre::solver::streamStages(const KernelProblem &problem, int cls) {
  StreamStages result;
  result.stage.assign(problem.ops.size(), 2);
  auto contains = [&](const KernelOp &op) {
    return std::find(op.classes.begin(), op.classes.end(), cls) != op.classes.end();
  };
  for (size_t i = 0; i < problem.ops.size(); ++i) {
    const KernelOp &op = problem.ops[i];
    for (size_t loop = 0; loop < op.classes.size(); ++loop)
      if (op.classes[loop] == cls && op.reduction[loop]) {
        if (result.sink >= 0)
          return std::nullopt; // two folds: the second needs the first complete
        result.sink = static_cast<int>(i);
      }
  }
  if (result.sink < 0)
    return std::nullopt;
  // Producers of the sink that run over the class go inside the loop.
  std::vector<char> needed(problem.tensors.size(), 0);
  for (int i = result.sink; i >= 0; --i) {
    const KernelOp &op = problem.ops[i];
    bool feeds = i == result.sink;
    for (const KernelAccess &write : op.writes)
      feeds |= needed[write.tensor] != 0;
    if (!feeds)
      continue;
    result.stage[i] = contains(op) ? 0 : -1;
    for (const KernelAccess &read : op.reads)
      needed[read.tensor] = 1;
  }
  for (size_t i = 0; i < problem.ops.size(); ++i) {
    if (result.stage[i] != 2)
      continue;
    if (contains(problem.ops[i]))
      return std::nullopt; // a reader of whole rows beside the stream
    result.stage[i] = static_cast<int>(i) < result.sink ? -1 : 1;
  }
  // Nothing made inside the loop but the fold may be used or stored outside it.
  for (size_t i = 0; i < problem.ops.size(); ++i)
    if (result.stage[i] == 0 && static_cast<int>(i) != result.sink)
      for (const KernelAccess &write : problem.ops[i].writes) {
        if (problem.tensors[write.tensor].leaves())
          return std::nullopt;
        for (size_t j = 0; j < problem.ops.size(); ++j)
          if (result.stage[j] != 0)
            for (const KernelAccess &read : problem.ops[j].reads)
              if (read.tensor == write.tensor)
                return std::nullopt;
      }
  return result;
}

std::vector<int> spyre::solver::streamedClasses(const KernelProblem &problem,
                                                const KernelConfig &config) {
  std::vector<int> result;
  for (size_t k = 0; k < problem.classes.size(); ++k)
    if (problem.classes[k].streamed && config.tile[k] < share(problem.classes[k], config.parts[k]))
      result.push_back(static_cast<int>(k));
  return result;
}

int spyre::solver::streamedClass(const KernelProblem &problem, const KernelConfig &config) {
  std::vector<int> all = streamedClasses(problem, config);
  return all.empty() ? -1 : all.front();
}

int64_t spyre::solver::foldParts(const KernelOp &op, const KernelConfig &config) {
  int64_t parts = 1;
  for (size_t loop = 0; loop < op.classes.size(); ++loop)
    if (op.reduction[loop])
      parts *= config.parts[op.classes[loop]];
  return parts;
}

KernelNest spyre::solver::kernelNest(const KernelProblem &problem, const KernelConfig &config) {
  KernelNest nest;
  nest.order = config.order;
  nest.stream = streamedClass(problem, config);
  nest.scatter = scatterOf(problem, config).value_or(KernelScatter());
  int levels = static_cast<int>(nest.order.size());
  size_t numClasses = problem.classes.size();
  auto depthOf = [&](const std::vector<char> &depends) {
    int depth = 0;
    for (int level = 0; level < levels; ++level)
      if (depends[nest.order[level]])
        depth = level + 1;
    return depth;
  };
  std::vector<int> stage(problem.ops.size(), -1);
  if (nest.stream >= 0)
    if (auto stages = streamStages(problem, nest.stream))
      stage = stages->stage, nest.sink = stages->sink;
  nest.tensorDepth.assign(problem.tensors.size(), 0);
  nest.inStream.assign(problem.tensors.size(), 0);
  for (size_t i = 0; i < problem.ops.size(); ++i)
    for (const KernelAccess &read : problem.ops[i].reads)
      if (problem.tensors[read.tensor].loaded) {
        auto depends = dependsOn(read, numClasses);
        int &depth = nest.tensorDepth[read.tensor];
        depth = std::max(depth, depthOf(depends));
        if (nest.stream >= 0 && depends[nest.stream])
          nest.inStream[read.tensor] = 1, depth = levels;
      }
  for (size_t i = 0; i < problem.ops.size(); ++i) {
    const KernelOp &op = problem.ops[i];
    std::vector<char> depends(numClasses, 0);
    for (int cls : op.classes)
      depends[cls] = 1;
    int depth = depthOf(depends);
    for (const KernelAccess &read : op.reads)
      depth = std::max(depth, nest.tensorDepth[read.tensor]);
    for (const KernelAccess &write : op.writes) {
      if (problem.tensors[write.tensor].leaves())
        depth = levels;
      depth = std::max(depth, nest.tensorDepth[write.tensor]);
    }
    if (nest.stream >= 0 && stage[i] >= 0)
      depth = levels; // with or after the stream loop, which is innermost
    nest.opDepth.push_back(depth);
    nest.opInStream.push_back(nest.stream >= 0 && stage[i] == 0);
    nest.opAfterStream.push_back(nest.stream >= 0 && stage[i] == 1);
    for (const KernelAccess &write : op.writes) {
      nest.tensorDepth[write.tensor] = depth;
      nest.inStream[write.tensor] = nest.opInStream[i] && static_cast<int>(i) != nest.sink;
    }
  }
  return nest;
}

std::vector<int64_t> spyre::solver::spannedSizes(const KernelProblem &problem,
                                                 const KernelConfig &config) {
  std::vector<int64_t> sizes;
  for (size_t k = 0; k < config.tile.size(); ++k)
    sizes.push_back(trips(problem.classes[k], config.parts[k], config.tile[k]) * config.tile[k]);
  return sizes;
}

std::vector<KernelBuffer> spyre::solver::kernelBuffers(const KernelProblem &problem,
                                                       const KernelConfig &config) {
  KernelNest nest = kernelNest(problem, config);
  int levels = static_cast<int>(nest.order.size());
  bool streams = nest.stream >= 0, scatters = nest.scatter.cls >= 0;
  std::vector<int64_t> slice = sliceTile(config, nest.scatter);
  auto bytesOf = [&](int tensor, const std::vector<int64_t> &tile) {
    return boxBytes(boxShape(problem, tensor, tile));
  };
  int end = static_cast<int>(problem.ops.size());
  std::vector<KernelBuffer> buffers, arriving;
  for (size_t t = 0; t < problem.tensors.size(); ++t) {
    const KernelTensor &tensor = problem.tensors[t];
    KernelBuffer buffer;
    buffer.tensor = static_cast<int>(t);
    if (tensor.resident || tensor.kept) {
      // The core's part of it, and room for what comes from other cores.
      int64_t spanned = bytesOf(buffer.tensor, spannedSizes(problem, config));
      buffer.first = 0, buffer.last = end;
      buffer.bytes = tensor.kept ? spanned : tensor.shardBytes;
      buffer.outlives = true;
      buffers.push_back(buffer);
      if (tensor.resident &&
          !alignedOffset(tensor.shards, coreBoxes(problem, buffer.tensor, config.parts)))
        arriving.push_back({-1, spanned, 1, 0, end});
      continue;
    }
    bool sliced = scatters && nest.scatter.tensors[t];
    buffer.bytes = bytesOf(buffer.tensor, sliced ? slice : config.tile);
    bool product = false;
    buffer.first = end, buffer.last = -1;
    for (size_t i = 0; i < problem.ops.size(); ++i) {
      for (const KernelAccess &write : problem.ops[i].writes)
        if (write.tensor == buffer.tensor) {
          product |= problem.ops[i].kind == KernelOp::Kind::Contract;
          buffer.first = std::min(buffer.first, static_cast<int>(i));
          buffer.last = std::max(buffer.last, static_cast<int>(i) + 1);
        }
      for (const KernelAccess &read : problem.ops[i].reads)
        if (read.tensor == buffer.tensor) {
          buffer.first = std::min(buffer.first, static_cast<int>(i));
          buffer.last = std::max(buffer.last, static_cast<int>(i) + 1);
        }
    }
    int depth = nest.tensorDepth[t];
    bool crosses = tensor.loaded || tensor.stored || product;
    if (crosses && (depth > 0 || nest.inStream[t]))
      buffer.slots = product ? config.accumulators : 2; // the next tile moves while this is used
    // A value that outlives an iteration of some loop lives through all of it;
    // so does one that is live at the stream loop's entry.
    if (buffer.slots > 1 || depth < levels || tensor.stored || streams)
      buffer.first = 0, buffer.last = end;
    buffers.push_back(buffer);
  }
  for (size_t i = 0; i < problem.ops.size(); ++i)
    if (int64_t parts = foldParts(problem.ops[i], config); parts > 1) {
      KernelBuffer exchange;
      exchange.tensor = -1;
      int tensor = problem.ops[i].writes.front().tensor;
      bool sums = scatters && nest.scatter.sums[i];
      if (sums && config.exchange != Exchange::RingFetch) {
        // In a chain, a sum on its way rests in two buffers in turn.
        bool turns = config.exchange == Exchange::PsumChain && parts > 2;
        exchange.bytes = bytesOf(tensor, slice) * (turns ? 2 : 1);
      } else {
        exchange.bytes = bytesOf(tensor, sums ? slice : config.tile) * (parts + 1);
      }
      exchange.first = 0, exchange.last = end;
      buffers.push_back(exchange);
    }
  buffers.insert(buffers.end(), arriving.begin(), arriving.end());
  return buffers;
}

int64_t spyre::solver::peakBytes(const std::vector<KernelBuffer> &buffers, bool local) {
  int64_t peak = 0;
  int end = 0;
  for (const KernelBuffer &buffer : buffers)
    end = std::max(end, buffer.last);
  for (int at = 0; at < end; ++at) {
    int64_t bytes = 0;
    for (const KernelBuffer &buffer : buffers)
      if (buffer.first <= at && at < buffer.last && !(local && buffer.outlives))
        bytes += buffer.bytes * buffer.slots;
    peak = std::max(peak, bytes);
  }
  return peak;
}

bool spyre::solver::fitsLx(const std::vector<KernelBuffer> &buffers, int64_t capacity) {
  AllocationProblem problem;
  problem.capacity = capacity;
  for (const KernelBuffer &buffer : buffers) {
    if (buffer.outlives) { // at the top, by itself
      problem.capacity -= buffer.bytes;
      continue;
    }
    Request request;
    request.id = static_cast<int64_t>(problem.requests.size());
    request.first = buffer.first, request.last = std::max(buffer.last, buffer.first + 1);
    request.size = buffer.bytes * buffer.slots;
    problem.requests.push_back(request);
  }
  return problem.capacity >= 0 && allocate(problem, kAllocationBudget).fits;
}
