// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The awaits of a program: hazards between all steps, reduced to those that no
// other await implies.
#pragma once

#include "Conflicts.h"

namespace spyre {

/// A wait where it stands: in front of an op of the launches, in the queue of
/// one step. The op is the step or a loop around it that it opens for its queue.
struct Await {
  Wait wait; // counts over the loops around `at`
  size_t step = 0;
  mlir::Operation *at = nullptr;
  llvm::SmallVector<Step::Around, 4> loops; // around `at`
};

/// What has finished before anything of a launch runs in a queue: per unit, on
/// the same core and on all.
struct Finished {
  static constexpr int kUnits = ir::getMaxEnumValForUnit() + 1;
  std::array<int64_t, kUnits> same{}, all{};
  bool implies(const Wait &wait, llvm::ArrayRef<Step::Around> loops) const;
  void note(const Wait &wait, int64_t count);
  void inherit(const Wait &wait, const Finished &of);
};

/// Awaits of all queues, in order, as they are first derived.
struct AwaitTable {
  llvm::ArrayRef<Step> steps;
  std::vector<Await> awaits;
  /// [launch][queue]: numbers of its awaits, what earlier launches waited for.
  std::vector<std::array<llvm::SmallVector<size_t, 4>, Finished::kUnits>> of;
  std::vector<std::array<Finished, Finished::kUnits>> finished;
};

AwaitTable deriveAwaits(llvm::ArrayRef<Step> steps);
/// Marks what is implied through the awaits of a step that is waited for.
std::vector<bool> findRedundant(const AwaitTable &table);

// Counts over the same loops.
int64_t coefOf(const Count &count, size_t loop);
/// Smallest and largest value of a count less another.
std::pair<int64_t, int64_t> difference(const Count &count, const Count &other,
                                       llvm::ArrayRef<Step::Around> loops);
/// Whether `wait` implies `other`, whose counts are less by `lead` at least.
bool covers(const Wait &wait, const Wait &other, int64_t lead, llvm::ArrayRef<Step::Around> loops);

} // namespace spyre
