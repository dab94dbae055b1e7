// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Solver/Allocation.h"

#include "AllocationItems.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace spyre::solver {
namespace {

bool liveTogether(const Request &a, const Request &b) {
  return a.first < b.last && b.first < a.last && a.first < a.last && b.first < b.last;
}

bool sameGroup(const Request &a, const Request &b) { return a.group >= 0 && a.group == b.group; }

std::string range(int64_t from, int64_t size) {
  return "[" + std::to_string(from) + ", " + std::to_string(from + size) + ")";
}

std::optional<std::string> verifyAlone(const AllocationProblem &problem, const Request &r,
                                       int64_t offset) {
  std::string name = "request " + std::to_string(r.id) + " at " + range(offset, r.size);
  if (offset < 0 || offset > problem.capacity || r.size > problem.capacity - offset)
    return "expected " + name + " inside " + std::to_string(problem.capacity) + " bytes";
  if (offset % r.alignment != 0)
    return "expected " + name + " to be aligned to " + std::to_string(r.alignment);
  if (r.offset && *r.offset != offset)
    return "expected " + name + " to lie at " + std::to_string(*r.offset);
  return std::nullopt;
}

/// Offsets per request; what meets nothing lies at its fixed offset or at 0.
std::vector<int64_t> spread(const AllocationProblem &problem, const Items &all,
                            const Placement &placement) {
  std::vector<int64_t> offsets(problem.requests.size(), -1);
  for (size_t i = 0; i < all.items.size(); ++i)
    for (int32_t index : all.items[i].requests)
      offsets[index] = placement.offsets[i];
  for (size_t r = 0; r < offsets.size(); ++r) {
    const Request &request = problem.requests[r];
    if (offsets[r] < 0)
      offsets[r] = request.offset.value_or(0);
  }
  return offsets;
}

int64_t overlaps(const Items &all, const Placement &placement, size_t section) {
  int64_t count = 0;
  for (int32_t a : all.sections[section])
    for (int32_t b : all.sections[section])
      count += a < b && placement.offsets[a] < placement.offsets[b] + all.items[b].size &&
               placement.offsets[b] < placement.offsets[a] + all.items[a].size;
  return count;
}

/// The step to blame: of the largest load when that alone is too much, where
/// fixed offsets overlap, else where the attempt ends highest.
size_t tightestSection(const Items &all, const Placement &placement) {
  size_t worst = 0;
  int64_t most = -1;
  bool high = placement.height > all.capacity && all.lowerBound() <= all.capacity;
  for (size_t s = 0; s < all.sections.size(); ++s) {
    int64_t key = all.sectionLoad[s];
    if (!placement.apart)
      key = overlaps(all, placement, s);
    else if (high) {
      key = 0;
      for (int32_t i : all.sections[s])
        key = std::max(key, placement.offsets[i] + all.items[i].size);
    }
    if (key > most)
      most = key, worst = s;
  }
  return worst;
}

void fillMap(const AllocationProblem &problem, const Items &all, size_t section,
             Allocation &result) {
  result.tightestStep = all.sectionStep[section];
  for (int32_t i : all.sections[section])
    for (int32_t index : all.items[i].requests) {
      const Request &r = problem.requests[index];
      if (r.first <= result.tightestStep && result.tightestStep < r.last)
        result.tightest.push_back({r.id, result.offsets[index], r.size});
    }
  std::sort(result.tightest.begin(), result.tightest.end(),
            [](const MapEntry &a, const MapEntry &b) {
              return std::tie(a.offset, a.id) < std::tie(b.offset, b.id);
            });
}

} // namespace

Allocation allocate(const AllocationProblem &problem, int64_t budget) {
  Items all = makeItems(problem);
  Allocation result;
  result.lowerBound = all.lowerBound();
  Placement placement = placeGreedily(all, result.operations);
  if (placement.height > all.capacity || !placement.apart) {
    Budget effort{result.lowerBound > all.capacity ? 0 : budget, 0};
    Outcome outcome = searchPlacement(all, effort, placement);
    result.operations += effort.spent;
    result.proven = outcome == Outcome::Infeasible;
  }
  result.proven = result.proven || result.lowerBound > all.capacity;
  result.height = std::max(placement.height, all.farthest);
  result.fits = placement.apart && result.height <= all.capacity;
  result.offsets = spread(problem, all, placement);
  if (!all.sections.empty())
    fillMap(problem, all, tightestSection(all, placement), result);
  return result;
}

std::optional<std::string> verify(const AllocationProblem &problem,
                                  const std::vector<int64_t> &offsets) {
  const std::vector<Request> &all = problem.requests;
  if (offsets.size() != all.size())
    return "expected " + std::to_string(all.size()) + " offsets, found " +
           std::to_string(offsets.size());
  std::vector<size_t> byStart(all.size());
  std::iota(byStart.begin(), byStart.end(), 0);
  std::sort(byStart.begin(), byStart.end(), [&](size_t a, size_t b) {
    return std::tie(all[a].first, a) < std::tie(all[b].first, b);
  });
  for (size_t x = 0; x < all.size(); ++x) {
    const Request &a = all[byStart[x]];
    int64_t at = offsets[byStart[x]];
    if (auto wrong = verifyAlone(problem, a, at))
      return wrong;
    for (size_t y = x + 1; y < all.size() && all[byStart[y]].first < a.last; ++y) {
      const Request &b = all[byStart[y]];
      int64_t bt = offsets[byStart[y]];
      bool meet = at < bt + b.size && bt < at + a.size && a.size > 0 && b.size > 0;
      if (liveTogether(a, b) && !sameGroup(a, b) && meet)
        return "expected requests " + std::to_string(a.id) + " at " + range(at, a.size) + " and " +
               std::to_string(b.id) + " at " + range(bt, b.size) + " apart: both live at step " +
               std::to_string(std::max(a.first, b.first));
    }
  }
  std::vector<std::pair<int32_t, int64_t>> groups;
  for (size_t r = 0; r < all.size(); ++r)
    if (all[r].group >= 0)
      groups.emplace_back(all[r].group, offsets[r]);
  std::sort(groups.begin(), groups.end());
  for (size_t g = 1; g < groups.size(); ++g)
    if (groups[g].first == groups[g - 1].first && groups[g].second != groups[g - 1].second)
      return "expected one offset in group " + std::to_string(groups[g].first) + ", found " +
             std::to_string(groups[g - 1].second) + " and " + std::to_string(groups[g].second);
  return std::nullopt;
}

std::string explain(const AllocationProblem &problem, const Allocation &result) {
  if (result.fits)
    return "fits: " + std::to_string(result.height) + " of " + std::to_string(problem.capacity) +
           " bytes";
  std::string text = "expected at most " + std::to_string(problem.capacity) + " bytes, found ";
  if (result.lowerBound > problem.capacity)
    text += "at least " + std::to_string(result.lowerBound) + " needed";
  else if (result.height <= problem.capacity)
    text += "fixed offsets that overlap";
  else
    text += std::to_string(result.height) + " used by the best placement" +
            (result.proven ? " (none fits)" : " found");
  text += " at step " + std::to_string(result.tightestStep) + ":";
  for (const MapEntry &entry : result.tightest)
    text += "\n  " + range(entry.offset, entry.size) + " request " + std::to_string(entry.id) +
            ", " + std::to_string(entry.size) + " bytes";
  return text;
}

} // namespace spyre::solver
