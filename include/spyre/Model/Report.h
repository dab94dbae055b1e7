// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a modelled run looks like from outside: the report (JSON, stable names,
// "format" 1), the trace (Chrome trace events, opens in Perfetto), a page (HTML)
// and a short table for people. All times are modelled, none is measured.
#pragma once

#include "spyre/Device/Device.h"
#include "spyre/Model/HostArrays.h"
#include "spyre/Model/Simulator.h"

#include <string>

namespace spyre::model {

inline constexpr int kReportFormat = 1;

/// One result under the run's numerics against the same under f16.
struct OutputDifference {
  int call = 0;
  std::string name;
  Difference difference;
};

struct RunInfo {
  std::string launch = "aot"; // or graph: which of the device's launch costs
  int iterations = 1;
  std::string numerics = "f16";
  std::vector<OutputDifference> differences; // to f16; none under f16
};

double launchUs(const device::Device &device, const std::string &launch);

std::string reportJson(const device::Device &device, const plan::Plan &plan,
                       const plan::Program &program, const Timing &timing, const RunInfo &info);
/// Needs a timing with a recording. One row per core and unit, counters for the
/// memory node, the rings and LX, flows along the awaits. `cores`: which to draw;
/// empty: as many as keep the trace below 100,000 instructions and waits (all, else
/// every second, every fourth, ...).
std::string traceJson(const plan::Plan &plan, const plan::Program &program, const Timing &timing,
                      const std::vector<int> &cores = {});

/// A text that locations of the plan refer to.
struct SourceFile {
  std::string name; // matched by its last part
  std::string text;
};
/// One self-contained page (HTML) that draws a recording: headline, roofline,
/// timeline, LX, traffic, stalls, kernels, source lines. Needs a timing with a
/// recording. `cores` as for the trace; where bars are still too many, neighbours
/// of one kernel are drawn as one, and the page says so.
std::string pageHtml(const device::Device &device, const plan::Plan &plan,
                     const plan::Program &program, const Timing &timing, const RunInfo &info,
                     const std::vector<SourceFile> &sources = {},
                     const std::vector<int> &cores = {});
std::string table(const plan::Program &program, const Timing &timing);

} // namespace spyre::model
