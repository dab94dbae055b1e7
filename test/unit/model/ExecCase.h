// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Execs on random domains and memory, run by the kernels and by the reference.
#pragma once

#include "Reference.h"

#include <algorithm>
#include <map>

namespace spyre::test {

using plan::DType;
using plan::ExecKind;
using plan::Opcode;

inline constexpr size_t kBytes = 1 << 16;

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

  model::ExecView view() const {
    return {kind, sizes, reduction, operands, numOutputs, &body, init};
  }
};

/// More than kBytes of random values of a type, made once.
inline const std::vector<uint8_t> &randomPool(DType type) {
  static std::map<DType, std::vector<uint8_t>> pools;
  std::vector<uint8_t> &pool = pools[type];
  if (!pool.empty())
    return pool;
  std::mt19937 rng(99);
  pool.resize(kBytes + 8000);
  for (size_t i = 0; i < pool.size(); i += size_t(plan::byteWidth(type)))
    storeCell(type, randomCell(type, rng), pool.data() + i);
  return pool;
}

/// Runs both ways; the number of bytes that differ over all buffers.
inline int64_t differences(const Case &c, std::mt19937 &rng) {
  std::vector<std::vector<uint8_t>> ours;
  for (const plan::Operand &operand : c.operands) {
    const std::vector<uint8_t> &pool = randomPool(operand.type);
    auto start = pool.begin() + int64_t(rng() % 1000) * 8;
    ours.emplace_back(start, start + kBytes);
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

inline std::vector<int64_t> randomSizes(std::mt19937 &rng, size_t rank, int64_t limit) {
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
inline std::vector<int64_t> denseSteps(const std::vector<int64_t> &sizes,
                                       const std::vector<bool> &used, int64_t width,
                                       std::mt19937 *shuffle = nullptr) {
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

inline plan::Operand randomInput(DType type, const std::vector<int64_t> &sizes, std::mt19937 &rng) {
  std::vector<bool> used;
  for (size_t i = 0; i < sizes.size(); ++i)
    used.push_back(rng() % 4 != 0);
  return strided(type, denseSteps(sizes, used, plan::byteWidth(type), &rng));
}

inline plan::Operand denseOutput(DType type, const std::vector<int64_t> &sizes,
                                 const std::vector<uint8_t> &reduction,
                                 std::mt19937 *rng = nullptr) {
  std::vector<bool> used;
  for (uint8_t r : reduction)
    used.push_back(!r);
  return strided(type, denseSteps(sizes, used, plan::byteWidth(type), rng));
}

} // namespace spyre::test
