// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the trace and the page choose and name alike.
#pragma once

#include "spyre/Model/Simulator.h"

#include <string>
#include <vector>

namespace spyre::model {

/// Instructions and waits that are drawn, at most: about 30 MB of trace, a few of a
/// page; more and viewers get slow.
inline constexpr size_t kMaxDrawn = 100000;

/// The cores to draw: those wanted, or, if none are, as many as stay below `limit`
/// instructions and waits: all, else every second, every fourth, ...; never none.
std::vector<int> coresToDraw(const Recording &recording, int cores, size_t limit,
                             const std::vector<int> &wanted);

/// The kernels' spans overlap: each goes to the first lane that is free. -1: the
/// kernel has no time.
std::vector<int> kernelLanes(const std::vector<KernelTiming> &kernels);

/// Per unit and item: "load arg5", "contract".
using ItemNames = std::array<std::vector<std::string>, plan::kNumUnits>;
ItemNames itemNames(const plan::Plan &plan, const plan::Program &program);

/// Of the time of a bin, summed over links where there are several.
double share(const Recording &recording, const FabricBin &bin, Fabric series);
/// GB/s over a bin.
double rate(const Recording &recording, const FabricBin &bin, Fabric series);

} // namespace spyre::model
