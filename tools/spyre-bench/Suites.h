// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The project's own measurements. Each suite prints a table, fills a JSON object
// and returns the exit status: 0, or 1 when something is wrong.
#pragma once

#include "spyre/Device/Device.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace spyre::bench {

struct Options {
  std::vector<std::string> paths;
  device::Device device;
  bool verbose = false; // say which module is at work
  // Of fidelity.
  std::string against, table; // files: figures to hold, figures to write
  bool sensitivity = false;
  int threads = 1;
};

using Json = nlohmann::ordered_json;

/// Modules that carry inputs and checks: each through plan and device model.
int runConformance(const Options &options, Json &report);
/// Modelled times against lower bounds.
int runBounds(const Options &options, Json &report);
/// Where the compiler's own time goes.
int runCompileTime(const Options &options, Json &report);
/// How fast the device model is on this host, against its targets.
int runModel(const Options &options, Json &report);
/// Published times of the card against our plans on our model.
int runFidelity(const Options &options, Json &report);
/// Instances of scratchpad allocation (CSV).
int runAllocator(const Options &options, Json &report);

} // namespace spyre::bench
