// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds on the last execution that a step must wait for.
#include "PairTest.h"

using namespace mlir;

namespace spyre {

/// Iterations of distance that are tried one by one; beyond, the bound is safe
/// but no longer tight.
static constexpr int64_t kMaxDistance = 64;

static int64_t floorDiv(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
static int64_t floorMod(int64_t a, int64_t b) { return a - floorDiv(a, b) * b; }

/// Steps finished when the execution of `a` with b's counters outside `level`,
/// `distance` less in it, and its last counters inside has finished.
Wait PairTest::waitAt(size_t level, int64_t distance) const {
  Wait wait;
  wait.unit = a.unit;
  wait.above = a.first;
  wait.from = &a;
  wait.level = level, wait.distance = distance, wait.isExact = true;
  Count &count = wait.count;
  count = {a.first + 1, SmallVector<int64_t, 4>(b.loops.size(), 0)};
  for (auto [i, around] : llvm::enumerate(a.loops)) {
    bool isShared = i < common && i <= level;
    if (isShared)
      count.coefs[i] = around.stride;
    else
      count.c += around.stride * (around.trip - 1);
    if (isShared && i == level)
      count.c -= around.stride * distance;
  }
  return wait;
}

/// Bound on a's counter `loop` from one inequality: the offsets of pieces that a
/// makes one after another, held against the piece that b uses.
std::optional<Count> PairTest::boundOn(const Inequality &test, int64_t delta, size_t loop,
                                       size_t level, int64_t distance) const {
  // coef * counter < limit - sign * (rest of mine - theirs)
  int64_t coef = test.sign * coefOf(test.mine, loop);
  if (coef <= 0)
    return std::nullopt;
  Count bound{0, SmallVector<int64_t, 4>(b.loops.size(), 0)};
  Interval rest{delta, delta};
  for (size_t i = 0; i < a.loops.size(); ++i) {
    bool isShared = i < common && i <= level;
    if (i == loop)
      continue;
    if (isShared)
      bound.coefs[i] += coefOf(test.mine, i);
    if (isShared && i == level)
      rest.add(-coefOf(test.mine, i), distance, a.loops[i].trip - 1);
    if (!isShared)
      rest.add(coefOf(test.mine, i), 0, a.loops[i].trip - 1);
  }
  for (size_t i = 0; i < b.loops.size(); ++i)
    bound.coefs[i] -= coefOf(test.theirs, i);
  for (int64_t &entry : bound.coefs) {
    entry *= -test.sign;
    if (entry % coef != 0)
      return std::nullopt;
    entry /= coef;
  }
  int64_t least = test.sign > 0 ? rest.lo : -rest.hi;
  bound.c = floorDiv(test.limit - 1 - least, coef);
  return bound;
}

std::optional<Count> PairTest::boundOn(size_t loop, size_t level, int64_t distance) const {
  for (auto [i, test] : llvm::enumerate(inequalities)) {
    std::optional<Count> bound;
    for (const Delta &delta : deltas) {
      std::optional<Count> next = boundOn(test, delta[i], loop, level, distance);
      if (!next)
        break;
      if (bound)
        next->c = std::max(next->c, bound->c);
      bound = next;
    }
    if (!bound)
      continue;
    int64_t lo = bound->c, hi = bound->c;
    for (auto [coef, around] : llvm::zip_equal(bound->coefs, b.loops)) {
      lo += std::min<int64_t>(0, coef * (around.trip - 1));
      hi += std::max<int64_t>(0, coef * (around.trip - 1));
    }
    // Above the last counter it would name executions that are still to come.
    if (hi < a.loops[loop].trip && lo < a.loops[loop].trip - 1)
      return bound;
  }
  return std::nullopt;
}

std::optional<Wait> PairTest::lastAt(size_t level) {
  int64_t distance = 0;
  if (level < common) {
    int64_t most = a.loops[level].trip - 1;
    if (most < 1 || !canMeet(level, 1, most))
      return std::nullopt;
    distance = 1;
    while (distance < most && distance <= kMaxDistance && !canMeet(level, distance, distance))
      ++distance;
  } else if (!canMeet(level, 0, 0)) {
    return std::nullopt;
  }
  Wait wait = waitAt(level, distance);
  for (size_t loop = std::min(level + 1, common); loop < a.loops.size(); ++loop) {
    std::optional<Count> bound = boundOn(loop, level, distance);
    if (!bound)
      continue;
    wait.isExact = false;
    int64_t stride = a.loops[loop].stride;
    wait.count.c += stride * (bound->c - (a.loops[loop].trip - 1));
    for (auto [mine, theirs] : llvm::zip_equal(wait.count.coefs, bound->coefs))
      mine += stride * theirs;
  }
  return wait;
}

/// A slot number that goes on counting over nested loops: which loop it counts
/// last in, and by how many of that loop's iterations equal slots lie apart.
std::optional<std::pair<size_t, int64_t>> PairTest::counterDistance(const Rotation &test,
                                                                    size_t i) const {
  const LoopForm *mine = test.mine;
  int64_t modulus = test.modulus;
  if (!mine->sameTerms(*test.theirs))
    return std::nullopt;
  size_t inner = 0;
  for (size_t depth = 0; depth < mine->terms.size(); ++depth)
    if (coefOf(mine, depth) != 0)
      inner = depth;
  if (inner == 0 || inner >= common || coefOf(mine, inner) <= 0)
    return std::nullopt;
  // weight[i]: by how much one iteration of loop i moves the counter. Multiples
  // of the modulus may be added; each must outweigh all loops inside.
  SmallVector<int64_t> weight(inner + 1);
  weight[inner] = coefOf(mine, inner);
  int64_t inside = weight[inner] * (a.loops[inner].trip - 1);
  for (size_t depth = inner; depth-- > 0;) {
    int64_t dense = weight[depth + 1] * a.loops[depth + 1].trip;
    bool isDense = floorMod(coefOf(mine, depth) - dense, modulus) == 0;
    weight[depth] = isDense ? dense : coefOf(mine, depth);
    if (weight[depth] <= inside)
      return std::nullopt;
    inside += weight[depth] * (a.loops[depth].trip - 1);
  }
  // Queue numbers must grow at least as the counter does.
  int64_t rest = 0;
  for (size_t depth = inner; depth-- > 0;) {
    int64_t surplus = weight[inner] * a.loops[depth].stride - a.loops[inner].stride * weight[depth];
    if (surplus < rest)
      return std::nullopt;
    rest += surplus * (a.loops[depth].trip - 1);
  }
  int64_t apart = modulus;
  for (const Delta &delta : deltas)
    apart = std::min(apart, floorMod(delta[inequalities.size() + i] - 1, modulus) + 1);
  if (apart < weight[inner])
    return std::nullopt;
  return std::pair(inner, apart / weight[inner]);
}

std::optional<Wait> PairTest::counterRule() const {
  for (auto [i, test] : llvm::enumerate(rotations))
    if (auto found = counterDistance(test, i)) {
      Wait wait = waitAt(found->first, found->second);
      wait.isExact = false; // it may reach into an earlier outer iteration
      return wait;
    }
  return std::nullopt;
}

/// One wait per level until one covers all levels outside it.
SmallVector<Wait> PairTest::waitsOverLevels() {
  SmallVector<Wait> result;
  std::optional<Wait> counter = counterRule();
  for (size_t level = isBefore ? common + 1 : common; level-- > 0;) {
    if (counter && level == counter->level) {
      result.push_back(*counter);
      break;
    }
    if (std::optional<Wait> wait = lastAt(level)) {
      result.push_back(*wait);
      if (wait->isExact && wait->distance <= 1)
        break;
    }
  }
  return result;
}

} // namespace spyre
