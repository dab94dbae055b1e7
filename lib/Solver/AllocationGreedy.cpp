// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AllocationItems.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>

namespace spyre::solver {
namespace {

struct Greedy {
  const Items &all;
  int64_t &operations;
  Placement best;
  std::vector<std::pair<int64_t, int64_t>> taken; // scratch

  /// The lowest gap that holds the item, or the tightest one; above everything
  /// when none does.
  int64_t findOffset(const Item &item, const std::vector<int64_t> &offsets, bool tightest) {
    if (item.fixed >= 0)
      return item.fixed;
    taken.clear();
    for (int32_t n : item.neighbours)
      if (offsets[n] >= 0)
        taken.emplace_back(offsets[n], offsets[n] + all.items[n].size);
    operations += int64_t(item.neighbours.size()) + 1;
    std::sort(taken.begin(), taken.end());
    if (item.hint >= 0 && hintIsFree(item))
      return item.hint;
    int64_t top = 0, found = -1, slack = INT64_MAX;
    for (auto [from, to] : taken) {
      int64_t at = alignUp(top, item.alignment);
      int64_t rest = from - at - item.size;
      if (rest >= 0 && rest < slack) {
        found = at, slack = rest;
        if (!tightest)
          break;
      }
      top = std::max(top, to);
    }
    return found >= 0 ? found : alignUp(top, item.alignment);
  }

  bool hintIsFree(const Item &item) const {
    if (item.hint % item.alignment != 0 || item.hint + item.size > all.capacity)
      return false;
    return std::none_of(taken.begin(), taken.end(), [&](const auto &t) {
      return t.first < item.hint + item.size && item.hint < t.second;
    });
  }

  Placement place(const std::vector<int32_t> &order, bool tightest) {
    Placement p{std::vector<int64_t>(all.items.size(), -1), 0};
    for (bool fixed : {true, false})
      for (int32_t i : order) {
        const Item &item = all.items[i];
        if ((item.fixed >= 0) != fixed)
          continue;
        p.offsets[i] = findOffset(item, p.offsets, tightest);
        p.height = std::max(p.height, p.offsets[i] + item.size);
      }
    if (p.height < best.height)
      best = p;
    return p;
  }

  bool done() const { return best.height <= all.capacity; }
};

/// Items by a key, largest first; ties by item number.
template <typename Key> std::vector<int32_t> orderBy(const Items &all, Key key) {
  std::vector<int32_t> order(all.items.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<double> keys;
  for (const Item &item : all.items)
    keys.push_back(key(item));
  std::sort(order.begin(), order.end(),
            [&](int32_t a, int32_t b) { return keys[a] != keys[b] ? keys[a] > keys[b] : a < b; });
  return order;
}

/// Two items that must lie where they meet: no order helps.
bool fixedItemsClash(const Items &all) {
  for (const Item &item : all.items)
    for (int32_t n : item.neighbours) {
      const Item &other = all.items[n];
      if (item.fixed >= 0 && other.fixed >= 0 && item.fixed < other.fixed + other.size &&
          other.fixed < item.fixed + item.size)
        return true;
    }
  return false;
}

} // namespace

Placement placeGreedily(const Items &all, int64_t &operations) {
  Greedy greedy{all, operations, {{}, INT64_MAX}, {}};
  auto load = [&](const Item &item) {
    int64_t most = 0;
    for (int32_t s : item.sections)
      most = std::max(most, all.sectionLoad[s]);
    return double(most);
  };
  const std::array<std::vector<int32_t>, 5> orders{
      orderBy(all, [](const Item &i) { return double(i.size); }),
      orderBy(all, [](const Item &i) { return double(i.size) * double(i.steps); }),
      orderBy(all, [](const Item &i) { return double(i.steps); }), orderBy(all, load),
      orderBy(all, [](const Item &i) {
        return i.sections.empty() ? 0.0 : -double(i.sections.front());
      })};
  if (fixedItemsClash(all)) {
    Placement p = greedy.place(orders[0], true);
    p.apart = false;
    return p;
  }
  std::vector<int32_t> order = orders[0];
  for (const auto &candidate : orders)
    for (bool tightest : {true, false}) {
      int64_t before = greedy.best.height;
      greedy.place(candidate, tightest);
      if (greedy.done())
        return greedy.best;
      if (greedy.best.height < before)
        order = candidate;
    }
  // What sticks out moves to the front: its place is the scarce one. Twice as
  // many rounds as it takes to lift every tenth item, within reason.
  size_t rounds = std::clamp<size_t>(all.items.size() / 5, 16, 64);
  for (size_t round = 0; round < rounds; ++round) {
    Placement p = greedy.place(order, true);
    if (greedy.done())
      break;
    auto fits = [&](int32_t i) { return p.offsets[i] + all.items[i].size <= all.capacity; };
    std::vector<int32_t> next;
    for (bool first : {true, false})
      std::copy_if(order.begin(), order.end(), std::back_inserter(next),
                   [&](int32_t i) { return fits(i) != first; });
    order = std::move(next);
  }
  return greedy.best;
}

} // namespace spyre::solver
