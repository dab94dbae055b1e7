// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What to compile for a published row.
#pragma once

#include "Rows.h"

namespace spyre::bench::fidelity {

struct Case {
  std::string opClass;              // rows of one class are summed up together
  std::vector<std::string> modules; // StableHLO text; timed one after the other
  std::vector<std::string> pins;    // decisions, as --set takes them
  std::string note;                 // what of the row could not be followed
};

/// Throws Error with the reason when there is no generator for the row.
Case caseOf(const Row &row);

/// The class that caseOf gives, for any row.
std::string classOf(const Row &row);

} // namespace spyre::bench::fidelity
