// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds of index expressions: 64-bit numbers that saturate.
#pragma once

#include "spyre/Transforms/AffineUtils.h"

#include <algorithm>

namespace spyre {

inline constexpr int64_t kUnbounded = int64_t(1) << 62;

inline int64_t clampBound(__int128 value) {
  return int64_t(std::clamp<__int128>(value, -kUnbounded, kUnbounded));
}
inline int64_t floorDivide(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a ^ b) < 0); }
inline int64_t floorDivideBound(int64_t a, int64_t b) {
  return a <= -kUnbounded || a >= kUnbounded ? a : floorDivide(a, b);
}

} // namespace spyre
