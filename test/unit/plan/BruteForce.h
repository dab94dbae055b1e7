// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The validator's question answered the long way, for small plans: every core
// by itself, one clock per queue of every core, one record per stick, every
// pair of accesses. Shares no code with the validator but the evaluation of
// expressions.
#pragma once

#include "spyre/Plan/Plan.h"

#include <string>

namespace spyre::plan::test {

/// Empty when the first program of the plan is free of deadlocks, hazards,
/// reads of what nothing wrote and outputs with holes or written twice; else
/// one of them. The plan's form must be valid.
std::string findFaultByForce(const Plan &plan);

} // namespace spyre::plan::test
