// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Solver/Shards.h"

#include "spyre/Cost/Transfers.h"
#include "spyre/Plan/Plan.h"
#include "spyre/Solver/Kernel.h"

#include <algorithm>
#include <cstdlib>

using namespace spyre;
using namespace spyre::solver;

namespace {
/// Elements of a class that one of its parts has: the first parts hold one unit
/// more where they do not divide evenly.
Interval partOf(const KernelClass &cls, int64_t parts, int64_t part) {
  int64_t units = cost::ceilDiv(cls.extent, cls.unit), each = units / parts, more = units % parts;
  auto begin = [&](int64_t p) {
    return std::min(cls.extent, (p * each + std::min(p, more)) * cls.unit);
  };
  return {begin(part), begin(part + 1) - 1};
}

bool isEmpty(const CoreBox &box) {
  return std::any_of(box.begin(), box.end(), [](auto &dim) { return dim.first >= dim.second; });
}

double volume(const CoreBox &box) {
  double entries = 1;
  for (auto [first, last] : box)
    entries *= static_cast<double>(std::max<int64_t>(0, last - first));
  return entries;
}

CoreBox intersect(const CoreBox &a, const CoreBox &b) {
  CoreBox result;
  for (size_t dim = 0; dim < a.size(); ++dim)
    result.emplace_back(std::max(a[dim].first, b[dim].first),
                        std::min(a[dim].second, b[dim].second));
  return result;
}
} // namespace

std::vector<size_t> solver::digitOrder(const KernelProblem &problem) {
  std::vector<size_t> order;
  for (bool parallel : {true, false})
    for (size_t cls = 0; cls < problem.classes.size(); ++cls)
      if (problem.classes[cls].parallel == parallel)
        order.push_back(cls);
  return order;
}

std::vector<CoreBox> solver::coreBoxes(const KernelProblem &problem, int tensor,
                                       const std::vector<int64_t> &parts) {
  int64_t cores = 1;
  for (int64_t n : parts)
    cores *= n;
  std::vector<CoreBox> result;
  std::vector<size_t> order = digitOrder(problem);
  for (int64_t core = 0; core < cores; ++core) {
    std::vector<Interval> ranges(parts.size());
    int64_t rest = core;
    bool idle = false;
    for (size_t digit = order.size(); digit-- > 0;) {
      size_t k = order[digit];
      ranges[k] = partOf(problem.classes[k], parts[k], rest % parts[k]);
      rest /= parts[k];
      idle |= ranges[k].first > ranges[k].second;
    }
    CoreBox hull;
    for (auto [first, last] : touchedBox(problem, tensor, ranges))
      hull.emplace_back(first, last + 1);
    if (idle)
      std::fill(hull.begin(), hull.end(), Interval{0, 0});
    result.push_back(std::move(hull));
  }
  return result;
}

std::optional<std::vector<int64_t>> solver::alignedOffset(const std::vector<CoreBox> &have,
                                                          const std::vector<CoreBox> &need) {
  std::optional<std::vector<int64_t>> offset;
  for (size_t core = 0; core < need.size(); ++core) {
    if (isEmpty(need[core]))
      continue;
    if (core >= have.size() || have[core].size() != need[core].size())
      return std::nullopt;
    std::vector<int64_t> own;
    for (size_t dim = 0; dim < need[core].size(); ++dim) {
      if (need[core][dim].first < have[core][dim].first ||
          need[core][dim].second > have[core][dim].second)
        return std::nullopt;
      own.push_back(need[core][dim].first - have[core][dim].first);
    }
    if (offset && *offset != own)
      return std::nullopt;
    offset = own;
  }
  return offset;
}

namespace {
/// A copy that some core needs: `box` out of the part of core `from`.
struct Piece {
  int to, from;
  CoreBox box;
};

/// The parts of all that each core needs, the nearest holder of each first.
std::optional<std::vector<Piece>> findPieces(const std::vector<CoreBox> &have,
                                             const std::vector<CoreBox> &need) {
  std::vector<Piece> pieces;
  int cores = static_cast<int>(need.size());
  for (int to = 0; to < cores; ++to) {
    std::vector<int> holders;
    for (int from = 0; from < cores; ++from)
      holders.push_back(from);
    std::sort(holders.begin(), holders.end(), [&](int a, int b) {
      return std::pair(std::abs(a - to), a) < std::pair(std::abs(b - to), b);
    });
    double found = 0;
    size_t first = pieces.size();
    for (int from : holders) {
      CoreBox box = intersect(have[from], need[to]);
      if (isEmpty(box) || std::any_of(pieces.begin() + static_cast<long>(first), pieces.end(),
                                      [&](const Piece &p) { return p.box == box; }))
        continue; // another core has the same part
      found += volume(box);
      pieces.push_back({to, from, std::move(box)});
    }
    if (found != volume(need[to]))
      return std::nullopt;
  }
  return pieces;
}

/// Every core takes the pieces that it needs in the order of `distance`, so that
/// all do the same in turn. No value if two cores would take from one at a time.
std::optional<std::vector<std::vector<int>>> inTurn(const std::vector<Piece> &pieces, int cores,
                                                    int rounds, auto distance) {
  std::vector<std::vector<int>> taken(static_cast<size_t>(cores));
  for (size_t i = 0; i < pieces.size(); ++i)
    taken[pieces[i].to].push_back(static_cast<int>(i));
  for (std::vector<int> &own : taken) {
    std::sort(own.begin(), own.end(),
              [&](int a, int b) { return distance(pieces[a]) < distance(pieces[b]); });
    own.resize(static_cast<size_t>(rounds), -1);
  }
  for (int round = 0; round < rounds; ++round) {
    std::vector<char> gives(static_cast<size_t>(cores), 0);
    for (const std::vector<int> &own : taken)
      if (own[round] >= 0 && gives[pieces[own[round]].from]++)
        return std::nullopt;
  }
  return taken;
}

/// Colours the edges of the bipartite graph of pieces (Koenig): no core takes, or
/// gives, two pieces of one colour.
class EdgeColours {
public:
  EdgeColours(int cores, int colours)
      : taken(static_cast<size_t>(cores), std::vector<int>(static_cast<size_t>(colours), -1)),
        given(taken) {}

  void add(const std::vector<Piece> &pieces, int piece) {
    int a = freeOf(taken[pieces[piece].to]), b = freeOf(given[pieces[piece].from]);
    if (a != b)
      flip(pieces, pieces[piece].from, a, b);
    taken[pieces[piece].to][a] = given[pieces[piece].from][a] = piece;
  }

  /// Per core and colour: the piece that it takes, or -1.
  const std::vector<std::vector<int>> &table() const { return taken; }

private:
  static int freeOf(const std::vector<int> &used) {
    return static_cast<int>(std::find(used.begin(), used.end(), -1) - used.begin());
  }

  /// Swaps colours a and b along the path that leaves giver `from` with colour a,
  /// so that a becomes free there.
  void flip(const std::vector<Piece> &pieces, int from, int a, int b) {
    std::vector<int> path;
    bool atGiver = true;
    for (int core = from, colour = a;; colour = colour == a ? b : a) {
      int piece = (atGiver ? given : taken)[core][colour];
      if (piece < 0)
        break;
      path.push_back(piece);
      core = atGiver ? pieces[piece].to : pieces[piece].from;
      atGiver = !atGiver;
    }
    for (size_t i = 0; i < path.size(); ++i) {
      int old = i % 2 == 0 ? a : b;
      taken[pieces[path[i]].to][old] = given[pieces[path[i]].from][old] = -1;
    }
    for (size_t i = 0; i < path.size(); ++i) {
      int fresh = i % 2 == 0 ? b : a;
      taken[pieces[path[i]].to][fresh] = given[pieces[path[i]].from][fresh] = path[i];
    }
  }

  std::vector<std::vector<int>> taken, given; // per core and colour: piece or -1
};
} // namespace

std::optional<std::vector<ShuffleStep>> solver::planShuffle(const std::vector<CoreBox> &have,
                                                            const std::vector<CoreBox> &need) {
  if (have.size() != need.size())
    return std::nullopt;
  auto pieces = findPieces(have, need);
  if (!pieces)
    return std::nullopt;
  int cores = static_cast<int>(need.size()), rounds = 0;
  std::vector<int> takes(need.size(), 0), gives(need.size(), 0);
  for (const Piece &piece : *pieces)
    rounds = std::max({rounds, ++takes[piece.to], ++gives[piece.from]});
  // As in a butterfly, else round the ring, else as it comes.
  auto taken = inTurn(*pieces, cores, rounds, [](const Piece &p) { return p.from ^ p.to; });
  if (!taken)
    taken = inTurn(*pieces, cores, rounds,
                   [&](const Piece &p) { return (p.from - p.to + cores) % cores; });
  if (!taken) {
    EdgeColours colours(cores, rounds);
    for (size_t i = 0; i < pieces->size(); ++i)
      colours.add(*pieces, static_cast<int>(i));
    taken = colours.table();
  }
  std::vector<ShuffleStep> steps(static_cast<size_t>(rounds));
  for (int round = 0; round < rounds; ++round) {
    ShuffleStep &step = steps[round];
    step.from.assign(need.size(), -1);
    step.box.assign(need.size(), {});
    std::vector<char> used(need.size(), 0);
    for (int core = 0; core < cores; ++core)
      if (int piece = (*taken)[core][round]; piece >= 0) {
        step.from[core] = (*pieces)[piece].from;
        step.box[core] = (*pieces)[piece].box;
        used[step.from[core]] = 1;
      }
    int next = 0; // cores without a piece take nothing from those that give nothing
    for (int core = 0; core < cores; ++core)
      if (step.from[core] < 0) {
        while (used[next])
          ++next;
        step.from[core] = next, used[next] = 1;
        step.box[core] = CoreBox(need[core].size(), {0, 0});
      }
  }
  return steps;
}

double solver::shuffleUs(const std::vector<ShuffleStep> &steps, const device::Device &device) {
  double total = 0;
  int stops = device.cores + 1;
  for (const ShuffleStep &step : steps) {
    // Bytes per link and direction, and per LX port.
    std::vector<double> up(static_cast<size_t>(stops), 0), down(up), port(up);
    int hops = 0;
    for (int to = 0; to < static_cast<int>(step.from.size()); ++to) {
      int from = step.from[to];
      double bytes = volume(step.box[to]) * plan::kStickBytes;
      port[to] += bytes, port[from] += bytes;
      if (bytes == 0 || from == to)
        continue;
      int way = (to - from + stops) % stops, back = stops - way;
      hops = std::max(hops, std::min(way, back));
      for (int i = 0; i < std::min(way, back); ++i)
        (way <= back ? up[(from + i) % stops] : down[(from - i - 1 + stops) % stops]) += bytes;
    }
    double busiest = 0;
    for (int i = 0; i < stops; ++i)
      busiest = std::max({busiest, cost::usAt(std::max(up[i], down[i]), cost::ringLinkRate(device)),
                          cost::usAt(port[i], cost::lxPortRate(device))});
    total += busiest + cost::ringCopyUs(device, 0, hops);
  }
  return total;
}

double solver::shuffleBytes(const std::vector<ShuffleStep> &steps) {
  double bytes = 0;
  for (const ShuffleStep &step : steps)
    for (size_t core = 0; core < step.from.size(); ++core)
      if (step.from[core] != static_cast<int>(core))
        bytes += volume(step.box[core]) * plan::kStickBytes;
  return bytes;
}
