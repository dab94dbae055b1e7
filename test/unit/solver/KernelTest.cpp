// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Division and tiles of one kernel: the rules of the nest, and the search
// against trying everything.
#include "spyre/Solver/KernelNest.h"

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
      {m, 1, true, false, false}, {n, 64, true, false, false}, {k, 64, false, true, true}};
  problem.tensors = {
      {{m, k / 64}, true, false}, {{n / 64, k}, true, false}, {{m, n / 32}, false, true, 4}};
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

/// The least price over loop orders, exchanges and accumulators.
double cheapest(const KernelProblem &problem, KernelConfig config, const device::Device &device) {
  double least = 1e300;
  for (int cls : {0, 1})
    if (trips(problem.classes[cls], config.parts[cls], config.tile[cls]) > 1)
      config.order.push_back(cls);
  do {
    for (Exchange exchange : {Exchange::PsumChain, Exchange::PsumFetch, Exchange::RingFetch})
      for (int64_t accumulators : {1, 2}) {
        config.exchange = exchange, config.accumulators = accumulators;
        auto price = priceKernel(problem, config, device);
        if (price && price->lxBytes <= device.lxAllocatableBytes)
          least = std::min(least, price->us);
      }
  } while (std::next_permutation(config.order.begin(), config.order.end()));
  return least;
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
    // Everything: divisions, tiles by halving, every loop order, every exchange.
    double least = best;
    for (int64_t pm = 1; pm <= std::min<int64_t>(m, device.cores); ++pm)
      for (int64_t pn = 1; pn <= n / 64 && pm * pn <= device.cores; ++pn)
        for (int64_t pk = 1; pk <= k / 64 && pm * pn * pk <= device.cores; ++pk)
          for (int64_t tm = share(problem.classes[0], pm); tm >= 1; tm /= 2)
            for (int64_t tn = share(problem.classes[1], pn); tn >= 64; tn = tn / 128 * 64)
              for (int64_t tk = share(problem.classes[2], pk); tk >= 64; tk = tk / 128 * 64)
                least =
                    std::min(least, cheapest(problem, {{pm, pn, pk}, {tm, tn, tk}, {}}, device));
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

TEST_CASE("shared sums are completed in the smallest slices") {
  KernelProblem problem = product(13, 256, 512);
  KernelConfig config = whole(problem);
  CHECK(scatterOf(problem, config)->cls == -1);
  config.parts[2] = 4, config.tile[2] = 128;
  auto scatter = scatterOf(problem, config);
  REQUIRE(scatter);
  CHECK(scatter->parts == 4);
  CHECK(scatter->shared == std::vector<char>{0, 0, 1});
  CHECK(scatter->sums == std::vector<char>{1});
  // 4 sticks of columns over 4 cores are evener than 13 rows.
  CHECK(scatter->cls == 1);
  CHECK(scatter->slice == 64);
  CHECK(scatter->step == 64);
  // One stick cannot be cut: rows, the last slice shorter.
  config.parts[1] = 4, config.tile[1] = 64;
  scatter = scatterOf(problem, config);
  REQUIRE(scatter);
  CHECK(scatter->cls == 0);
  CHECK(scatter->slice == 4);
  // Slices and tiles that both end early: one core owns the tile.
  config.tile[0] = 5;
  scatter = scatterOf(problem, config);
  REQUIRE(scatter);
  CHECK(scatter->slice == 5);
  CHECK(scatter->step == 13);
}

TEST_CASE("what follows a shared sum is shared, or forbids it") {
  KernelProblem problem = product(16, 256, 512);
  problem.tensors[2].stored = false;
  problem.tensors.push_back({{16, 4}, false, true}); // f16 result
  problem.tensors.push_back({{16, 4}, true, false}); // added to it
  KernelOp add;
  add.classes = {0, 1}, add.reduction = {0, 0}, add.vectorLoop = 1;
  add.perElement.pointwise = 1;
  add.reads = {{2, {{along(0)}, {along(1, 32)}}}, {4, {{along(0)}, {along(1, 64)}}}};
  add.writes = {{3, {{along(0)}, {along(1, 64)}}}};
  problem.ops.push_back(add);
  KernelConfig config = whole(problem);
  config.parts[2] = 4, config.tile[2] = 128;
  auto scatter = scatterOf(problem, config);
  REQUIRE(scatter);
  CHECK(scatter->cls == 0);
  CHECK(scatter->ops == std::vector<char>{0, 1});
  CHECK(scatter->tensors == std::vector<char>{0, 0, 0, 1, 1});
  CHECK(sliceTile(config, *scatter) == std::vector<int64_t>{4, 256, 128});
  std::vector<KernelBuffer> buffers = kernelBuffers(problem, config);
  CHECK(buffers[2].bytes == 16 * 8 * 128); // partial sums of the tile
  CHECK(buffers[3].bytes == 4 * 4 * 128);  // results of the slice
  // The result is written once, the operand read once, by all cores together.
  device::Device device;
  auto price = priceKernel(problem, config, device);
  REQUIRE(price);
  CHECK(price->ddrWriteBytes == 16 * 4 * 128);
  CHECK(price->ddrReadBytes == 16 * 8 * 128 + 4 * 512 * 128 + 16 * 4 * 128);
  CHECK(price->psumBytes == 4 * 3 * 4 * 8 * 128); // cores, others, slice
  // A fold of the rows needs all slices of a column; columns can still be cut.
  problem.ops[1].kind = KernelOp::Kind::Reduce, problem.ops[1].reduction = {1, 0};
  problem.ops[1].writes = {{3, {{along(1, 64)}}}};
  scatter = scatterOf(problem, config);
  REQUIRE(scatter);
  CHECK(scatter->cls == 1);
  problem.ops[1].reduction = {1, 1};
  CHECK_FALSE(scatterOf(problem, config));
  CHECK_FALSE(priceKernel(problem, config, device));
}

TEST_CASE("sums of integers do not go on the partial-sum rings") {
  device::Device device;
  KernelProblem problem = product(16, 256, 512);
  problem.ops[0].productType = plan::DType::I8;
  KernelConfig config = whole(problem);
  config.parts[2] = 4, config.tile[2] = 128;
  CHECK_FALSE(priceKernel(problem, config, device));
  config.exchange = Exchange::RingFetch;
  CHECK(priceKernel(problem, config, device));
  config.parts[2] = 9, config.tile[2] = 64; // a core without a share
  CHECK_FALSE(priceKernel(problem, config, device));
}

TEST_CASE("a product that cannot fill the cores otherwise is divided along k") {
  device::Device device;
  auto answer = solveKernel(product(1, 64, 8192), device, {}, 20000);
  REQUIRE(answer);
  CHECK(answer->config.parts[2] > 1);
  KernelPins pins;
  pins.parts = {0, 0, 1};
  auto alone = solveKernel(product(1, 64, 8192), device, pins, 20000);
  REQUIRE(alone);
  CHECK(answer->price.us < alone->price.us);
}

TEST_CASE("an exchange counts elements as wide as they are") {
  device::Device device;
  KernelProblem problem;
  problem.classes = {{4096, 1, false, false, true}, {64, 64, true, false, false}};
  problem.tensors = {{{4096, 1}, true, false}, {{2}, false, true, 4}};
  KernelOp op;
  op.kind = KernelOp::Kind::Reduce;
  op.classes = {0, 1}, op.reduction = {1, 0}, op.vectorLoop = 1;
  op.reads = {{0, {{along(0)}, {along(1, 64)}}}};
  op.writes = {{1, {{along(1, 32)}}}};
  problem.ops = {op};
  KernelConfig config{{4, 1}, {1024, 64}, {}};
  auto wide = priceKernel(problem, config, device);
  problem.tensors[1].width = 2;
  auto narrow = priceKernel(problem, config, device);
  REQUIRE(wide);
  REQUIRE(narrow);
  // Half as many elements in as many bytes: 4 results of 64 elements, not 128.
  CHECK(narrow->sfuUs - wide->sfuUs ==
        Approx(cost::cyclesToUs(device, 4 * 64 / device.reducePerCycle)));
}
