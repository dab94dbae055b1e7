// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Model/LxMap.h"
#include "MicroPlan.h"

#include <catch2/catch.hpp>

using namespace spyre;
using namespace spyre::test;

namespace {

/// The recording of a plan on four cores, and LX of core 0.
struct Watched {
  model::Timing timing;
  std::vector<model::LxBuffer> buffers;
  explicit Watched(const plan::Plan &p) {
    device::Device d = device::load("spyre-default");
    d.cores = p.cores;
    timing = model::simulate(d, p, p.programs[0], {true});
    buffers = model::lxBuffers(p.programs[0], timing.recording, {0}).at(0);
  }
  const model::TraceEvent &event(Unit unit, int64_t number) const {
    for (const model::TraceEvent &e : timing.recording.events)
      if (e.core == 0 && e.unit == unit && e.number == number)
        return e;
    throw std::out_of_range("no such instruction");
  }
};

/// exp from one place in LX to another, 64 rows of a stick.
plan::Exec expOf(int64_t from, int64_t to) {
  plan::Exec exec;
  exec.loops = {fixed(64), fixed(64)};
  exec.reduction = {0, 0};
  exec.operands = {strided(DType::F16, {128, 2}), strided(DType::F16, {128, 2})};
  exec.operands[0].addr = {from};
  exec.operands[1].addr = {to};
  exec.body = {{scalarOp(plan::Opcode::Exp, DType::F16, {0})}, {1}};
  return exec;
}

} // namespace

TEST_CASE("a buffer lives from its first write to its last read") {
  plan::Plan p = microPlan(4);
  Stream in = rowStream(p, plan::Role::Input, 1, 64, 4);
  queue(p, Unit::Load) = {plan::Loop{1, {in.copy}}};
  queue(p, Unit::Sfu) = {await(Unit::Load, {1}), expOf(0, 16384), expOf(16384, 32768),
                         expOf(0, 16384)};
  Watched w(p);
  const auto &b = w.buffers;
  REQUIRE(b.size() == 4);
  auto is = [&](size_t i, int64_t low, double from, double to) {
    INFO(i);
    CHECK(b[i].low == low);
    CHECK(b[i].high == low + 8192);
    CHECK(b[i].fromUs == from);
    CHECK(b[i].toUs == to);
  };
  const model::TraceEvent &load = w.event(Unit::Load, 0), &first = w.event(Unit::Sfu, 0),
                          &second = w.event(Unit::Sfu, 1), &third = w.event(Unit::Sfu, 2);
  is(0, 0, load.startUs, third.endUs);
  is(1, 16384, first.startUs, second.endUs);
  is(2, 32768, second.startUs, second.endUs); // nobody reads it
  is(3, 16384, third.startUs, third.endUs);   // the old value had been read
  CHECK(b[0].unit == Unit::Load);
  CHECK(b[3].unit == Unit::Sfu);

  std::vector<model::LxStep> use = model::lxUse(b);
  REQUIRE(use.size() == 5);
  CHECK(use.front().bytes == 8192);
  CHECK(use[1].bytes == 16384);
  CHECK(use[2].bytes == 24576);
  CHECK(use[3].bytes == 16384); // one ends as another begins
  CHECK(use.back().bytes == 0);
}

TEST_CASE("pieces of one buffer, slots and in-place results") {
  plan::Plan p = microPlan(4);
  Stream in = rowStream(p, plan::Role::Input, 4, 64, 4);
  in.copy.lx = {0, iv(0, 1), 2, 8192};
  queue(p, Unit::Load) = {plan::Loop{4, {await(Unit::Sfu, iv(0, 2, -2)), in.copy}}};
  plan::Exec inPlace = expOf(0, 0);
  for (plan::Operand &operand : inPlace.operands)
    operand.addr = in.copy.lx;
  plan::Exec reader = expOf(0, 65536);
  reader.operands[0].addr = in.copy.lx;
  queue(p, Unit::Sfu) = {plan::Loop{4, {await(Unit::Load, iv(0, 1, 1)), inPlace, reader}}};
  Watched w(p);
  // Four loads, four results in their place, and one that nobody ever reads.
  REQUIRE(w.buffers.size() == 9);
  for (size_t i = 0; i < 4; ++i) {
    const model::TraceEvent &load = w.event(Unit::Load, int64_t(i)),
                            &exec = w.event(Unit::Sfu, int64_t(2 * i));
    auto begins = [&](const model::TraceEvent &e, int64_t low) {
      return std::count_if(w.buffers.begin(), w.buffers.end(), [&](const model::LxBuffer &b) {
        return b.low == low && b.unit == e.unit && b.fromUs == e.startUs;
      });
    };
    CHECK(begins(load, 8192 * int64_t(i % 2)) == 1);
    CHECK(begins(exec, 8192 * int64_t(i % 2)) == 1);
  }
  for (const model::LxStep &step : model::lxUse(w.buffers))
    CHECK(step.bytes <= 24576);
}

TEST_CASE("a buffer that is filled from overlapping parts grows") {
  plan::Plan p = microPlan(4);
  Stream in = rowStream(p, plan::Role::Input, 2, 64, 4);
  in.copy.lx = {0, iv(0, 1), 2, 4096}; // the second half a buffer further
  queue(p, Unit::Load) = {plan::Loop{2, {in.copy}}};
  plan::Exec whole = expOf(0, 65536);
  whole.loops[0] = fixed(96);
  queue(p, Unit::Sfu) = {await(Unit::Load, {2}), whole};
  Watched w(p);
  REQUIRE(w.buffers.size() == 3);
  double second = w.event(Unit::Load, 1).startUs, read = w.event(Unit::Sfu, 0).endUs;
  CHECK((w.buffers[0].low == 0 && w.buffers[0].high == 8192 && w.buffers[0].toUs == second));
  CHECK((w.buffers[1].low == 0 && w.buffers[1].high == 12288 && w.buffers[1].fromUs == second));
  CHECK(w.buffers[1].toUs == read);
}
