// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the boxes of a copy lie, over all cores and iterations.
#include "Form.h"

#include "spyre/Plan/Layout.h"

#include <algorithm>
#include <map>

namespace spyre::plan {

namespace {

// What one dim of a box can do on one core.
struct DimRange {
  Affine offset, size; // size before the clamp
  Wide max = 0;
  Wide lo = 0, hi = 0; // sums of the ranges of index operands
};

// First and last entry touched in one iteration; nothing when the size is 0.
bool touched(const DimRange &dim, std::span<const int64_t> ivs, Interval &range) {
  Wide offset = dim.offset.c, size = dim.size.c;
  for (size_t i = 0; i < ivs.size(); ++i) {
    offset += dim.offset.coef[i] * ivs[i];
    size += dim.size.coef[i] * ivs[i];
  }
  size = std::min(size, dim.max);
  range = {offset + dim.lo, offset + size - 1 + dim.hi};
  return size > 0;
}

// Bounds that hold in all iterations, quickly; perhaps wider than the truth.
bool outerBounds(const DimRange &dim, std::span<const int64_t> trips, Interval &range) {
  Interval offset = dim.offset.range(trips), end = (dim.offset + dim.size).range(trips);
  range = {offset.lo + dim.lo, std::min(end.hi, offset.hi + dim.max) - 1 + dim.hi};
  return dim.size.range(trips).hi > 0 && dim.max > 0;
}

// The exact bounds, by trying all iterations of the loops that matter.
bool exactBounds(const DimRange &dim, std::span<const int64_t> trips, Budget &budget,
                 Interval &range) {
  std::vector<size_t> loops;
  Wide points = 1;
  for (size_t i = 0; i < trips.size(); ++i)
    if (dim.offset.coef[i] != 0 || dim.size.coef[i] != 0) {
      loops.push_back(i);
      points *= trips[i];
      if (points > (1 << 20))
        return outerBounds(dim, trips, range);
    }
  budget.charge(int64_t(points) * 8);
  std::vector<int64_t> ivs(trips.size(), 0);
  bool any = false;
  for (Wide point = 0; point < points; ++point) {
    Wide rest = point;
    for (size_t loop : loops) {
      ivs[loop] = int64_t(rest % trips[loop]);
      rest /= trips[loop];
    }
    Interval one;
    if (!touched(dim, ivs, one))
      continue;
    range = any ? Interval{std::min(range.lo, one.lo), std::max(range.hi, one.hi)} : one;
    any = true;
  }
  return any;
}

DimRange makeDim(const ItemContext &item, const Copy &copy, size_t d, int core) {
  const Program &program = item.program.program;
  DimRange dim{Affine(copy.box[d].offset, program, core),
               Affine(copy.box[d].size.value, program, core), copy.box[d].size.max};
  for (const IndexOperand &index : copy.indices)
    if (size_t(index.dim) == d) {
      dim.lo += index.lo;
      dim.hi += index.hi;
    }
  return dim;
}

// Entries outside [0, limit)? Reports the offset and says so.
bool escapes(const ItemContext &item, const Copy &copy, size_t d, int core, Wide limit,
             Interval &range) {
  DimRange dim = makeDim(item, copy, d, core);
  auto outside = [&] { return range.lo < 0 || range.hi >= limit; };
  if (!outerBounds(dim, item.trips, range)) {
    range = {0, -1};
    return false;
  }
  if (!outside())
    return false;
  if (!exactBounds(dim, item.trips, item.program.budget, range)) {
    range = {0, -1};
    return false;
  }
  if (!outside())
    return false;
  Where box(item.where, "box"), at(box, d);
  std::string found =
      toString(range.lo) + " to " + toString(range.hi) + " on core " + std::to_string(core);
  item.report().expected(FaultKind::Bounds, Where(at, "offset"),
                         readsRemoteLx(item.unit)
                             ? "entries from 0"
                             : "entries 0 to " + toString(limit - 1) + " of the tensor",
                         found);
  return true;
}

} // namespace

void checkBoxBounds(const ItemContext &item, const Copy &copy) {
  const Plan &plan = item.program.plan;
  bool ring = readsRemoteLx(item.unit);
  std::vector<int64_t> shape;
  if (!ring) {
    int32_t tensor = copy.tensor;
    if (copy.addressTable >= 0)
      tensor = item.program.program.addressTables[size_t(copy.addressTable)].tensors[0];
    shape = outerShape(plan.tensors[size_t(tensor)]);
  }
  for (int core = 0; core < plan.cores; ++core) {
    bool empty = false;
    Wide last = Wide(copy.src.base) + Wide(copy.src.stride) * (copy.src.slots - 1) + kStickBytes;
    for (size_t d = 0; d < copy.box.size(); ++d) {
      Interval range;
      if (escapes(item, copy, d, core, ring ? Wide(kMaxNumber) : Wide(shape[d]), range))
        return;
      empty |= range.hi < range.lo;
      last += range.hi * copy.box[d].srcStride;
    }
    if (ring && !empty && last > plan.lxAllocatableBytes)
      return item.report().expected(
          FaultKind::Bounds, Where(item.where, "src"),
          "bytes below lxAllocatableBytes, " + std::to_string(plan.lxAllocatableBytes),
          "bytes up to " + toString(last) + " for core " + std::to_string(core));
  }
}

ExtentKey extentKey(const Extent &extent, const Program &program, std::span<const int64_t> trips,
                    int core) {
  Affine value(extent.value, program, core);
  Interval range = value.range(trips);
  if (range.hi <= 0 || extent.max == 0)
    return {ExtentKey::Zero};
  if (range.lo >= extent.max)
    return {ExtentKey::Full};
  return {ExtentKey::Varies, int64_t(value.c)};
}

void checkMulticast(const ItemContext &item, const Copy &copy) {
  Where at(item.where, "multicast");
  if (copy.multicast == -1)
    return;
  if (item.unit != Unit::Load)
    return item.report().expected(FaultKind::Multicast, at, "multicast in the load queue only",
                                  copy.multicast);
  const Program &program = item.program.program;
  if (copy.multicast < 0 || size_t(copy.multicast) >= program.tables.size())
    return item.report().expected(FaultKind::Multicast, at,
                                  "one of " + std::to_string(program.tables.size()) + " tables",
                                  copy.multicast);
  if (!copy.indices.empty())
    return item.report().add(FaultKind::Multicast, at,
                             "expected no index operands in a multicast, found some");
  if (!item.live())
    return;
  const std::vector<int64_t> &groups = program.tables[size_t(copy.multicast)];
  std::map<int64_t, int> leaders; // the first core of each group
  Where box(item.where, "box");
  for (int core = 0; core < item.program.plan.cores; ++core) {
    int leader = leaders.try_emplace(groups[size_t(core)], core).first->second;
    std::string found =
        "others on cores " + std::to_string(leader) + " and " + std::to_string(core);
    auto same = [&](const Index &index) {
      return Affine(index, program, core).c == Affine(index, program, leader).c;
    };
    if (copy.addressTable >= 0 && !same(copy.tableIndex))
      return item.report().expected(FaultKind::Multicast, Where(item.where, "tableIndex"),
                                    "equal tensors in a group", found);
    auto key = [&](const BoxDim &dim, int of) {
      return extentKey(dim.size, program, item.trips, of);
    };
    bool idle = std::any_of(copy.box.begin(), copy.box.end(), [&](const BoxDim &dim) {
      return key(dim, core).kind == ExtentKey::Zero && key(dim, leader).kind == ExtentKey::Zero;
    });
    for (size_t d = 0; d < copy.box.size() && !idle; ++d) {
      Where dim(box, d);
      if (!same(copy.box[d].offset))
        return item.report().expected(FaultKind::Multicast, Where(dim, "offset"),
                                      "equal offsets in a group", found);
      if (key(copy.box[d], core) != key(copy.box[d], leader))
        return item.report().expected(FaultKind::Multicast, Where(dim, "size"),
                                      "equal sizes in a group", found);
    }
  }
}

} // namespace spyre::plan
