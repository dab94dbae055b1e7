// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Options.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <set>

namespace spyre::run {

namespace {

void addOptions(CLI::App &app, Options &o) {
  app.add_option("PLAN", o.plan, "plan file (.spyre)")->required();
  app.add_flag("--validate", o.validate, "prove that the plan can be run, and stop");
  app.add_flag("--inspect", o.inspect, "print what the plan holds, and stop");
  app.add_flag("--disassemble", o.disassemble, "print every instruction, and stop");
  app.add_option("--inputs", o.inputs,
                 "arguments of a call (arg0, ... or names); repeat for calls in order, state kept")
      ->take_all();
  app.add_option("--outputs", o.outputs, "file for the results of the last call (out0, ...)");
  app.add_option("--expect", o.expect,
                 "expected results of a call (out0, ..., mut_NAME, mut_argK); repeat like --inputs")
      ->take_all();
  app.add_option("--atol", o.tolerance.atol, "absolute error allowed per element")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--rtol", o.tolerance.rtol, "relative error allowed per element")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--rel-l2", o.tolerance.relL2,
                 "norm of the error over norm of the expected values")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--min-cosine", o.tolerance.minCosine,
                 "cosine between results and expected values")
      ->check(CLI::Range(-1.0, 1.0));
  app.add_option("--program", o.program, "which program of the plan");
  app.add_option("--numerics", o.numerics,
                 "what f16 is: IEEE half, or the card's own DL16; then with the difference to f16")
      ->check(CLI::IsMember({"f16", "dl16"}));
  app.add_flag("--timing-only", o.timingOnly, "no data, just the clock");
  app.add_option("--iterations", o.iterations, "run each call this many times")
      ->check(CLI::Range(1, 1000000));
  app.add_option("--launch", o.launch, "launch cost to report")
      ->check(CLI::IsMember({"aot", "graph"}));
  app.add_option("--poison", o.poison,
                 "fill pattern of memory that nobody wrote; default with --expect: both, and "
                 "results must be equal")
      ->check(CLI::IsMember({"1", "2", "both"}));
  app.add_option("--threads", o.threads, "host threads (0: all cores)")->check(CLI::Range(0, 256));
  app.add_option("--race", o.raceSeeds,
                 "run each call again in a random order of all that no wait orders, for each of "
                 "these seeds; results must be equal")
      ->check(CLI::PositiveNumber)
      ->take_all();
  app.add_option("--device", o.device,
                 "description of the plan's device, if it is not a built-in one");
  app.add_option("--report", o.report, "file for the report (JSON)");
  app.add_option("--trace", o.trace, "file for the trace (Chrome trace events)");
  app.add_option("--html", o.html, "file for the page (HTML, self-contained)");
  app.add_option("--source", o.sources, "text of the model, for the lines that the page shows");
  app.add_option("--trace-cores", o.cores,
                 "cores to draw in the trace and the page, 0,8,...; default: as many as fit")
      ->delimiter(',');
}

/// The file to write that is also read, or written twice; empty: none.
std::string overwritten(const Options &o) {
  std::set<std::filesystem::path> used;
  auto add = [&](const std::string &path) {
    std::error_code error;
    auto name = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
    return used.insert(error ? std::filesystem::path(path) : name).second;
  };
  add(o.plan), add(o.device);
  for (const auto *list : {&o.inputs, &o.expect, &o.sources})
    for (const std::string &path : *list)
      add(path);
  for (const std::string *path : {&o.outputs, &o.report, &o.trace, &o.html})
    if (!path->empty() && path->rfind("/dev/", 0) != 0 && !add(*path))
      return *path;
  return "";
}

/// What options contradict each other; empty: nothing.
std::string contradiction(const Options &o) {
  bool show = o.validate || o.inspect || o.disassemble;
  bool data = !o.inputs.empty() || !o.expect.empty() || !o.outputs.empty() || !o.raceSeeds.empty();
  if (int(o.validate) + int(o.inspect) + int(o.disassemble) > 1)
    return "expected one of --validate, --inspect and --disassemble";
  if (show && (data || o.timingOnly || !o.report.empty() || !o.trace.empty() || !o.html.empty()))
    return "expected no other options beside --validate, --inspect or --disassemble";
  if (o.timingOnly && data)
    return "expected no --inputs, --expect, --outputs or --race with --timing-only";
  if (o.timingOnly && o.numerics != "f16")
    return "expected no --numerics with --timing-only, which runs no numbers";
  if (!o.expect.empty() && o.expect.size() != std::max<size_t>(o.inputs.size(), 1))
    return "expected one --expect per --inputs, found " + std::to_string(o.expect.size()) +
           " and " + std::to_string(o.inputs.size());
  if (std::string path = overwritten(o); !path.empty())
    return "expected to write to files that nothing else names, found '" + path + "' again";
  return "";
}

} // namespace

bool parse(int argc, char **argv, Options &options, int &status) {
  CLI::App app("Runs a plan on the device model: real numbers and a modelled clock.", "spyre-run");
  addOptions(app, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp &) {
    std::cout << app.help();
    status = kDone;
    return false;
  } catch (const CLI::ParseError &e) {
    std::cerr << "spyre-run: " << e.what() << "\n";
    status = kUsage;
    return false;
  }
  std::string wrong = contradiction(options);
  if (!wrong.empty()) {
    std::cerr << "spyre-run: " << wrong << "\n";
    status = kUsage;
    return false;
  }
  return true;
}

} // namespace spyre::run
