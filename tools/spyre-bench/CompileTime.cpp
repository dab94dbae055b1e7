// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler's own cost: seconds per pass, priced configurations, memory; and
// what running the plan takes on this host, with and without data.
#include "Modules.h"
#include "Suites.h"

#include "spyre/Model/Simulator.h"

#include "mlir/IR/MLIRContext.h"

#include <cstdio>
#include <sys/resource.h>

namespace spyre::bench {

namespace {
/// Larger programs only run in time.
constexpr double kMaxInputBytes = 64 << 20, kMaxMacs = 4e9;

/// Most memory of this process so far.
double peakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

bool measure(const std::string &file, const driver::Options &compile, Json &entry) {
  entry["module"] = baseName(file);
  auto context = driver::makeContext();
  Stopwatch watch;
  Compiled compiled = compileQuietly(file, *context, compile);
  double seconds = watch.seconds();
  if (!compiled.result) {
    entry["error"] = compiled.errors.front();
    std::printf("%s: not compiled (%s): %s\n", baseName(file).c_str(), compiled.stage.c_str(),
                compiled.errors.front().c_str());
    return false;
  }
  const plan::Plan &plan = *compiled.result->plan;
  const plan::Program &program = plan.programs.front();
  std::printf("%s: %.3f s, %lld search operations, peak memory %.0f MB\n", baseName(file).c_str(),
              seconds, static_cast<long long>(compiled.result->searchOperations), peakMegabytes());
  Json passes = Json::array();
  for (const driver::PassTime &pass : compiled.result->passes) {
    passes.push_back({{"name", pass.name}, {"wall_s", pass.seconds}});
    if (pass.seconds >= 0.01 * seconds)
      std::printf("  %8.3f s  %s\n", pass.seconds, pass.name.c_str());
  }
  entry["wall_s"] = seconds;
  entry["passes"] = passes;
  entry["search_operations"] = compiled.result->searchOperations;
  entry["peak_megabytes"] = peakMegabytes();
  Stopwatch timingWatch;
  model::Timing timing = model::simulate(compile.device, plan, program);
  entry["timing_run_s"] = timingWatch.seconds();
  std::printf("  timing-only run %.3f s\n", timingWatch.seconds());
  if (inputBytes(plan, program) <= kMaxInputBytes && timing.macs <= kMaxMacs) {
    double functional = functionalRuns(plan, program, 0).first;
    entry["functional_run_s"] = functional;
    std::printf("  functional run %.3f s\n", functional);
  }
  return true;
}
} // namespace

int runCompileTime(const Options &options, Json &report) {
  driver::Options compile;
  compile.device = options.device;
  Json modules = Json::array();
  bool all = true;
  for (const std::string &path : options.paths)
    for (const std::string &file : filesIn(path, ".mlir")) {
      Json entry;
      all &= measure(file, compile, entry);
      std::fflush(stdout);
      modules.push_back(entry);
    }
  report["modules"] = modules;
  return all ? 0 : 1;
}

} // namespace spyre::bench
