// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words for what the LX and memory checks find: a pair of instructions counts
// once, however many bytes and iterations it concerns.
#pragma once

#include "Form.h"

#include <tuple>

namespace spyre::plan {

/// An instruction of one core: the n-th of a queue, from 1.
struct Moment {
  int core;
  Unit unit;
  uint32_t number;
};

class HazardReporter {
public:
  explicit HazardReporter(ProgramContext &context);

  /// `later` and `earlier` both touch `bytes` and nothing orders them.
  void missingWait(const Moment &later, const Moment &earlier, const std::string &bytes);
  /// Any other fault of an instruction; `field` is appended to its path.
  void fault(FaultKind kind, const Moment &at, const char *field, const std::string &message);
  bool full() const { return context.report.full(); }
  int32_t itemOf(Unit unit, uint32_t number) const { return items[size_t(unit)][number - 1]; }

private:
  std::string describe(const Moment &moment) const;
  std::string nearestWait(Unit queue, int32_t item, Unit on) const;

  ProgramContext &context;
  std::array<std::vector<int32_t>, kNumUnits> items; // of each instruction
  std::set<std::tuple<int, int, int, int, int>> seen;
};

} // namespace spyre::plan
