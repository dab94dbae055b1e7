// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What lay where in LX, and when: read off the addresses of the instructions
// that a recording holds.
#pragma once

#include "spyre/Model/Recording.h"

#include <vector>

namespace spyre::model {

/// Bytes of LX from the first write of a value to its last read.
struct LxBuffer {
  int64_t low = 0, high = 0;
  double fromUs = 0, toUs = 0;
  int32_t kernel = 0; // of the instruction that wrote first
  plan::Unit unit = plan::Unit::Load;
};

/// Per core of `cores` (ascending), in order of `fromUs`. A write to bytes that
/// have been read begins a new buffer; to bytes that nobody has read yet, or to
/// an accumulator, it goes on filling the one that is there; where it goes beyond
/// that, a larger one takes its place. At no time do buffers overlap. An access
/// counts as its hull, so interleaved buffers show as one.
std::vector<std::vector<LxBuffer>>
lxBuffers(const plan::Program &program, const Recording &recording, const std::vector<int> &cores);

/// Bytes alive over time: steps in ascending order, the last one 0.
struct LxStep {
  double us;
  int64_t bytes;
};
std::vector<LxStep> lxUse(const std::vector<LxBuffer> &buffers);

} // namespace spyre::model
