// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole small plans with real bytes.
#include "spyre/Model/Machine.h"
#include "MicroPlan.h"
#include "spyre/Plan/Validator.h"
#include "spyre/Support/Error.h"

#include <catch2/catch.hpp>
#include <cstring>

using namespace spyre;
using namespace spyre::test;
using model::Machine;
using model::MachineOptions;
using plan::Loop;

namespace {

using Bytes = std::vector<uint8_t>;

Bytes randomHost(const plan::Tensor &tensor, uint32_t seed) {
  std::mt19937 rng(seed);
  Bytes host(size_t(plan::hostByteSize(tensor)));
  int64_t width = plan::byteWidth(tensor.type);
  for (size_t i = 0; i + size_t(width) <= host.size(); i += size_t(width))
    storeCell(tensor.type, randomCell(tensor.type, rng), host.data() + i);
  return host;
}

double at(const Bytes &host, DType type, int64_t i) {
  return loadCell(type, host.data() + i * plan::byteWidth(type)).f;
}

/// Inputs by number, then one run; all outputs.
std::vector<Bytes> run(const plan::Plan &p, const std::vector<Bytes> &inputs,
                       MachineOptions options = {}) {
  Machine machine(p, options);
  const plan::Program &program = p.programs[0];
  for (size_t i = 0; i < inputs.size(); ++i)
    machine.setInput(program.inputs[i], inputs[i]);
  machine.run(program);
  std::vector<Bytes> outputs;
  for (int32_t t : program.outputs)
    outputs.push_back(machine.output(t));
  return outputs;
}

std::vector<Bytes> randomInputs(const plan::Plan &p) {
  std::vector<Bytes> inputs;
  for (int32_t t : p.programs[0].inputs)
    inputs.push_back(randomHost(p.tensors[size_t(t)], uint32_t(t) + 1));
  return inputs;
}

} // namespace

TEST_CASE("a map over tiles, part-filled and empty ones included") {
  for (int64_t rows : {64, 50, 49, 3}) {
    plan::Plan p = plan::sample::mapPlan(rows);
    plan::requireValid(p, "sample");
    std::vector<Bytes> in = randomInputs(p), out = run(p, in);
    int wrong = 0;
    for (int64_t i = 0; i < rows * 256; ++i)
      wrong += at(out[0], DType::F16, i) != -at(in[0], DType::F16, i);
    CHECK(wrong == 0);
  }
}

TEST_CASE("a product with multicast operands and K in blocks") {
  plan::Plan p = plan::sample::contractPlan();
  plan::requireValid(p, "sample");
  std::vector<Bytes> in = randomInputs(p), out = run(p, in);
  int wrong = 0;
  for (int64_t m = 0; m < 64; ++m)
    for (int64_t n = 0; n < 128; ++n) {
      float sum = 0;
      for (int64_t k = 0; k < 256; ++k)
        sum +=
            float(at(in[0], DType::F16, m * 256 + k)) * float(at(in[1], DType::F16, k * 128 + n));
      wrong += at(out[0], DType::F32, m * 128 + n) != sum;
    }
  CHECK(wrong == 0);
}

TEST_CASE("rows of the neighbour over the ring") {
  plan::Plan p = plan::sample::ringPlan();
  plan::requireValid(p, "sample");
  std::vector<Bytes> in = randomInputs(p), out = run(p, in);
  int wrong = 0;
  for (int64_t r = 0; r < 64; ++r) {
    int64_t next = r / 32 * 32 + (r % 32 + 8) % 32;
    for (int64_t c = 0; c < 64; ++c)
      wrong += at(out[0], DType::F16, r * 64 + c) !=
               roundTo(DType::F16,
                       at(in[0], DType::F16, r * 64 + c) + at(in[0], DType::F16, next * 64 + c));
  }
  CHECK(wrong == 0);
}

TEST_CASE("a state keeps its value between runs; positions are clamped") {
  plan::Plan p = plan::sample::statePlan();
  plan::requireValid(p, "sample");
  Machine machine(p);
  const plan::Program &program = p.programs[0];
  CHECK_THROWS_WITH(machine.run(program), "expected a value for arg0, found none");
  std::vector<Bytes> in = randomInputs(p);
  Bytes cache = in[0];
  machine.setInput(program.inputs[0], cache);
  for (int32_t position : {3, 15, 99, -7}) {
    Bytes row = randomHost(p.tensors[1], uint32_t(position + 100)), where(4);
    std::memcpy(where.data(), &position, 4);
    machine.setInput(program.inputs[1], row);
    machine.setInput(program.inputs[2], where);
    machine.run(program);
    std::memcpy(cache.data() + std::clamp(position, 0, 15) * 128, row.data(), 128);
    CHECK(machine.output(program.outputs[0]) == cache);
    CHECK(machine.output(program.outputs[1]) == cache);
    CHECK(machine.output(program.inputs[0]) == cache);
  }
}

TEST_CASE("results depend on no order of legal steps and no number of threads") {
  for (plan::Plan p :
       {plan::sample::mapPlan(50), plan::sample::contractPlan(), plan::sample::ringPlan()}) {
    std::vector<Bytes> in = randomInputs(p), want = run(p, in);
    for (uint64_t seed = 1; seed <= 20; ++seed)
      CHECK(run(p, in, {model::kPoison[0], 1, seed}) == want);
    for (int threads : {1, 2, 4})
      CHECK(run(p, in, {model::kPoison[1], threads}) == want);
  }
}

TEST_CASE("what nobody wrote shows as a difference between the poisons") {
  auto differs = [](const plan::Plan &p) {
    std::vector<Bytes> in = randomInputs(p);
    return run(p, in, {model::kPoison[0]}) != run(p, in, {model::kPoison[1]});
  };
  // Sound: equal.
  CHECK_FALSE(differs(plan::sample::mapPlan(50)));
  // LX: the load brings one row less than the exec reads.
  plan::Plan p = plan::sample::mapPlan(64);
  std::get<plan::Copy>(plan::sample::loopBody(p, Unit::Load)[1]).box[0].size = fixed(3);
  CHECK(differs(p));
  // Device memory: an output row that is never stored.
  p = plan::sample::mapPlan(64);
  std::get<plan::Copy>(plan::sample::loopBody(p, Unit::Store)[1]).box[0].size = fixed(3);
  CHECK(differs(p));
  // Padding lanes of an input: 40 of 64 are real.
  for (DType type : {DType::F16, DType::I16, DType::I1}) {
    plan::Plan q = microPlan(4);
    int32_t x = addTensor(q, "arg0", type, {40}, plan::Role::Input),
            y = addTensor(q, "out0", type, {128}, plan::Role::Output);
    q.programs[0].inputs = {x}, q.programs[0].outputs = {y};

    plan::Extent first = activeCores(q, 1, 1), all{entry(first.value.table), 1};
    queue(q, Unit::Load) = {plan::sample::boxCopy(x, {{{0}, all, 128}}, {0})};
    plan::Exec move;
    move.loops = {fixed(64)};
    move.reduction = {0};
    move.operands = {strided(type, {plan::byteWidth(type)}),
                     strided(type, {plan::byteWidth(type)})};
    move.operands[1].addr = {1024};
    move.body = {{scalarOp(plan::Opcode::Convert, DType::F32, {0}),
                  scalarOp(plan::Opcode::Convert, type, {1})},
                 {2}};
    queue(q, Unit::Sfu) = {await(Unit::Load, {1}), move};

    queue(q, Unit::Store) = {await(Unit::Sfu, {1}),
                             plan::sample::boxCopy(y, {{{0}, all, 128}}, {1024})};
    CHECK(differs(q));
  }
}

TEST_CASE("broken plans end in an error, not in a stray access or a hang") {
  // A wait that nothing ends.
  plan::Plan p = plan::sample::mapPlan(64);
  std::get<plan::Await>(plan::sample::loopBody(p, Unit::Store)[0]).count = {1000};
  std::vector<Bytes> in = randomInputs(p);
  CHECK_THROWS_WITH(run(p, in), "expected every wait of program main to end");
  CHECK_THROWS_WITH(run(p, in, {model::kPoison[0], 4}),
                    "expected every wait of program main to end");
  CHECK_THROWS_WITH(run(p, in, {model::kPoison[0], 1, 7}),
                    "expected every wait of program main to end");
  // Copies and execs that leave their memories.
  p = plan::sample::mapPlan(64);
  std::get<plan::Copy>(plan::sample::loopBody(p, Unit::Load)[1]).box[0].offset.c = 60;
  CHECK_THROWS_AS(run(p, in), Error);
  p = plan::sample::mapPlan(64);
  std::get<plan::Copy>(plan::sample::loopBody(p, Unit::Load)[1]).lx.base =
      p.lxAllocatableBytes - 128;
  CHECK_THROWS_AS(run(p, in), Error);
  p = plan::sample::mapPlan(64);
  std::get<plan::Exec>(plan::sample::loopBody(p, Unit::Sfu)[2]).operands[0].access.offset =
      p.lxAllocatableBytes;
  CHECK_THROWS_AS(run(p, in), Error);
  Machine machine(p);
  CHECK_THROWS_WITH(machine.setInput(0, Bytes(3)), "expected 32768 bytes for arg0, found 3");
}

TEST_CASE("partial sums add f32 on their way") {
  plan::Plan p = microPlan(4);
  int32_t x = addTensor(p, "arg0", DType::F32, {4, 32}, plan::Role::Input),
          y = addTensor(p, "out0", DType::F32, {4, 32}, plan::Role::Output);
  p.programs[0].inputs = {x}, p.programs[0].outputs = {y};
  int32_t rows = addTable(p, {0, 1, 2, 3}), next = addTable(p, {1, 2, 3, 0});
  plan::Copy load =
      plan::sample::boxCopy(x, {{entry(rows), fixed(1), 128}, {{0}, fixed(1), 128}}, {0});
  plan::Copy again = load;
  again.lx = {128};
  queue(p, Unit::Load) = {load, again};
  plan::Copy add;
  add.coreMap = next;
  add.box = {{{0}, fixed(1), 128, 128}};
  plan::Await both = await(Unit::Load, {2});
  both.cores = plan::Await::Cores::All;
  add.lx = {128};
  queue(p, Unit::Psum) = {both, add};
  queue(p, Unit::Store) = {
      await(Unit::Psum, {1}),
      plan::sample::boxCopy(y, {{entry(rows), fixed(1), 128}, {{0}, fixed(1), 128}}, {128})};
  std::vector<Bytes> in = randomInputs(p), out = run(p, in);
  for (int64_t c = 0; c < 4; ++c)
    for (int64_t i = 0; i < 32; ++i)
      CHECK(at(out[0], DType::F32, c * 32 + i) ==
            double(float(at(in[0], DType::F32, c * 32 + i)) +
                   float(at(in[0], DType::F32, (c + 1) % 4 * 32 + i))));
}
