// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far each module's plan is from what no plan can beat. All times but the
// compiler's own are modelled.
#include "Modules.h"
#include "Suites.h"

#include "spyre/Model/Simulator.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/PrettyStackTrace.h"

#include <cstdio>
#include <filesystem>

namespace spyre::bench {

namespace {
/// Sums of times may differ in their last digits.
bool isBelow(double modelled, double bound) { return modelled < bound * (1 - 1e-9); }

/// One line per kernel that is faster than its own bound.
std::vector<std::string> impossibleKernels(const plan::Program &program,
                                           const model::Timing &timing) {
  std::vector<std::string> lines;
  for (size_t i = 0; i < program.kernels.size(); ++i)
    if (isBelow(timing.kernels[i].spanUs, program.kernels[i].boundSustainedUs)) {
      char line[256];
      std::snprintf(line, sizeof(line), "%s: expected a span of at least %.3f us (%s), found %.3f",
                    program.kernels[i].name.c_str(), program.kernels[i].boundSustainedUs,
                    program.kernels[i].boundBy.c_str(), timing.kernels[i].spanUs);
      lines.push_back(line);
    }
  return lines;
}

Json kernelsJson(const plan::Program &program, const model::Timing &timing) {
  Json kernels = Json::array();
  for (size_t i = 0; i < program.kernels.size(); ++i) {
    const plan::Kernel &kernel = program.kernels[i];
    const model::KernelTiming &times = timing.kernels[i];
    kernels.push_back({{"name", kernel.name},
                       {"cores", kernel.cores},
                       {"predicted_us", kernel.predictedUs},
                       {"span_us", times.spanUs},
                       {"exclusive_us", times.exclusiveUs},
                       {"bound_hard_us", kernel.boundHardUs},
                       {"bound_sustained_us", kernel.boundSustainedUs},
                       {"bound_by", kernel.boundBy},
                       {"ddr_read_bytes", times.ddrReadBytes},
                       {"ddr_write_bytes", times.ddrWriteBytes}});
  }
  return kernels;
}

/// Fills `entry` and prints a row. False if something is wrong.
bool measure(const std::string &file, const driver::Options &compile, Json &entry) {
  entry["module"] = baseName(file);
  auto context = driver::makeContext();
  Stopwatch compiling;
  Compiled compiled = compileQuietly(file, *context, compile);
  double compileSeconds = compiling.seconds();
  std::string name = std::filesystem::path(file).stem().string();
  if (!compiled.result) {
    entry["error"] = compiled.errors.front();
    std::printf("%-42s not compiled (%s): %s\n", name.c_str(), compiled.stage.c_str(),
                compiled.errors.front().c_str());
    return true;
  }
  const plan::Plan &plan = *compiled.result->plan;
  const plan::Program &program = plan.programs.front();
  Stopwatch timingWatch;
  model::Timing timing = model::simulate(compile.device, plan, program);
  double ratio = program.boundSustainedUs > 0 ? timing.totalUs / program.boundSustainedUs : 0;
  entry["modelled_us"] = timing.totalUs;
  entry["bound_hard_us"] = program.boundHardUs;
  entry["bound_sustained_us"] = program.boundSustainedUs;
  entry["bound_by"] = program.boundBy;
  entry["ratio_to_sustained"] = ratio;
  entry["kernels"] = kernelsJson(program, timing);
  entry["compile_s"] = compileSeconds;
  entry["timing_s"] = timingWatch.seconds();
  std::printf("%-42s %10.1f %10.1f %10.1f %-9s %6.1f %6.2f %4zu %8.2f %8.2f\n", name.c_str(),
              timing.totalUs, program.boundHardUs, program.boundSustainedUs,
              program.boundBy.c_str(), ratio > 0 ? 100 / ratio : 0, ratio, program.kernels.size(),
              compileSeconds, timingWatch.seconds());
  std::vector<std::string> wrong = impossibleKernels(program, timing);
  if (isBelow(timing.totalUs, program.boundHardUs))
    wrong.push_back("expected a modelled time of at least the hard bound");
  for (const std::string &line : wrong)
    std::printf("    %s\n", line.c_str());
  if (!wrong.empty())
    entry["impossible"] = wrong;
  return wrong.empty();
}
} // namespace

int runBounds(const Options &options, Json &report) {
  driver::Options compile;
  compile.device = options.device;
  compile.outlineChecks = true; // inputs inside a module are arguments all the same
  Json modules = Json::array();
  bool possible = true;
  std::printf("%-42s %10s %10s %10s %-9s %6s %6s %4s %8s %8s\n", "module (times modelled)", "us",
              "hard us", "sust. us", "by", "% sust", "ratio", "krnl", "compile", "timing s");
  for (const std::string &path : options.paths)
    for (const std::string &file : filesIn(path, ".mlir")) {
      llvm::PrettyStackTraceString crash(file.c_str());
      Json entry;
      possible &= measure(file, compile, entry);
      std::fflush(stdout);
      modules.push_back(entry);
    }
  report["modules"] = modules;
  return possible ? 0 : 1;
}

} // namespace spyre::bench
