// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One access of a step against one of another: may they meet, and how far has
// the earlier step got when everything of it that meets has finished.
//
// Executions of a step are points of its loops. Earlier executions of `a` than
// one of `b` fall into levels: all common counters equal (if a stands first), or
// the counters of the loops outside level k equal and a's counter of loop k less
// by at least 1. Per level the last execution that can touch the same bytes is
// bounded from above by a count that is linear in b's counters. A bound never
// exceeds what comes before b, so a wait for it cannot block for ever.
#pragma once

#include "Conflicts.h"

namespace spyre {

inline int64_t coefOf(const LoopForm *form, size_t depth) {
  return form && depth < form->terms.size() ? form->terms[depth].coef : 0;
}

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
using Delta = llvm::SmallVector<int64_t, 12>;

class PairTest {
public:
  PairTest(const Step &a, const StepAccess &x, const Step &b, const StepAccess &y, bool isBefore)
      : a(a), b(b), x(x), y(y), isBefore(isBefore), common(commonLoops(a, b)) {
    if (x.root != y.root)
      return;
    for (auto [i, span] : llvm::enumerate(x.box))
      addDim(span, y.box[i]);
  }

  void run(llvm::SmallVectorImpl<Wait> &waits);

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
  llvm::SmallVector<Wait> waitsOverLevels();

  const Step &a, &b;
  const StepAccess &x, &y;
  bool isBefore;
  size_t common;
  llvm::SmallVector<Inequality, 8> inequalities;
  llvm::SmallVector<Rotation, 2> rotations;
  llvm::SmallVector<Delta> deltas; // of the core pairs under test
};

} // namespace spyre
