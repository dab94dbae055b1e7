// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which sticks of LX an instruction touches, relative to its address. Exact
// unless a quasi-affine access is too large to try out; then its hull.
#pragma once

#include "Ranges.h"
#include "Report.h"

#include <utility>

namespace spyre::plan {

/// Sorted, disjoint, not adjacent: [first, second).
using StickSet = std::vector<std::pair<int32_t, int32_t>>;

bool intersects(const StickSet &a, const StickSet &b);

/// Offsets of the first and last element of an access over a domain; no size is
/// 0, and the access is well formed.
Interval accessSpan(const Access &access, std::span<const int64_t> sizes, Budget &budget);
/// The sticks of that access; accessSpan lies inside LX. Empty domain: none.
StickSet accessSticks(const Access &access, std::span<const int64_t> sizes, Budget &budget);

struct StridedDim {
  int64_t size, stride; // bytes, a multiple of 128
};
/// The sticks of a box of whole sticks; lies inside LX.
StickSet boxSticks(std::span<const StridedDim> dims, Budget &budget);

} // namespace spyre::plan
