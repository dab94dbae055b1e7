// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public allocation instances that no greedy order solves. Read in place; no
// data directory, no test.
#include "spyre/Solver/Allocation.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace spyre::solver;
namespace fs = std::filesystem;

TEST_CASE("public instances are solved or honestly reported") {
  const char *data = std::getenv("SPYRE_DATA_DIR");
  fs::path folder = fs::path(data ? data : "") / "minimalloc";
  if (!data || !fs::is_directory(folder)) {
    WARN("no minimalloc folder in SPYRE_DATA_DIR: skipped");
    return;
  }
  int solved = 0, seen = 0;
  for (const auto &entry : fs::directory_iterator(folder)) {
    // NAME.CAPACITY.csv
    std::string capacity = entry.path().stem().extension().string();
    if (entry.path().extension() != ".csv" || capacity.empty())
      continue;
    std::ifstream in(entry.path());
    AllocationProblem p =
        readAllocationCsv(in, std::stoll(capacity.substr(1)), entry.path().string());
    Allocation a = allocate(p, 150'000'000);
    INFO(entry.path().string());
    CHECK(a.fits == !verify(p, a.offsets));
    CHECK(!a.proven);
    CHECK(a.lowerBound <= p.capacity);
    ++seen, solved += a.fits;
  }
  WARN(solved << " of " << seen << " instances solved within 150 M operations");
  CHECK(solved * 3 >= seen);
}
