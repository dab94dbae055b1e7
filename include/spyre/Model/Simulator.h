// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program of a plan in time: a discrete-event simulation of the unit queues of
// all cores. Overlap, waiting and contention come out of the queues:
//
// - The memory node is one server; a transfer holds it bytes / rate in batches
//   of 4 KiB; changing direction costs. A core's own requests, the two ports
//   that unicast reads pass, and the LX ports pace what the node may serve.
// - A multicast is served when the last core of its group has asked.
// - Ring copies take each link on their way, and the LX ports at both ends, in
//   pieces and in turn. Data of the memory node passes the links before them.
// - Execs share the LX port of their core with each other and with transfers: an
//   exec lasts until the port could carry what passed while it ran.
//
// Time does not depend on data; index operands do not change it. The same plan
// gives the same times, bit for bit: events of one time run in the order in
// which they were caused, at the start by core, then by unit. All times are
// modelled.
#pragma once

#include "spyre/Device/Device.h"
#include "spyre/Model/Recording.h"

#include <array>
#include <cstdint>
#include <vector>

namespace spyre::model {

/// Why a queue stood still. The first six: await on that unit.
enum class Stall : uint8_t {
  AwaitLoad,
  AwaitStore,
  AwaitRing,
  AwaitPsum,
  AwaitPt,
  AwaitSfu,
  Multicast, // for the other cores of a group
  Memory,    // for the memory node, beyond the time of the transfer alone
  Ring,      // for ring links or LX ports of a core-to-core copy
  LxPort,    // an exec for the LX port of its core
};
inline constexpr int kNumStalls = 10;
const char *name(Stall stall);

/// Figures of a kernel or of the whole program. Stalls and busy times are sums
/// over cores.
struct Figures {
  double ddrReadBytes = 0, ddrWriteBytes = 0; // a multicast once
  double ringBytes = 0, psumBytes = 0;        // a copy once, whatever its hops
  int64_t lxPeakBytes = 0;                    // end of the highest byte in use
  double macs = 0;
  double arrayUs = 0; // core-time of these at the array's peak rate
  std::array<double, kNumStalls> stallUs{};
  std::array<double, plan::kNumUnits> busyUs{};
};

struct KernelTiming : Figures {
  double startUs = 0, endUs = 0;
  double spanUs = 0;        // first instruction to last, loads included
  double exclusiveUs = 0;   // completion minus the previous kernel's; sums to the total
  double ptUtilisation = 0; // of the peak of all cores, over the span
};

struct Timing : Figures {
  double totalUs = 0;
  double ptUtilisation = 0;
  std::vector<KernelTiming> kernels; // as in the program
  uint64_t numEvents = 0;
  Recording recording; // with SimulatorOptions::record only
};

struct SimulatorOptions {
  bool record = false;
  /// Not 0: events of one time run in a random order, another for each seed.
  uint64_t orderSeed = 0;
};

/// `plan` has been validated; throws Error when it does not fit the device.
Timing simulate(const device::Device &device, const plan::Plan &plan, const plan::Program &program,
                const SimulatorOptions &options = {});

} // namespace spyre::model
