// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes down what a simulation does. Time is in whole picoseconds.
#pragma once

#include "MemoryNode.h"
#include "spyre/Model/Recording.h"

namespace spyre::model {

constexpr double toUs(int64_t ps) { return double(ps) * 1e-6; }

class Recorder {
public:
  /// Links per direction.
  Recorder(int ringLinks, int psumLinks) {
    recording.ringLinks = ringLinks;
    recording.psumLinks = psumLinks;
  }

  void instruction(const TraceEvent &event) { recording.events.push_back(event); }
  void wait(const TraceWait &wait) { recording.waits.push_back(wait); }
  void memory(const MemoryNode::Piece &piece);
  /// A piece of a copy has a link for that time.
  void ring(plan::Unit unit, bool up, int64_t start, int64_t end);

  Recording take();

private:
  /// Spreads an amount evenly over the bins of [start, end).
  void spread(Fabric series, int64_t start, int64_t end, double amount);

  Recording recording;
  int64_t binPs = 10000; // doubles as the run gets longer
};

} // namespace spyre::model
