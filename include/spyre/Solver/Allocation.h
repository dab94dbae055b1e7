// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scratchpad allocation as a plain problem: requests with lifetimes and sizes
// in, offsets out. A heuristic first, a search when it does not fit. Effort is
// counted in operations, never in seconds, so that the same problem has the
// same answer on every machine.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace spyre::solver {

struct Request {
  int64_t id = 0; // for messages and for breaking ties
  /// Live in steps [first, last).
  int64_t first = 0, last = 0;
  int64_t size = 0;
  int64_t alignment = 128;
  std::optional<int64_t> offset; // must lie there
  std::optional<int64_t> hint;   // should lie there, when that is free
  /// Requests of one group (>= 0) share one offset and may overlap each other:
  /// a value and its in-place successor, or a value with pauses in its life.
  int32_t group = -1;
};

struct AllocationProblem {
  int64_t capacity = 0;
  std::vector<Request> requests;
};

/// A live request in the memory map of one step.
struct MapEntry {
  int64_t id = 0, offset = 0, size = 0;
};

struct Allocation {
  bool fits = false;
  /// Per request, in the order of the problem. When it does not fit: the lowest
  /// attempt, which ends above the capacity.
  std::vector<int64_t> offsets;
  int64_t height = 0;     // highest end
  int64_t lowerBound = 0; // largest sum of live sizes; above capacity: no answer exists
  bool proven = false;    // !fits is a proof (by the bound or a finished search)
  int64_t operations = 0; // spent on heuristics and search
  /// The step where memory is shortest, and what lies there by offset.
  int64_t tightestStep = 0;
  std::vector<MapEntry> tightest;
};

/// Throws Error for a request that makes no sense (negative size, alignment
/// below 1, group with two fixed offsets, ...). `budget`: operations for the
/// search; 0 leaves it at the heuristics.
Allocation allocate(const AllocationProblem &problem, int64_t budget = 20'000'000);

/// What is wrong with `offsets`, or nothing: every request inside the
/// capacity, aligned, where it must be, and apart from all that live with it.
std::optional<std::string> verify(const AllocationProblem &problem,
                                  const std::vector<int64_t> &offsets);

/// "expected ... bytes, found ... at step ...", with the map of the step.
std::string explain(const AllocationProblem &problem, const Allocation &result);

/// Reads lines id,lower,upper,size under a header that names these columns, in
/// any order (the format of public benchmark instances). Alignment 1; a
/// request's id is its row, from 0.
AllocationProblem readAllocationCsv(std::istream &in, int64_t capacity, const std::string &where);

} // namespace spyre::solver
