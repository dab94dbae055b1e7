// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How long one transfer takes when nothing is in its way: pure formulas over
// Device, shared by planner and device model like Rates.h.
#pragma once

#include "spyre/Device/Device.h"

#include <algorithm>
#include <cstdlib>

namespace spyre::cost {

enum class Direction { Read, Write };

/// GB/s to us: 1 GB/s = 1e3 bytes/us.
inline double usAt(double bytes, double gbs) { return bytes / (gbs * 1e3); }

/// The rate at which the memory node serves one request, GB/s. `fanout`: cores
/// that it serves (1: unicast). `runBytes`: contiguous bytes.
inline double nodeRate(const device::Device &d, int fanout, int64_t runBytes) {
  double rate = fanout > 1 ? std::min(d.sustainedGBs, d.multicastRate(fanout)) : d.sustainedGBs;
  return rate * d.runFactor(runBytes);
}

/// The rate of the requests of `cores` cores together, GB/s: unicast reads pass
/// ports, and few cores reach only one.
inline double memoryRate(const device::Device &d, Direction direction, int fanout, int cores,
                         int64_t runBytes) {
  double rate = nodeRate(d, fanout, runBytes);
  if (fanout > 1 || direction == Direction::Write)
    return rate;
  // One port serves fewReaders neighbours.
  double ports = d.fewReadersGBs * cores / std::min(std::max(cores, 1), d.fewReaders);
  return std::min(rate, ports * d.runFactor(runBytes));
}

/// Time to move `bytes` (counted once, whatever the fan-out) spread evenly over
/// the requests of `cores` cores. A core's own unicast requests have a limit;
/// multicast delivery has not.
inline double ddrTimeUs(const device::Device &d, double bytes, int64_t runBytes, int fanout,
                        int cores, Direction direction) {
  if (bytes <= 0)
    return 0;
  double node = usAt(bytes, memoryRate(d, direction, fanout, cores, runBytes));
  double own = fanout > 1 ? 0 : usAt(bytes / std::max(cores, 1), d.perCoreUnicastGBs);
  return std::max(node, own);
}

/// Extra time of a stream that mixes directions. One turnaround (there and
/// back) per batch of the rarer direction.
inline double turnaroundUs(const device::Device &d, double readBytes, double writeBytes) {
  return std::min(readBytes, writeBytes) / double(d.turnaroundBatchBytes) * d.turnaroundNs * 1e-3;
}

/// Rate of one link and direction of the data ring, GB/s.
inline double ringLinkRate(const device::Device &d) { return d.ringClockGhz * d.ringBytesPerCycle; }

/// Rate of the LX port of one core, GB/s.
inline double lxPortRate(const device::Device &d) { return d.clockGhz * d.lxPortBytesPerCycle; }

/// Hops between two cores by the shorter way. The memory node is one more stop,
/// between the last core and core 0.
inline int ringHops(const device::Device &d, int from, int to) {
  int stops = d.cores + 1;
  int way = std::abs(from - to);
  return std::min(way, stops - way);
}

/// A copy from the LX of one core to that of another, pipelined over the hops.
inline double ringCopyUs(const device::Device &d, double bytes, int hops) {
  double rate = std::min(ringLinkRate(d), lxPortRate(d));
  return usAt(bytes, rate) + hops * d.ringHopCycles / d.ringClockGhz * 1e-3;
}

/// Rate of the partial-sum rings between two neighbours, GB/s.
inline double psumRate(const device::Device &d) {
  return d.psumRings * d.psumBytesPerCycle * d.clockGhz;
}

/// Partial sums of one core to another, added there: one way round, on one ring.
inline double psumUs(const device::Device &d, double bytes, int hops) {
  double rate = std::min(psumRate(d) / d.psumRings, lxPortRate(d));
  return usAt(bytes, rate) + hops * d.ringHopCycles / d.clockGhz * 1e-3;
}

/// One message from card to card. [E]: no public figure; plans stay on one card.
inline double cardLinkUs(const device::Device &d, double bytes) {
  return bytes <= 0 ? 0 : d.cardLinkUs + usAt(bytes, d.cardLinkGBs);
}

} // namespace spyre::cost
