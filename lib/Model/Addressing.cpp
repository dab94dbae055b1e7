// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Addressing.h"

#include "spyre/Plan/Expr.h"

#include <algorithm>
#include <cstring>

namespace spyre::model {

using plan::floorDiv;
using plan::floorMod;
using Term = plan::Access::Term;

namespace {

std::vector<int64_t> &tableOf(OffsetMap &map, size_t loop, int64_t size) {
  if (map.tables[loop].empty())
    map.tables[loop].assign(size_t(size), 0);
  return map.tables[loop];
}

int64_t valueOf(const Term &t, int64_t sum) {
  int64_t v = floorDiv(sum + t.c, t.div);
  return t.mul * (t.mod ? floorMod(v, t.mod) : v);
}

/// Splits (sum coef * d + c) floordiv div mod mod into an equal term with div
/// and mod removed where ranges show that they do nothing. Returns false if it
/// stays a quotient over several loops.
bool simplify(Term &t, std::span<const int64_t> sizes) {
  if (t.div != 1) {
    int64_t top = floorMod(t.c, t.div);
    for (size_t i = 0; i < t.coef.size(); ++i)
      top += floorMod(t.coef[i], t.div) * (sizes[i] - 1);
    if (top >= t.div)
      return false;
    for (int64_t &coef : t.coef)
      coef = floorDiv(coef, t.div);
    t.c = floorDiv(t.c, t.div);
    t.div = 1;
  }
  if (t.mod) {
    t.c = floorMod(t.c, t.mod);
    int64_t top = t.c;
    for (size_t i = 0; i < t.coef.size(); ++i) {
      t.coef[i] = floorMod(t.coef[i], t.mod);
      top += t.coef[i] * (sizes[i] - 1);
    }
    if (top >= t.mod)
      return false;
    t.mod = 0;
  }
  return true;
}

void addTerm(OffsetMap &map, Term t, std::span<const int64_t> sizes) {
  for (size_t i = 0; i < t.coef.size(); ++i)
    if (sizes[i] <= 1)
      t.coef[i] = 0;
  bool linear = simplify(t, sizes);
  int64_t used = std::count_if(t.coef.begin(), t.coef.end(), [](int64_t c) { return c != 0; });
  if (used == 0) {
    map.base += valueOf(t, 0);
  } else if (linear || used == 1) {
    for (size_t i = 0; i < t.coef.size(); ++i) {
      if (t.coef[i] == 0)
        continue;
      std::vector<int64_t> &table = tableOf(map, i, sizes[i]);
      for (int64_t d = 0; d < sizes[i]; ++d)
        table[size_t(d)] += linear ? t.mul * t.coef[i] * d : valueOf(t, t.coef[i] * d);
    }
    map.base += linear ? t.mul * t.c : 0;
  } else {
    map.mixed.push_back(std::move(t));
  }
}

constexpr int64_t kMaxTried = 1 << 20;

/// Range of the mixed terms and of the tables of their loops, by trying all points.
std::pair<int64_t, int64_t> exactSpan(const OffsetMap &map, std::span<const int64_t> sizes,
                                      const std::vector<int> &loops) {
  std::vector<int64_t> point(sizes.size(), 0);
  Odometer odometer(loops, sizes, point.data());
  int64_t low = INT64_MAX, high = INT64_MIN;
  do {
    int64_t offset = 0;
    for (int l : loops)
      offset += map.tables[size_t(l)].empty() ? 0 : map.tables[size_t(l)][size_t(point[size_t(l)])];
    for (const Term &t : map.mixed) {
      int64_t sum = 0;
      for (int l : loops)
        sum += t.coef[size_t(l)] * point[size_t(l)];
      offset += valueOf(t, sum);
    }
    low = std::min(low, offset), high = std::max(high, offset);
  } while (odometer.next());
  return {low, high};
}

/// The same, each term by itself: perhaps wider than the truth.
std::pair<int64_t, int64_t> hull(const OffsetMap &map, std::span<const int64_t> sizes,
                                 const std::vector<int> &loops) {
  int64_t low = 0, high = 0;
  for (int l : loops) {
    const std::vector<int64_t> &table = map.tables[size_t(l)];
    if (table.empty())
      continue;
    auto [least, most] = std::minmax_element(table.begin(), table.end());
    low += *least, high += *most;
  }
  for (const Term &t : map.mixed) {
    int64_t from = t.c, to = t.c;
    for (int l : loops)
      (t.coef[size_t(l)] < 0 ? from : to) += t.coef[size_t(l)] * (sizes[size_t(l)] - 1);
    from = floorDiv(from, t.div), to = floorDiv(to, t.div);
    if (t.mod && floorDiv(from, t.mod) == floorDiv(to, t.mod))
      from = floorMod(from, t.mod), to = floorMod(to, t.mod);
    else if (t.mod)
      from = 0, to = t.mod - 1;
    low += std::min(t.mul * from, t.mul * to);
    high += std::max(t.mul * from, t.mul * to);
  }
  return {low, high};
}

InnerForm classify(const std::vector<int64_t> &offsets, int64_t width) {
  auto n = int64_t(offsets.size());
  auto runLength = [&](int64_t step) {
    int64_t run = 1;
    while (run < n && offsets[size_t(run)] == offsets[size_t(run - 1)] + step)
      ++run;
    // The same length all through (the last run may be cut).
    for (int64_t i = run; i < n; ++i)
      if (i % run && offsets[size_t(i)] != offsets[size_t(i - 1)] + step)
        return int64_t(1);
    return run;
  };
  int64_t dense = runLength(width), same = runLength(0);
  if (same == n)
    return {InnerForm::Kind::Constant, n};
  if (dense == n)
    return {InnerForm::Kind::Contiguous, n};
  if (dense >= 4)
    return {InnerForm::Kind::Runs, dense};
  if (same >= 4)
    return {InnerForm::Kind::ConstantRuns, same};
  return {};
}

template <class T> void spread(void *lanes, int64_t n) {
  auto *out = static_cast<T *>(lanes);
  std::fill(out + 1, out + n, out[0]);
}

} // namespace

bool OffsetMap::dependsOn(size_t loop) const {
  if (!tables[loop].empty())
    return true;
  return std::any_of(mixed.begin(), mixed.end(),
                     [loop](const Term &t) { return t.coef[loop] != 0; });
}

std::pair<int64_t, int64_t> OffsetMap::bounds(std::span<const int64_t> sizes) const {
  int64_t low = base, high = base, points = 1;
  std::vector<int> together; // loops that mixed terms tie to one another
  for (size_t l = 0; l < tables.size(); ++l) {
    if (std::any_of(mixed.begin(), mixed.end(), [l](const Term &t) { return t.coef[l] != 0; })) {
      together.push_back(int(l));
      points = std::min(points * sizes[l], kMaxTried + 1);
    } else if (!tables[l].empty()) {
      auto [least, most] = std::minmax_element(tables[l].begin(), tables[l].end());
      low += *least, high += *most;
    }
  }
  if (together.empty())
    return {low, high};
  auto [least, most] =
      points <= kMaxTried ? exactSpan(*this, sizes, together) : hull(*this, sizes, together);
  return {low + least, high + most};
}

OffsetMap makeOffsetMap(const plan::Access &access, std::span<const int64_t> sizes) {
  OffsetMap map;
  map.base = access.offset;
  map.tables.resize(sizes.size());
  for (const Term &term : access.terms)
    addTerm(map, term, sizes);
  return map;
}

InnerSpace::InnerSpace(std::vector<int> innerLoops, std::span<const int64_t> sizes)
    : loops(std::move(innerLoops)) {
  for (int l : loops)
    size *= sizes[size_t(l)];
}

std::vector<int64_t> InnerSpace::indicesOf(int loop, std::span<const int64_t> sizes) const {
  int64_t step = size, count = 0;
  for (int l : loops) {
    step /= sizes[size_t(l)];
    if (l == loop) {
      count = sizes[size_t(l)];
      break;
    }
  }
  std::vector<int64_t> indices;
  if (count == 0)
    return indices;
  indices.resize(size_t(size));
  for (int64_t j = 0; j < size; ++j)
    indices[size_t(j)] = j / step % count;
  return indices;
}

OperandWalk::OperandWalk(const OffsetMap &map, plan::DType type, std::span<const int64_t> sizes,
                         std::span<const int> innerLoops)
    : elementType(type), width(plan::byteWidth(type)) {
  InnerSpace space({innerLoops.begin(), innerLoops.end()}, sizes);
  innerOffsets.assign(size_t(space.size), map.base);
  std::vector<std::vector<int64_t>> indices(sizes.size());
  for (int l : innerLoops)
    indices[size_t(l)] = space.indicesOf(l, sizes);
  for (size_t l = 0; l < sizes.size(); ++l) {
    if (map.tables[l].empty())
      continue;
    if (indices[l].empty()) {
      outerTables.emplace_back(int(l), map.tables[l]);
      continue;
    }
    for (size_t j = 0; j < innerOffsets.size(); ++j)
      innerOffsets[j] += map.tables[l][size_t(indices[l][j])];
  }
  for (const Term &term : map.mixed) {
    Cross c{term, std::vector<int64_t>(innerOffsets.size(), 0)};
    bool hasInner = false, hasOuter = false;
    for (size_t l = 0; l < sizes.size(); ++l) {
      if (term.coef[l] == 0)
        continue;
      if (indices[l].empty()) {
        hasOuter = true;
        continue;
      }
      hasInner = true;
      c.term.coef[l] = 0;
      for (size_t j = 0; j < innerOffsets.size(); ++j)
        c.inner[j] += term.coef[l] * indices[l][j];
    }
    if (!hasInner)
      outerTerms.push_back(term);
    else if (hasOuter)
      cross.push_back(std::move(c));
    else
      for (size_t j = 0; j < innerOffsets.size(); ++j)
        innerOffsets[j] += valueOf(term, c.inner[j]);
  }
  if (cross.empty())
    innerForm = classify(innerOffsets, width);
}

void OperandWalk::setRaw() {
  elementType = width == 1   ? plan::DType::U8
                : width == 2 ? plan::DType::U16
                : width == 4 ? plan::DType::U32
                             : plan::DType::U64;
}

int64_t OperandWalk::outer(const int64_t *point) const {
  int64_t offset = 0;
  for (const auto &[loop, table] : outerTables)
    offset += table[size_t(point[loop])];
  for (const Term &t : outerTerms) {
    int64_t sum = 0;
    for (size_t i = 0; i < t.coef.size(); ++i)
      sum += t.coef[i] ? t.coef[i] * point[i] : 0;
    offset += valueOf(t, sum);
  }
  return offset;
}

const int64_t *OperandWalk::inner(const int64_t *point, std::vector<int64_t> &scratch) const {
  if (cross.empty())
    return innerOffsets.data();
  scratch = innerOffsets;
  for (const Cross &c : cross) {
    int64_t sum = 0;
    for (size_t i = 0; i < c.term.coef.size(); ++i)
      sum += c.term.coef[i] ? c.term.coef[i] * point[i] : 0;
    for (size_t j = 0; j < scratch.size(); ++j)
      scratch[j] += valueOf(c.term, sum + c.inner[j]);
  }
  return scratch.data();
}

void OperandWalk::load(const isa::Kernels &k, const uint8_t *base, const int64_t *offsets,
                       int64_t first, int64_t n, void *lanes) const {
  auto t = size_t(elementType);
  int64_t lane = isa::laneOf(elementType) == isa::Lane::I64 ? 8 : 4;
  auto fill = [&](void *at, int64_t count) {
    lane == 8 ? spread<int64_t>(at, count) : spread<int32_t>(at, count);
  };
  switch (innerForm.kind) {
  case InnerForm::Kind::Contiguous:
    return k.load[t](base + offsets[first], lanes, n);
  case InnerForm::Kind::Constant:
    k.load[t](base + offsets[first], lanes, 1);
    return fill(lanes, n);
  case InnerForm::Kind::Scattered:
    return k.gather[t](base, offsets + first, lanes, n);
  default:
    for (int64_t done = 0; done < n;) {
      int64_t at = first + done;
      int64_t count = std::min(n - done, innerForm.run - at % innerForm.run);
      void *to = static_cast<uint8_t *>(lanes) + done * lane;
      bool same = innerForm.kind == InnerForm::Kind::ConstantRuns;
      k.load[t](base + offsets[at], to, same ? 1 : count);
      if (same)
        fill(to, count);
      done += count;
    }
  }
}

void OperandWalk::store(const isa::Kernels &k, const void *lanes, uint8_t *base,
                        const int64_t *offsets, int64_t first, int64_t n) const {
  auto t = size_t(elementType);
  int64_t lane = isa::laneOf(elementType) == isa::Lane::I64 ? 8 : 4;
  if (innerForm.kind == InnerForm::Kind::Contiguous)
    return k.store[t](lanes, base + offsets[first], n);
  if (innerForm.kind != InnerForm::Kind::Runs)
    return k.scatter[t](lanes, base, offsets + first, n);
  for (int64_t done = 0; done < n;) {
    int64_t at = first + done;
    int64_t count = std::min(n - done, innerForm.run - at % innerForm.run);
    k.store[t](static_cast<const uint8_t *>(lanes) + done * lane, base + offsets[at], count);
    done += count;
  }
}

} // namespace spyre::model
