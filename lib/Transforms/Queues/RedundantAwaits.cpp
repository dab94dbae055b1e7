// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A step that waits for an execution of another has also waited for all that
// the other's queue waited for before it. Executions and their order have no
// cycles, so awaits that others imply can all go at once.
#include "Awaits.h"

using namespace mlir;

namespace spyre {

namespace {

/// Where an execution stands, per loop around it, as a count over the loops of
/// the step that looks at it.
using Point = SmallVector<Count, 4>;

Count constant(int64_t c) { return {c, {}}; }

Count counterOf(size_t loop) {
  Count count;
  count.coefs.resize(loop + 1, 0);
  count.coefs[loop] = 1;
  return count;
}

/// The count of `await` in force at an execution of its queue's later step:
/// equal counters in shared loops, the last ones in its own.
Count countAt(const Await &await, ArrayRef<Step::Around> loops, const Point &point,
              size_t numCoefs) {
  Count result{await.wait.count.c, SmallVector<int64_t, 4>(numCoefs, 0)};
  bool isShared = true;
  for (auto [i, around] : llvm::enumerate(await.loops)) {
    isShared &= i < loops.size() && loops[i].loop == around.loop;
    int64_t coef = coefOf(await.wait.count, i);
    if (!isShared) {
      result.c += std::max<int64_t>(0, coef * (around.trip - 1));
      continue;
    }
    result.c += coef * point[i].c;
    for (size_t j = 0; j < numCoefs; ++j)
      result.coefs[j] += coef * coefOf(point[i], j);
  }
  return result;
}

class Reducer {
public:
  explicit Reducer(const AwaitTable &table) : table(table) {}

  /// Whether await `number` follows from the others that its step has passed.
  bool isRedundant(size_t number) const {
    const Await &await = table.awaits[number];
    const Step &step = table.steps[await.step];
    for (size_t other : table.of[size_t(step.launch)][int(step.unit)]) {
      const Await &via = table.awaits[other];
      bool isEarlier = other != number && via.step <= await.step;
      if ((isEarlier && followsFrom(await, via)) || (!isEarlier && wasPassed(await, via)))
        return true;
    }
    return false;
  }

private:
  bool followsFrom(const Await &await, const Await &via) const;
  bool wasPassed(const Await &await, const Await &later) const;
  bool isIdle(const Await &await, size_t loop, int64_t iterations) const;
  std::optional<Point> pointOf(const Await &await, const Await &via) const;
  static std::optional<Wait> compose(const Wait &via, const Wait &then);

  const AwaitTable &table;
};

/// The execution that `via` waits for, seen from the step of `await`. Nothing if
/// it may not exist while `await` is in force.
std::optional<Point> Reducer::pointOf(const Await &await, const Await &via) const {
  const Wait &wait = via.wait;
  ArrayRef<Step::Around> here = table.steps[await.step].loops;
  if (!wait.isExact)
    return std::nullopt;
  const Step &from = *wait.from, &waiting = table.steps[via.step];
  unsigned common = commonLoops(from, waiting);
  Point point;
  for (unsigned i = 0; i < from.loops.size(); ++i) {
    bool isTied = i < common && i <= wait.level;
    bool isHere = i < here.size() && here[i].loop == from.loops[i].loop;
    if (!isTied || !isHere) {
      // A loop that only `via` is in has run to its end.
      bool isBack = isTied && i == wait.level;
      point.push_back(constant(from.loops[i].trip - 1 - (isBack ? wait.distance : 0)));
      if (isBack && from.loops[i].trip <= wait.distance)
        return std::nullopt;
      continue;
    }
    point.push_back(counterOf(i));
    if (i != wait.level)
      continue;
    point.back().c -= wait.distance;
    if (!isIdle(await, i, wait.distance)) // then there is no such execution
      return std::nullopt;
  }
  return point;
}

/// Whether an await holds nothing back in the first iterations of a loop.
bool Reducer::isIdle(const Await &await, size_t loop, int64_t iterations) const {
  SmallVector<Step::Around, 4> early(table.steps[await.step].loops);
  early[loop].trip = std::min(early[loop].trip, iterations);
  return difference(await.wait.count, constant(await.wait.above), early).second <= 0;
}

/// Whether an await further down implied this one in the iteration
/// before of the innermost loop around both.
bool Reducer::wasPassed(const Await &await, const Await &later) const {
  const Step &step = table.steps[await.step];
  size_t shared = 0;
  while (shared < step.loops.size() && shared < later.loops.size() &&
         step.loops[shared].loop == later.loops[shared].loop)
    ++shared;
  if (shared == 0 || &await == &later || !isIdle(await, shared - 1, 1))
    return false;
  Point before;
  for (size_t i = 0; i < shared; ++i)
    before.push_back(counterOf(i));
  before.back().c -= 1;
  Count count = countAt(later, ArrayRef(step.loops).take_front(shared), before, step.loops.size());
  return covers(later.wait, await.wait, difference(count, await.wait.count, step.loops).first,
                step.loops);
}

/// Cores that have finished `then.unit` if those of `via` have passed `then`.
std::optional<Wait> Reducer::compose(const Wait &via, const Wait &then) {
  using Cores = Wait::Cores;
  Wait result = then;
  if (via.cores == Cores::Same || then.cores == Cores::All)
    return result;
  if (then.cores != Cores::Same)
    return std::nullopt;
  result.cores = via.cores;
  result.map = via.map;
  return result;
}

bool Reducer::followsFrom(const Await &await, const Await &via) const {
  std::optional<Point> point = pointOf(await, via);
  if (!point)
    return false;
  const Step &from = *via.wait.from;
  size_t index = size_t(&from - table.steps.data());
  ArrayRef<Step::Around> loops = table.steps[await.step].loops;
  const Finished &before = table.finished[size_t(from.launch)][int(from.unit)];
  for (bool onAll : {false, true}) {
    Wait known;
    known.unit = await.wait.unit;
    known.cores = onAll ? Wait::Cores::All : Wait::Cores::Same;
    known.count.c = (onAll ? before.all : before.same)[int(known.unit)];
    std::optional<Wait> composed = compose(via.wait, known);
    if (composed && covers(*composed, await.wait,
                           difference(known.count, await.wait.count, loops).first, loops))
      return true;
  }
  for (size_t number : table.of[size_t(from.launch)][int(from.unit)]) {
    const Await &then = table.awaits[number];
    if (then.step > index)
      break;
    std::optional<Wait> composed = compose(via.wait, then.wait);
    if (!composed)
      continue;
    Count count = countAt(then, from.loops, *point, loops.size());
    if (covers(*composed, await.wait, difference(count, await.wait.count, loops).first, loops))
      return true;
  }
  return false;
}

} // namespace

std::vector<bool> findRedundant(const AwaitTable &table) {
  Reducer reducer(table);
  std::vector<bool> redundant;
  for (size_t i = 0; i < table.awaits.size(); ++i)
    redundant.push_back(reducer.isRedundant(i));
  return redundant;
}

} // namespace spyre
