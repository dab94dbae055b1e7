// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-bench: the project's own measurements, one process. Exit status: 0 all
// is well, 1 something failed, 2 usage.
#include "Suites.h"
#include "spyre/Support/Error.h"
#include "spyre/Support/File.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Signals.h"

#include <CLI/CLI.hpp>
#include <iostream>

using namespace spyre;

namespace {
struct Suite {
  const char *name, *argument, *help;
  int (*run)(const bench::Options &, bench::Json &);
  void (*addOptions)(CLI::App &, bench::Options &) = nullptr;
};

void addFidelityOptions(CLI::App &command, bench::Options &options) {
  command.get_option("TSV")->required(false)->description(
      "published times; default: kernel-times/measured.tsv of $SPYRE_DATA_DIR");
  command.get_option("-v")->description("print the decisions for each row");
  command.add_flag("--sensitivity", options.sensitivity,
                   "halve and double each parameter that is an estimate");
  command.add_option("--against", options.against,
                     "table of figures; exit status 1 if a class is more than a point worse");
  command.add_option("--table", options.table, "file for the table of figures");
  command.add_option("--threads", options.threads, "rows at a time")->check(CLI::Range(1, 64));
}

constexpr Suite kSuites[] = {
    {"conformance", "DIR", "StableHLO modules that carry their own checks: passed, refused, failed",
     bench::runConformance},
    {"bounds", "DIR", "modelled time and bounds of every module", bench::runBounds},
    {"compile-time", "FILE", "time per pass, search operations, peak memory",
     bench::runCompileTime},
    {"model", "DIR", "speed of the device model on this host; DIR holds the bench modules",
     bench::runModel},
    {"fidelity", "TSV", "published times of the card against modelled ones", bench::runFidelity,
     addFidelityOptions},
    {"allocator", "DIR", "allocation instances: solved, height, seconds", bench::runAllocator},
};
} // namespace

int main(int argc, char **argv) {
  llvm::sys::PrintStackTraceOnErrorSignal(argv[0]);
  CLI::App app("Measures the compiler and the plans that it makes.", "spyre-bench");
  bench::Options options;
  std::string json, device = "spyre-default";
  const Suite *chosen = nullptr;
  app.require_subcommand(1);
  for (const Suite &suite : kSuites) {
    CLI::App *command = app.add_subcommand(suite.name, suite.help);
    command->add_option(suite.argument, options.paths, "directory, or files")->required();
    command->add_option("--json", json, "file for the figures");
    command->add_option("--device", device,
                        "spyre-default, spyre-datasheet, spyre-1core or FILE.json");
    command->add_flag("-v", options.verbose, "say which module is at work");
    if (suite.addOptions)
      suite.addOptions(*command, options);
    command->callback([&chosen, &suite] { chosen = &suite; });
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    options.device = device::load(device);
    bench::Json report{{"format", 1}, {"suite", chosen->name}, {"device", options.device.name}};
    int status = chosen->run(options, report);
    if (!json.empty())
      writeFile(json, report.dump(2) + "\n");
    return status;
  } catch (const std::exception &error) {
    std::cerr << "spyre-bench: error: " << error.what() << "\n";
    return 1;
  }
}
