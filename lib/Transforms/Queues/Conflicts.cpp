// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which boxes may meet, on which cores. Bounds are in PairBounds.cpp.
#include "PairTest.h"

#include "spyre/Plan/Expr.h"

#include <map>
#include <numeric>

using namespace mlir;

namespace spyre {

static int64_t baseOf(const LoopForm *form, int64_t core) {
  return form ? form->base[size_t(core)] : 0;
}

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
  if (isRotating &&
      (p.scale != q.scale || p.modulus != q.modulus || !staysInSlot(mine) || !staysInSlot(theirs)))
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
  return start % step == 0 && plan::floorDiv(turns.hi, test.modulus) * test.modulus >= turns.lo;
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

//===- cores --------------------------------------------------------------===//

void PairTest::run(SmallVectorImpl<Wait> &waits) {
  std::map<Delta, char> own, others;
  std::vector<int64_t> map(size_t(b.cores));
  std::iota(map.begin(), map.end(), 0);
  SmallVector<char> meets(b.cores, 0); // 1: itself, 2: another core
  // Between launches a wait for all cores costs little, and one serves every map.
  bool isMap = a.launch == b.launch, isSingle = true;
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
