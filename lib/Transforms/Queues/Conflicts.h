// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When two steps touch the same bytes: which earlier executions of one must
// have finished before an execution of the other may start.
#pragma once

#include "Steps.h"

namespace spyre {

/// c + sum of coefs[i] * counter of the i-th loop around the waiting step.
struct Count {
  int64_t c = 0;
  llvm::SmallVector<int64_t, 4> coefs;
};

/// A unit must have finished `count` steps: on the same core, on all, or on the
/// core that a table names.
struct Wait {
  enum class Cores { Same, All, Map };
  ir::Unit unit = ir::Unit::load;
  Cores cores = Cores::Same;
  std::vector<int64_t> map; // per core of the waiting step's launch
  Count count;
  /// A count up to here names steps from before the one that the wait is about:
  /// in this iteration there is nothing to wait for.
  int64_t above = 0;
  /// The step waited for, and which execution: counters of the loops outside
  /// `level` equal to the waiting step's, `distance` less in it (if it is a
  /// common loop), the last ones inside. Not exact: a later execution at most.
  const Step *from = nullptr;
  unsigned level = 0;
  int64_t distance = 0;
  bool isExact = false;
};

/// Loops around both steps.
unsigned commonLoops(const Step &a, const Step &b);

/// Whether two accesses can meet at all (no cores or iterations looked at).
bool mayConflict(const StepAccess &x, const StepAccess &y);

/// What `b` must wait for because of access x of `a` and its own access y.
/// `isBefore`: a stands before b in the text. Executions count as ordered as in
/// the sequential program; a wait names earlier ones only.
void findWaits(const Step &a, const StepAccess &x, const Step &b, const StepAccess &y,
               bool isBefore, llvm::SmallVectorImpl<Wait> &waits);

} // namespace spyre
