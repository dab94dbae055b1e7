// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Cost/Rates.h"

#include <catch2/catch.hpp>

using namespace spyre;
using namespace spyre::cost;

namespace {
const device::Device &chip() {
  static const device::Device d = device::load("spyre-default");
  return d;
}
} // namespace

TEST_CASE("pairs of weight blocks: rows or loads, whichever is longer") {
  CHECK(blockCycles(chip(), 1, 2, DType::F16) == 128);
  CHECK(blockCycles(chip(), 16, 2, DType::F16) == 128);
  CHECK(blockCycles(chip(), 100, 2, DType::F16) == 800);
  CHECK(blockCycles(chip(), 100, 8, DType::F16) == 3200);
  CHECK(blockCycles(chip(), 100, 8, DType::I8) == 800);
  // An odd block: loaded once, or by both corelets with half of the rows each.
  CHECK(blockCycles(chip(), 4, 1, DType::F16) == 64);
  CHECK(blockCycles(chip(), 12, 1, DType::F16) == 96);
  CHECK(blockCycles(chip(), 24, 1, DType::F16) == 128);
  CHECK(blockCycles(chip(), 100, 1, DType::F16) == 400);
  CHECK(blockCycles(chip(), 100, 3, DType::F16) == 1200);
}

TEST_CASE("a long product on one core sustains what was measured") {
  Product p{1, 512, 1024, 4096};
  double perNs = macs(p) / (productUs(chip(), p) * 1e3);
  CHECK(perNs > 1031);
  CHECK(perNs < 1075);
  Product none{1, 0, 1024, 4096};
  CHECK(productCycles(chip(), none) == 0);
}

TEST_CASE("partial sums pass LX once per chain of eight blocks") {
  CHECK(partialSumPortBytes(chip(), {1, 16, 64, 512}) == 8.0 * 16 * 64);
  CHECK(partialSumPortBytes(chip(), {1, 16, 64, 513}) == 2 * 8.0 * 16 * 64);
  // Few rows: weights through the port, and sums, set the time.
  Product few{1, 16, 512, 4096};
  CHECK(productCycles(chip(), few) == Approx(productPortBytes(chip(), few) / 128));
}

TEST_CASE("vector units: rates by kind of operation") {
  VectorOps ops;
  ops.pointwise = 16, ops.broadcast = 10, ops.reduce = 8;
  ops.special = 11, ops.integerDivide = 8, ops.laneSticks = 2;
  CHECK(vectorCycles(chip(), ops) == Approx(6));
  CHECK(vectorCycles(chip(), ops.scaled(3)) == Approx(18));
}

TEST_CASE("scalar programs are counted by operation, type and operand") {
  auto count = [](Opcode op, DType type, DType from, bool broadcast = false) {
    VectorOps per;
    countOp(chip(), op, type, from, broadcast, per);
    return per;
  };
  CHECK(count(Opcode::Add, DType::F16, DType::F16).pointwise == 1);
  CHECK(count(Opcode::Add, DType::F16, DType::F16, true).broadcast == 1);
  CHECK(count(Opcode::Exp, DType::F32, DType::F32).special == 1);
  CHECK(count(Opcode::Div, DType::F32, DType::F32).special == 2);
  CHECK(count(Opcode::Div, DType::I32, DType::I32).integerDivide == 1);
  CHECK(vectorCycles(chip(), count(Opcode::Convert, DType::F32, DType::F16)) == 0);
  CHECK(count(Opcode::Convert, DType::F32, DType::I32).pointwise == 1);
  CHECK(vectorCycles(chip(), count(Opcode::Const, DType::F32, DType::F32)) == 0);
  CHECK(count(Opcode::CmpLt, DType::I1, DType::F32).pointwise == 1);
}

TEST_CASE("a body: folds at the rate of reductions, the rest as it is") {
  using plan::ScalarOp;
  // acc + exp(x - row), x in f16, the row value a broadcast.
  plan::ScalarProgram body;
  body.ops = {
      ScalarOp{Opcode::Convert, DType::F32, {0}, {}}, ScalarOp{Opcode::Sub, DType::F32, {3, 1}, {}},
      ScalarOp{Opcode::Exp, DType::F32, {4}, {}}, ScalarOp{Opcode::Add, DType::F32, {2, 5}, {}}};
  body.results = {6};
  VectorOps per = countBody(chip(), body, {DType::F16, DType::F32, DType::F32}, {false, true}, 2);
  CHECK(per.pointwise == 0);
  CHECK(per.broadcast == 1);
  CHECK(per.special == 1);
  CHECK(per.reduce == 1);
}

TEST_CASE("memory: node, fan-out, few readers, a core's own limit, runs") {
  const auto read = Direction::Read, write = Direction::Write;
  CHECK(ddrTimeUs(chip(), 0, 1024, 1, 32, read) == 0);
  CHECK(ddrTimeUs(chip(), 150e3, 1024, 1, 32, read) == Approx(1));
  CHECK(ddrTimeUs(chip(), 80e3, 1024, 1, 16, read) == Approx(1));
  CHECK(ddrTimeUs(chip(), 67.5e3, 1024, 1, 1, read) == Approx(1));
  CHECK(ddrTimeUs(chip(), 67.5e3, 1024, 1, 1, write) == Approx(1));
  CHECK(ddrTimeUs(chip(), 150e3, 1024, 1, 16, write) == Approx(1));
  CHECK(ddrTimeUs(chip(), 150e3, 1024, 8, 8, read) == Approx(1));
  CHECK(ddrTimeUs(chip(), 55e3, 4096, 32, 32, read) == Approx(1));
  CHECK(ddrTimeUs(chip(), 150e3 * 0.3, 128, 1, 32, read) == Approx(1));
  CHECK(turnaroundUs(chip(), 4096e3, 1) == Approx(0).margin(1e-5));
  CHECK(turnaroundUs(chip(), 4096e3, 4096e3) == Approx(23.5));
}

TEST_CASE("ring") {
  CHECK(ringHops(chip(), 0, 1) == 1);
  CHECK(ringHops(chip(), 0, 31) == 2); // past the memory node
  CHECK(ringHops(chip(), 0, 16) == 16);
  CHECK(ringHops(chip(), 0, 17) == 16);
  CHECK(ringLinkRate(chip()) == Approx(166.4));
  CHECK(lxPortRate(chip()) == Approx(140.8));
  CHECK(psumRate(chip()) == Approx(70.4));
  CHECK(ringCopyUs(chip(), 140.8e3, 0) == Approx(1));
  CHECK(ringCopyUs(chip(), 0, 13) == Approx(0.02));
  CHECK(psumUs(chip(), 35.2e3, 0) == Approx(1)); // one of the rings
  CHECK(psumUs(chip(), 0, 11) == Approx(0.02));
}

TEST_CASE("from card to card: latency and rate, assumed") {
  device::Device d = device::load("spyre-default");
  CHECK(cardLinkUs(d, 0) == 0);
  CHECK(cardLinkUs(d, 25e3) == Approx(11));
  // An all-reduce of a token of 4096 f16 over four cards is latency alone; one of
  // 1024 tokens is not.
  CHECK(cardLinkUs(d, 8192) == Approx(10).epsilon(0.04));
  CHECK(cardLinkUs(d, 8192 * 1024.0) == Approx(10 + 335.5).epsilon(0.01));
}
