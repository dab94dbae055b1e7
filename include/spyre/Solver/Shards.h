// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that stay in LX between kernels: which part of them each core has, and
// how a core that needs other parts gets them round the data ring.
#pragma once

#include "spyre/Device/Device.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace spyre::solver {

struct KernelProblem;

/// A part of a tensor: [first, last) per outer physical dim; empty in one dim:
/// nothing.
using CoreBox = std::vector<std::pair<int64_t, int64_t>>;

/// Classes in the order of their digits in the core number, the last one fastest:
/// those that may be folded by several cores last, so that these are neighbours.
std::vector<size_t> digitOrder(const KernelProblem &problem);

/// The part of a tensor that each core touches when `parts[k]` cores share class
/// k. One box per core with work.
std::vector<CoreBox> coreBoxes(const KernelProblem &problem, int tensor,
                               const std::vector<int64_t> &parts);

/// Where what a core needs begins within what it has, per dim, if no core lacks
/// anything and the distance is the same on all.
std::optional<std::vector<int64_t>> alignedOffset(const std::vector<CoreBox> &have,
                                                  const std::vector<CoreBox> &need);

/// One round of copies: core c takes `box[c]` (possibly nothing) from core
/// `from[c]`; the sources are a permutation of the cores.
struct ShuffleStep {
  std::vector<int> from;
  std::vector<CoreBox> box;
};

/// Rounds that bring every core what it needs, as few as the busiest core allows.
/// No value if nobody has some part, or the numbers of cores differ.
std::optional<std::vector<ShuffleStep>> planShuffle(const std::vector<CoreBox> &have,
                                                    const std::vector<CoreBox> &need);

/// Modelled time of the rounds one after the other: the busiest link or LX port
/// of each.
double shuffleUs(const std::vector<ShuffleStep> &steps, const device::Device &device);

/// Bytes that the rounds move between different cores.
double shuffleBytes(const std::vector<ShuffleStep> &steps);

} // namespace spyre::solver
