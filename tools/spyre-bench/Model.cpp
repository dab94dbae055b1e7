// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How fast the device model is on this host: products and elementwise operators
// with numbers, one encoder layer with numbers, forty decoder layers in time only.
// Elementwise rates stand beside a plain memcpy of the same process.
#include "Modules.h"
#include "Suites.h"

#include "spyre/Model/Simulator.h"
#include "spyre/Support/Error.h"
#include "spyre/Support/File.h"

#include "mlir/IR/MLIRContext.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <thread>
#include <unistd.h>

namespace spyre::bench {

namespace {
// Other programs on the host disturb single runs: the best of many counts.
constexpr double kLeastSeconds = 1;

/// A module of one operator, made here.
struct Made {
  const char *name, *type, *text;
  bool product;     // in multiply-adds, else in bytes
  double leastRate; // 0: no target
};

// The targets are those of the project's issue on the device model.
constexpr Made kMade[] = {
    {"matmul_1024_f16", "1024x1024xf16",
     "stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (T, T) -> T", true, 40e9},
    {"matmul_1024_bf16", "1024x1024xbf16",
     "stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (T, T) -> T", true, 40e9},
    {"add_4096_f16", "4096x4096xf16", "stablehlo.add %a, %b : T", false, 0},
    {"add_4096_bf16", "4096x4096xbf16", "stablehlo.add %a, %b : T", false, 0},
    {"add_4096_f32", "4096x4096xf32", "stablehlo.add %a, %b : T", false, 0},
    {"tanh_4096_f16", "4096x4096xf16", "stablehlo.tanh %a : T", false, 0},
};
constexpr const char *kFunctional = "bert_base_layer_384";
constexpr double kMostFunctionalSeconds = 1.5;
constexpr const char *kTimed = "granite8b_40layers_decode_b4_kv2048";
constexpr double kMostTimingSeconds = 5, kLeastEventsPerSecond = 1e6;

std::string moduleText(const Made &made) {
  std::string type = std::string("tensor<") + made.type + ">", op = made.text;
  for (size_t at; (at = op.find('T')) != std::string::npos;)
    op.replace(at, 1, type);
  bool unary = op.find("%b") == std::string::npos;
  return "func.func public @main(%a: " + type + (unary ? "" : ", %b: " + type) + ") -> " + type +
         " {\n  %0 = " + op + "\n  return %0 : " + type + "\n}\n";
}

class TemporaryFile {
public:
  explicit TemporaryFile(const std::string &text)
      : path(std::filesystem::temp_directory_path() /
             ("spyre-bench-" + std::to_string(getpid()) + ".mlir")) {
    writeFile(path, text);
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
  TemporaryFile(const TemporaryFile &) = delete;
  const std::filesystem::path path;
};

/// One line and one JSON entry per figure; remembers whether a target was missed.
class Figures {
public:
  explicit Figures(Json &entries) : entries(entries) {}
  bool met() const { return allMet; }

  /// `target` 0: none; a rate must reach it, a duration must not exceed it.
  void add(const std::string &name, const char *unit, double value, double target, bool isRate) {
    bool ok = target == 0 || (isRate ? value >= target : value <= target);
    allMet &= ok;
    Json entry{{"name", name}, {"unit", unit}, {"value", value}};
    std::string wanted;
    if (target != 0) {
      entry["target"] = target;
      entry["met"] = ok;
      char text[64];
      std::snprintf(text, sizeof(text), "target %s %g: %s", isRate ? "at least" : "at most", target,
                    ok ? "met" : "MISSED");
      wanted = text;
    }
    entries.push_back(entry);
    std::printf("%-50s %12.4g %-8s %s\n", name.c_str(), value, unit, wanted.c_str());
    std::fflush(stdout);
  }

  void missing(const std::string &name, const std::string &why) {
    allMet = false;
    entries.push_back({{"name", name}, {"error", why}});
    std::printf("%-50s not measured: %s\n", name.c_str(), why.c_str());
  }

private:
  Json &entries;
  bool allMet = true;
};

/// Compiles `file` and hands the plan to `use`, or says why not.
template <class F>
void withPlan(const std::string &name, const std::string &file, const Options &options,
              Figures &figures, F use) {
  if (options.verbose)
    std::fprintf(stderr, "%s\n", name.c_str());
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored))
    return figures.missing(name, "expected " + file + ", found nothing there");
  driver::Options compile;
  compile.device = options.device;
  auto context = driver::makeContext();
  Compiled compiled = compileQuietly(file, *context, compile);
  if (!compiled.result)
    return figures.missing(name, compiled.errors.front());
  use(*compiled.result->plan, compiled.result->plan->programs.front());
}

void measureMade(const Made &made, double memcpyRate, const Options &options, Figures &figures) {
  TemporaryFile file(moduleText(made));
  withPlan(made.name, file.path, options, figures,
           [&](const plan::Plan &plan, const plan::Program &program) {
             RunSeconds seconds = functionalRuns(plan, program, kLeastSeconds);
             if (made.product) {
               double macs = model::simulate(options.device, plan, program).macs;
               figures.add(made.name, "GFLOP/s", 2 * macs / seconds.best / 1e9,
                           made.leastRate / 1e9, true);
               figures.add(std::string(made.name) + ", per processor second", "GFLOP",
                           2 * macs / seconds.processor / 1e9, 0, true);
               return;
             }
             double rate = (inputBytes(plan, program) + outputBytes(plan, program)) / seconds.best;
             figures.add(made.name, "GB/s", rate / 1e9, 0, true);
             figures.add(std::string(made.name) + "/memcpy", "ratio", rate / memcpyRate, 0, true);
           });
}
} // namespace

int runModel(const Options &options, Json &report) {
  Json entries = Json::array();
  Figures figures(entries);
  int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  report["host_threads"] = threads;
  double memcpyRate = memcpyBytesPerSecond(threads);
  figures.add("memcpy, read and written", "GB/s", memcpyRate / 1e9, 0, true);
  for (const Made &made : kMade)
    measureMade(made, memcpyRate, options, figures);
  for (const std::string &path : options.paths) {
    auto moduleFile = [&](const char *name) {
      return (std::filesystem::path(path) / (std::string(name) + ".mlir")).string();
    };
    withPlan(kFunctional, moduleFile(kFunctional), options, figures,
             [&](const plan::Plan &plan, const plan::Program &program) {
               RunSeconds seconds = functionalRuns(plan, program, kLeastSeconds);
               std::string name(kFunctional);
               figures.add(name + ", first run", "s", seconds.first, kMostFunctionalSeconds, false);
               figures.add(name + ", best run", "s", seconds.best, 0, false);
               figures.add(name + ", processor time", "s", seconds.processor, 0, false);
             });
    withPlan(kTimed, moduleFile(kTimed), options, figures,
             [&](const plan::Plan &plan, const plan::Program &program) {
               Stopwatch watch;
               model::Timing timing = model::simulate(options.device, plan, program);
               double seconds = watch.seconds();
               std::string name(kTimed);
               figures.add(name + ", timing only", "s", seconds, kMostTimingSeconds, false);
               figures.add(name + ", events", "events/s",
                           static_cast<double>(timing.numEvents) / seconds, kLeastEventsPerSecond,
                           true);
             });
  }
  report["figures"] = entries;
  return figures.met() ? 0 : 1;
}

} // namespace spyre::bench
