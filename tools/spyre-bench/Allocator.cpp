// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocation instances in CSV (id,lower,upper,size), the capacity in the name:
// A.1048576.csv.
#include "Modules.h"
#include "Suites.h"

#include "spyre/Solver/Allocation.h"
#include "spyre/Support/Error.h"

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace spyre::bench {

namespace {
int64_t capacityOf(const std::string &file) {
  std::string stem = std::filesystem::path(file).stem().string();
  std::string digits = stem.substr(stem.rfind('.') + 1);
  int64_t capacity = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), capacity);
  if (error != std::errc() || end != digits.data() + digits.size() || capacity <= 0)
    throw Error("expected the capacity in the file's name (A.1048576.csv), found " + file);
  return capacity;
}

bool measure(const std::string &file, Json &entry) {
  std::ifstream in(file);
  solver::AllocationProblem problem = solver::readAllocationCsv(in, capacityOf(file), file);
  Stopwatch watch;
  solver::Allocation answer = solver::allocate(problem);
  double seconds = watch.seconds();
  auto wrong = answer.fits ? solver::verify(problem, answer.offsets) : std::nullopt;
  bool solved = answer.fits && !wrong;
  std::printf("%-24s %-7s height %lld of %lld, bound %lld, %lld operations, %.3f s\n",
              baseName(file).c_str(), solved ? "solved" : "FAILED",
              static_cast<long long>(answer.height), static_cast<long long>(problem.capacity),
              static_cast<long long>(answer.lowerBound), static_cast<long long>(answer.operations),
              seconds);
  if (wrong)
    std::printf("    %s\n", wrong->c_str());
  entry = {{"instance", baseName(file)},
           {"solved", solved},
           {"height", answer.height},
           {"capacity", problem.capacity},
           {"lower_bound", answer.lowerBound},
           {"operations", answer.operations},
           {"seconds", seconds}};
  return solved;
}
} // namespace

int runAllocator(const Options &options, Json &report) {
  Json instances = Json::array();
  bool all = true;
  for (const std::string &path : options.paths)
    for (const std::string &file : filesIn(path, ".csv")) {
      Json entry;
      all &= measure(file, entry);
      instances.push_back(entry);
    }
  report["instances"] = instances;
  return all ? 0 : 1;
}

} // namespace spyre::bench
