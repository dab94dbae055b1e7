// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps on random domains and accesses against the reference.
#include "ExecCase.h"

#include <catch2/catch.hpp>

using namespace spyre;
using namespace spyre::test;

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
    c.body.ops = {
        scalarOp(Opcode::Mul, DType::F32, {0, 1}),    scalarIndex(DType::F32, 0),
        scalarOp(Opcode::Add, DType::F32, {2, 3}),    scalarConst(DType::F32, 0.5),
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
  split.access.terms = {term(384, {64, 1, 0}, 0, 64, 0), term(2, {64, 1, 0}, 0, 1, 64),
                        term(128, {0, 0, 1}, 0, 1, 0)};
  c.operands = {split, denseOutput(DType::F16, c.sizes, c.reduction)};
  CHECK(differences(c, rng) == 0);
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
  CHECK_THROWS_WITH(model::PreparedExec(c.view()),
                    "scalar op add: expected an earlier value, found 5");
}
