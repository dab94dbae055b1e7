// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AllocationItems.h"

#include "spyre/Support/Error.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace spyre::solver {
namespace {

constexpr int64_t kLimit = int64_t(1) << 60; // sums of a few stay in range

void check(const AllocationProblem &problem) {
  auto refuse = [](const Request &r, const std::string &what) {
    throw Error("expected " + what + " in request " + std::to_string(r.id));
  };
  if (problem.capacity < 0 || problem.capacity > kLimit)
    throw Error("expected a capacity of 0 to 2^60 bytes, found " +
                std::to_string(problem.capacity));
  int64_t total = 0;
  for (const Request &r : problem.requests) {
    if (r.size < 0 || r.size > kLimit || (total += r.size) > kLimit)
      refuse(r, "sizes that sum to at most 2^60 bytes");
    if (r.alignment < 1 || r.alignment > (int64_t(1) << 32))
      refuse(r, "an alignment of 1 to 2^32");
    if (r.offset && (*r.offset < 0 || *r.offset > kLimit || *r.offset % r.alignment != 0))
      refuse(r, "a fixed offset that is aligned and not negative");
  }
}

void addRequest(Item &item, const Request &r, int32_t index) {
  item.requests.push_back(index);
  item.size = std::max(item.size, r.size);
  item.alignment = std::lcm(item.alignment, r.alignment);
  if (item.alignment > kLimit / 4)
    throw Error("expected alignments with a small common multiple in group " +
                std::to_string(r.group));
  if (r.offset) {
    if (item.fixed >= 0 && item.fixed != *r.offset)
      throw Error("expected one fixed offset in group " + std::to_string(r.group) + ", found " +
                  std::to_string(item.fixed) + " and " + std::to_string(*r.offset));
    item.fixed = *r.offset;
  }
  if (r.hint && *r.hint >= 0 && item.hint < 0)
    item.hint = *r.hint;
}

std::vector<Item> groupRequests(const AllocationProblem &problem) {
  std::vector<int32_t> order(problem.requests.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
    return std::tie(problem.requests[a].id, a) < std::tie(problem.requests[b].id, b);
  });
  std::vector<Item> items;
  std::map<int32_t, size_t> groups;
  for (int32_t index : order) {
    const Request &r = problem.requests[index];
    bool empty = r.size == 0 || r.first >= r.last;
    if (empty && r.group < 0)
      continue;
    size_t at = items.size();
    if (r.group >= 0)
      at = groups.try_emplace(r.group, items.size()).first->second;
    if (at == items.size())
      items.emplace_back();
    addRequest(items[at], r, index);
  }
  for (const Item &item : items)
    if (item.fixed >= 0 && item.fixed % item.alignment != 0)
      throw Error("expected a fixed offset that is aligned in group " +
                  std::to_string(problem.requests[item.requests[0]].group));
  return items;
}

/// The live sets between one start or end of a life and the next.
void cutSections(const AllocationProblem &problem, Items &all) {
  struct Event {
    int64_t step;
    int32_t item;
    int32_t change;
  };
  std::vector<Event> events;
  for (size_t i = 0; i < all.items.size(); ++i)
    for (int32_t index : all.items[i].requests) {
      if (problem.requests[index].first >= problem.requests[index].last)
        continue;
      events.push_back({problem.requests[index].first, int32_t(i), 1});
      events.push_back({problem.requests[index].last, int32_t(i), -1});
    }
  std::sort(events.begin(), events.end(), [](const Event &a, const Event &b) {
    return std::tie(a.step, a.change, a.item) < std::tie(b.step, b.change, b.item);
  });
  std::map<int32_t, int32_t> live; // item -> members alive
  auto keep = [&](int64_t step) {
    std::vector<int32_t> set;
    for (auto [item, count] : live)
      set.push_back(item);
    // Neighbouring sets are comparable one step at a time: the last kept set
    // can only be a subset of this one, or the other way round.
    auto covers = [](const std::vector<int32_t> &a, const std::vector<int32_t> &b) {
      return std::includes(a.begin(), a.end(), b.begin(), b.end());
    };
    if (set.empty() || (!all.sections.empty() && covers(all.sections.back(), set)))
      return;
    if (!all.sections.empty() && covers(set, all.sections.back())) {
      all.sections.back() = std::move(set);
      all.sectionStep.back() = step;
      return;
    }
    all.sections.push_back(std::move(set));
    all.sectionStep.push_back(step);
  };
  for (size_t e = 0; e < events.size();) {
    int64_t step = events[e].step;
    for (; e < events.size() && events[e].step == step; ++e) {
      int32_t &count = live[events[e].item];
      count += events[e].change;
      if (count == 0)
        live.erase(events[e].item);
    }
    if (e < events.size()) {
      for (auto [item, count] : live)
        all.items[item].steps += events[e].step - step;
      keep(step);
    }
  }
}

} // namespace

int64_t Items::lowerBound() const {
  int64_t bound = farthest;
  for (int64_t load : sectionLoad)
    bound = std::max(bound, load);
  return bound;
}

Items makeItems(const AllocationProblem &problem) {
  check(problem);
  Items all;
  all.capacity = problem.capacity;
  all.items = groupRequests(problem);
  for (const Request &r : problem.requests)
    all.farthest = std::max(all.farthest, r.offset.value_or(0) + r.size);
  cutSections(problem, all);
  for (size_t s = 0; s < all.sections.size(); ++s) {
    int64_t load = 0;
    for (int32_t i : all.sections[s]) {
      load += all.items[i].size;
      all.items[i].sections.push_back(int32_t(s));
    }
    all.sectionLoad.push_back(load);
  }
  for (size_t i = 0; i < all.items.size(); ++i) {
    std::vector<int32_t> &met = all.items[i].neighbours;
    for (int32_t s : all.items[i].sections)
      met.insert(met.end(), all.sections[s].begin(), all.sections[s].end());
    std::sort(met.begin(), met.end());
    met.erase(std::unique(met.begin(), met.end()), met.end());
    met.erase(std::find(met.begin(), met.end(), int32_t(i)));
  }
  return all;
}

} // namespace spyre::solver
