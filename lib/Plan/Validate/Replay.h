// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the queues without data: when may each instruction start, and what has
// surely finished by then? Instructions appear in an order in which they can
// run; waits that nothing satisfies are faults. Cores of one class of
// CoreColours go in step.
#pragma once

#include "CoreColours.h"
#include "Form.h"

#include <deque>
#include <memory>

namespace spyre::plan {

/// One instruction on all cores of a class.
struct Event {
  int cls;
  Unit unit;
  uint32_t number; // of its queue, from 1
  int32_t item;
  const Node &node;
  std::span<const int64_t> ivs;
  const uint32_t *own, *others;

  /// How many instructions of a queue have finished before this one starts,
  /// whatever the timing, on a core of this colour as seen from here.
  uint32_t knows(int colour, Unit of) const {
    return colour == 0 ? own[size_t(of)] : others[size_t(colour - 1) * kNumUnits + size_t(of)];
  }
};

class EventSink {
public:
  virtual ~EventSink() = default;
  virtual void onEvent(const Event &event) = 0;
};

class Replay {
public:
  explicit Replay(ProgramContext &context);
  const CoreColours &colours() const { return *coreColours; }
  /// False after a deadlock, which is reported.
  bool run(EventSink &sink);

private:
  // Vectors of one length, in pieces that stay where they are: there are many.
  static constexpr uint32_t kPerChunk = 1024;
  struct Vectors {
    std::vector<std::unique_ptr<uint32_t[]>> chunks;
    uint32_t size = 0;
  };
  struct RelationUse {
    Relation relation;
    std::vector<std::vector<int>> classes;                              // per class
    std::vector<std::vector<std::vector<CoreColours::Source>>> through; // per class and colour
    std::vector<std::vector<uint32_t>> colours; // per class: of the related cores
  };
  // What an actor knows: counts of its own core's queues, and a numbered vector
  // of those of the others, which changes less often and is shared.
  struct Knowledge {
    std::array<uint32_t, kNumUnits> own{};
    uint32_t others = 0;
  };
  struct Actor {
    explicit Actor(const FlatQueue &queue) : walker(queue) {}
    Walker walker;
    uint32_t finished = 0, arrived = 0; // instructions done, multicasts come to
    // `learnt` stands for now.others if it is not empty. It is stored when an
    // instruction runs that somebody waits for.
    Knowledge now;
    std::vector<uint32_t> learnt;
    std::vector<Knowledge> after{{}}; // each instruction; others: of targets only
  };

  void collectRelations();
  /// Marks the instructions that some await or multicast looks back to.
  void findTargets();
  int relationOf(Await::Cores cores, int32_t table);
  int groupRelation(int32_t table);
  Actor &actor(int cls, Unit unit) { return actors[size_t(cls) * kNumUnits + size_t(unit)]; }
  // Counts of the others: [colour - 1][unit].
  const uint32_t *others(int cls, uint32_t number) const {
    return vectors[size_t(cls)].chunks[number / kPerChunk].get() +
           size_t(number % kPerChunk) * stride(cls);
  }
  const uint32_t *othersNow(int cls, const Actor &actor) const {
    return actor.learnt.empty() ? others(cls, actor.now.others) : actor.learnt.data();
  }
  size_t stride(int cls) const {
    return std::max<size_t>(1, size_t(coreColours->numColours(cls) - 1) * kNumUnits);
  }
  uint32_t store(int cls, const std::vector<uint32_t> &counts);

  bool step(int cls, Unit unit, EventSink &sink);
  bool stepAwait(int cls, Unit unit, const Await &await);
  bool joinGroup(int cls, const Copy &copy);
  /// The actor learns what `unit` of its own or of the related cores knew.
  void learnFromSelf(int cls, Actor &self, Unit unit, uint32_t count);
  bool knows(int cls, const Actor &self, int relation, Unit unit, uint32_t count) const;
  void learn(int cls, Actor &self, int relation, Unit unit, uint32_t count, bool multicast);
  void reportDeadlock();
  std::string blocker(int cls, Unit unit, Unit &nextUnit, int &nextClass);

  ProgramContext &context;
  std::vector<std::pair<std::pair<int, int32_t>, int>> relationNumbers; // (kind, table) -> index
  std::vector<RelationUse> relations;
  std::unique_ptr<CoreColours> coreColours;
  std::deque<Actor> actors;                         // class x unit
  std::vector<Vectors> vectors;                     // per class
  std::array<std::vector<bool>, kNumUnits> targets; // per instruction number
  size_t words = 0;                                 // in all vectors
  std::vector<uint32_t> scratch;
  std::vector<std::pair<const uint32_t *, const uint32_t *>> sourceCounts; // per class: own, others
};

} // namespace spyre::plan
