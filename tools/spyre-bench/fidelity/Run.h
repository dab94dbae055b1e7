// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Published rows through compiler and device model. All times but the published
// are modelled.
#pragma once

#include "Cases.h"
#include "Statistics.h"
#include "spyre/Device/Device.h"

namespace spyre::bench::fidelity {

struct Outcome {
  Row row;
  std::string opClass;
  std::string refusal; // why there is no time; empty: there is one
  std::string note;    // what of the row could not be followed
  double us = 0, boundHardUs = 0, boundSustainedUs = 0, predictedUs = 0;
  double readBytes = 0, writeBytes = 0;
  std::string boundBy, decisions;

  bool ran() const { return refusal.empty(); }
  Pair pair() const { return {row.publishedUs, us}; }
  /// No plan can be that fast.
  bool impossible() const { return us < boundSustainedUs * (1 - 1e-9); }
};

/// The chip as the row had it: its cores, its share of the scratchpad.
device::Device deviceOf(const Row &row, device::Device chip);

/// In the order of the rows, whatever the number of threads.
std::vector<Outcome> run(const std::vector<Row> &rows, const device::Device &chip, int threads);

} // namespace spyre::bench::fidelity
