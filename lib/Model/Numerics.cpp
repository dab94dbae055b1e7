// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Model/Numerics.h"

#include "isa/Isa.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace spyre::model {

static constexpr auto kF16 = size_t(plan::DType::F16);

void toDl16(const uint8_t *half, uint8_t *codes, int64_t n) {
  constexpr int64_t kBlock = 4096;
  std::vector<float> values(kBlock);
  for (int64_t first = 0; first < n; first += kBlock) {
    int64_t count = std::min(kBlock, n - first);
    isa::kernels().load[kF16](half + first * 2, values.data(), count);
    for (int64_t i = 0; i < count; ++i)
      if (std::isinf(values[size_t(i)]))
        values[size_t(i)] = std::copysign(kLargestDl16, values[size_t(i)]);
    isa::kernels(Numerics::Dl16).store[kF16](values.data(), codes + first * 2, count);
  }
}

void fromDl16(const uint8_t *codes, uint8_t *floats, int64_t n) {
  isa::kernels(Numerics::Dl16).load[kF16](codes, floats, n);
}

} // namespace spyre::model
