// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Division and tiles of one kernel: the rules of the nest, and the search
// against trying everything.
#include "spyre/Solver/Kernel.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace spyre;
using namespace spyre::solver;

namespace {
Term along(int cls, int64_t div = 1, int64_t mod = 0) {
  Term term;
  term.linear = {{cls, 1}};
  term.div = div, term.mod = mod;
  return term;
}

/// x[m][k in sticks] . w[n in sticks][k] -> y[m][n in sticks], f16 in, f32 out.
KernelProblem product(int64_t m, int64_t n, int64_t k) {
  KernelProblem problem;
  problem.classes = {
      {m, 1, true, false, false}, {n, 64, true, false, false}, {k, 64, false, true, false}};
  problem.tensors = {
      {{m, k / 64}, true, false}, {{n / 64, k}, true, false}, {{m, n / 32}, false, true}};
  KernelOp op;
  op.kind = KernelOp::Kind::Contract;
  op.classes = {0, 1, 2}, op.reduction = {0, 0, 1};
  op.vectorLoop = 1;
  op.mLoops = {0}, op.nLoops = {1}, op.kLoops = {2};
  op.reads = {{0, {{along(0)}, {along(2, 64)}}}, {1, {{along(1, 64)}, {along(2)}}}};
  op.writes = {{2, {{along(0)}, {along(1, 32)}}}};
  problem.ops = {op};
  return problem;
}

KernelConfig whole(const KernelProblem &problem) {
  KernelConfig config;
  for (const KernelClass &cls : problem.classes) {
    config.parts.push_back(1);
    config.tile.push_back(cls.extent);
  }
  return config;
}
} // namespace

TEST_CASE("shares are whole units, the largest counts") {
  KernelClass cls{400 * 64, 64, true, false, false};
  CHECK(share(cls, 32) == 13 * 64); // 16 x 13 + 16 x 12 sticks
  CHECK(trips(cls, 32, 5 * 64) == 3);
  KernelClass odd{100, 64, true, false, false};
  CHECK(share(odd, 1) == 100);
  CHECK(share(odd, 2) == 64);
}

TEST_CASE("a box covers what its accesses touch, in sticks") {
  KernelProblem problem = product(128, 256, 512);
  CHECK(boxShape(problem, 0, {16, 64, 128}) == std::vector<int64_t>{16, 2});
  CHECK(boxShape(problem, 1, {16, 100, 128}) == std::vector<int64_t>{2, 128});
  CHECK(boxShape(problem, 2, {16, 64, 512}) == std::vector<int64_t>{16, 2});
}

TEST_CASE("a kernel streams one loop only") {
  device::Device device;
  KernelProblem problem = product(128, 256, 512);
  KernelConfig config = whole(problem);
  config.tile[2] = 128;
  CHECK(streamedClass(problem, config) == 2);
  CHECK(priceKernel(problem, config, device));
  // A second fold loop, streamed as well.
  problem.classes.push_back({4096, 64, false, true, false});
  problem.ops[0].classes.push_back(3), problem.ops[0].reduction.push_back(1);
  config.parts.push_back(1), config.tile.push_back(64);
  CHECK_FALSE(priceKernel(problem, config, device));
  config.tile[2] = 512;
  CHECK(priceKernel(problem, config, device));
}

TEST_CASE("operands of a stream rotate, the accumulator stays") {
  KernelProblem problem = product(128, 256, 512);
  KernelConfig config = whole(problem);
  config.tile[2] = 128;
  KernelNest nest = kernelNest(problem, config);
  CHECK(nest.sink == 0);
  CHECK(nest.inStream[0]);
  CHECK(nest.inStream[1]);
  CHECK_FALSE(nest.inStream[2]);
  std::vector<KernelBuffer> buffers = kernelBuffers(problem, config);
  CHECK(buffers[0].slots == 2);
  CHECK(buffers[0].bytes == 128 * 2 * 128);
  CHECK(buffers[2].slots == 1);
}

TEST_CASE("the search finds a price that no other configuration beats by much") {
  device::Device device;
  for (auto [m, n, k] : {std::tuple<int64_t, int64_t, int64_t>{64, 512, 256},
                         {7, 4096, 1024},
                         {512, 256, 2048},
                         {1, 64, 64}}) {
    KernelProblem problem = product(m, n, k);
    auto answer = solveKernel(problem, device, {}, 20000);
    REQUIRE(answer);
    CHECK(answer->price.lxBytes <= device.lxAllocatableBytes);
    double best = answer->price.us;
    int64_t cores = 1;
    for (int64_t parts : answer->config.parts)
      cores *= parts;
    CHECK(cores <= device.cores);
    // Everything: divisions, and tiles by halving, with every loop order.
    double least = best;
    for (int64_t pm = 1; pm <= std::min<int64_t>(m, device.cores); ++pm)
      for (int64_t pn = 1; pn <= n / 64 && pm * pn <= device.cores; ++pn)
        for (int64_t tm = share(problem.classes[0], pm); tm >= 1; tm /= 2)
          for (int64_t tn = share(problem.classes[1], pn); tn >= 64; tn = tn / 128 * 64)
            for (int64_t tk = k; tk >= 64; tk = tk / 128 * 64) {
              KernelConfig config{{pm, pn, 1}, {tm, tn, tk}, {}};
              for (int cls : {0, 1})
                if (trips(problem.classes[cls], config.parts[cls], config.tile[cls]) > 1)
                  config.order.push_back(cls);
              do {
                auto price = priceKernel(problem, config, device);
                if (price && price->lxBytes <= device.lxAllocatableBytes)
                  least = std::min(least, price->us);
              } while (std::next_permutation(config.order.begin(), config.order.end()));
            }
    INFO(m << " x " << n << " x " << k << ": found " << best << " us, best " << least << " us");
    CHECK(best <= least * 1.10);
  }
}

TEST_CASE("pins are kept") {
  device::Device device;
  KernelProblem problem = product(128, 2048, 512);
  KernelPins pins;
  pins.parts = {4, 8, 0}, pins.tile = {0, 0, 128};
  auto answer = solveKernel(problem, device, pins, 20000);
  REQUIRE(answer);
  CHECK(answer->config.parts == std::vector<int64_t>{4, 8, 1});
  CHECK(answer->config.tile[2] == 128);
  pins.parts = {64, 0, 0};
  CHECK_FALSE(solveKernel(problem, device, pins, 20000));
}

TEST_CASE("a fold shared by cores costs an exchange and room for partial results") {
  device::Device device;
  KernelProblem problem;
  problem.classes = {{4096, 1, false, false, true}, {64, 64, true, false, false}};
  problem.tensors = {{{4096, 1}, true, false}, {{1}, false, true}};
  KernelOp op;
  op.kind = KernelOp::Kind::Reduce;
  op.classes = {0, 1}, op.reduction = {1, 0}, op.vectorLoop = 1;
  op.perElement.reduce = 1;
  op.reads = {{0, {{along(0)}, {along(1, 64)}}}};
  op.writes = {{1, {{along(1, 64)}}}};
  problem.ops = {op};
  auto answer = solveKernel(problem, device, {}, 20000);
  REQUIRE(answer);
  CHECK(answer->config.parts[0] > 1);
  CHECK(foldParts(op, answer->config) == answer->config.parts[0]);
  KernelConfig alone = whole(problem);
  auto price = priceKernel(problem, alone, device);
  REQUIRE(price);
  CHECK(answer->price.us < price->us);
}
