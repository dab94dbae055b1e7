// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The search over divisions and tiles: every division that leaves no core idle
// for nothing, first with tiles that just fit, from a few starts, then the best
// ones with tiles refined step by step. Counted in priced configurations.
#include "spyre/Solver/KernelNest.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

using namespace spyre;
using namespace spyre::solver;

namespace {
class Search {
public:
  Search(const KernelProblem &problem, const device::Device &device, const KernelPins &pins,
         int64_t budget)
      : problem(problem), device(device), pins(pins), budget(budget) {
    capacity = device.lxAllocatableBytes;
  }

  std::optional<KernelAnswer> run() {
    std::vector<int64_t> parts(problem.classes.size(), 1);
    enumerate(parts, 0, device.cores);
    std::vector<Candidate> found;
    for (const auto &division : divisions) {
      if (evaluations >= budget)
        break;
      auto arrival = arrivalOf(problem, division, device);
      if (!arrival)
        continue;
      arrivals[division] = *arrival;
      for (const std::vector<int64_t> &start : starts(division))
        if (auto candidate = fit(division, start))
          found.push_back(*candidate);
    }
    std::sort(found.begin(), found.end(), better);
    if (found.size() > kRefined)
      found.resize(kRefined);
    double cheapest = std::numeric_limits<double>::infinity();
    for (Candidate &candidate : found) {
      if (floorOf(candidate) >= cheapest)
        continue;
      refine(candidate);
      cheapest = std::min(cheapest, candidate.price.us);
    }
    std::sort(found.begin(), found.end(), better);
    auto same = [](const Candidate &a, const Candidate &b) { return a.config == b.config; };
    found.erase(std::unique(found.begin(), found.end(), same), found.end());
    if (found.empty())
      return std::nullopt;
    // The sum of what is live is not all: buffers need places without gaps.
    auto hasPlaces = [&](const Candidate &c) {
      return fitsLx(kernelBuffers(problem, c.config), capacity - problem.occupiedBytes);
    };
    found.erase(found.begin(), std::find_if(found.begin(), found.end(), hasPlaces));
    if (found.empty())
      return std::nullopt;
    // Prices this near are equal, and what exchanges less depends on less.
    auto simplest = found.begin();
    for (auto it = found.begin();
         it != found.end() && it->price.us <= kEqual * found.front().price.us; ++it)
      if (exchanges(*it) < exchanges(*simplest) && hasPlaces(*it))
        simplest = it;
    std::rotate(found.begin(), simplest, simplest + 1);
    KernelAnswer answer;
    answer.config = found.front().config;
    answer.price = found.front().price;
    for (size_t i = 1; i < std::min(found.size(), kShown); ++i)
      answer.alternatives.emplace_back(found[i].config, found[i].price);
    answer.evaluations = evaluations;
    return answer;
  }

private:
  static constexpr size_t kRefined = 128, kShown = 8;
  static constexpr double kEqual = 1.02;
  struct Candidate {
    KernelConfig config;
    KernelPrice price;
  };

  /// Cheaper first; equal: fewer tiles, then fewer cores; a total order.
  static bool better(const Candidate &a, const Candidate &b) {
    auto key = [](const Candidate &c) {
      return std::tie(c.price.us, c.price.iterations, c.price.cores, c.config.parts, c.config.tile,
                      c.config.order, c.config.exchange, c.config.accumulators);
    };
    return key(a) < key(b);
  }

  /// Partial results that a core sends on.
  int64_t exchanges(const Candidate &candidate) const {
    int64_t count = 0;
    for (const KernelOp &op : problem.ops)
      count += candidate.price.iterations * (foldParts(op, candidate.config) - 1);
    return count;
  }

  /// What fits LX goes before what does not.
  bool betterFit(const Candidate &a, const Candidate &b) const {
    bool fits = a.price.lxBytes <= capacity, otherFits = b.price.lxBytes <= capacity;
    return fits != otherFits ? fits : better(a, b);
  }

  /// What other tiles hardly beat: the busiest unit alone. Products and transfers
  /// may gain from larger tiles; a fifth is allowed for that.
  static double floorOf(const Candidate &c) {
    return 0.8 * std::max({c.price.ddrUs, c.price.ptUs, c.price.sfuUs});
  }

  int64_t units(size_t cls) const {
    return cost::ceilDiv(problem.classes[cls].extent, problem.classes[cls].unit);
  }

  /// The next larger number of parts that makes the largest share smaller.
  int64_t nextParts(size_t cls, int64_t parts) const {
    int64_t largest = cost::ceilDiv(units(cls), parts);
    if (largest <= 1)
      return 0;
    return cost::ceilDiv(units(cls), largest - 1);
  }

  void enumerate(std::vector<int64_t> &parts, size_t cls, int64_t cores) {
    if (cls == problem.classes.size()) {
      int64_t used = std::accumulate(parts.begin(), parts.end(), int64_t(1), std::multiplies<>());
      for (size_t k = 0; k < parts.size(); ++k) {
        int64_t next = problem.classes[k].parallel && !pinned(k) ? nextParts(k, parts[k]) : 0;
        if (next > 0 && used / parts[k] * next <= device.cores)
          return; // room for more: some other division covers it
      }
      divisions.push_back(parts);
      return;
    }
    if (pinned(cls)) {
      parts[cls] = pins.parts[cls];
      if (parts[cls] <= cores)
        enumerate(parts, cls + 1, cores / parts[cls]);
      parts[cls] = 1;
      return;
    }
    for (int64_t n = 1; n > 0 && n <= cores; n = shared(cls) ? nextParts(cls, n) : 0) {
      parts[cls] = n;
      enumerate(parts, cls + 1, cores / n);
    }
    parts[cls] = 1;
  }

  bool shared(size_t cls) const {
    return problem.classes[cls].parallel || problem.classes[cls].split;
  }
  bool pinned(size_t cls) const { return cls < pins.parts.size() && pins.parts[cls] > 0; }

  /// Prices with the best loop order.
  std::optional<Candidate> priced(KernelConfig config) {
    std::vector<int> tiled;
    for (size_t k = 0; k < problem.classes.size(); ++k)
      if (problem.classes[k].parallel &&
          trips(problem.classes[k], config.parts[k], config.tile[k]) > 1)
        tiled.push_back(static_cast<int>(k));
    auto rank = [&](int cls) {
      return std::find(pins.order.begin(), pins.order.end(), cls) - pins.order.begin();
    };
    if (!pins.order.empty())
      std::sort(tiled.begin(), tiled.end(),
                [&](int a, int b) { return std::pair(rank(a), a) < std::pair(rank(b), b); });
    std::optional<Candidate> best;
    int64_t tried = 0;
    auto scatter = scatterOf(problem, config);
    bool scatters = scatter && scatter->cls >= 0;
    bool rotates =
        !tiled.empty() && std::any_of(problem.ops.begin(), problem.ops.end(),
                                      [](auto &op) { return op.kind == KernelOp::Kind::Contract; });
    auto consider = [&] {
      ++evaluations;
      if (auto price = priceKernel(problem, config, device, arrivals.at(config.parts))) {
        Candidate candidate{config, *price};
        if (!best || betterFit(candidate, *best))
          best = candidate;
      }
    };
    do {
      config.order = tiled;
      for (Exchange exchange : {Exchange::PsumChain, Exchange::PsumFetch, Exchange::RingFetch})
        for (int64_t accumulators : {2, 1})
          if ((scatters || exchange == Exchange::PsumChain) && (rotates || accumulators == 2)) {
            config.exchange = exchange, config.accumulators = accumulators;
            consider();
          }
    } while (pins.order.empty() && ++tried < 6 &&
             std::next_permutation(tiled.begin(), tiled.end()));
    return best;
  }

  std::vector<size_t> tileable(const KernelConfig &config) const {
    std::vector<size_t> result;
    for (size_t k = 0; k < problem.classes.size(); ++k)
      if (freeTile(k) && config.tile[k] > problem.classes[k].unit)
        result.push_back(k);
    return result;
  }

  int64_t halved(size_t cls, int64_t tile) const {
    int64_t unit = problem.classes[cls].unit;
    return std::max(unit, cost::ceilDiv(cost::ceilDiv(tile, 2), unit) * unit);
  }

  /// Where to begin: with whole shares, and with each streamed class in its
  /// smallest tiles, since a step from one to the other may not pay on its own.
  std::vector<std::vector<int64_t>> starts(const std::vector<int64_t> &parts) const {
    std::vector<std::vector<int64_t>> result(1);
    for (size_t k = 0; k < parts.size(); ++k) {
      int64_t full = share(problem.classes[k], parts[k]);
      result[0].push_back(pinnedTile(k) ? std::min(pins.tile[k], full) : full);
    }
    for (size_t k = 0; k < parts.size(); ++k)
      if (problem.classes[k].streamed && freeTile(k) && problem.classes[k].unit < result[0][k]) {
        result.push_back(result[0]);
        result.back()[k] = problem.classes[k].unit;
      }
    return result;
  }

  /// Shrinks tiles until the kernel fits, each time the one that is cheapest.
  std::optional<Candidate> fit(const std::vector<int64_t> &parts,
                               const std::vector<int64_t> &start) {
    KernelConfig config;
    config.parts = parts, config.tile = start;
    std::optional<Candidate> current = priced(config);
    while (!current || current->price.lxBytes > capacity) {
      std::optional<Candidate> next;
      double nextScore = 0;
      for (size_t cls : tileable(config)) {
        KernelConfig smaller = config;
        smaller.tile[cls] = halved(cls, config.tile[cls]);
        auto candidate = priced(smaller);
        if (!candidate)
          continue;
        // Bytes that still do not fit weigh against the time that it costs.
        double over = std::max<double>(1, static_cast<double>(candidate->price.lxBytes) /
                                              static_cast<double>(capacity));
        double score = candidate->price.us * over;
        if (!next || score < nextScore)
          next = candidate, nextScore = score;
      }
      if (!next || evaluations >= budget)
        return std::nullopt;
      config = next->config;
      current = next;
    }
    return current;
  }

  bool freeTile(size_t cls) const {
    const KernelClass &info = problem.classes[cls];
    return (info.parallel || info.streamed) && !pinnedTile(cls);
  }
  bool pinnedTile(size_t cls) const { return cls < pins.tile.size() && pins.tile[cls] > 0; }

  /// Tiles next to these: a class halved, doubled, or one halved and another
  /// doubled, which trades room for room where LX is full.
  std::vector<std::vector<int64_t>> neighbours(const KernelConfig &config) const {
    std::vector<std::vector<int64_t>> smaller, larger, result;
    for (size_t k = 0; k < config.tile.size(); ++k) {
      if (!freeTile(k))
        continue;
      auto with = [&](int64_t tile, std::vector<std::vector<int64_t>> &list) {
        if (tile != config.tile[k])
          list.push_back(config.tile), list.back()[k] = tile;
      };
      with(halved(k, config.tile[k]), smaller);
      with(std::min(share(problem.classes[k], config.parts[k]), 2 * config.tile[k]), larger);
    }
    result = smaller;
    result.insert(result.end(), larger.begin(), larger.end());
    for (const std::vector<int64_t> &down : smaller)
      for (const std::vector<int64_t> &up : larger) {
        std::vector<int64_t> both = down;
        bool apart = true;
        for (size_t k = 0; k < both.size(); ++k)
          if (up[k] != config.tile[k])
            apart = down[k] == config.tile[k], both[k] = up[k];
        if (apart)
          result.push_back(both);
      }
    return result;
  }

  /// Takes the tiles if they fit and are cheaper by a percent.
  bool improve(const std::vector<int64_t> &tile, Candidate &best) {
    KernelConfig config = best.config;
    config.tile = tile;
    auto candidate = priced(config);
    if (!candidate || candidate->price.lxBytes > capacity ||
        candidate->price.us >= best.price.us * 0.99)
      return false;
    best = *candidate;
    return true;
  }

  /// Steps to cheaper tiles, as long as it helps.
  void refine(Candidate &best) {
    for (bool moved = true; moved && evaluations < budget;) {
      moved = false;
      for (const std::vector<int64_t> &tile : neighbours(best.config))
        if (improve(tile, best)) {
          moved = true;
          break;
        }
      for (size_t k = 0; !moved && k < best.config.tile.size(); ++k)
        moved = freeTile(k) && exchange(k, best);
    }
  }

  /// Larger tiles of one class, as large as they get, for smaller ones of another:
  /// several steps at once, as the first ones may cost more than they save.
  bool exchange(size_t grown, Candidate &best) {
    int64_t full = share(problem.classes[grown], best.config.parts[grown]);
    for (size_t shrunk = 0; shrunk < problem.classes.size(); ++shrunk) {
      if (shrunk == grown || !freeTile(shrunk))
        continue;
      std::vector<int64_t> tile = best.config.tile;
      while (tile[grown] < full && evaluations < budget) {
        tile[grown] = std::min(full, 2 * tile[grown]);
        int64_t smaller = halved(shrunk, tile[shrunk]);
        if (smaller == tile[shrunk])
          break;
        tile[shrunk] = smaller;
        if (improve(tile, best))
          return true;
      }
    }
    return false;
  }

  const KernelProblem &problem;
  const device::Device &device;
  const KernelPins &pins;
  int64_t budget, capacity = 0, evaluations = 0;
  std::vector<std::vector<int64_t>> divisions;
  std::map<std::vector<int64_t>, Arrival> arrivals; // of the divisions looked at
};
} // namespace

std::optional<KernelAnswer> solver::solveKernel(const KernelProblem &problem,
                                                const device::Device &device,
                                                const KernelPins &pins, int64_t budget) {
  return Search(problem, device, pins, budget).run();
}
