// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Awaits.h"

#include <array>

using namespace mlir;

namespace spyre {

int64_t coefOf(const Count &count, size_t loop) {
  return loop < count.coefs.size() ? count.coefs[loop] : 0;
}

std::pair<int64_t, int64_t> difference(const Count &count, const Count &other,
                                       ArrayRef<Step::Around> loops) {
  int64_t least = count.c - other.c, most = least;
  for (auto [i, around] : llvm::enumerate(loops)) {
    int64_t end = (coefOf(count, i) - coefOf(other, i)) * (around.trip - 1);
    least += std::min<int64_t>(0, end), most += std::max<int64_t>(0, end);
  }
  return {least, most};
}

static std::pair<int64_t, int64_t> range(const Count &count, ArrayRef<Step::Around> loops) {
  return difference(count, Count(), loops);
}

static bool coversCores(const Wait &wait, const Wait &other) {
  if (wait.unit != other.unit)
    return false;
  if (wait.cores == Wait::Cores::All)
    return true;
  return wait.cores == other.cores && wait.map == other.map;
}

/// It must also be in force whenever the other is.
bool covers(const Wait &wait, const Wait &other, int64_t lead, ArrayRef<Step::Around> loops) {
  if (lead < 0 || !coversCores(wait, other))
    return false;
  // The largest `above` of the other that would mean the same.
  int64_t above = std::max(other.above, range(other.count, loops).first - 1);
  return above + lead >= wait.above;
}

bool Finished::implies(const Wait &wait, ArrayRef<Step::Around> loops) const {
  const auto &known = wait.cores == Wait::Cores::Same ? same : all;
  return range(wait.count, loops).second <= known[int(wait.unit)];
}

/// What the queue waited for knew, before the launch of the step waited for.
void Finished::inherit(const Wait &wait, const Finished &of) {
  for (int unit = 0; unit < kUnits; ++unit) {
    bool onAll = wait.cores == Wait::Cores::All;
    all[unit] = std::max({all[unit], of.all[unit], onAll ? of.same[unit] : 0});
    if (wait.cores != Wait::Cores::Map)
      same[unit] = std::max({same[unit], of.same[unit], of.all[unit]});
  }
}

void Finished::note(const Wait &wait, int64_t count) {
  int unit = int(wait.unit);
  if (count <= wait.above || wait.cores == Wait::Cores::Map)
    return;
  same[unit] = std::max(same[unit], count);
  if (wait.cores == Wait::Cores::All)
    all[unit] = std::max(all[unit], count);
}

namespace {

class Deriver {
public:
  explicit Deriver(ArrayRef<Step> steps) : steps(steps) {
    table.steps = steps;
    for (auto [i, step] : llvm::enumerate(steps))
      for (const Step::Around &around : step.loops)
        firstIn.try_emplace({around.loop, int(step.unit)}, i);
    for (const Step &step : steps)
      for (const StepAccess &access : step.accesses)
        if (!access.isLx && access.isWrite)
          byTensor[access.root];
    for (auto [i, step] : llvm::enumerate(steps)) {
      byUnit[int(step.unit)].push_back(i);
      for (const StepAccess &access : step.accesses)
        if (auto it = byTensor.find(access.root); it != byTensor.end())
          it->second.push_back(i);
    }
  }

  AwaitTable run() {
    for (size_t i = 0; i < steps.size(); ++i) {
      while (int(table.of.size()) <= steps[i].launch)
        enterLaunch();
      derive(i);
    }
    return std::move(table);
  }

private:
  void enterLaunch();
  void derive(size_t index);
  void joinCores(SmallVectorImpl<Wait> &waits, const Step &step);
  void findAll(size_t index, SmallVectorImpl<Wait> &waits);
  void findPair(size_t index, size_t other, bool inLx, SmallVectorImpl<Wait> &waits,
                Finished &known);
  void keep(SmallVectorImpl<Wait> &waits, const Step &step, Wait wait);
  bool isImplied(const Await &await, const Wait &wait, const Step &step);
  void place(size_t index, Wait wait);

  ArrayRef<Step> steps;
  llvm::DenseMap<std::pair<Operation *, int>, size_t> firstIn;
  std::array<SmallVector<size_t>, Finished::kUnits> byUnit;
  llvm::DenseMap<Value, SmallVector<size_t>> byTensor; // those that somebody writes
  AwaitTable table;
};

/// Awaits of the launch before have all been passed, with their last counters.
void Deriver::enterLaunch() {
  std::array<Finished, Finished::kUnits> finished{};
  if (!table.of.empty()) {
    finished = table.finished.back();
    for (int unit = 0; unit < Finished::kUnits; ++unit)
      for (size_t number : table.of.back()[unit]) {
        const Await &await = table.awaits[number];
        int64_t count = await.wait.count.c;
        for (auto [i, around] : llvm::enumerate(await.loops))
          count += std::max<int64_t>(0, coefOf(await.wait.count, i) * (around.trip - 1));
        finished[unit].note(await.wait, count);
        const Step &from = *await.wait.from;
        if (count > await.wait.above && count > from.first)
          finished[unit].inherit(await.wait, table.finished[size_t(from.launch)][int(from.unit)]);
      }
  }
  table.finished.push_back(finished);
  table.of.emplace_back();
}

/// Adds a wait unless another covers it; drops those that it covers.
void Deriver::keep(SmallVectorImpl<Wait> &waits, const Step &step, Wait wait) {
  if (range(wait.count, step.loops).second <= wait.above)
    return; // true at once, always
  auto isCovered = [&](const Wait &by, const Wait &it) {
    return covers(by, it, difference(by.count, it.count, step.loops).first, step.loops);
  };
  for (const Wait &other : waits)
    if (isCovered(other, wait))
      return;
  llvm::erase_if(waits, [&](const Wait &other) { return isCovered(wait, other); });
  waits.push_back(std::move(wait));
}

/// Waits of step `index` for step `other`, because of LX or of memory.
void Deriver::findPair(size_t index, size_t other, bool inLx, SmallVectorImpl<Wait> &waits,
                       Finished &known) {
  const Step &a = steps[other], &b = steps[index];
  bool isBefore = other < index;
  if (!isBefore && commonLoops(a, b) == 0)
    return;
  SmallVector<Wait> found;
  for (const StepAccess &x : a.accesses)
    for (const StepAccess &y : b.accesses) {
      bool isOwn = x.isLx && x.where.empty() && y.where.empty();
      if (x.isLx != inLx || !mayConflict(x, y) || (isOwn && a.unit == b.unit))
        continue;
      findWaits(a, x, b, y, isBefore, found);
    }
  for (Wait &wait : found) {
    known.note(wait, range(wait.count, b.loops).first);
    keep(waits, b, std::move(wait));
  }
}

/// Nearest steps first: they make the strongest waits, and a step of an earlier
/// launch that is known to have finished needs no look, nor do those before it.
void Deriver::findAll(size_t index, SmallVectorImpl<Wait> &waits) {
  const Step &b = steps[index];
  Finished known = table.finished.back()[int(b.unit)];
  auto isKnown = [&](const Step &a, bool everywhere) {
    const auto &count = everywhere ? known.all : known.same;
    return a.launch < b.launch && a.last() < count[int(a.unit)];
  };
  // Up to the end of this launch: what follows b in a loop also comes before it.
  auto upToLaunch = [&](ArrayRef<size_t> numbers) {
    return llvm::reverse(numbers.take_front(
        llvm::partition_point(numbers, [&](size_t i) { return steps[i].launch <= b.launch; }) -
        numbers.begin()));
  };
  for (ArrayRef<size_t> sameUnit : byUnit) {
    for (size_t other : upToLaunch(sameUnit)) {
      const Step &a = steps[other];
      if (isKnown(a, ir::isBetweenCores(a.unit) || ir::isBetweenCores(b.unit)))
        break;
      findPair(index, other, true, waits, known);
    }
  }
  for (const StepAccess &access : b.accesses)
    if (auto it = byTensor.find(access.root); it != byTensor.end())
      for (size_t other : upToLaunch(it->second))
        if (!isKnown(steps[other], true))
          findPair(index, other, false, waits, known);
}

/// An earlier await of the queue implies one of this step: in the loops they
/// share at equal counters, in its own loops after its last iteration.
bool Deriver::isImplied(const Await &await, const Wait &wait, const Step &step) {
  size_t shared = 0;
  while (shared < await.loops.size() && shared < step.loops.size() &&
         await.loops[shared].loop == step.loops[shared].loop)
    ++shared;
  Count has{await.wait.count.c, {}};
  for (size_t i = 0; i < await.loops.size(); ++i) {
    int64_t coef = coefOf(await.wait.count, i);
    if (i < shared)
      has.coefs.push_back(coef);
    else
      has.c += std::max<int64_t>(0, coef * (await.loops[i].trip - 1));
  }
  return covers(await.wait, wait, difference(has, wait.count, step.loops).first, step.loops);
}

/// In front of the step, or of the outermost loop that it opens for its queue
/// and whose counter the wait does not depend on.
void Deriver::place(size_t index, Wait wait) {
  const Step &step = steps[index];
  size_t depth = step.loops.size();
  while (depth > 0 && (coefOf(wait.count, depth - 1) == 0 || step.loops[depth - 1].trip == 1) &&
         firstIn.lookup({step.loops[depth - 1].loop, int(step.unit)}) == index)
    --depth;
  Await await;
  await.step = index;
  await.at = depth < step.loops.size() ? step.loops[depth].loop : step.op;
  await.loops.append(step.loops.begin(), step.loops.begin() + depth);
  wait.count.coefs.resize(depth);
  if (range(wait.count, await.loops).first > wait.above)
    wait.above = 0;
  await.wait = std::move(wait);
  table.of.back()[int(step.unit)].push_back(table.awaits.size());
  table.awaits.push_back(std::move(await));
}

/// Waits for many single cores become one for all: what is lost is little, since
/// they do the same, and queues and proofs stay short.
void Deriver::joinCores(SmallVectorImpl<Wait> &waits, const Step &step) {
  constexpr size_t kMostMaps = 4;
  for (int unit = 0; unit < Finished::kUnits; ++unit) {
    const Wait *last = nullptr;
    size_t count = 0;
    for (const Wait &wait : waits)
      if (wait.cores == Wait::Cores::Map && wait.unit == ir::Unit(unit)) {
        ++count;
        if (!last || range(last->count, step.loops).second < range(wait.count, step.loops).second)
          last = &wait;
      }
    if (count <= kMostMaps)
      continue;
    Wait all = *last;
    all.cores = Wait::Cores::All;
    all.map.clear();
    keep(waits, step, std::move(all));
  }
}

void Deriver::derive(size_t index) {
  const Step &step = steps[index];
  int queue = int(step.unit);
  SmallVector<Wait> waits;
  findAll(index, waits);
  joinCores(waits, step);
  for (int unit = 0; unit < Finished::kUnits; ++unit)
    for (Wait &wait : waits) {
      if (wait.unit != ir::Unit(unit) || table.finished.back()[queue].implies(wait, step.loops))
        continue;
      auto implies = [&](size_t number) { return isImplied(table.awaits[number], wait, step); };
      if (llvm::none_of(table.of.back()[queue], implies))
        place(index, std::move(wait));
    }
}

} // namespace

AwaitTable deriveAwaits(ArrayRef<Step> steps) { return Deriver(steps).run(); }

} // namespace spyre
