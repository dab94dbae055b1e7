// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spyre/Model/HostArrays.h"

#include <cstdint>
#include <string>
#include <vector>

namespace spyre::run {

struct Options {
  std::string plan;
  bool validate = false, inspect = false, disassemble = false;
  std::vector<std::string> inputs, expect, sources;
  std::string outputs, program, device, report, trace, html;
  model::Tolerance tolerance;
  std::string numerics = "f16", launch = "aot", poison;
  std::vector<uint64_t> raceSeeds;
  bool timingOnly = false;
  int iterations = 1, threads = 0;
  std::vector<int> cores; // to draw
};

/// Exit statuses; part of the contract with scripts.
enum Status { kDone = 0, kBad = 1, kUsage = 2, kMismatch = 3 };

/// Fills `options`. Returns false with `status` set when there is nothing to do:
/// help was printed or the usage is wrong.
bool parse(int argc, char **argv, Options &options, int &status);

} // namespace spyre::run
