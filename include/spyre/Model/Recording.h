// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a simulation saw, in time: every instruction of every unit, every wait of
// the plan, and the load of the shared fabrics. The trace and the page are drawn
// from it.
#pragma once

#include "spyre/Plan/Plan.h"

#include <array>
#include <cstdint>
#include <vector>

namespace spyre::model {

/// An instruction on its unit, from its issue until the unit is free again.
struct TraceEvent {
  int32_t core = 0;
  plan::Unit unit = plan::Unit::Load;
  int32_t kernel = 0, item = 0; // item: position in its flattened queue
  int64_t number = 0;           // in the count of its queue, from 0
  double startUs = 0, endUs = 0;
  double arrivedUs = 0; // when it counts as finished: hops after endUs
  double groupUs = 0;   // of its time: waited for the other cores of a multicast
  double heldUs = 0;    // of its time: lost to others at the memory node, ring or LX port
};

/// An await that was passed, before instruction `number` of its queue.
struct TraceWait {
  int32_t core = 0;
  plan::Unit unit = plan::Unit::Load;
  int32_t kernel = 0;
  int64_t number = 0;
  plan::Unit onUnit = plan::Unit::Load;
  int32_t onCore = 0;            // -1: all cores
  int64_t count = 0;             // waits for instruction count - 1 of that queue
  double startUs = 0, endUs = 0; // equal: there was nothing to wait for
};

/// Use of what the cores share, per interval of time.
enum class Fabric : uint8_t {
  ReadBytes,  // that the memory node served
  WriteBytes, //
  MemoryUs,   // it moved data
  TurnUs,     // it changed direction
  RingUpUs,   // summed over links, copies between cores only
  RingDownUs, //
  PsumUpUs,   // the partial-sum rings
  PsumDownUs, //
};
inline constexpr int kNumFabric = 8;
using FabricBin = std::array<double, kNumFabric>;

struct Recording {
  std::vector<TraceEvent> events; // in order of their end
  std::vector<TraceWait> waits;   // in order of their end
  std::vector<FabricBin> bins;
  double binUs = 0;
  int ringLinks = 1, psumLinks = 1; // per direction
};

} // namespace spyre::model
