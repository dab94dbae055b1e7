// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Run.h"

#include "../Modules.h"
#include "spyre/Model/Simulator.h"
#include "spyre/Support/Error.h"

#include "mlir/IR/MLIRContext.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace spyre::bench::fidelity {

device::Device deviceOf(const Row &row, device::Device chip) {
  chip.cores = row.cores;
  auto bytes = static_cast<int64_t>(row.lxShare * static_cast<double>(chip.lxBytes));
  chip.lxAllocatableBytes = bytes / 128 * 128; // whole sticks
  return chip;
}

namespace {
/// Adds one module's figures to the outcome.
void measure(const std::string &text, const driver::Options &options, Outcome &outcome) {
  auto context = driver::makeContext();
  Compiled compiled =
      compileTextQuietly(text, "row" + std::to_string(outcome.row.line), *context, options);
  if (!compiled.result)
    throw Error(compiled.stage + ": " + compiled.errors.front());
  const plan::Plan &plan = *compiled.result->plan;
  const plan::Program &program = plan.programs.front();
  model::Timing timing = model::simulate(options.device, plan, program);
  outcome.us += timing.totalUs;
  outcome.boundHardUs += program.boundHardUs;
  outcome.boundSustainedUs += program.boundSustainedUs;
  outcome.boundBy = program.boundBy;
  for (const plan::Kernel &kernel : program.kernels)
    outcome.predictedUs += kernel.predictedUs;
  outcome.readBytes += timing.ddrReadBytes;
  outcome.writeBytes += timing.ddrWriteBytes;
  outcome.decisions += compiled.result->explanation;
}

Outcome runRow(const Row &row, const device::Device &chip) {
  Outcome outcome;
  outcome.row = row;
  outcome.opClass = classOf(row);
  try {
    Case work = caseOf(row);
    outcome.note = work.note;
    driver::Options options;
    options.device = deviceOf(row, chip);
    options.pipeline.pins = work.pins;
    for (const std::string &module : work.modules)
      measure(module, options, outcome);
  } catch (const std::exception &error) {
    outcome.refusal = error.what();
  }
  return outcome;
}
} // namespace

std::vector<Outcome> run(const std::vector<Row> &rows, const device::Device &chip, int threads) {
  std::vector<Outcome> outcomes(rows.size());
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i = next++; i < rows.size(); i = next++)
      outcomes[i] = runRow(rows[i], chip);
  };
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i)
    others.emplace_back(work);
  work();
  for (std::thread &thread : others)
    thread.join();
  return outcomes;
}

} // namespace spyre::bench::fidelity
