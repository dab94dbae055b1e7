// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a modelled run looks like from outside: the report (JSON, stable names,
// "format" 1), the trace (Chrome trace events, opens in Perfetto) and a short
// table for people. All times are modelled, none is measured.
#pragma once

#include "spyre/Device/Device.h"
#include "spyre/Model/Simulator.h"

#include <string>

namespace spyre::model {

inline constexpr int kReportFormat = 1;

struct RunInfo {
  std::string launch = "aot"; // or graph: which of the device's launch costs
  int iterations = 1;
  std::string numerics = "f16";
};

double launchUs(const device::Device &device, const std::string &launch);

std::string reportJson(const device::Device &device, const plan::Plan &plan,
                       const plan::Program &program, const Timing &timing, const RunInfo &info);
/// Needs a timing made with trace. One row per core and unit, counters for the
/// traffic of the memory node.
std::string traceJson(const plan::Plan &plan, const plan::Program &program, const Timing &timing);
std::string table(const plan::Program &program, const Timing &timing);

} // namespace spyre::model
