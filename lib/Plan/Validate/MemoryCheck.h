// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hazards in device memory, over the tensors that the program writes: boxes are
// compared in the tensor's physical index space. Each tensor is cut into cells
// along the borders of all boxes, so that a box is whole cells. Outputs are
// written once, everywhere; temps are read only where something wrote.
#pragma once

#include "Hazards.h"
#include "Replay.h"

#include <map>

namespace spyre::plan {

class MemoryCheck : public EventSink {
public:
  /// `keepAllReads`: also of temps that seem to be written once.
  MemoryCheck(ProgramContext &context, const CoreColours &colours, HazardReporter &hazards,
              bool keepAllReads);
  void onEvent(const Event &event) override;
  /// After the replay: outputs without holes.
  void finish();
  /// A temp was written twice although its reads were not kept: start again.
  bool needsReads() const { return rewritten; }

private:
  struct Cell {
    uint32_t number = 0; // of the last writer; 0: none yet
    int16_t core = 0;
    Unit unit = Unit::Store;
    bool surely = false; // written for certain (not by an index operand)
  };
  struct Tracked {
    int32_t tensor;
    std::vector<std::vector<int64_t>> cuts; // per dim, sorted, with both ends
    std::vector<int64_t> strides;           // of cells
    std::vector<Cell> cells;
    std::vector<std::vector<Moment>> reads; // per cell since the last write; empty: not kept
    __int128 written = 0;                   // sticks, by all stores together
    bool indexed = false;                   // written at run-time positions
  };
  struct Box {
    int tracked = -1; // none: nothing to do
    bool certain = true;
    std::array<int64_t, kMaxRank> lo{}, hi{}; // of entries, then of cells
  };

  void findWritten();
  bool touchesTracked(const Copy &copy) const;
  void collectCuts(const FlatQueue &queue);
  void makeCells(Tracked &tracked, bool keepAllReads);
  Box boxOf(const Copy &copy, std::span<const int64_t> ivs, int core) const;
  template <typename Visit> void forEachCell(const Tracked &tracked, Box &box, Visit visit);
  void load(const Event &event, const Moment &now, Box &box);
  void store(const Event &event, const Moment &now, Box &box);
  bool ordered(const Event &event, const Moment &now, const Moment &earlier) const;
  std::string describe(const Tracked &tracked, size_t cell) const;
  const Tensor &tensor(const Tracked &tracked) const {
    return context.plan.tensors[size_t(tracked.tensor)];
  }

  ProgramContext &context;
  const CoreColours &colours;
  HazardReporter &hazards;
  std::vector<int> trackedOf; // per tensor, -1: never written
  std::vector<Tracked> tracked;
  std::array<std::vector<bool>, kNumUnits> relevant; // per item
  bool rewritten = false;
};

} // namespace spyre::plan
