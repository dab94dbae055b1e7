// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values over several cores: who has what, and who gets what from whom.
#include "spyre/Cost/Transfers.h"
#include "spyre/Solver/Kernel.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

using namespace spyre;
using namespace spyre::solver;

namespace {
Term along(int cls, int64_t div = 1) {
  Term term;
  term.linear = {{cls, 1}};
  term.div = div;
  return term;
}

/// y[rows][columns in sticks], columns of `unit`.
KernelProblem pointwise(int64_t rows, int64_t columns, int64_t unit) {
  KernelProblem problem;
  problem.classes = {{rows, 1, true, false, false}, {columns, unit, true, false, false}};
  problem.tensors = {{{rows, columns / 64}, true, false}};
  KernelOp op;
  op.classes = {0, 1}, op.reduction = {0, 0};
  op.reads = {{0, {{along(0)}, {along(1, 64)}}}};
  problem.ops = {op};
  return problem;
}

double volume(const CoreBox &box) {
  double entries = 1;
  for (auto [first, last] : box)
    entries *= static_cast<double>(std::max<int64_t>(0, last - first));
  return entries;
}

/// Follows the rounds entry by entry: what each core has at the end.
std::vector<std::set<std::pair<int64_t, int64_t>>> carryOut(const std::vector<ShuffleStep> &steps,
                                                            const std::vector<CoreBox> &have) {
  std::vector<std::set<std::pair<int64_t, int64_t>>> got(have.size());
  for (const ShuffleStep &step : steps) {
    std::set<int> sources(step.from.begin(), step.from.end());
    REQUIRE(sources.size() == have.size()); // a permutation
    for (size_t core = 0; core < have.size(); ++core) {
      const CoreBox &box = step.box[core], &source = have[static_cast<size_t>(step.from[core])];
      if (volume(box) == 0)
        continue;
      for (size_t dim = 0; dim < 2; ++dim) {
        REQUIRE(box[dim].first >= source[dim].first);
        REQUIRE(box[dim].second <= source[dim].second);
      }
      for (int64_t i = box[0].first; i < box[0].second; ++i)
        for (int64_t j = box[1].first; j < box[1].second; ++j)
          REQUIRE(got[core].emplace(i, j).second); // nothing twice
    }
  }
  return got;
}
} // namespace

TEST_CASE("the first cores have one unit more where a class does not divide evenly") {
  KernelProblem problem = pointwise(10, 5 * 64, 64);
  auto boxes = coreBoxes(problem, 0, {4, 2});
  REQUIRE(boxes.size() == 8);
  CHECK(boxes[0] == CoreBox{{0, 3}, {0, 3}});
  CHECK(boxes[1] == CoreBox{{0, 3}, {3, 5}}); // the last class's digit is the fastest
  CHECK(boxes[6] == CoreBox{{8, 10}, {0, 3}});
}

TEST_CASE("cores that share a fold are neighbours in the core number") {
  KernelProblem problem = pointwise(8, 4 * 64, 64);
  problem.classes[0].parallel = false, problem.classes[0].split = true;
  CHECK(digitOrder(problem) == std::vector<size_t>{1, 0});
  auto boxes = coreBoxes(problem, 0, {2, 4});
  CHECK(boxes[1] == CoreBox{{4, 8}, {0, 1}});
  CHECK(boxes[2] == CoreBox{{0, 4}, {1, 2}});
}

TEST_CASE("cores that divide alike find what they need at one distance") {
  KernelProblem problem = pointwise(32, 8 * 64, 64);
  auto rows = coreBoxes(problem, 0, {8, 1}), both = coreBoxes(problem, 0, {8, 2});
  CHECK(alignedOffset(rows, rows) == std::vector<int64_t>{0, 0});
  CHECK_FALSE(alignedOffset(rows, both)); // core 1 has other rows there
  CHECK_FALSE(alignedOffset(coreBoxes(problem, 0, {1, 8}), rows));
  auto fewer = rows;
  fewer.resize(4);
  CHECK(alignedOffset(rows, fewer));
  CHECK_FALSE(alignedOffset(fewer, rows)); // cores 4 to 7 have nothing
}

TEST_CASE("every pair of divisions is served completely in the fewest rounds") {
  device::Device device = device::load("spyre-default");
  std::mt19937 random(7);
  const std::vector<std::vector<int64_t>> divisions{{32, 1}, {1, 32}, {4, 8}, {8, 4}, {2, 16}};
  for (int trial = 0; trial < 40; ++trial) {
    int64_t rows = 32 + static_cast<int64_t>(random() % 40), sticks = 32 + random() % 20;
    KernelProblem problem = pointwise(rows, sticks * 64, 64);
    auto have = coreBoxes(problem, 0, divisions[random() % divisions.size()]);
    auto need = coreBoxes(problem, 0, divisions[random() % divisions.size()]);
    auto steps = planShuffle(have, need);
    REQUIRE(steps);
    auto got = carryOut(*steps, have);
    size_t most = 0; // pieces that one core takes or gives
    std::map<int, size_t> gives;
    for (size_t core = 0; core < need.size(); ++core) {
      CHECK(static_cast<double>(got[core].size()) == volume(need[core]));
      size_t takes = 0;
      for (const ShuffleStep &step : *steps)
        if (volume(step.box[core]) > 0)
          ++takes, ++gives[step.from[core]];
      most = std::max(most, takes);
    }
    for (auto [core, count] : gives)
      most = std::max(most, count);
    CHECK(steps->size() == most);
    // No faster than every link busy all the time.
    double links = 2.0 * (device.cores + 1) * cost::ringLinkRate(device);
    CHECK(shuffleUs(*steps, device) >= cost::usAt(shuffleBytes(*steps), links));
  }
}

TEST_CASE("a value that all cores have needs no ring, and one that nobody has none helps") {
  KernelProblem problem = pointwise(32, 4 * 64, 64);
  std::vector<CoreBox> all(32, CoreBox{{0, 32}, {0, 4}});
  auto need = coreBoxes(problem, 0, {32, 1});
  auto steps = planShuffle(all, need);
  REQUIRE(steps);
  CHECK(steps->size() == 1);
  CHECK(shuffleBytes(*steps) == 0);
  CHECK_FALSE(planShuffle(need, std::vector<CoreBox>(32, CoreBox{{0, 33}, {0, 4}})));
  CHECK_FALSE(planShuffle(need, std::vector<CoreBox>(16, CoreBox{{0, 1}, {0, 4}})));
}

TEST_CASE("a kernel is priced with the way of its values between cores") {
  device::Device device = device::load("spyre-default");
  KernelProblem problem = pointwise(64, 64 * 64, 64);
  problem.tensors[0].loaded = false, problem.tensors[0].resident = true;
  problem.tensors[0].shards = coreBoxes(problem, 0, {32, 1});
  problem.tensors[0].shardBytes = 2 * 64 * 128;
  problem.tensors.push_back({{64, 64}, false, true});
  problem.ops[0].writes = {{1, {{along(0)}, {along(1, 64)}}}};
  CHECK(arrivalOf(problem, {32, 1}, device)->us == 0);
  CHECK(arrivalOf(problem, {1, 32}, device)->us > 0);
  KernelPins pins;
  pins.parts = {32, 1};
  auto near = solveKernel(problem, device, pins, 1000);
  pins.parts = {1, 32};
  auto far = solveKernel(problem, device, pins, 1000);
  REQUIRE((near && far));
  CHECK(near->price.ddrReadBytes == 0);
  CHECK(near->price.arrivalUs == 0);
  CHECK(far->price.arrivalUs > 0);
  CHECK(near->price.us < far->price.us);
  CHECK(near->price.lxBytes < far->price.lxBytes); // what comes needs room

  // A value that others rely on has one legal place.
  problem.tensors[1].kept = true;
  problem.tensors[1].shards = coreBoxes(problem, 1, {1, 32});
  CHECK_FALSE(arrivalOf(problem, {1, 16}, device)); // a larger part begins elsewhere
  auto answer = solveKernel(problem, device, {}, 1000);
  REQUIRE(answer);
  CHECK(answer->config.parts == std::vector<int64_t>{1, 32});
  CHECK(answer->price.arrivalUs > 0);
}
