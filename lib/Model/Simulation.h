// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The event loop behind simulate(). Time is in whole picoseconds.
#pragma once

#include "LxPorts.h"
#include "MemoryNode.h"
#include "Recorder.h"
#include "RingLinks.h"
#include "SimProgram.h"
#include "spyre/Model/Simulator.h"

#include <map>
#include <optional>
#include <queue>
#include <random>

namespace spyre::model {

class Simulation {
public:
  Simulation(const device::Device &device, const plan::Plan &plan, const plan::Program &program,
             const SimulatorOptions &options);
  Timing run();

private:
  enum class EventKind : uint8_t {
    Memory,
    Arrived,
    Piece,    // of a core-to-core copy, starts
    Written,  // it has been
    DataLink, // a piece may leave this link
    PsumLink,
    ExecEnd,
    Finish
  };
  struct Event {
    int64_t time;
    uint64_t order; // events of one time run in the order in which they were made
    EventKind kind;
    int32_t queue; // or link
    bool operator>(const Event &o) const {
      return time != o.time ? time > o.time : order > o.order;
    }
  };
  struct Waiter {
    int32_t queue;
    int64_t count;
  };
  /// One queue of one core.
  struct Queue {
    plan::Walker walker;
    int64_t finished = 0, issued = 0;
    int64_t since = 0; // when it began to wait, or its instruction was issued
    int64_t asked = 0; // when the whole group of a multicast had asked
    int32_t awaitedCore = 0;
    bool waiting = false;
    std::vector<Waiter> waiters;   // queues that wait for this one
    std::deque<int32_t> finishing; // items whose Finish event is on its way
    // The instruction under way.
    int64_t left = 0, ideal = 0;
    RingLinks::Way way;
    int64_t piece = 0;               // bytes of the next one, on its way through the source's port
    int inFlight = 0;                // pieces
    std::deque<int64_t> arrived;     // bytes of those that the port has to write
    int written = 0, throughAll = 0; // pieces: by the port; through all links
    double portRate = 0, portBase = 0;
    bool portHeld = false;
  };

  int32_t number(int core, plan::Unit unit) const { return core * plan::kNumUnits + int(unit); }
  int coreOf(int32_t q) const { return q / plan::kNumUnits; }
  plan::Unit unitOf(int32_t q) const { return plan::Unit(q % plan::kNumUnits); }
  plan::EvalPoint pointOf(int32_t q) const;
  int32_t kernelOf(int32_t q) const;

  void post(int64_t time, EventKind kind, int32_t queue);
  void handle(const Event &event);
  void drainReady();
  void advance(int32_t q);
  bool passAwait(int32_t q, const plan::Await &await);
  /// Starts the instruction at the head of a queue; false if it has nothing to
  /// do and is finished already.
  bool issue(int32_t q);
  void issueMemory(int32_t q, const plan::Copy &copy, const CopyCost &cost);
  void issueRing(int32_t q, const plan::Copy &copy, const CopyCost &cost);
  void issueExec(int32_t q, const ExecTime &cost);
  RingLinks &ringOf(int32_t q) { return unitOf(q) == plan::Unit::Ring ? dataRing : psumRing; }
  void setUp(RingLinks &ring, EventKind linkEvent);
  void readPiece(int32_t q);
  void sendPiece(int32_t q);
  void writePiece(int32_t q);
  void pieceWritten(int32_t q);
  void pieceEnd(int32_t q);
  void execEnd(int32_t q);
  void served(const MemoryNode::Request &request);
  void arrived(int32_t q);
  void wakeMemory();
  /// The unit is free for its next instruction; this one counts `latency` later.
  void release(int32_t q, int64_t latency);
  void finish(int32_t q);
  void count(int32_t q);
  void stall(int32_t kernel, Stall cause, int64_t ps);
  void record(int32_t q, int64_t arrived);
  void recordWait(int32_t q, const plan::Await &await, int64_t count);
  Timing results();

  const device::Device &device;
  const plan::Program &program;
  SimulatorOptions options;
  int cores;
  SimProgram code;
  LxPorts ports;
  RingLinks dataRing, psumRing;
  MemoryNode memory;
  double psPerCycle;
  std::mt19937_64 shuffle; // of events, only with an order seed

  std::vector<Queue> queues;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
  uint64_t made = 0, handled = 0;
  int64_t now = 0, memoryEvent = -1;
  std::vector<int32_t> ready;
  /// Multicasts that wait for cores: (instruction number, leader) -> arrived.
  std::map<std::pair<int64_t, int>, int> gathering;

  struct KernelState {
    int64_t start = -1, end = -1;
    std::array<int64_t, kNumStalls> stalls{};
    std::array<int64_t, plan::kNumUnits> busy{};
    int64_t readBytes = 0, writeBytes = 0, ringBytes = 0, psumBytes = 0;
    double macs = 0, arrayCycles = 0;
  };
  std::vector<KernelState> kernels;
  std::optional<Recorder> recorder;
};

} // namespace spyre::model
