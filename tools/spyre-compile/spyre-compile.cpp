// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-compile: a model file to an executable plan, or to the IR of one level.
#include "../driver/Driver.h"
#include "spyre/Frontend/Diagnostics.h"
#include "spyre/Plan/PlanFile.h"
#include "spyre/Support/Error.h"
#include "spyre/Support/File.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

using namespace spyre;

namespace {
struct Arguments {
  std::vector<std::string> inputs;
  std::string output, device = "spyre-default", emit, report;
  std::vector<std::string> set;
  bool explain = false, verbose = false, timePasses = false, listSettings = false;
  int effort = 1;
};

constexpr const char *kSettings =
    "division@KERNEL=LOOP:CORES,...   cores that share each loop (--explain prints loops)\n"
    "tile@KERNEL=LOOP:ELEMENTS,...    largest tile per loop\n"
    "order@KERNEL=LOOP,...            tile loops, outermost first\n"
    "residency@KERNEL=ddr             its results pass device memory, none stays in LX\n"
    "layout@argN=0,1|1                how an argument lies: outer dims, then the dim in sticks\n"
    "layout@resultN=1,0|1             the same for a result\n"
    "role@argN=input|weight           a weight may be laid out freely by the host, an input not\n";

void addOptions(CLI::App &app, Arguments &arguments) {
  app.add_option("INPUT", arguments.inputs, "model file");
  app.add_option("-o", arguments.output, "plan file to write");
  app.add_option("--device", arguments.device,
                 "spyre-default, spyre-datasheet, spyre-1core or FILE.json");
  app.add_option(
         "--emit", arguments.emit,
         "print the IR of a level: core, graph, laid-out, physical, placed, scheduled, plan")
      ->check(
          CLI::IsMember({"core", "graph", "laid-out", "physical", "placed", "scheduled", "plan"}));
  app.add_option("--set", arguments.set, "pin a decision: KEY@KERNEL=VALUE");
  app.add_flag("--list-settings", arguments.listSettings, "keys that --set takes");
  app.add_flag("--explain", arguments.explain, "print every decision with its price");
  app.add_option("--report", arguments.report,
                 "write predictions per kernel and compile times as JSON");
  app.add_option("--effort", arguments.effort, "search budget: 0, 1 or 2")->check(CLI::Range(0, 2));
  app.add_flag("-v", arguments.verbose, "say what is done");
  app.add_flag("--time-passes", arguments.timePasses, "print wall time per pass");
}

void writeReport(const driver::Result &result, const std::string &path) {
  nlohmann::json report{{"format", 1}}, kernels = nlohmann::json::array(),
                                        passes = nlohmann::json::array();
  const plan::Program &program = result.plan->programs.front();
  double predicted = 0;
  for (const plan::Kernel &kernel : program.kernels) {
    predicted += kernel.predictedUs;
    kernels.push_back({{"name", kernel.name},
                       {"source", kernel.source},
                       {"cores", kernel.cores},
                       {"predicted_us", kernel.predictedUs},
                       {"bound_hard_us", kernel.boundHardUs},
                       {"bound_sustained_us", kernel.boundSustainedUs},
                       {"bound_by", kernel.boundBy}});
  }
  for (const driver::PassTime &pass : result.passes)
    passes.push_back({{"name", pass.name}, {"wall_s", pass.seconds}});
  report["predicted_us"] = predicted;
  report["bound_hard_us"] = program.boundHardUs;
  report["bound_sustained_us"] = program.boundSustainedUs;
  report["bound_by"] = program.boundBy;
  report["lx_peak_bytes"] = program.lxBytes;
  report["kernels"] = kernels;
  report["compile"] = {{"wall_s", result.seconds},
                       {"passes", passes},
                       {"search_operations", result.searchOperations}};
  writeFile(path, report.dump(2) + "\n");
}

int compile(const Arguments &arguments) {
  driver::Options options;
  options.device = device::load(arguments.device);
  options.pipeline.pins = arguments.set;
  options.pipeline.budget = arguments.effort == 0 ? 2000 : arguments.effort == 1 ? 20000 : 200000;
  if (!arguments.emit.empty())
    options.stopAt = parseLevel(arguments.emit);
  auto context = driver::makeContext();
  frontend::LineDiagnostics diagnostics(*context, llvm::errs());
  if (arguments.verbose)
    std::cerr << "compiling " << arguments.inputs[0] << " for " << options.device.name << "\n";
  auto result = driver::compileFile(arguments.inputs[0], *context, options);
  if (!result) {
    if (!diagnostics.hasErrors())
      std::cerr << arguments.inputs[0] << ": error: the module could not be compiled\n";
    return 1;
  }
  if (arguments.timePasses)
    for (const driver::PassTime &pass : result->passes)
      std::fprintf(stderr, "%9.4f s  %s\n", pass.seconds, pass.name.c_str());
  if (arguments.explain)
    std::cout << result->explanation;
  if (options.stopAt) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    result->module->print(stream);
    std::cout << text;
    return 0;
  }
  if (!arguments.report.empty())
    writeReport(*result, arguments.report);
  if (!arguments.output.empty())
    plan::write(*result->plan, arguments.output);
  if (arguments.verbose)
    std::cerr << result->plan->programs.front().kernels.size() << " launches, compiled in "
              << result->seconds << " s\n";
  return 0;
}
} // namespace

int main(int argc, char **argv) {
  Arguments arguments;
  CLI::App app("compiles StableHLO modules to plans for the Spyre device model");
  addOptions(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    int code = app.exit(error);
    return code == 0 ? 0 : 2;
  }
  if (arguments.listSettings) {
    std::cout << kSettings;
    return 0;
  }
  bool output = !arguments.output.empty() || !arguments.emit.empty() || arguments.explain ||
                !arguments.report.empty();
  if (arguments.inputs.size() != 1 || !output) {
    std::cerr
        << "usage: spyre-compile INPUT -o PLAN.spyre (or --emit LEVEL, --explain, --report FILE)\n";
    return 2;
  }
  try {
    return compile(arguments);
  } catch (const std::exception &error) {
    std::cerr << "error: " << error.what() << "\n";
    return 1;
  }
}
