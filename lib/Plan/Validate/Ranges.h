// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interval arithmetic over the plan's expressions, wide enough not to overflow.
#pragma once

#include "spyre/Plan/Limits.h"
#include "spyre/Plan/Plan.h"

#include <array>
#include <span>

namespace spyre::plan {

using Wide = __int128;

struct Interval {
  Wide lo = 0, hi = 0;
};

/// An Index on one core: its table value folded into the constant.
struct Affine {
  Wide c = 0;
  std::array<Wide, kMaxLoopDepth> coef{};

  Affine() = default;
  Affine(const Index &index, const Program &program, int core);
  Affine operator+(const Affine &other) const;
  bool isConstant() const;
  /// Over all iterations; every trip count is positive.
  Interval range(std::span<const int64_t> trips) const;
};

/// Upper bound of the absolute value of every partial sum of an Index.
Wide magnitude(const Index &index, const Program &program, std::span<const int64_t> trips);

/// For messages.
std::string toString(Wide value);

} // namespace spyre::plan
