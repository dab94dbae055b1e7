// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HostRun.h"

#include "spyre/Model/Machine.h"
#include "spyre/Plan/Layout.h"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <thread>
#include <vector>

namespace spyre::bench {

namespace {
/// Reproducible values: floats of either sign between 1/16 and 1, integers 0 to 3.
std::vector<uint8_t> randomData(const plan::Tensor &tensor, uint64_t seed) {
  std::vector<uint8_t> bytes(static_cast<size_t>(plan::hostByteSize(tensor)));
  auto width = static_cast<size_t>(plan::byteWidth(tensor.type));
  uint64_t state = seed * 2 + 1;
  for (size_t at = 0; at < bytes.size(); at += width) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    uint64_t random = state >> 33, exponent = random >> 29 & 3, value = random & 3;
    if (tensor.type == plan::DType::F16)
      value = (random & 0x83ff) | (11 + exponent) << 10;
    else if (tensor.type == plan::DType::BF16)
      value = (random & 0x807f) | (123 + exponent) << 7;
    else if (tensor.type == plan::DType::F32)
      value = (random & 0x7fffff) | (123 + exponent) << 23 | (random & 0x800000) << 8;
    else if (tensor.type == plan::DType::I1)
      value = random & 1;
    std::memcpy(bytes.data() + at, &value, width);
  }
  return bytes;
}

double totalBytes(const plan::Plan &plan, const std::vector<int32_t> &tensors) {
  double total = 0;
  for (int32_t t : tensors)
    total += static_cast<double>(plan::hostByteSize(plan.tensors[static_cast<size_t>(t)]));
  return total;
}
} // namespace

RunSeconds functionalRuns(const plan::Plan &plan, const plan::Program &program,
                          double leastSeconds) {
  model::Machine machine(plan);
  for (int32_t input : program.inputs)
    machine.setInput(input, randomData(plan.tensors[static_cast<size_t>(input)], uint64_t(input)));
  RunSeconds seconds;
  Stopwatch all;
  for (bool first = true; first || all.seconds() < leastSeconds; first = false) {
    std::clock_t before = std::clock();
    Stopwatch watch;
    machine.run(program);
    double taken = watch.seconds();
    double processor = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
    if (first)
      seconds = {taken, taken, processor};
    seconds.best = std::min(seconds.best, taken);
    seconds.processor = std::min(seconds.processor, processor);
  }
  return seconds;
}

double inputBytes(const plan::Plan &plan, const plan::Program &program) {
  return totalBytes(plan, program.inputs);
}

double outputBytes(const plan::Plan &plan, const plan::Program &program) {
  return totalBytes(plan, program.outputs);
}

double memcpyBytesPerSecond(int threads) {
  constexpr size_t kPart = 64 << 20; // larger than the caches
  constexpr double kLeastSeconds = 1;
  auto count = static_cast<size_t>(std::max(threads, 1));
  std::vector<uint8_t> from(kPart * count, 1), to(kPart * count, 2);
  double best = 0;
  for (Stopwatch all; all.seconds() < kLeastSeconds;) {
    Stopwatch watch;
    {
      std::vector<std::jthread> pool;
      for (size_t t = 0; t < count; ++t)
        pool.emplace_back(
            [&, t] { std::memcpy(to.data() + t * kPart, from.data() + t * kPart, kPart); });
    }
    best = std::max(best, 2.0 * static_cast<double>(to.size()) / watch.seconds());
  }
  return best;
}

} // namespace spyre::bench
