// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions on random domains and accesses against the reference.
#include "ExecCase.h"

#include <catch2/catch.hpp>

using namespace spyre;
using namespace spyre::test;

TEST_CASE("folds with simple combiners, along and across") {
  std::mt19937 rng(14);
  const Opcode combiners[] = {Opcode::Add, Opcode::Mul, Opcode::MaxNan, Opcode::MinNan,
                              Opcode::MaxNum};
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
  for (DType type :
       {DType::I1, DType::I8, DType::U8, DType::I32, DType::U32, DType::I64, DType::U64})
    for (Opcode op :
         {Opcode::Add, Opcode::MaxNan, Opcode::MinNan, Opcode::And, Opcode::Or, Opcode::Xor})
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
    c.operands = {strided(DType::F16, {2 * n, 2}), strided(DType::F16, {2, 0}),
                  strided(DType::I32, {4, 0})};
    // 0: x, 1: best, 2: where
    c.body.ops = {scalarOp(Opcode::CmpGt, DType::I1, {0, 1}), scalarIndex(DType::I32, 1),
                  scalarOp(Opcode::Select, DType::F16, {3, 0, 1}),
                  scalarOp(Opcode::Select, DType::I32, {3, 4, 2})};
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
  c.operands = {strided(DType::F32, {12, 4}), strided(DType::F32, {4, 0}),
                strided(DType::F32, {4, 0})};
  c.body.results = {2, 1};
  c.body.ops = {scalarOp(Opcode::Neg, DType::F32, {0})};
  CHECK(differences(c, rng) == 0);
}
