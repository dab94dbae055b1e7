// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Complete search for a placement within the capacity.
//
// Any placement can be pushed down until every item lies on the floor or on
// another one, so items are placed by ascending offset, each at the lowest
// offset that those below leave it (canonical placements). What cuts the tree:
// - an item is not placed where another would still fit whole below it;
// - an item that the ascending order has passed by must come to rest on one
//   that is still to be placed, so its lowest offset rises;
// - the items of a section, lowest possible offset first, must still fit one
//   upon another;
// - parts that share no section any more are solved on their own, and a part
//   that has no answer is the end for all of them.
// The search restarts with growing shares of the budget, in several orders;
// some of them learn: items of the sections that ended branches move to the
// front.
#include "AllocationItems.h"

#include <algorithm>
#include <numeric>

namespace spyre::solver {
namespace {

class Search {
public:
  Search(const Items &all, std::vector<int32_t> rank, Budget &budget)
      : all(all), rank(std::move(rank)), budget(budget), blamed(all.items.size(), 0),
        low(all.items.size(), 0), offsets(all.items.size(), -1), component(all.sections.size(), -1),
        height(all.sections.size(), 0) {
    for (size_t i = 0; i < all.items.size(); ++i)
      low[i] = std::max<int64_t>(all.items[i].fixed, 0);
  }

  Outcome run() {
    std::vector<int32_t> items(all.items.size());
    std::iota(items.begin(), items.end(), 0);
    return solveParts(items, {0, -1});
  }

  const std::vector<int64_t> &result() const { return offsets; }

  /// How often each item was left over in a section that ended a branch.
  const std::vector<int64_t> &blame() const { return blamed; }

private:
  /// The place in the canonical order of the last item placed.
  struct Last {
    int64_t offset;
    int32_t rank;
  };

  struct Undo {
    int32_t item;
    int64_t low; // -1: the item was placed
  };

  Outcome solveParts(const std::vector<int32_t> &items, Last last) {
    size_t mark = trail.size();
    std::vector<int32_t> rest;
    for (int32_t i : items)
      if (offsets[i] < 0)
        rest.push_back(i);
    placeHarmless(rest);
    for (std::vector<int32_t> &part : split(rest)) {
      Outcome outcome = solve(part, last);
      if (outcome != Outcome::Solved) {
        undo(mark);
        return outcome;
      }
    }
    return Outcome::Solved;
  }

  /// An item above which everything else must lie anyway takes its place at no
  /// one's cost.
  void placeHarmless(std::vector<int32_t> &items) {
    std::erase_if(items, [&](int32_t i) {
      int64_t top = low[i] + all.items[i].size;
      budget.spent += int64_t(all.items[i].neighbours.size());
      for (int32_t n : all.items[i].neighbours)
        if (offsets[n] < 0 && low[n] < top)
          return false;
      offsets[i] = low[i];
      trail.push_back({i, -1});
      return true;
    });
  }

  Outcome solve(const std::vector<int32_t> &items, Last last) {
    if (budget.exhausted())
      return Outcome::Exhausted;
    if (!sectionsFit(items, last))
      return Outcome::Infeasible;
    int64_t dominated = INT64_MAX;
    for (int32_t i : items)
      if (!meetsFixed(i))
        dominated = std::min(dominated, low[i] + all.items[i].size);
    std::vector<int32_t> candidates;
    for (int32_t i : items)
      if (low[i] < dominated && after(i, last) && !meetsFixed(i))
        candidates.push_back(i);
    std::sort(candidates.begin(), candidates.end(), [&](int32_t a, int32_t b) {
      return low[a] != low[b] ? low[a] < low[b] : rank[a] < rank[b];
    });
    for (int32_t i : candidates) {
      size_t mark = trail.size();
      Last here{low[i], rank[i]};
      if (place(i)) {
        Outcome outcome = solveParts(items, here);
        if (outcome != Outcome::Infeasible)
          return outcome;
      }
      undo(mark);
    }
    return Outcome::Infeasible;
  }

  bool after(int32_t i, Last last) const {
    return low[i] != last.offset ? low[i] > last.offset : rank[i] > last.rank;
  }

  /// Would the item, at its lowest offset, lie in the way of one whose offset
  /// is given?
  bool meetsFixed(int32_t i) const {
    for (int32_t n : all.items[i].neighbours)
      if (all.items[n].fixed >= 0 && offsets[n] < 0 && all.items[i].fixed < 0 &&
          low[i] + all.items[i].size > all.items[n].fixed &&
          low[i] < all.items[n].fixed + all.items[n].size)
        return true;
    return false;
  }

  bool place(int32_t i) {
    const Item &item = all.items[i];
    offsets[i] = low[i];
    trail.push_back({i, -1});
    int64_t top = low[i] + item.size;
    budget.spent += int64_t(item.neighbours.size());
    for (int32_t n : item.neighbours) {
      if (offsets[n] >= 0 || low[n] >= top)
        continue;
      const Item &other = all.items[n];
      int64_t raised = alignUp(top, other.alignment);
      if (raised + other.size > all.capacity || other.fixed >= 0)
        return false;
      trail.push_back({n, low[n]});
      low[n] = raised;
    }
    return true;
  }

  /// The lowest offset of an item that the order has passed by.
  int64_t raised(int32_t i, int64_t from) {
    int64_t lowest = all.capacity;
    budget.spent += int64_t(all.items[i].neighbours.size());
    for (int32_t n : all.items[i].neighbours)
      if (offsets[n] < 0)
        lowest = std::min(lowest, std::max(low[n], from) + all.items[n].size);
    return alignUp(lowest, all.items[i].alignment);
  }

  void undo(size_t mark) {
    for (; trail.size() > mark; trail.pop_back()) {
      const Undo &u = trail.back();
      if (u.low < 0)
        offsets[u.item] = -1;
      else
        low[u.item] = u.low;
    }
  }

  /// Stacks what is left of each section in the order of lowest offsets: no
  /// placement ends lower.
  bool sectionsFit(const std::vector<int32_t> &items, Last last) {
    sorted.clear();
    for (int32_t i : items)
      sorted.emplace_back(after(i, last) ? low[i] : raised(i, last.offset), i);
    std::sort(sorted.begin(), sorted.end());
    for (auto [at, i] : sorted)
      for (int32_t s : all.items[i].sections)
        height[s] = 0;
    for (auto [at, i] : sorted) {
      const Item &item = all.items[i];
      budget.spent += int64_t(item.sections.size());
      for (int32_t s : item.sections) {
        height[s] = std::max(height[s], at) + item.size;
        if (height[s] > all.capacity) {
          for (int32_t other : all.sections[s])
            blamed[other] += offsets[other] < 0;
          return false;
        }
      }
    }
    return true;
  }

  /// Groups of items that are connected by sections, by their first item.
  std::vector<std::vector<int32_t>> split(const std::vector<int32_t> &items) {
    // Union by section: each section points at the part it belongs to.
    std::vector<std::vector<int32_t>> parts;
    if (items.empty())
      return parts;
    std::vector<int32_t> parent;
    auto find = [&](int32_t p) {
      while (parent[p] != p)
        p = parent[p] = parent[parent[p]];
      return p;
    };
    for (int32_t i : items)
      for (int32_t s : all.items[i].sections)
        component[s] = -1;
    for (int32_t i : items) {
      int32_t mine = int32_t(parent.size());
      parent.push_back(mine);
      budget.spent += int64_t(all.items[i].sections.size());
      for (int32_t s : all.items[i].sections) {
        if (component[s] >= 0) {
          int32_t a = find(component[s]), b = find(mine);
          parent[std::max(a, b)] = std::min(a, b);
        }
        component[s] = mine;
      }
    }
    std::vector<int32_t> slot(parent.size(), -1);
    for (size_t k = 0; k < items.size(); ++k) {
      int32_t root = find(int32_t(k));
      if (slot[root] < 0) {
        slot[root] = int32_t(parts.size());
        parts.emplace_back();
      }
      parts[slot[root]].push_back(items[k]);
    }
    return parts;
  }

  const Items &all;
  std::vector<int32_t> rank;
  Budget &budget;
  std::vector<int64_t> blamed;
  std::vector<int64_t> low; // lowest offset that placed items leave
  std::vector<int64_t> offsets;
  std::vector<Undo> trail;
  std::vector<int32_t> component;
  std::vector<int64_t> height; // scratch of sectionsFit
  std::vector<std::pair<int64_t, int32_t>> sorted;
};

std::vector<int32_t> rankOf(const std::vector<int32_t> &order) {
  std::vector<int32_t> rank(order.size());
  for (size_t k = 0; k < order.size(); ++k)
    rank[order[k]] = int32_t(k);
  return rank;
}

/// Orders by load, size, area and width in different precedence. Which one
/// leads to an answer differs from problem to problem.
std::vector<std::vector<int32_t>> rankings(const Items &all) {
  size_t n = all.items.size();
  std::vector<double> load(n), area(n), width(n), size(n);
  for (size_t i = 0; i < n; ++i) {
    for (int32_t s : all.items[i].sections)
      load[i] = std::max(load[i], double(all.sectionLoad[s]));
    size[i] = double(all.items[i].size);
    width[i] = double(all.items[i].steps);
    area[i] = width[i] * size[i];
  }
  using Keys = std::vector<const std::vector<double> *>;
  std::vector<std::vector<int32_t>> result;
  for (const Keys &keys : {Keys{&load, &width, &area}, Keys{&area, &load, &width},
                           Keys{&load, &size, &width}, Keys{&width, &area}}) {
    std::vector<int32_t> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
      for (const auto *key : keys)
        if ((*key)[a] != (*key)[b])
          return (*key)[a] > (*key)[b];
      return a < b;
    });
    result.push_back(rankOf(order));
  }
  return result;
}

/// The most blamed first; ties as before.
std::vector<int32_t> learn(const std::vector<int32_t> &rank, const std::vector<int64_t> &blame) {
  std::vector<int32_t> order(rank.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
    return blame[a] != blame[b] ? blame[a] > blame[b] : rank[a] < rank[b];
  });
  return rankOf(order);
}

Placement finish(const Items &all, const std::vector<int64_t> &offsets) {
  Placement placement{offsets, 0};
  for (size_t i = 0; i < all.items.size(); ++i)
    placement.height = std::max(placement.height, offsets[i] + all.items[i].size);
  return placement;
}

} // namespace

Outcome searchPlacement(const Items &all, Budget &budget, Placement &placement) {
  struct Turn {
    std::vector<int32_t> rank;
    bool learns;
  };
  std::vector<std::vector<int32_t>> ranks = rankings(all);
  std::vector<Turn> turns{{ranks[0], false}, {ranks[1], false}};
  for (size_t r = 1; r < ranks.size(); ++r)
    turns.push_back({ranks[r], true});
  for (int64_t share = 10'000'000; !budget.exhausted(); share *= 2)
    for (Turn &turn : turns) {
      Budget part{std::min(share, budget.limit - budget.spent), 0};
      Search search(all, turn.rank, part);
      Outcome outcome = search.run();
      budget.spent += part.spent;
      if (outcome == Outcome::Solved)
        placement = finish(all, search.result());
      if (outcome != Outcome::Exhausted)
        return outcome;
      if (turn.learns)
        turn.rank = learn(turn.rank, search.blame());
    }
  return Outcome::Exhausted;
}

} // namespace spyre::solver
