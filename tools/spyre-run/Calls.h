// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of a program in order on one instance, with data from files.
#pragma once

#include "Options.h"
#include "spyre/Model/Report.h"
#include "spyre/Plan/Plan.h"

namespace spyre::run {

/// Reads all files first, runs all calls (once per poison), compares. Writes
/// --outputs if the results do not depend on the poison. Returns a Status; what
/// went wrong is on stderr, one line each. Throws Error on bad input. Fills
/// `differences` if the numerics are not f16.
int runCalls(const plan::Plan &plan, const plan::Program &program, const Options &options,
             std::vector<model::OutputDifference> &differences);

} // namespace spyre::run
