// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the 16-bit float of a plan (its f16) is while the plan runs: IEEE half, or
// the card's own format DL16 (DLFloat, SEN169): sign, 6 exponent bits of bias 31,
// 9 fraction bits.
//
// DL16 has no subnormals: exponents 0 to 63 are all ordinary. Two magnitudes mean
// something else: all zeros is zero, all ones is the one value for NaN and
// infinity. It rounds to nearest, ties away from zero. Sources: A. Agrawal et al.,
// "DLFloat: A 16-b Floating Point Format Designed for Deep Learning Training and
// Inference", ARITH 2019; patent US 10,656,913 B2. What these leave open is taken
// from the conversion in onnx-mlir's back end for the same format on IBM Z: what
// rounds to 2^-31 or less is zero. The sign of NaN and infinity does not matter
// there; here it is always plus, so that results are equal on every host.
#pragma once

#include <cstdint>

namespace spyre::model {

enum class Numerics : uint8_t { F16, Dl16 };

/// The largest finite DL16: 2^32 * (1 + 510 / 512). Infinities that a program is
/// given (arguments, constants, initial values of folds) become this with their
/// sign, as masks and maxima need an order; what overflows in arithmetic does not.
inline constexpr float kLargestDl16 = 8573157376.0f;

/// `n` values of IEEE half as DL16, infinities as above.
void toDl16(const uint8_t *half, uint8_t *codes, int64_t n);
/// `n` values of DL16 as f32, which is exact.
void fromDl16(const uint8_t *codes, uint8_t *floats, int64_t n);

} // namespace spyre::model
