// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a plan on the device model. See Options.cpp for the command line; exit
// status: 0 done, 1 bad plan or input, 2 usage, 3 mismatch.
#include "Calls.h"
#include "Options.h"

#include "spyre/Device/Device.h"
#include "spyre/Model/Report.h"
#include "spyre/Plan/PlanFile.h"
#include "spyre/Plan/Text.h"
#include "spyre/Plan/Validator.h"
#include "spyre/Support/Error.h"
#include "spyre/Support/File.h"

#include <iostream>
#include <new>

using namespace spyre;
using namespace spyre::run;

namespace {

/// The description that the plan was compiled for.
device::Device deviceOf(const plan::Plan &plan, const Options &options) {
  device::Device device = device::load(options.device.empty() ? plan.deviceName : options.device);
  if (device::digest(device) != plan.deviceDigest)
    throw Error("expected the device that the plan was compiled for, " + plan.deviceName +
                " with digest " + plan.deviceDigest + ", found one with digest " +
                device::digest(device) + " (--device FILE.json)");
  return device;
}

const plan::Program &programOf(const plan::Plan &plan, const std::string &name) {
  if (plan.programs.empty())
    throw Error("expected a program in the plan, found none");
  if (name.empty())
    return plan.programs[0];
  std::string known;
  for (const plan::Program &program : plan.programs) {
    if (program.name == name)
      return program;
    known += (known.empty() ? "" : ", ") + program.name;
  }
  throw Error("expected a program of the plan (" + known + "), found '" + name + "'");
}

int show(const plan::Plan &plan, const Options &options) {
  if (!options.validate) {
    std::cout << (options.inspect ? plan::inspect(plan) : plan::disassemble(plan));
    return kDone;
  }
  std::vector<plan::Fault> faults = plan::validate(plan);
  for (const plan::Fault &fault : faults)
    std::cerr << "spyre-run: " << options.plan << ": " << plan::toString(fault) << "\n";
  if (faults.empty())
    std::cout << options.plan << ": valid\n";
  return faults.empty() ? kDone : kBad;
}

void writeFiles(const Options &options, const device::Device &device, const plan::Plan &plan,
                const plan::Program &program, const model::Timing &timing,
                const model::RunInfo &info) {
  if (!options.trace.empty())
    writeFile(options.trace, model::traceJson(plan, program, timing, options.cores));
  if (!options.report.empty())
    writeFile(options.report, model::reportJson(device, plan, program, timing, info));
  if (options.html.empty())
    return;
  std::vector<model::SourceFile> sources;
  for (const std::string &path : options.sources)
    sources.push_back({path, readTextFile(path)});
  writeFile(options.html,
            model::pageHtml(device, plan, program, timing, info, sources, options.cores));
}

int runPlan(const Options &options) {
  plan::Plan plan = plan::read(options.plan);
  if (options.validate || options.inspect || options.disassemble)
    return show(plan, options);
  plan::requireValid(plan, options.plan);
  const plan::Program &program = programOf(plan, options.program);
  device::Device device = deviceOf(plan, options);
  model::Timing timing =
      model::simulate(device, plan, program, {!options.trace.empty() || !options.html.empty()});
  model::RunInfo info{options.launch, options.iterations, options.numerics, {}};
  int status = options.timingOnly ? kDone : runCalls(plan, program, options, info.differences);
  std::cout << model::table(program, timing);
  if (options.iterations > 1) {
    double each = timing.totalUs + model::launchUs(device, options.launch);
    std::cout << options.iterations << " launches (" << options.launch << "): modelled "
              << each * options.iterations << " us\n";
  }
  writeFiles(options, device, plan, program, timing, info);
  return status;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  int status = kDone;
  if (!parse(argc, argv, options, status))
    return status;
  try {
    return runPlan(options);
  } catch (const Error &e) {
    std::cerr << "spyre-run: error: " << e.what() << "\n";
  } catch (const std::bad_alloc &) {
    std::cerr << "spyre-run: error: out of host memory\n";
  }
  return kBad;
}
