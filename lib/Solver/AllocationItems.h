// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The allocation problem in the form that heuristics and search work on.
#pragma once

#include "spyre/Solver/Allocation.h"

namespace spyre::solver {

inline int64_t alignUp(int64_t value, int64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

/// What gets one offset: a request, or a group of them.
struct Item {
  int64_t size = 0;
  int64_t alignment = 1;
  int64_t fixed = -1, hint = -1; // -1: none
  std::vector<int32_t> requests;
  std::vector<int32_t> sections;   // ascending
  std::vector<int32_t> neighbours; // items that live with it, ascending
  int64_t steps = 0;               // length of its life
};

struct Items {
  int64_t capacity = 0;
  int64_t farthest = 0;    // least end of any request on its own
  std::vector<Item> items; // by lowest request id
  /// A section is a stretch of steps with one set of live items. Only maximal
  /// sets are kept: two items live together iff they share a section.
  std::vector<std::vector<int32_t>> sections;
  std::vector<int64_t> sectionStep; // a step of each
  std::vector<int64_t> sectionLoad; // sum of live sizes

  int64_t lowerBound() const;
};

/// Checks the requests and builds the items. Empty lives and sizes outside
/// groups are left out: nothing can meet them.
Items makeItems(const AllocationProblem &problem);

/// Counted work; everything stops when it is used up.
struct Budget {
  int64_t limit = 0, spent = 0;
  bool exhausted() const { return spent >= limit; }
};

/// An offset per item, and the highest end.
struct Placement {
  std::vector<int64_t> offsets;
  int64_t height = 0;
  bool apart = true; // false: items with fixed offsets overlap
};

/// Greedy placement in several orders, then in orders that move the items that
/// stuck out to the front. Stops at the first that fits; else the lowest.
Placement placeGreedily(const Items &items, int64_t &operations);

enum class Outcome { Solved, Infeasible, Exhausted };

/// Complete search. `placement` is valid after Solved.
Outcome searchPlacement(const Items &items, Budget &budget, Placement &placement);

} // namespace spyre::solver
