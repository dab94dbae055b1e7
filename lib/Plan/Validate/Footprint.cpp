// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Footprint.h"

#include "spyre/Plan/Expr.h"

#include <algorithm>

namespace spyre::plan {

namespace {

constexpr int64_t kMaxPoints = 1 << 20;

// Part of an access that depends on loops of its own: the access is the sum of
// its parts, each over its own domain. Either a progression (count steps of
// `stride` from 0), or a list of values, or a hull.
struct Part {
  enum Kind { Progression, Values, Hull } kind = Progression;
  int64_t count = 1, stride = 0;
  std::vector<int64_t> values; // sorted, each once
  Interval hull;

  Interval span() const {
    if (kind == Hull)
      return hull;
    if (kind == Values)
      return {values.front(), values.back()};
    Wide end = Wide(stride) * (count - 1);
    return {std::min<Wide>(end, 0), std::max<Wide>(end, 0)};
  }
  bool wholeSticks() const {
    auto whole = [](int64_t value) { return value % kStickBytes == 0; };
    return kind == Progression ? whole(stride)
                               : kind == Values && std::all_of(values.begin(), values.end(), whole);
  }
};

bool isLinear(const Access::Term &term) { return term.div == 1 && term.mod == 0; }

class Splitter {
public:
  Splitter(const Access &access, std::span<const int64_t> sizes, Budget &budget)
      : access(access), sizes(sizes), budget(budget), linear(sizes.size(), 0), group(sizes.size()) {
  }

  // The constant of the access and its parts.
  Wide split(std::vector<Part> &parts) {
    Wide constant = access.offset;
    for (size_t d = 0; d < group.size(); ++d)
      group[d] = d;
    for (const Access::Term &term : access.terms) {
      if (isLinear(term)) {
        constant += Wide(term.mul) * term.c;
        for (size_t d = 0; d < sizes.size(); ++d)
          linear[d] += term.mul * term.coef[d];
        continue;
      }
      join(term);
    }
    for (const Access::Term &term : access.terms)
      if (!isLinear(term) && !firstLoop(term)) // constant after all
        constant += Wide(term.mul) * inner(term, {});
    for (size_t d = 0; d < sizes.size(); ++d)
      if (group[d] == d)
        addPart(d, parts);
    return constant;
  }

private:
  bool uses(const Access::Term &term, size_t d) const { return term.coef[d] != 0 && sizes[d] > 1; }
  std::optional<size_t> firstLoop(const Access::Term &term) const {
    for (size_t d = 0; d < sizes.size(); ++d)
      if (uses(term, d))
        return d;
    return std::nullopt;
  }
  // All loops of a quasi-affine term belong together.
  void join(const Access::Term &term) {
    std::optional<size_t> first = firstLoop(term);
    for (size_t d = 0; first && d < sizes.size(); ++d)
      if (uses(term, d))
        for (size_t from = group[d], to = group[*first], e = 0; e < group.size(); ++e)
          if (group[e] == from)
            group[e] = to;
    // Keep the smallest loop as the name of its group.
    for (size_t d = 0; d < group.size(); ++d) {
      size_t least = size_t(std::find(group.begin(), group.end(), group[d]) - group.begin());
      group[d] = group[least] = least;
    }
  }
  int64_t inner(const Access::Term &term, std::span<const int64_t> point) const {
    int64_t value = term.c;
    for (size_t d = 0; d < point.size(); ++d)
      value += term.coef[d] * point[d];
    value = floorDiv(value, term.div);
    return term.mod ? floorMod(value, term.mod) : value;
  }

  void addPart(size_t leader, std::vector<Part> &parts) {
    std::vector<size_t> loops;
    std::vector<const Access::Term *> terms;
    Wide points = 1;
    for (size_t d = leader; d < sizes.size(); ++d)
      if (group[d] == leader) {
        loops.push_back(d);
        points = std::min<Wide>(points * sizes[d], Wide(1) << 62);
      }
    for (const Access::Term &term : access.terms)
      if (std::optional<size_t> first = firstLoop(term);
          !isLinear(term) && first && group[*first] == leader)
        terms.push_back(&term);
    if (terms.empty()) {
      if (linear[leader] != 0 && sizes[leader] > 1)
        parts.push_back({Part::Progression, sizes[leader], linear[leader]});
      return;
    }
    parts.push_back(points <= kMaxPoints ? tryOut(loops, terms, int64_t(points))
                                         : hullOf(loops, terms));
  }

  Part tryOut(const std::vector<size_t> &loops, const std::vector<const Access::Term *> &terms,
              int64_t points) {
    budget.charge(points * int64_t(1 + terms.size()));
    Part part{Part::Values};
    part.values.reserve(size_t(points));
    std::vector<int64_t> point(sizes.size(), 0);
    for (int64_t i = 0; i < points; ++i) {
      int64_t value = 0;
      for (size_t d : loops)
        value += linear[d] * point[d];
      for (const Access::Term *term : terms)
        value += term->mul * inner(*term, point);
      part.values.push_back(value);
      for (size_t k = loops.size(); k-- > 0;) { // the next point
        if (++point[loops[k]] < sizes[loops[k]])
          break;
        point[loops[k]] = 0;
      }
    }
    std::sort(part.values.begin(), part.values.end());
    part.values.erase(std::unique(part.values.begin(), part.values.end()), part.values.end());
    return part;
  }

  Part hullOf(const std::vector<size_t> &loops,
              const std::vector<const Access::Term *> &terms) const {
    Part part{Part::Hull};
    auto add = [&](Wide factor, Interval range) {
      part.hull.lo += factor * (factor < 0 ? range.hi : range.lo);
      part.hull.hi += factor * (factor < 0 ? range.lo : range.hi);
    };
    for (size_t d : loops)
      add(linear[d], {0, sizes[d] - 1});
    for (const Access::Term *term : terms) {
      Wide lo = term->c, hi = term->c;
      for (size_t d : loops)
        (term->coef[d] < 0 ? lo : hi) += Wide(term->coef[d]) * (sizes[d] - 1);
      Interval range{floorDiv(int64_t(lo), term->div), floorDiv(int64_t(hi), term->div)};
      if (term->mod &&
          (range.hi - range.lo >= term->mod ||
           floorMod(int64_t(range.lo), term->mod) > floorMod(int64_t(range.hi), term->mod)))
        range = {0, term->mod - 1};
      else if (term->mod)
        range = {floorMod(int64_t(range.lo), term->mod), floorMod(int64_t(range.hi), term->mod)};
      add(term->mul, range);
    }
    return part;
  }

  const Access &access;
  std::span<const int64_t> sizes;
  Budget &budget;
  std::vector<int64_t> linear; // per loop
  std::vector<size_t> group;   // smallest loop of the group
};

// A set of sticks as bits.
class Bits {
public:
  Bits(int64_t size, Budget &budget) : words(size_t(size / 64 + 1), 0), budget(budget) {}
  void set(int64_t bit) { words[size_t(bit / 64)] |= uint64_t(1) << (bit % 64); }
  // Adds this set moved up by `stride`, `count - 1` times.
  void repeat(int64_t count, int64_t stride) {
    for (int64_t have = 1; have < count && stride != 0;) {
      int64_t step = std::min(have, count - have);
      addShifted(*this, step * stride);
      have += step;
    }
  }
  void addShifted(const Bits &other, int64_t shift) {
    budget.charge(int64_t(words.size()));
    int64_t whole = shift / 64, rest = shift % 64;
    for (int64_t i = int64_t(words.size()); i-- > whole;) { // from the top: `other` may be this set
      uint64_t at = other.words[size_t(i - whole)],
               below = i > whole ? other.words[size_t(i - whole - 1)] : 0;
      words[size_t(i)] |= rest == 0 ? at : at << rest | below >> (64 - rest);
    }
  }
  StickSet toSet() const {
    StickSet set;
    for (size_t w = 0; w < words.size(); ++w)
      for (uint64_t rest = words[w]; rest != 0;) {
        int start = __builtin_ctzll(rest);
        int length = ~(rest >> start) == 0 ? 64 : __builtin_ctzll(~(rest >> start));
        int32_t lo = int32_t(w * 64) + start;
        if (!set.empty() && set.back().second == lo)
          set.back().second += length;
        else
          set.push_back({lo, lo + length});
        rest = length + start >= 64 ? 0 : rest & (~uint64_t(0) << (start + length));
      }
    return set;
  }

private:
  std::vector<uint64_t> words;
  Budget &budget;
};

// All sums of the parts that do not move by whole sticks, in bytes. False when
// that is too many.
bool sumSmallParts(const std::vector<Part> &parts, Budget &budget, std::vector<int64_t> &sums) {
  for (const Part &part : parts) {
    if (part.wholeSticks())
      continue;
    size_t count = part.kind == Part::Values ? part.values.size() : size_t(part.count);
    if (part.kind == Part::Hull || count > size_t(kMaxPoints) / sums.size())
      return false;
    std::vector<int64_t> next;
    budget.charge(int64_t(count * sums.size()) * 4);
    for (size_t i = 0; i < count; ++i)
      for (int64_t sum : sums)
        next.push_back(sum +
                       (part.kind == Part::Values ? part.values[i] : part.stride * int64_t(i)));
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    sums = std::move(next);
  }
  return true;
}

} // namespace

bool intersects(const StickSet &a, const StickSet &b) {
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].first < b[j].second && b[j].first < a[i].second)
      return true;
    (a[i].second <= b[j].second ? i : j)++;
  }
  return false;
}

Interval accessSpan(const Access &access, std::span<const int64_t> sizes, Budget &budget) {
  std::vector<Part> parts;
  Wide constant = Splitter(access, sizes, budget).split(parts);
  Interval result{constant, constant};
  for (const Part &part : parts) {
    Interval span = part.span();
    result.lo += span.lo;
    result.hi += span.hi;
  }
  return result;
}

StickSet accessSticks(const Access &access, std::span<const int64_t> sizes, Budget &budget) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end())
    return {};
  std::vector<Part> parts;
  int64_t constant = int64_t(Splitter(access, sizes, budget).split(parts));
  Interval whole{constant, constant};
  for (const Part &part : parts) {
    whole.lo += part.span().lo;
    whole.hi += part.span().hi;
  }
  int64_t first = int64_t(whole.lo) / kStickBytes, last = int64_t(whole.hi) / kStickBytes;
  std::vector<int64_t> sums{constant};
  if (!sumSmallParts(parts, budget, sums))
    return {{int32_t(first), int32_t(last) + 1}};
  // Every part of whole sticks starts from its lowest value, so that the set
  // only grows upwards and never leaves [first, last].
  int64_t down = 0;
  for (const Part &part : parts)
    if (part.wholeSticks())
      down += int64_t(part.span().lo);
  Bits bits(last - first, budget);
  for (int64_t sum : sums)
    bits.set(floorDiv(sum + down, kStickBytes) - first);
  for (const Part &part : parts) {
    if (!part.wholeSticks())
      continue;
    if (part.kind == Part::Progression) {
      bits.repeat(part.count, std::abs(part.stride) / kStickBytes);
      continue;
    }
    Bits before = bits;
    for (int64_t value : part.values)
      bits.addShifted(before, (value - part.values.front()) / kStickBytes);
  }
  StickSet set = bits.toSet();
  for (auto &[lo, hi] : set) {
    lo += int32_t(first);
    hi += int32_t(first);
  }
  return set;
}

StickSet boxSticks(std::span<const StridedDim> dims, Budget &budget) {
  int64_t last = 0;
  for (const StridedDim &dim : dims) {
    if (dim.size == 0)
      return {};
    last += (dim.size - 1) * (dim.stride / kStickBytes);
  }
  Bits bits(last, budget);
  bits.set(0);
  for (const StridedDim &dim : dims)
    bits.repeat(dim.size, dim.stride / kStickBytes);
  return bits.toSet();
}

} // namespace spyre::plan
