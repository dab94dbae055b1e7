// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules with inputs and expected results inside: compiled to a plan, run by
// the device model under both poisons, held against their own checks.
#include "Modules.h"
#include "Suites.h"

#include "spyre/Model/Machine.h"
#include "spyre/Plan/Layout.h"
#include "spyre/Support/Error.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/PrettyStackTrace.h"

#include <cstdio>
#include <map>
#include <regex>

namespace spyre::bench {

namespace {
enum class Outcome { Passed, Refused, Failed };

struct Verdict {
  Outcome outcome = Outcome::Passed;
  std::string reason;
};

using Bytes = std::vector<uint8_t>;

std::vector<Bytes> runPlan(const plan::Plan &plan, const frontend::CheckedModule &checks,
                           uint8_t poison) {
  const plan::Program &program = plan.programs.front();
  if (program.inputs.size() != checks.inputs.size() ||
      program.outputs.size() != checks.checks.size())
    throw Error("expected a plan with the inputs and results of the checks, found " +
                std::to_string(program.inputs.size()) + " and " +
                std::to_string(program.outputs.size()));
  model::Machine machine(plan, {poison, /*threads=*/1});
  for (size_t i = 0; i < program.inputs.size(); ++i)
    machine.setInput(program.inputs[i], checks.inputs[i].bytes);
  machine.run(program);
  std::vector<Bytes> results;
  for (int32_t output : program.outputs)
    results.push_back(machine.output(output));
  return results;
}

Verdict check(const driver::Result &result) {
  if (result.checks.checks.empty())
    return {Outcome::Refused, "no check in the module"};
  const plan::Plan &plan = *result.plan;
  std::vector<Bytes> results = runPlan(plan, result.checks, model::kPoison[0]);
  for (size_t i = 0; i < results.size(); ++i) {
    frontend::TensorValue got = result.checks.checks[i].expected;
    got.bytes = results[i];
    std::string mismatch = frontend::findMismatch(result.checks.checks[i], got);
    if (!mismatch.empty())
      return {Outcome::Failed, "result " + std::to_string(i) + ": " + mismatch};
  }
  if (runPlan(plan, result.checks, model::kPoison[1]) != results)
    return {Outcome::Failed, "the result depends on memory that nobody wrote"};
  return {};
}

/// The front end and the first lowering say what is not supported; whatever a
/// later pass rejects is ours to mend.
bool isRefusal(const std::string &stage) {
  return stage.starts_with("import") || stage.starts_with("core") ||
         stage == "graph/spyre-lower-to-linalg";
}

/// "N operators cannot be compiled: OPERATOR xM, first at FILE:LINE:COLUMN: WHY ...",
/// without numbers and places, so that equal reasons are equal.
std::string withoutPlaces(const std::string &report) {
  static const std::regex place(" x[0-9]+, first at [^ ]+:[0-9]+:[0-9]+");
  static const std::regex number("[0-9]+ operators? cannot");
  return std::regex_replace(std::regex_replace(report, place, ""), number, "cannot");
}

Verdict runModule(const std::string &path, const driver::Options &options) {
  auto context = driver::makeContext();
  Compiled compiled = compileQuietly(path, *context, options);
  if (!compiled.result) {
    std::string reason = compiled.errors.front();
    if (isRefusal(compiled.stage)) { // the operators stand in the notes
      for (size_t i = 1; i < compiled.errors.size(); ++i)
        reason += "; " + compiled.errors[i];
      return {Outcome::Refused, withoutPlaces(reason)};
    }
    return {Outcome::Failed, compiled.stage + ": " + reason};
  }
  try {
    return check(*compiled.result);
  } catch (const std::exception &error) {
    return {Outcome::Failed, std::string("run: ") + error.what()};
  }
}

void printGroups(const char *title, const std::map<std::string, std::vector<std::string>> &groups) {
  for (const auto &[reason, files] : groups) {
    std::printf("%s %zu: %s\n", title, files.size(), reason.c_str());
    for (const std::string &file : files)
      std::printf("    %s\n", file.c_str());
  }
}
} // namespace

int runConformance(const Options &options, Json &report) {
  driver::Options compile;
  compile.device = options.device;
  compile.outlineChecks = true;
  std::map<std::string, std::vector<std::string>> refused, failed;
  Json modules = Json::array();
  size_t passed = 0;
  Stopwatch watch;
  for (const std::string &path : options.paths)
    for (const std::string &file : filesIn(path, ".mlir")) {
      llvm::PrettyStackTraceString crash(file.c_str());
      if (options.verbose)
        std::fprintf(stderr, "%s\n", file.c_str());
      Verdict verdict = runModule(file, compile);
      const char *outcome = "passed";
      if (verdict.outcome == Outcome::Passed)
        ++passed;
      else if (verdict.outcome == Outcome::Refused)
        outcome = "refused", refused[verdict.reason].push_back(baseName(file));
      else
        outcome = "failed", failed[verdict.reason].push_back(baseName(file));
      modules.push_back(
          {{"module", baseName(file)}, {"outcome", outcome}, {"reason", verdict.reason}});
    }
  auto count = [](const auto &groups) {
    size_t total = 0;
    for (const auto &[reason, files] : groups)
      total += files.size();
    return total;
  };
  printGroups("refused", refused);
  printGroups("failed", failed);
  std::printf("passed %zu, refused %zu, failed %zu; %.1f s\n", passed, count(refused),
              count(failed), watch.seconds());
  report["passed"] = passed;
  report["refused"] = count(refused);
  report["failed"] = count(failed);
  report["modules"] = modules;
  return failed.empty() ? 0 : 1;
}

} // namespace spyre::bench
