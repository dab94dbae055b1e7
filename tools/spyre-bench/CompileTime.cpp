// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler's own cost: seconds per pass, priced configurations, memory; and
// what running the plan takes on this host, with and without data.
#include "Modules.h"
#include "Suites.h"

#include "spyre/Model/Machine.h"
#include "spyre/Model/Simulator.h"
#include "spyre/Plan/Layout.h"

#include "mlir/IR/MLIRContext.h"

#include <cstdio>
#include <cstring>
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

/// Reproducible values: floats of either sign between 1/16 and 1, integers 0 to 3.
std::vector<uint8_t> randomData(const plan::Tensor &tensor, uint64_t seed) {
  std::vector<uint8_t> bytes(static_cast<size_t>(plan::hostByteSize(tensor)));
  auto width = static_cast<size_t>(plan::byteWidth(tensor.type));
  uint64_t state = seed * 2 + 1;
  for (size_t at = 0; at < bytes.size(); at += width) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    uint64_t random = state >> 33, exponent = random >> 29 & 3, value = random & 3;
    if (tensor.type == plan::DType::F16)
      value = (random & 0x83ff) | (11 + exponent) << 10;
    else if (tensor.type == plan::DType::BF16)
      value = (random & 0x807f) | (123 + exponent) << 7;
    else if (tensor.type == plan::DType::F32)
      value = (random & 0x7fffff) | (123 + exponent) << 23 | (random & 0x800000) << 8;
    else if (tensor.type == plan::DType::I1)
      value = random & 1;
    std::memcpy(bytes.data() + at, &value, width);
  }
  return bytes;
}

double functionalSeconds(const plan::Plan &plan, const plan::Program &program) {
  model::Machine machine(plan);
  for (int32_t input : program.inputs)
    machine.setInput(input, randomData(plan.tensors[static_cast<size_t>(input)], uint64_t(input)));
  Stopwatch watch;
  machine.run(program);
  return watch.seconds();
}

double inputBytes(const plan::Plan &plan, const plan::Program &program) {
  double total = 0;
  for (int32_t input : program.inputs)
    total += static_cast<double>(plan::hostByteSize(plan.tensors[static_cast<size_t>(input)]));
  return total;
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
    double functional = functionalSeconds(plan, program);
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
