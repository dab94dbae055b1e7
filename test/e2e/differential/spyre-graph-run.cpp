// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a module's graph level on the host and compares: with an expected.npz, or
// with the checks that a conformance module carries.
#include "Compare.h"
#include "HostProgram.h"

#include "spyre/Frontend/Diagnostics.h"
#include "spyre/Frontend/Import.h"
#include "spyre/Frontend/Passes.h"
#include "spyre/Support/Error.h"
#include "spyre/Transforms/LowerToLinalg.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

using namespace mlir;
using namespace spyre;
using namespace spyre::differential;

namespace {

struct Options {
  std::string module, inputs, expect; // module: a file, or a directory of them
  Tolerance tolerance;
  bool all = false;
};

/// A module that the compiler does not take.
struct Refused : Error {
  using Error::Error;
};

OwningOpRef<ModuleOp> importToGraph(const std::string &path, bool hasOwnChecks,
                                    MLIRContext &context) {
  OwningOpRef<ModuleOp> module = frontend::importFile(path, context);
  if (!module)
    throw Refused("expected a module in " + path);
  frontend::CorePipelineOptions core;
  core.outlineChecks = hasOwnChecks;
  PassManager passes(&context);
  frontend::buildCorePipeline(passes, core);
  passes.addNestedPass<func::FuncOp>(createLowerToLinalg());
  if (failed(passes.run(*module)))
    throw Refused("expected a module that can be lowered in " + path);
  return module;
}

/// The arrays PREFIX0, PREFIX1, ... of an archive.
std::vector<npz::Array> readNumbered(const std::string &path, const std::string &prefix) {
  std::vector<npz::Entry> entries = npz::read(path);
  std::vector<npz::Array> arrays;
  while (true) {
    std::string name = prefix + std::to_string(arrays.size());
    auto entry = std::ranges::find(entries, name, &npz::Entry::name);
    if (entry == entries.end())
      return arrays;
    arrays.push_back(std::move(entry->array));
  }
}

/// Runs one module; "" or what does not agree.
std::string runModule(const std::string &path, const Options &options, MLIRContext &context) {
  OwningOpRef<ModuleOp> module = importToGraph(path, options.expect.empty(), context);
  frontend::CheckedModule checked = frontend::takeChecks(*module);
  HostProgram program(std::move(module));

  std::vector<npz::Array> inputs, expected;
  if (!options.inputs.empty())
    inputs = readNumbered(options.inputs, "arg");
  for (const frontend::TensorValue &input : checked.inputs)
    inputs.push_back(toArray(input));
  if (!options.expect.empty())
    expected = readNumbered(options.expect, "out");
  std::vector<npz::Array> results = program.run(inputs);
  size_t numExpected = expected.size() + checked.checks.size();
  if (results.size() != numExpected || numExpected == 0)
    throw Error("expected " + std::to_string(numExpected) + " results, found " +
                std::to_string(results.size()));
  for (size_t i = 0; i < results.size(); ++i) {
    std::string problem = expected.empty() ? compare(results[i], checked.checks[i])
                                           : compare(results[i], expected[i], options.tolerance);
    if (!problem.empty())
      return "result " + std::to_string(i) + ": " + problem;
  }
  return "";
}

std::vector<std::string> modulesIn(const std::string &path) {
  if (!std::filesystem::is_directory(path))
    return {path};
  std::vector<std::string> files;
  for (const auto &entry : std::filesystem::directory_iterator(path))
    if (entry.path().extension() == ".mlir")
      files.push_back(entry.path().string());
  std::ranges::sort(files);
  return files;
}

/// Exit status: 0 all agree that are not refused, 1 none ran, 3 some differ.
int run(const Options &options) {
  DialectRegistry registry;
  registerHostDialects(registry);
  frontend::registerDialects(registry);
  std::vector<std::string> files = modulesIn(options.module);
  size_t passed = 0, refused = 0, failed = 0;
  for (const std::string &file : files) {
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    frontend::LineDiagnostics diagnostics(context,
                                          files.size() == 1 ? llvm::errs() : llvm::nulls());
    try {
      std::string problem = runModule(file, options, context);
      ++(problem.empty() ? passed : failed);
      if (!problem.empty())
        llvm::errs() << file << ": " << problem << '\n';
    } catch (const Refused &) {
      ++refused;
    } catch (const Error &error) {
      ++failed;
      llvm::errs() << file << ": " << error.what() << '\n';
    }
  }
  llvm::outs() << "passed " << passed << ", refused " << refused << ", failed " << failed << '\n';
  if (failed > 0)
    return 3;
  return passed == 0 || (options.all && refused > 0) ? 1 : 0;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app{"run the graph level of a module on the host, by upstream passes"};
  Options options;
  app.add_option("module", options.module, "StableHLO text, or a directory of .mlir")->required();
  app.add_option("--inputs", options.inputs, "npz: arg0, arg1, ...");
  app.add_option("--expect", options.expect, "npz: out0, ...; without: the module's own checks");
  app.add_option("--atol", options.tolerance.atol, "absolute tolerance");
  app.add_option("--rtol", options.tolerance.rtol, "relative tolerance");
  app.add_option("--rel-l2", options.tolerance.relL2, "relative tolerance of the norm");
  app.add_flag("--all", options.all, "a refused module is a failure");
  CLI11_PARSE(app, argc, argv);
  registerHostPasses();
  try {
    return run(options);
  } catch (const Error &error) {
    llvm::errs() << "error: " << error.what() << '\n';
    return 1;
  }
}
