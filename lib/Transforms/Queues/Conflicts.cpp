// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executions of a step are points of its loops. Earlier executions of `a` than
// one of `b` fall into levels: all common counters equal (if a stands first), or
// the counters of the loops outside level k equal and a's counter of loop k less
// by at least 1. Per level the last execution that can touch the same bytes is
// bounded from above by a count that is linear in b's counters. A bound never
// exceeds what comes before b, so a wait for it cannot block for ever.
#include "Conflicts.h"

#include <map>
#include <numeric>

using namespace mlir;

namespace spyre {

namespace {

/// Iterations of distance that are tried one by one; beyond, the bound is safe
/// but no longer tight.
constexpr int64_t kMaxDistance = 64;

int64_t floorDiv(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
int64_t floorMod(int64_t a, int64_t b) { return a - floorDiv(a, b) * b; }

int64_t coefOf(const LoopForm *form, size_t depth) {
  return form && depth < form->terms.size() ? form->terms[depth].coef : 0;
}
int64_t baseOf(const LoopForm *form, int64_t core) { return form ? form->base[size_t(core)] : 0; }

struct Interval {
  int64_t lo = 0, hi = 0;
  void add(int64_t coef, int64_t least, int64_t most) {
    lo += std::min(coef * least, coef * most);
    hi += std::max(coef * least, coef * most);
  }
};

/// sign * (mine - theirs) < limit must hold where two boxes meet. `mine` is in
/// a's counters, `theirs` in b's; null is 0.
struct Inequality {
  const LoopForm *mine, *theirs;
  int64_t sign, limit;
};

/// Slots of one rotation, equal modulo `modulus` where two boxes meet.
struct Rotation {
  const LoopForm *mine, *theirs;
  int64_t modulus;
};

/// What a pair of cores adds to mine - theirs: per inequality, then per rotation.
using Delta = SmallVector<int64_t, 12>;

class PairTest {
public:
  PairTest(const Step &a, const StepAccess &x, const Step &b, const StepAccess &y, bool isBefore)
      : a(a), b(b), x(x), y(y), isBefore(isBefore), common(commonLoops(a, b)) {
    if (x.root != y.root)
      return;
    for (auto [i, span] : llvm::enumerate(x.box))
      addDim(span, y.box[i]);
  }

  void run(SmallVectorImpl<Wait> &waits);

private:
  void addDim(const Span &mine, const Span &theirs);
  Delta deltaOf(int64_t p, int64_t q) const;
  bool canMeetEver(const Delta &delta) const;
  bool canMeet(size_t level, int64_t least, int64_t most) const;
  bool canHold(const Inequality &test, int64_t delta, size_t level, int64_t least,
               int64_t most) const;
  bool canHold(const Rotation &test, int64_t delta, size_t level, int64_t least,
               int64_t most) const;
  template <typename Visit>
  void forEachVariable(const LoopForm *mine, const LoopForm *theirs, size_t level, int64_t least,
                       int64_t most, Visit visit) const;

  std::optional<Wait> lastAt(size_t level);
  std::optional<Count> boundOn(size_t loop, size_t level, int64_t distance) const;
  std::optional<Count> boundOn(const Inequality &test, int64_t delta, size_t loop, size_t level,
                               int64_t distance) const;
  std::optional<Wait> counterRule() const;
  std::optional<std::pair<size_t, int64_t>> counterDistance(const Rotation &test, size_t i) const;
  Wait waitAt(size_t level, int64_t distance) const;
  SmallVector<Wait> waitsOverLevels();

  const Step &a, &b;
  const StepAccess &x, &y;
  bool isBefore;
  size_t common;
  SmallVector<Inequality, 8> inequalities;
  SmallVector<Rotation, 2> rotations;
  SmallVector<Delta> deltas; // of the core pairs under test
};

/// Two intervals meet if each begins before the other ends and none is empty.
/// Slots of one rotation are compared by number; boxes that turn in other ways
/// may always meet.
void PairTest::addDim(const Span &mine, const Span &theirs) {
  const MovingForm &p = mine.offset, &q = theirs.offset;
  auto staysInSlot = [](const Span &span) {
    return span.offset.linear.smallest() >= 0 &&
           span.offset.linear.largest() + span.size <= span.offset.scale;
  };
  if (mine.ragged)
    inequalities.push_back({&*mine.ragged, nullptr, -1, 0});
  if (theirs.ragged)
    inequalities.push_back({nullptr, &*theirs.ragged, 1, 0});
  bool isRotating = p.scale != 0 || q.scale != 0;
  if (isRotating && (p.scale != q.scale || p.modulus != q.modulus || !staysInSlot(mine) ||
                     !staysInSlot(theirs)))
    return;
  if (isRotating)
    rotations.push_back({&p.turning, &q.turning, p.modulus});
  inequalities.push_back({&p.linear, &q.linear, 1, theirs.size});
  inequalities.push_back({&p.linear, &q.linear, -1, mine.size});
  if (theirs.end)
    inequalities.push_back({&p.linear, &*theirs.end, 1, 0});
  if (mine.end)
    inequalities.push_back({&*mine.end, &q.linear, -1, 0});
}

Delta PairTest::deltaOf(int64_t p, int64_t q) const {
  Delta delta;
  for (const Inequality &test : inequalities)
    delta.push_back(baseOf(test.mine, p) - baseOf(test.theirs, q));
  for (const Rotation &test : rotations)
    delta.push_back(baseOf(test.mine, p) - baseOf(test.theirs, q));
  return delta;
}

/// Whether boxes with these constants may meet for any counters at all.
bool PairTest::canMeetEver(const Delta &delta) const {
  for (auto [i, test] : llvm::enumerate(inequalities)) {
    Interval apart{delta[i], delta[i]};
    auto add = [&](const LoopForm *form, int64_t sign) {
      if (!form)
        return;
      auto [lo, hi] = form->termRange();
      apart.lo += sign > 0 ? lo : -hi, apart.hi += sign > 0 ? hi : -lo;
    };
    add(test.mine, 1), add(test.theirs, -1);
    if ((test.sign > 0 ? apart.lo : -apart.hi) >= test.limit)
      return false;
  }
  return true;
}

/// Calls visit(coef, least, most) for the independent variables in the
/// difference of two forms at a level whose counters differ by least to most.
template <typename Visit>
void PairTest::forEachVariable(const LoopForm *mine, const LoopForm *theirs, size_t level,
                               int64_t least, int64_t most, Visit visit) const {
  for (size_t i = 0; i < a.loops.size(); ++i) {
    int64_t last = a.loops[i].trip - 1;
    if (i < level && i < common) {
      visit(coefOf(mine, i) - coefOf(theirs, i), 0, last);
    } else if (i == level && i < common) {
      visit(coefOf(mine, i) - coefOf(theirs, i), least, last);
      visit(-coefOf(mine, i), least, most);
    } else {
      visit(coefOf(mine, i), 0, last);
    }
  }
  for (size_t i = std::min(level + 1, common); i < b.loops.size(); ++i)
    visit(-coefOf(theirs, i), 0, b.loops[i].trip - 1);
}

bool PairTest::canHold(const Inequality &test, int64_t delta, size_t level, int64_t least,
                       int64_t most) const {
  Interval apart{delta, delta};
  forEachVariable(test.mine, test.theirs, level, least, most,
                  [&](int64_t coef, int64_t lo, int64_t hi) { apart.add(coef, lo, hi); });
  return (test.sign > 0 ? apart.lo : -apart.hi) < test.limit;
}

/// Equal slots: the difference must hold a multiple of the modulus.
bool PairTest::canHold(const Rotation &test, int64_t delta, size_t level, int64_t least,
                       int64_t most) const {
  int64_t step = test.modulus, start = delta;
  Interval turns{delta, delta};
  forEachVariable(test.mine, test.theirs, level, least, most,
                  [&](int64_t coef, int64_t lo, int64_t hi) {
                    turns.add(coef, lo, hi);
                    start += coef * lo;
                    if (lo != hi)
                      step = std::gcd(step, coef);
                  });
  return start % step == 0 && floorDiv(turns.hi, test.modulus) * test.modulus >= turns.lo;
}

bool PairTest::canMeet(size_t level, int64_t least, int64_t most) const {
  return llvm::any_of(deltas, [&](const Delta &delta) {
    for (auto [i, test] : llvm::enumerate(inequalities))
      if (!canHold(test, delta[i], level, least, most))
        return false;
    for (auto [i, test] : llvm::enumerate(rotations))
      if (!canHold(test, delta[inequalities.size() + i], level, least, most))
        return false;
    return true;
  });
}

//===- bounds -------------------------------------------------------------===//

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
    int64_t surplus =
        weight[inner] * a.loops[depth].stride - a.loops[inner].stride * weight[depth];
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

//===- cores --------------------------------------------------------------===//

void PairTest::run(SmallVectorImpl<Wait> &waits) {
  std::map<Delta, char> own, others;
  std::vector<int64_t> map(size_t(b.cores));
  std::iota(map.begin(), map.end(), 0);
  SmallVector<char> meets(b.cores, 0); // 1: itself, 2: another core
  bool isMap = true, isSingle = true;
  auto lies = [](const StepAccess &access, int64_t core) {
    return access.where.empty() ? core : access.where[core];
  };
  bool isLocal = x.isLx && x.where.empty() && y.where.empty();
  for (int64_t q = 0; q < b.cores; ++q)
    for (int64_t p = isLocal ? q : 0; p < (isLocal ? std::min(q + 1, a.cores) : a.cores); ++p) {
      if ((p == q && a.unit == b.unit) || (x.isLx && lies(x, p) != lies(y, q)))
        continue;
      Delta delta = deltaOf(p, q);
      if (!canMeetEver(delta))
        continue;
      (p == q ? own : others)[delta] = 1;
      isMap &= p == q || !(meets[q] & 2);
      isSingle &= meets[q] == 0;
      meets[q] |= p == q ? 1 : 2;
      if (p != q)
        map[q] = p;
    }
  if (isSingle && !others.empty()) // one table holds both kinds
    others.merge(own), own.clear();
  auto emit = [&](const std::map<Delta, char> &group, Wait::Cores cores) {
    deltas.clear();
    for (const auto &[delta, unused] : group)
      deltas.push_back(delta);
    if (deltas.empty())
      return;
    for (Wait &wait : waitsOverLevels()) {
      wait.cores = cores;
      if (cores == Wait::Cores::Map)
        wait.map = map;
      waits.push_back(std::move(wait));
    }
  };
  emit(own, Wait::Cores::Same);
  emit(others, isMap ? Wait::Cores::Map : Wait::Cores::All);
}

} // namespace

unsigned commonLoops(const Step &a, const Step &b) {
  unsigned count = 0;
  while (count < a.loops.size() && count < b.loops.size() &&
         a.loops[count].loop == b.loops[count].loop)
    ++count;
  return count;
}

bool mayConflict(const StepAccess &x, const StepAccess &y) {
  if (!x.isWrite && !y.isWrite)
    return false;
  if (x.isLx && y.isLx)
    return x.begin < y.end && y.begin < x.end;
  return x.root == y.root;
}

void findWaits(const Step &a, const StepAccess &x, const Step &b, const StepAccess &y,
               bool isBefore, SmallVectorImpl<Wait> &waits) {
  PairTest(a, x, b, y, isBefore).run(waits);
}

} // namespace spyre
