// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which sticks of LX every instruction touches, before the replay. Cores whose
// sizes agree share one answer; equal sets of sticks are one footprint; and LX
// is cut into atoms, the largest pieces that no footprint divides, so that the
// replay keeps one record per atom.
#pragma once

#include "CoreColours.h"
#include "Footprint.h"
#include "Hazards.h"

#include <map>

namespace spyre::plan {

/// Footprints of one instruction in one iteration.
struct LxAccess {
  std::vector<uint32_t> reads, writes; // on the core itself
  uint32_t remote = UINT32_MAX;        // read on the source core (ring)
};

/// Cores with equal sizes, in one class of the replay, whose ring readers are
/// alike too. One core stands for all.
struct LxClass {
  int core;
  int replayClass;
};

class LxFootprints {
public:
  LxFootprints(ProgramContext &context, const CoreColours &colours, HazardReporter &hazards);

  const std::vector<LxClass> &classes() const { return lxClasses; }
  int classOf(int core) const { return classOfCore[size_t(core)]; }
  const LxAccess &access(int lxClass, Unit unit, uint32_t number) const {
    return accesses[events[size_t(lxClass)][size_t(unit)][number - 1]];
  }
  const std::vector<uint32_t> &atoms(uint32_t footprint) const { return atomLists[footprint]; }
  size_t numAtoms() const { return atomStart.size(); }
  /// "LX bytes 256..383": the first stick of an atom.
  std::string describe(uint32_t atom) const;
  /// One past the last byte that anything touches.
  int64_t peakBytes() const { return peakStick * kStickBytes; }

private:
  using Key = std::vector<int64_t>;
  // One operand of an exec, resolved.
  struct Resolved {
    uint32_t footprint;
    int64_t base;
    uint32_t shape; // equal: the same access over the same sizes
    int64_t width;
  };

  void classify(const CoreColours &colours);
  void resolveQueue(int lxClass, const FlatQueue &queue);
  bool resolveCopy(const Copy &copy, Unit unit, const Walker &walker, int core, Key &key) const;
  void resolveExec(const Exec &exec, const Walker &walker, int core, Key &key) const;
  LxAccess accessOf(const Copy &copy, bool local, const Moment &at, const Key &key);
  LxAccess accessOf(const Exec &exec, const Moment &at, const Key &key);
  void checkInPlace(const Exec &exec, const std::vector<Resolved> &operands, const Moment &at);
  uint32_t footprint(const StickSet &relative, int64_t base);
  uint32_t accessShape(const Access &access, std::span<const int64_t> sizes);
  void cutAtoms();

  ProgramContext &context;
  HazardReporter &hazards;
  std::vector<LxClass> lxClasses;
  std::vector<int> classOfCore;
  std::vector<std::array<std::vector<uint32_t>, kNumUnits>>
      events; // per class: access of each instruction
  std::vector<LxAccess> accesses;
  std::map<std::pair<const Node *, Key>, uint32_t> accessNumbers;
  std::vector<StickSet> footprints;
  std::map<StickSet, uint32_t> footprintNumbers;
  std::vector<StickSet> shapes; // of accesses, relative
  std::map<Key, uint32_t> shapeNumbers;
  std::vector<std::vector<uint32_t>> atomLists; // per footprint
  std::vector<int32_t> atomStart;
  int64_t peakStick = 0;
};

} // namespace spyre::plan
