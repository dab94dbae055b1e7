// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exact conversions between f32 and the 16-bit floats; f16 and bf16 round to
// nearest even.
// With and without F16C the same bits result, NaN payloads included.
#pragma once

#include <cstdint>

namespace spyre::model::isa::SPYRE_ISA {

inline uint32_t bitsOf(float x) { return __builtin_bit_cast(uint32_t, x); }
inline float floatOf(uint32_t u) { return __builtin_bit_cast(float, u); }

inline float f16ToFloat(uint16_t h) {
#ifdef __F16C__
  return static_cast<float>(__builtin_bit_cast(_Float16, h));
#else
  uint32_t magnitude = static_cast<uint32_t>(h & 0x7fff) << 13;
  // 2^112 moves the exponent from bias 15 to bias 127, subnormals included.
  uint32_t finite = bitsOf(floatOf(magnitude) * floatOf(0x77800000u));
  uint32_t quiet = magnitude > (0x7c00u << 13) ? 0x400000u : 0;
  uint32_t special = magnitude | 0x7f800000u | quiet;
  uint32_t value = magnitude >= (0x7c00u << 13) ? special : finite;
  return floatOf(value | static_cast<uint32_t>(h & 0x8000) << 16);
#endif
}

inline uint16_t floatToF16(float x) {
#ifdef __F16C__
  return __builtin_bit_cast(uint16_t, static_cast<_Float16>(x));
#else
  uint32_t u = bitsOf(x), sign = u & 0x80000000u, a = u ^ sign;
  uint32_t normal = (a - 0x38000000u + 0xfffu + ((a >> 13) & 1)) >> 13;
  // Adding 1/2 leaves multiples of 2^-24, the step of f16 subnormals.
  uint32_t subnormal = bitsOf(floatOf(a < 0x38800000u ? a : 0) + 0.5f) - 0x3f000000u;
  uint32_t nan = ((a >> 13) & 0x3ff) | 0x7e00;
  uint32_t h = a < 0x38800000u ? subnormal : normal;
  h = a >= 0x477ff000u ? 0x7c00u : h;
  h = a > 0x7f800000u ? nan : h;
  return static_cast<uint16_t>(h | sign >> 16);
#endif
}

inline float bf16ToFloat(uint16_t h) { return floatOf(static_cast<uint32_t>(h) << 16); }

inline uint16_t floatToBf16(float x) {
  uint32_t u = bitsOf(x);
  uint32_t rounded = (u + 0x7fffu + ((u >> 16) & 1)) >> 16;
  uint32_t nan = (u >> 16) | 0x40;
  return static_cast<uint16_t>((u & 0x7fffffffu) > 0x7f800000u ? nan : rounded);
}

// The card's float, see spyre/Model/Numerics.h.
inline float dl16ToFloat(uint16_t h) {
  uint32_t magnitude = h & 0x7fff, sign = static_cast<uint32_t>(h & 0x8000) << 16;
  uint32_t finite = (magnitude << 14) + ((127u - 31) << 23);
  uint32_t value = magnitude == 0 ? sign : finite | sign;
  return floatOf(magnitude == 0x7fff ? 0x7fc00000u : value);
}

inline uint16_t floatToDl16(float x) {
  uint32_t u = bitsOf(x);
  // Half a step up and cut: to nearest, ties away from zero. A carry moves on
  // into the exponent.
  auto code = static_cast<int32_t>(((u & 0x7fffffffu) + 0x2000) >> 14) - ((127 - 31) << 9);
  uint32_t magnitude = static_cast<uint32_t>(code < 0 ? 0 : code);
  return static_cast<uint16_t>(code >= 0x7fff ? 0x7fffu : magnitude | (u >> 16 & 0x8000));
}

/// The same rounding without the code in between.
inline float roundDl16(float x) {
  uint32_t u = bitsOf(x), sign = u & 0x80000000u;
  uint32_t cut = ((u ^ sign) + 0x2000) & ~0x3fffu;
  constexpr uint32_t kZero = (127u - 31) << 23, kNanInfinity = kZero + (0x7fffu << 14);
  uint32_t value = cut <= kZero ? sign : cut | sign;
  return floatOf(cut >= kNanInfinity ? 0x7fc00000u : value);
}

// The 16-bit floats: stored as Stored, computed on as LaneT.
struct F16 {
  using Stored = uint16_t;
  using LaneT = float;
  static float get(uint16_t v) { return f16ToFloat(v); }
  static uint16_t put(float v) { return floatToF16(v); }
  static float round(float v) { return get(put(v)); }
};
struct Bf16 {
  using Stored = uint16_t;
  using LaneT = float;
  static float get(uint16_t v) { return bf16ToFloat(v); }
  static uint16_t put(float v) { return floatToBf16(v); }
  static float round(float v) { return get(put(v)); }
};
struct Dl16 {
  using Stored = uint16_t;
  using LaneT = float;
  static float get(uint16_t v) { return dl16ToFloat(v); }
  static uint16_t put(float v) { return floatToDl16(v); }
  static float round(float v) { return roundDl16(v); }
};

} // namespace spyre::model::isa::SPYRE_ISA
