// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What holds for the times of every plan, on random plans of a fixed seed.
#include "RandomPlan.h"
#include "spyre/Model/Machine.h"
#include "spyre/Plan/Validator.h"

#include <catch2/catch.hpp>
#include <cstdio>

using namespace spyre;
using namespace spyre::test;
using device::Device;

namespace {

constexpr uint64_t kPlans = 500;

const Device &chip() {
  static const Device d = device::load("spyre-default");
  return d;
}

/// Everything that has a rate, made twice as fast by itself.
struct Faster {
  const char *name;
  void (*apply)(Device &);
};
const Faster kFaster[] = {
    {"array", [](Device &d) { d.macsPerCycleF16 *= 2; }},
    {"block load", [](Device &d) { d.ptBlockLoadCycles /= 2; }},
    {"vector", [](Device &d) { d.vectorPerCycle *= 2; }},
    {"reduce", [](Device &d) { d.reducePerCycle *= 2; }},
    {"special", [](Device &d) { d.specialPerCycle *= 2; }},
    {"lane moves", [](Device &d) { d.laneMoveSticksPerCycle *= 2; }},
    {"LX port", [](Device &d) { d.lxPortBytesPerCycle *= 2; }},
    {"ring", [](Device &d) { d.ringBytesPerCycle *= 2; }},
    {"hops", [](Device &d) { d.ringHopCycles /= 2; }},
    {"partial sums", [](Device &d) { d.psumBytesPerCycle *= 2; }},
    {"core's requests", [](Device &d) { d.perCoreUnicastGBs *= 2; }},
    {"few readers", [](Device &d) { d.fewReadersGBs *= 2; }},
    {"multicast",
     [](Device &d) {
       for (auto &point : d.multicastGBs)
         point.second *= 2;
     }},
    {"turnaround", [](Device &d) { d.turnaroundNs /= 2; }},
    {"memory",
     [](Device &d) {
       d.sustainedGBs *= 2, d.perCoreUnicastGBs *= 2, d.fewReadersGBs *= 2;
       for (auto &point : d.multicastGBs)
         point.second *= 2;
     }},
};

} // namespace

TEST_CASE("random plans are valid and compute the same in any order") {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    INFO("seed " << seed);
    plan::Plan p = randomPlan(seed).plan;
    CHECK_NOTHROW(plan::requireValid(p, "random plan"));
  }
}

TEST_CASE("no time below the physical bounds") {
  double closest = 1e9;
  for (uint64_t seed = 1; seed <= kPlans; ++seed) {
    INFO("seed " << seed);
    RandomPlan r = randomPlan(seed);
    cost::Bounds bounds = cost::bounds(chip(), r.work);
    model::Timing t = timeOf(r.plan);
    CHECK(t.ddrReadBytes == r.work.readBytes);
    CHECK(t.ddrWriteBytes == r.work.writeBytes);
    CHECK(t.totalUs >= bounds.hardUs);
    CHECK(t.totalUs >= bounds.sustainedUs);
    closest = std::min(closest, t.totalUs / bounds.sustainedUs);
  }
  std::printf("time over sustained bound, %d random plans: at least %.2f\n", int(kPlans), closest);
}

TEST_CASE("the same plan takes the same time, with and without a trace") {
  for (uint64_t seed = 1; seed <= kPlans; seed += 10) {
    plan::Plan p = randomPlan(seed).plan;
    model::Timing a = timeOf(p), b = timeOf(p);
    model::Timing c = model::simulate(chip(), p, p.programs[0], {true});
    CHECK(a.totalUs == b.totalUs);
    CHECK(a.totalUs == c.totalUs);
    CHECK(a.numEvents == c.numEvents);
    CHECK(a.stallUs == b.stallUs);
  }
}

TEST_CASE("without contention no plan is slower on a faster device") {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    plan::Plan p = randomPlan(seed, true).plan;
    double before = timeOf(p).totalUs;
    for (const Faster &faster : kFaster) {
      Device d = chip();
      faster.apply(d);
      INFO("seed " << seed << ", " << faster.name);
      CHECK(timeOf(p, d).totalUs <= before);
    }
  }
}

TEST_CASE("hardly any plan is slower on a faster device") {
  int slower = 0;
  double worst = 0;
  for (uint64_t seed = 1; seed <= kPlans; ++seed) {
    plan::Plan p = randomPlan(seed).plan;
    double before = timeOf(p).totalUs;
    for (const Faster &faster : kFaster) {
      Device d = chip();
      faster.apply(d);
      double rise = timeOf(p, d).totalUs / before - 1;
      INFO("seed " << seed << ", " << faster.name << ": " << before);
      CHECK(rise <= 0.05);
      worst = std::max(worst, rise);
      slower += rise > 0;
      if (rise > 0.01)
        std::printf("anomaly: random plan %d is %.1f %% slower with twice the rate of %s\n",
                    int(seed), rise * 100, faster.name);
    }
  }
  std::printf("slower on a faster device: %d of %d, worst %.2f %%\n", slower,
              int(kPlans * std::size(kFaster)), worst * 100);
}
