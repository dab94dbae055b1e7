// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The three kinds of exec on random domains and accesses against the reference.
#include "Reference.h"

#include <catch2/catch.hpp>
#include <cstring>

using namespace spyre;
using namespace spyre::test;
using plan::DType;
using plan::ExecKind;
using plan::Opcode;

namespace {

constexpr size_t kBytes = 1 << 16;

/// An exec with its memory: one buffer per operand.
struct Case {
  ExecKind kind = ExecKind::Map;
  std::vector<int64_t> sizes;
  std::vector<uint8_t> reduction;
  std::vector<plan::Operand> operands;
  int32_t numOutputs = 1;
  plan::ScalarProgram body;
  std::vector<plan::Scalar> init;
  std::vector<int64_t> origin;

  model::ExecView view() const { return {kind, sizes, reduction, operands, numOutputs, &body, init}; }
};

/// Runs both ways; the number of bytes that differ over all buffers.
int64_t differences(const Case &c, std::mt19937 &rng) {
  std::vector<std::vector<uint8_t>> ours;
  for (const plan::Operand &operand : c.operands) {
    std::vector<uint8_t> bytes(kBytes);
    int64_t width = plan::byteWidth(operand.type);
    for (size_t i = 0; i + size_t(width) <= kBytes; i += size_t(width))
      storeCell(operand.type, randomCell(operand.type, rng), bytes.data() + i);
    ours.push_back(bytes);
  }
  std::vector<std::vector<uint8_t>> theirs = ours;
  auto bases = [](std::vector<std::vector<uint8_t>> &buffers) {
    std::vector<uint8_t *> b;
    for (auto &buffer : buffers)
      b.push_back(buffer.data());
    return b;
  };
  model::runExec(c.view(), bases(ours).data(), c.origin);
  referenceExec(c.view(), bases(theirs).data(), c.origin);
  int64_t count = 0;
  for (size_t o = 0; o < ours.size(); ++o)
    for (size_t i = 0; i < kBytes; ++i)
      count += ours[o][i] != theirs[o][i];
  return count;
}

std::vector<int64_t> randomSizes(std::mt19937 &rng, size_t rank, int64_t limit) {
  std::vector<int64_t> sizes(rank, 1);
  int64_t total = 1;
  for (int64_t &s : sizes) {
    const int64_t choices[] = {1, 2, 3, 5, 8, 17, 32, 64, 100, 300};
    s = choices[rng() % 10];
    if (total * s > limit)
      s = 1;
    total *= s;
  }
  return sizes;
}

/// Steps that make a dense row-major array of the loops flagged in `used`.
std::vector<int64_t> denseSteps(const std::vector<int64_t> &sizes, const std::vector<bool> &used,
                                int64_t width, std::mt19937 *shuffle = nullptr) {
  std::vector<size_t> order;
  for (size_t i = sizes.size(); i-- > 0;)
    if (used[i])
      order.push_back(i);
  if (shuffle)
    std::shuffle(order.begin(), order.end(), *shuffle);
  std::vector<int64_t> steps(sizes.size(), 0);
  for (size_t i : order)
    steps[i] = width, width *= sizes[i];
  return steps;
}

plan::Operand randomInput(DType type, const std::vector<int64_t> &sizes, std::mt19937 &rng) {
  std::vector<bool> used;
  for (size_t i = 0; i < sizes.size(); ++i)
    used.push_back(rng() % 4 != 0);
  return strided(type, denseSteps(sizes, used, plan::byteWidth(type), &rng));
}

plan::Operand denseOutput(DType type, const std::vector<int64_t> &sizes, const std::vector<uint8_t> &reduction,
                          std::mt19937 *rng = nullptr) {
  std::vector<bool> used;
  for (uint8_t r : reduction)
    used.push_back(!r);
  return strided(type, denseSteps(sizes, used, plan::byteWidth(type), rng));
}

} // namespace

TEST_CASE("maps on random domains, contiguous and strided") {
  std::mt19937 rng(11);
  for (int round = 0; round < 300; ++round) {
    Case c;
    c.sizes = randomSizes(rng, 1 + rng() % 4, 4000);
    c.reduction.assign(c.sizes.size(), 0);
    DType types[] = {DType::F16, DType::BF16, DType::F32};
    DType a = types[rng() % 3], b = types[rng() % 3], out = types[rng() % 3];
    c.operands = {randomInput(a, c.sizes, rng), randomInput(b, c.sizes, rng),
                  denseOutput(out, c.sizes, c.reduction, rng() % 2 ? &rng : nullptr)};
    // max(a * b + index0, 0.5) in f32, then to the output's type.
    c.body.ops = {scalarOp(Opcode::Mul, DType::F32, {0, 1}), scalarIndex(DType::F32, 0),
                  scalarOp(Opcode::Add, DType::F32, {2, 3}), scalarConst(DType::F32, 0.5),
                  scalarOp(Opcode::MaxNan, DType::F32, {4, 5}), scalarOp(Opcode::Convert, out, {6})};
    c.body.results = {7};
    if (rng() % 2)
      for (size_t i = 0; i < c.sizes.size(); ++i)
        c.origin.push_back(int64_t(rng() % 100));
    CHECK(differences(c, rng) == 0);
  }
}

TEST_CASE("pure moves keep every bit, NaN payloads included") {
  std::mt19937 rng(12);
  for (DType type : {DType::F16, DType::F32, DType::I8, DType::I64})
    for (int round = 0; round < 40; ++round) {
      Case c;
      c.sizes = randomSizes(rng, 3, 4000);
      c.reduction.assign(3, 0);
      c.operands = {randomInput(type, c.sizes, rng), denseOutput(type, c.sizes, c.reduction, &rng)};
      c.body.results = {0};
      CHECK(differences(c, rng) == 0);
    }
}

TEST_CASE("accesses with quotients, separable and not") {
  std::mt19937 rng(13);
  Case c;
  c.sizes = {6, 10, 7};
  c.reduction = {0, 0, 0};
  auto term = [](int64_t mul, std::vector<int64_t> coef, int64_t k, int64_t div, int64_t mod) {
    return plan::Access::Term{mul, std::move(coef), k, div, mod};
  };
  plan::Operand linear = strided(DType::F16, {0, 0, 0});
  // A reshape of 420 elements to rows of 12, rows padded to a stick.
  linear.access.terms = {term(128, {70, 7, 1}, 0, 12, 0), term(2, {70, 7, 1}, 0, 1, 12)};
  plan::Operand reversed = strided(DType::F16, {0, 0, 0});
  reversed.access.terms = {term(2, {-70, -7, -1}, 419, 1, 0)};
  plan::Operand crossed = strided(DType::F16, {0, 0, 0}, 64);
  crossed.access.terms = {term(256, {1, 3, -2}, 11, 3, 5), term(2, {2, 0, 5}, -3, 2, 9)};
  for (const plan::Operand &operand : {linear, reversed, crossed}) {
    c.operands = {operand, denseOutput(DType::F16, c.sizes, c.reduction)};
    c.body.ops = {scalarOp(Opcode::Neg, DType::F16, {0})};
    c.body.results = {1};
    CHECK(differences(c, rng) == 0);
  }
  // Terms that ranges take apart: (64 s + l) floordiv 64 and mod 64.
  c.sizes = {5, 64, 3};
  plan::Operand split = strided(DType::F16, {0, 0, 0});
  split.access.terms = {term(384, {64, 1, 0}, 0, 64, 0), term(2, {64, 1, 0}, 0, 1, 64), term(128, {0, 0, 1}, 0, 1, 0)};
  c.operands = {split, denseOutput(DType::F16, c.sizes, c.reduction)};
  CHECK(differences(c, rng) == 0);
}

TEST_CASE("folds with simple combiners, along and across") {
  std::mt19937 rng(14);
  const Opcode combiners[] = {Opcode::Add, Opcode::Mul, Opcode::MaxNan, Opcode::MinNan, Opcode::MaxNum};
  for (int round = 0; round < 300; ++round) {
    Case c;
    c.kind = ExecKind::Reduce;
    c.sizes = randomSizes(rng, 1 + rng() % 4, 4000);
    for (size_t i = 0; i < c.sizes.size(); ++i)
      c.reduction.push_back(rng() % 2);
    DType acc = rng() % 3 ? DType::F32 : DType::F16;
    c.operands = {randomInput(DType::F16, c.sizes, rng), denseOutput(acc, c.sizes, c.reduction)};
    Opcode op = combiners[rng() % 5];
    // out = op(out, x * x), operands in either order.
    c.body.ops = {scalarOp(Opcode::Mul, DType::F32, {0, 0})};
    c.body.ops.push_back(rng() % 2 ? scalarOp(op, acc, {1, 2}) : scalarOp(op, acc, {2, 1}));
    c.body.results = {3};
    if (rng() % 2)
      c.init = {{acc, op == Opcode::Mul ? 1.0 : 0.25, 0}};
    INFO(round);
    CHECK(differences(c, rng) == 0);
  }
}

TEST_CASE("integer folds") {
  std::mt19937 rng(15);
  for (DType type : {DType::I1, DType::I8, DType::U8, DType::I32, DType::U32, DType::I64, DType::U64})
    for (Opcode op : {Opcode::Add, Opcode::MaxNan, Opcode::MinNan, Opcode::And, Opcode::Or, Opcode::Xor})
      for (int round = 0; round < 6; ++round) {
        Case c;
        c.kind = ExecKind::Reduce;
        c.sizes = {3, 1 + int64_t(rng() % 70), 11};
        c.reduction = {uint8_t(rng() % 2), 1, uint8_t(rng() % 2)};
        c.operands = {randomInput(type, c.sizes, rng), denseOutput(type, c.sizes, c.reduction)};
        c.body.ops = {scalarOp(op, type, {1, 0})};
        c.body.results = {2};
        if (round % 2)
          c.init = {{type, 0, 1}};
        INFO(plan::name(type) << " " << plan::name(op));
        CHECK(differences(c, rng) == 0);
      }
}

TEST_CASE("a fold with two outputs that depend on each other: arg-max") {
  std::mt19937 rng(16);
  for (int round = 0; round < 40; ++round) {
    Case c;
    c.kind = ExecKind::Reduce;
    c.numOutputs = 2;
    c.sizes = {1 + int64_t(rng() % 20), 1 + int64_t(rng() % 90)};
    c.reduction = {0, 1};
    int64_t n = c.sizes[1];
    c.operands = {strided(DType::F16, {2 * n, 2}), strided(DType::F16, {2, 0}), strided(DType::I32, {4, 0})};
    // 0: x, 1: best, 2: where
    c.body.ops = {scalarOp(Opcode::CmpGt, DType::I1, {0, 1}), scalarIndex(DType::I32, 1),
                  scalarOp(Opcode::Select, DType::F16, {3, 0, 1}), scalarOp(Opcode::Select, DType::I32, {3, 4, 2})};
    c.body.results = {5, 6};
    c.init = {{DType::F16, -INFINITY, 0}, {DType::I32, 0, 0}};
    c.origin = {3, 1000};
    CHECK(differences(c, rng) == 0);
  }
}

TEST_CASE("a fold whose outputs change places") {
  std::mt19937 rng(17);
  Case c;
  c.kind = ExecKind::Reduce;
  c.numOutputs = 2;
  c.sizes = {40, 3};
  c.reduction = {0, 1};
  c.operands = {strided(DType::F32, {12, 4}), strided(DType::F32, {4, 0}), strided(DType::F32, {4, 0})};
  c.body.results = {2, 1};
  c.body.ops = {scalarOp(Opcode::Neg, DType::F32, {0})};
  CHECK(differences(c, rng) == 0);
}

TEST_CASE("products on random loop orders") {
  std::mt19937 rng(18);
  struct Types {
    DType a, b, out;
  };
  const Types types[] = {{DType::F16, DType::F16, DType::F32},  {DType::BF16, DType::BF16, DType::F32},
                         {DType::F32, DType::F32, DType::F32},  {DType::F16, DType::F16, DType::F16},
                         {DType::I8, DType::I8, DType::I32},    {DType::U8, DType::I8, DType::I32},
                         {DType::I32, DType::I32, DType::I32},  {DType::I64, DType::I64, DType::I64},
                         {DType::F16, DType::BF16, DType::F32}, {DType::I32, DType::I32, DType::I64}};
  for (int round = 0; round < 200; ++round) {
    Types t = types[rng() % 10];
    Case c;
    c.kind = ExecKind::Contract;
    // Up to six loops: each of batch, m, n or k.
    size_t rank = 3 + rng() % 4;
    std::vector<bool> inA, inB, inOut;
    int64_t total = 1;
    for (size_t i = 0; i < rank; ++i) {
      int64_t size = 1 + int64_t(rng() % 40);
      c.sizes.push_back(total * size > 40000 ? 1 : size);
      total *= c.sizes.back();
      unsigned role = i < 3 ? unsigned(i + 1) : unsigned(rng() % 4); // 0 batch, 1 m, 2 n, 3 k
      inA.push_back(role != 2), inB.push_back(role != 1), inOut.push_back(role != 3);
      c.reduction.push_back(role == 3);
    }
    auto operand = [&](DType type, const std::vector<bool> &used) {
      return strided(type, denseSteps(c.sizes, used, plan::byteWidth(type), rng() % 3 ? nullptr : &rng));
    };
    c.operands = {operand(t.a, inA), operand(t.b, inB), operand(t.out, inOut)};
    // Rounding to a narrow output happens once, so folds in memory differ: then
    // only one k.
    if (t.out == DType::F16)
      for (size_t i = 0; i < rank; ++i)
        c.sizes[i] = c.reduction[i] ? 1 : c.sizes[i];
    if (rng() % 2)
      c.init = {{t.out, 0, 0}};
    if (total * 8 > int64_t(kBytes))
      continue;
    INFO(round);
    CHECK(differences(c, rng) == 0);
  }
}

TEST_CASE("empty domains and points") {
  std::mt19937 rng(19);
  Case c;
  c.body.results = {0};
  c.operands = {strided(DType::F32, {}, 8), strided(DType::F32, {}, 16)};
  CHECK(differences(c, rng) == 0); // 0-D: one point
  c.sizes = {4, 0};
  c.reduction = {0, 0};
  c.operands = {strided(DType::F32, {4, 0}), strided(DType::F32, {4, 0})};
  CHECK(differences(c, rng) == 0);
}

TEST_CASE("ill-typed execs are refused with one line") {
  Case c;
  c.sizes = {4};
  c.reduction = {0};
  c.operands = {strided(DType::F32, {4}), strided(DType::F16, {2})};
  c.body.ops = {scalarOp(Opcode::Add, DType::F32, {0, 0})};
  c.body.results = {1};
  CHECK_THROWS_WITH(model::PreparedExec(c.view()), "map: expected a result of type f16, found f32");
  c.body.ops = {scalarOp(Opcode::And, DType::F32, {0, 0})};
  CHECK_THROWS_WITH(model::PreparedExec(c.view()), "scalar op and: does not take type f32");
  c.body.ops = {scalarOp(Opcode::Add, DType::F32, {0, 5})};
  CHECK_THROWS_WITH(model::PreparedExec(c.view()), "scalar op add: expected an earlier value, found 5");
}
