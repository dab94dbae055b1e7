// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products on random domains and accesses against the reference.
#include "ExecCase.h"

#include <catch2/catch.hpp>

using namespace spyre;
using namespace spyre::test;

TEST_CASE("products on random loop orders") {
  std::mt19937 rng(18);
  struct Types {
    DType a, b, out;
  };
  const Types types[] = {
      {DType::F16, DType::F16, DType::F32},  {DType::BF16, DType::BF16, DType::F32},
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
      return strided(type,
                     denseSteps(c.sizes, used, plan::byteWidth(type), rng() % 3 ? nullptr : &rng));
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
