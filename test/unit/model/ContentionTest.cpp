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

TEST_CASE("stores pass the links before the memory node") {
  // Cores 16 to 31 store 128 KiB each; they pass the link from 31 up to the node,
  // those of 16 alone the link from 16 to 17.
  plan::Plan p = microPlan();
  Stream s = rowStream(p, Role::Output, 1, 1024, 32);
  std::vector<int64_t> size(32, 0);
  std::fill(size.begin() + 16, size.end(), 1);
  s.copy.box[0].size = {entry(addTable(p, size)), 1};
  queue(p, Unit::Store) = {s.copy};
  const double stores = us(16 * 131072.0, 150);
  CHECK(timeOf(p).totalUs == about(stores));
  // From 30 to 31 all but one of the sixteen pass: 150 * 15 / 16 of 166.4.
  addRingCopy(p, 30, 31, 1024);
  CHECK(copyUs(p) == about(us(131072, 166.4 - 150 * 15 / 16.0), 0.03));
  CHECK(timeOf(p).totalUs == about(stores));
}

TEST_CASE("the node is never faster than the links next to it") {
  // spyre-datasheet: 204.8 at the node, 192 at the LX ports, 166.4 on a link.
  device::Device d = device::load("spyre-datasheet");
  CHECK(timeOf(bothWays(), d).totalUs == about(us(4 << 20, 166.4)));
  // Unicast: one half passes upwards, the other downwards.
  plan::Plan p = microPlan();
  queue(p, Unit::Load) = {Loop{16, {rowStream(p, Role::Input, 16, 512, 32).copy}}};
  CHECK(timeOf(p, d).totalUs == about(us(32 << 20, 204.8)));
  p = microPlan();
  queue(p, Unit::Load) = {Loop{16, {rowStream(p, Role::Input, 16, 512, 16).copy}}};
  CHECK(timeOf(p, d).totalUs == about(us(16 << 20, 166.4)));
}

TEST_CASE("a link serves copies in turn") {
  // Every core takes 128 KiB from `distance` below: so many copies pass each link.
  auto shifted = [](Unit unit, int distance) {
    plan::Plan p = microPlan();
    std::vector<int64_t> source(32);
    for (int c = 0; c < 32; ++c)
      source[size_t(c)] = (c + 32 - distance) % 32;
    plan::Copy copy;
    copy.coreMap = addTable(p, source);
    copy.box = {{{0}, fixed(1024), 128, 128}};
    copy.lx = {262144};
    queue(p, unit) = {copy};
    return timeOf(p).totalUs;
  };
  const double bytes = 131072;
  CHECK(shifted(Unit::Psum, 1) == about(us(bytes, 35.2)));
  CHECK(shifted(Unit::Psum, 3) == about(us(3 * bytes, 35.2), 0.03));
  CHECK(shifted(Unit::Psum, 8) == about(us(8 * bytes, 35.2), 0.03));
  // On the data ring each port sends and receives, which decides for one link; for
  // eight the links do.
  CHECK(shifted(Unit::Ring, 1) == about(us(2 * bytes, 140.8)));
  CHECK(shifted(Unit::Ring, 8) == about(us(8 * bytes, 166.4), 0.03));
}

TEST_CASE("the LX port serves loads and copies in turn") {
  // Core 0 loads 1 MiB at 67.5 of its port's 140.8 while 128 KiB come from core 1 at
  // what is left.
  plan::Plan p = microPlan();
  queue(p, Unit::Load) = {Loop{16, {rowStream(p, Role::Input, 16, 512, 1).copy}}};
  addRingCopy(p, 1, 0, 1024);
  CHECK(copyUs(p) == about(us(131072, 140.8 - 67.5), 0.03));
  CHECK(timeOf(p).totalUs == about(us(1 << 20, 67.5)));
}

TEST_CASE("two buffers hide the loads, one does not") {
  // A core loads 64 KiB a step at 67.5 GB/s and negates 32,768 elements at 16 a cycle.
  const double load = us(65536, 67.5), exec = 32768 / 16 / 1.1e3;
  for (int64_t slots : {1, 2}) {
    plan::Plan p = microPlan();
    Stream in = rowStream(p, Role::Input, 8, 512, 1);
    in.copy.lx = {0, iv(0, 1), slots, 65536};
    plan::Exec neg;
    neg.loops = {activeCores(p, 1, 32768)};
    neg.reduction = {0};
    neg.operands = {strided(DType::F16, {2}), strided(DType::F16, {2})};
    neg.operands[0].addr = in.copy.lx, neg.operands[1].addr = {262144};
    neg.body = {{scalarOp(plan::Opcode::Neg, DType::F16, {0})}, {1}};
    queue(p, Unit::Load) = {Loop{8, {await(Unit::Sfu, iv(0, 1, 1 - slots)), in.copy}}};
    queue(p, Unit::Sfu) = {Loop{8, {await(Unit::Load, iv(0, 1, 1)), neg}}};
    CHECK(timeOf(p).totalUs == about(slots == 1 ? 8 * (load + exec) : load + 8 * exec));
  }
}
