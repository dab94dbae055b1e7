// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two clients of one resource, against arithmetic by hand. Rates of spyre-default,
// GB/s: node 150, one core's own requests 67.5, LX port 140.8, ring link 166.4.
#include "MicroPlan.h"

#include <catch2/catch.hpp>

using namespace spyre;
using namespace spyre::test;
using plan::Loop;
using plan::Role;

namespace {

double us(double bytes, double gbs) { return bytes / gbs * 1e-3; }
auto about(double t, double epsilon = 0.005) { return Approx(t).epsilon(epsilon); }

/// One core-to-core copy of `sticks` sticks, as a kernel of its own.
void addRingCopy(plan::Plan &p, int from, int to, int64_t sticks) {
  std::vector<int64_t> source(32), size(32, 0);
  std::iota(source.begin(), source.end(), 0);
  source[size_t(to)] = from, source[size_t(from)] = to; // a permutation
  size[size_t(to)] = sticks;
  plan::Copy copy;
  copy.kernel = int32_t(p.programs[0].kernels.size());
  p.programs[0].kernels.push_back({"copy", "sample.mlir:2", {"op"}, 1});
  copy.coreMap = addTable(p, source);
  copy.box = {{{0}, {entry(addTable(p, size)), sticks}, 128, 128}};
  copy.lx = {524288}, copy.src = {786432};
  queue(p, Unit::Ring) = {copy};
}

/// 4 MiB to eight cores at a time: groups of every fourth core lie on both sides
/// of the memory node, so that all bytes pass both directions of the ring.
plan::Plan bothWays() {
  plan::Plan p = microPlan();
  Stream s = rowStream(p, Role::Input, 16, 512, 32);
  std::vector<int64_t> group(32);
  for (int c = 0; c < 32; ++c)
    group[size_t(c)] = c % 4;
  s.copy.multicast = addTable(p, group);
  s.copy.box[0].offset.table = s.copy.multicast;
  queue(p, Unit::Load) = {Loop{16, {s.copy}}};
  return p;
}

double copyUs(const plan::Plan &p) { return timeOf(p).kernels.back().spanUs; }

} // namespace

TEST_CASE("memory data passes the links of the ring; copies have what it leaves") {
  const double loads = us(4 << 20, 150), bytes = 131072;
  plan::Plan p = bothWays();
  CHECK(timeOf(p).totalUs == about(loads));
  // Reads go up to cores 0 to 15 and pass the link from 0 to 1 at 150 of its 166.4.
  addRingCopy(p, 0, 1, 1024);
  CHECK(copyUs(p) == about(us(bytes, 16.4), 0.01));
  CHECK(timeOf(p).totalUs == about(loads)); // they are not held up
  // Down from 1 to 0 no read passes: the ports decide, of which loads take 37.5.
  p = bothWays();
  addRingCopy(p, 1, 0, 1024);
  CHECK(copyUs(p) == about(us(bytes, 140.8 - 37.5), 0.015));
}
