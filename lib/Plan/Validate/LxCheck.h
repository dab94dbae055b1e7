// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hazards in LX: every two accesses to a stick, one of them a write, are
// ordered by waits; nothing reads a stick before it was written.
#pragma once

#include "LxFootprints.h"
#include "Replay.h"

namespace spyre::plan {

class LxCheck : public EventSink {
public:
  LxCheck(ProgramContext &context, const CoreColours &colours, HazardReporter &hazards);
  void onEvent(const Event &event) override;
  int64_t peakBytes() const { return footprints.peakBytes(); }

private:
  // What happened to an atom: since all earlier accesses are ordered before the
  // last write, only that write and the reads after it matter.
  struct AtomState {
    uint32_t written = 0; // number of the last write; 0: never
    Unit writer = Unit::Load;
    std::array<uint32_t, kNumUnits> read{}; // numbers of the last reads since
  };
  struct RemoteRead {
    int core;
    Unit unit;
    uint32_t number;
  };
  struct CoreState {
    std::vector<AtomState> atoms;
    std::vector<std::vector<RemoteRead>> remote; // per atom, reads since the last write
  };
  // A ring reader of the core that stands for a class.
  struct Reader {
    int32_t coreMap;
    int lxClass; // of the source
    int core, colour;
  };

  void read(int lxClass, const Event &event, uint32_t atom);
  void write(int lxClass, const Event &event, uint32_t atom);
  void remoteReads(const Event &event, const Copy &copy);
  void remoteRead(const Reader &reader, const Event &event, uint32_t atom);
  void missing(const Moment &later, int earlierCore, Unit unit, uint32_t number, uint32_t atom);

  ProgramContext &context;
  const CoreColours &colours;
  HazardReporter &hazards;
  LxFootprints footprints;
  std::vector<CoreState> states;                 // per LX class
  std::vector<std::vector<int>> classesOfReplay; // LX classes per replay class
  std::vector<Reader> readers;
};

} // namespace spyre::plan
