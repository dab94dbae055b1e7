// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times of micro-plans against arithmetic by hand. Rates of spyre-default, GB/s:
// node 150, one core's own requests 67.5, one port of the node 80, LX port 140.8,
// ring link 166.4. Cycles of 1/1.1 ns.
#include "MicroPlan.h"
#include "spyre/Support/Error.h"

#include <catch2/catch.hpp>

using namespace spyre;
using namespace spyre::test;
using plan::Loop;
using plan::Role;

namespace {

constexpr double kMiB = 1 << 20;
double us(double bytes, double gbs) { return bytes / gbs * 1e-3; }
auto about(double t) { return Approx(t).epsilon(0.005); }

/// Loads of 512 sticks (64 KiB) a step; the whole moves `mib` per active core.
double loadTime(int active, int perGroup, int64_t steps = 16) {
  plan::Plan p = microPlan();
  Stream s = rowStream(p, Role::Input, steps, 512, active, perGroup);
  if (perGroup > 1)
    s.copy.multicast = addGroups(p, perGroup);
  queue(p, Unit::Load) = {Loop{steps, {s.copy}}};
  return timeOf(p).totalUs;
}

} // namespace

TEST_CASE("unicast reads: a core's limit, the two ports, the node") {
  CHECK(loadTime(1, 1) == about(us(kMiB, 67.5)));
  CHECK(loadTime(2, 1) == about(us(2 * kMiB, 80)));
  CHECK(loadTime(16, 1) == about(us(16 * kMiB, 80)));
  CHECK(loadTime(32, 1) == about(us(32 * kMiB, 150)));
  // 25 cores: 16 on one port, 9 on the other; the fuller port decides.
  CHECK(loadTime(25, 1) == about(us(16 * kMiB, 80)));
}

TEST_CASE("multicast by fan-out: each group's bytes pass the node once") {
  CHECK(loadTime(32, 2) == about(us(16 * kMiB, 150)));
  CHECK(loadTime(32, 8) == about(us(4 * kMiB, 150)));
  CHECK(loadTime(32, 16) == about(us(2 * kMiB, 95)));
  CHECK(loadTime(32, 32) == about(us(kMiB, 55)));
  // One group alone: the LX ports of its cores are slower than the node.
  CHECK(loadTime(8, 8) == about(us(kMiB, 140.8)));
}

TEST_CASE("a multicast waits for the last core of its group") {
  plan::Plan p = microPlan();
  Stream own = rowStream(p, Role::Input, 1, 512, 1);               // core 0 only: 64 KiB
  Stream shared = rowStream(p, Role::Input, 1, 64, 32, 32, 65536); // all: 8 KiB
  own.copy.box[0].offset = shared.copy.box[0].offset = {0};
  shared.copy.multicast = addGroups(p, 32);
  queue(p, Unit::Load) = {own.copy, shared.copy};
  model::Timing t = timeOf(p);
  // The last bytes travel half the ring: 16 hops of 2 cycles at 1.3 GHz.
  CHECK(t.totalUs == about(us(65536, 67.5) + us(8192, 55) + 16 * 2 / 1.3e3));
  // 31 cores waited while core 0 loaded.
  CHECK(t.stallUs[size_t(model::Stall::Multicast)] == about(31 * us(65536, 67.5)));
}

TEST_CASE("run length: short runs lower the rate of the node") {
  // Core c reads its column of sticks: runs of 1, 2, 4, 8 sticks.
  for (auto [sticks, factor] :
       {std::pair(1, 0.3), std::pair(2, 0.8), std::pair(4, 0.9), std::pair(8, 1.0)}) {
    plan::Plan p = microPlan();
    int32_t t = addTensor(p, "arg0", DType::F16, {1024, 32 * sticks * 64}, Role::Input);
    p.programs[0].inputs = {t};
    std::vector<int64_t> first(32);
    for (int c = 0; c < 32; ++c)
      first[size_t(c)] = c * sticks;
    plan::Copy copy = plan::sample::boxCopy(
        t, {{{0}, fixed(1024), sticks * 128}, {entry(addTable(p, first)), fixed(sticks), 128}},
        {0});
    queue(p, Unit::Load) = {copy};
    CHECK(timeOf(p).totalUs == about(us(32.0 * 1024 * sticks * 128, 150 * factor)));
  }
}

TEST_CASE("a balanced stream pays the turnaround, phases pay less") {
  const double bytes = 32 * kMiB;
  plan::Plan p = microPlan();
  Stream in = rowStream(p, Role::Input, 16, 512, 32),
         out = rowStream(p, Role::Output, 16, 512, 32, 1, 65536);
  queue(p, Unit::Load) = {Loop{16, {in.copy}}};
  queue(p, Unit::Store) = {Loop{16, {out.copy}}};
  // (R + W) / 150 + 0.00574 ns per byte of the smaller.
  double streamed = us(2 * bytes, 150) + 0.00574e-3 * bytes;
  CHECK(timeOf(p).totalUs == about(streamed));

  // All reads first: one change of direction.
  plan::Await all = await(Unit::Load, {16});
  all.cores = plan::Await::Cores::All;
  queue(p, Unit::Store) = {all, Loop{16, {out.copy}}};
  CHECK(timeOf(p).totalUs == about(us(2 * bytes, 150) + 23.5e-3 / 2));

  // Twice as much read as written: the smaller side decides.
  Stream more = rowStream(p, Role::Input, 16, 512, 32, 1, 131072);
  queue(p, Unit::Load) = {Loop{16, {in.copy, more.copy}}};
  queue(p, Unit::Store) = {Loop{16, {out.copy}}};
  double mixed = timeOf(p).totalUs;
  CHECK(mixed <= 1.005 * (us(3 * bytes, 150) + 0.00574e-3 * bytes));
  CHECK(mixed >= us(3 * bytes, 150));
}

TEST_CASE("what a port holds back leaves the node to writes") {
  // 16 cores read through one port at 80 GB/s; their writes fit in between.
  plan::Plan p = microPlan();
  Stream in = rowStream(p, Role::Input, 16, 512, 16),
         out = rowStream(p, Role::Output, 16, 128, 16, 1, 65536);
  queue(p, Unit::Load) = {Loop{16, {in.copy}}};
  queue(p, Unit::Store) = {Loop{16, {out.copy}}};
  double read = 16 * kMiB, written = read / 4;
  // Read, write and a turnaround by turns while there is something to write, then
  // reads at the port's own rate.
  double together = us(2 * written, 150) + 0.00574e-3 * written;
  double t = timeOf(p).totalUs;
  CHECK(t <= together + us(read - written, 80) * 1.005);
  CHECK(t >= us(read, 80));
  CHECK(t < us(read, 80) + us(written, 150));
}

TEST_CASE("small writes among reads wait until they fill a batch") {
  plan::Plan p = microPlan();
  Stream in = rowStream(p, Role::Input, 64, 128, 32),
         out = rowStream(p, Role::Output, 64, 2, 32, 1, 65536);
  queue(p, Unit::Load) = {Loop{64, {in.copy}}};
  queue(p, Unit::Store) = {Loop{64, {out.copy}}};
  double read = 32 * 64 * 16384.0, written = 32 * 64 * 256.0;
  // 256-byte runs are written at 0.8 of the rate; at worst one turnaround per
  // eight batches of reads.
  double t = timeOf(p).totalUs, floor = us(read, 150) + us(written, 120);
  CHECK(t >= floor);
  CHECK(t <= floor + 23.5e-3 * read / 4096 / 8 + 1);
}

TEST_CASE("one core's reads and writes share its limit") {
  plan::Plan p = microPlan();
  Stream in = rowStream(p, Role::Input, 16, 512, 1),
         out = rowStream(p, Role::Output, 16, 512, 1, 1, 65536);
  queue(p, Unit::Load) = {Loop{16, {in.copy}}};
  queue(p, Unit::Store) = {Loop{16, {out.copy}}};
  CHECK(timeOf(p).totalUs == about(us(2 * kMiB, 67.5)));
}

namespace {

/// Core-to-core copy of 128 KiB; sources per core, size 0 elsewhere.
double ringTime(const std::vector<std::pair<int, int>> &copies, plan::Unit unit = Unit::Ring) {
  plan::Plan p = microPlan();
  std::vector<int64_t> source(32), size(32, 0);
  std::iota(source.begin(), source.end(), 0);
  for (auto [to, from] : copies)
    source[size_t(to)] = from, size[size_t(to)] = 1024;
  plan::Copy copy;
  copy.coreMap = addTable(p, source);
  copy.box = {{{0}, {entry(addTable(p, size)), 1024}, 128, 128}};
  copy.lx = {262144};
  queue(p, unit) = {copy};
  return timeOf(p).totalUs;
}

} // namespace

TEST_CASE("ring: the LX ports, hops, shared links, the shorter way") {
  const double bytes = 131072, hop = 2 / 1.3e3;
  CHECK(ringTime({{0, 1}}) == about(us(bytes, 140.8) + hop));
  CHECK(ringTime({{0, 10}}) - ringTime({{0, 1}}) == Approx(9 * hop).margin(2e-6));
  // 33 stops: 31 to 0 passes the memory node, two hops.
  CHECK(ringTime({{0, 31}}) - ringTime({{0, 1}}) == Approx(hop).margin(2e-6));
  // A core that sends and receives: its port carries both.
  CHECK(ringTime({{0, 1}, {1, 2}}) == about(us(2 * bytes, 140.8)));
  // 0 to 2 and 1 to 3 share the link from 1 to 2.
  CHECK(ringTime({{2, 0}, {3, 1}}) == about(us(2 * bytes, 166.4) + 3 * hop));
  // Opposite directions do not.
  CHECK(ringTime({{3, 0}, {1, 2}}) == about(us(bytes, 140.8)));
}

TEST_CASE("partial sums: one narrow ring per direction") {
  const double bytes = 131072;
  CHECK(ringTime({{1, 0}}, Unit::Psum) == about(us(bytes, 35.2)));
  CHECK(ringTime({{2, 0}, {3, 1}}, Unit::Psum) == about(us(2 * bytes, 35.2)));
  CHECK(ringTime({{1, 0}, {2, 3}}, Unit::Psum) == about(us(bytes, 35.2)));
}

TEST_CASE("waiting, empty instructions and counts") {
  plan::Plan p = plan::sample::mapPlan(50); // a tile part-filled, one empty
  device::Device d = device::load("spyre-default");
  d.cores = 4;
  model::Timing t = timeOf(p, d);
  CHECK(t.ddrReadBytes == 50 * 512);
  CHECK(t.ddrWriteBytes == 50 * 512);
  CHECK(t.kernels[0].spanUs == Approx(t.totalUs));
  CHECK(t.kernels[0].exclusiveUs == Approx(t.totalUs));
  CHECK(t.stallUs[size_t(model::Stall::AwaitLoad)] > 0);
  // A wait that nothing ends.
  queue(p, Unit::Pt) = {await(Unit::Psum, {1})};
  CHECK_THROWS_AS(timeOf(p, d), Error);
}

TEST_CASE("the same plan takes the same time, bit for bit") {
  plan::Plan p = plan::sample::contractPlan();
  device::Device d = device::load("spyre-default");
  d.cores = 4;
  model::SimulatorOptions options{true};
  model::Timing a = model::simulate(d, p, p.programs[0], options),
                b = model::simulate(d, p, p.programs[0], options);
  CHECK(a.totalUs == b.totalUs);
  CHECK(a.numEvents == b.numEvents);
  const std::vector<model::TraceEvent> &as = a.recording.events, &bs = b.recording.events;
  REQUIRE(as.size() == bs.size());
  for (size_t i = 0; i < as.size(); ++i)
    CHECK((as[i].endUs == bs[i].endUs && as[i].core == bs[i].core));
  CHECK(timeOf(p, d).totalUs == a.totalUs);
}
