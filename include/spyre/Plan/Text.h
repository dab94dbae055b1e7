// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans for people. Both take any plan that deserialize() returns, valid or
// not.
#pragma once

#include "spyre/Plan/Plan.h"

#include <string>

namespace spyre::plan {

/// What the plan holds: tensors, programs, kernels, sizes of queues.
std::string inspect(const Plan &plan);
/// Every table and instruction, one a line; i0, i1, ... are the queue's loops,
/// d0, d1, ... the loops of an exec, t3 the core's entry of table 3.
std::string disassemble(const Plan &plan);

// Parts of a listing, for reports and traces.
std::string toString(const Index &index);
std::string toString(const Extent &extent);
std::string toString(const LxAddr &addr);
std::string toString(const Access &access);

} // namespace spyre::plan
