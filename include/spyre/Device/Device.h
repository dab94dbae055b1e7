// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the chip is: one description, read from a JSON file; no behaviour. The
// cost model and the device model both read this and nothing else.
// docs/device.md gives unit, meaning and source of each value;
// lib/Device/Fields.h says which of them are estimates of this project.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace spyre::device {

struct Device {
  std::string name;

  // Chip.
  int cores = 32;
  int coreletsPerCore = 2;
  double clockGhz = 1.1;

  // Matrix array ("pt"), per corelet: rows x columns x simd multiply-adds.
  int ptRows = 8, ptColumns = 8, ptSimd = 8;
  double macsPerCycleF16 = 512, macsPerCycleF8 = 1024; // per corelet
  double macsPerCycleI8 = 2048, macsPerCycleI4 = 4096;
  double ptSustained = 0.95;        // of peak on long runs
  int ptBlockK = 64, ptBlockN = 64; // weight block
  int ptBlockLoadCycles = 64;       // per block and corelet, over the LX port
  int ptChainBlocks = 8;            // K blocks before partial sums pass LX

  // Vector units, elements per cycle and core.
  double vectorPerCycle = 16;
  double vectorBroadcastPerCycle = 10; // with a broadcast operand
  double reducePerCycle = 8;
  double specialPerCycle = 11;  // exp, tanh, rsqrt, ... one pass
  int specialTwoPassFactor = 2; // divide, pow, erf
  double integerDividePerCycle = 8;
  double laneMoveSticksPerCycle = 2; // one per corelet

  // LX scratchpad, per core.
  int64_t lxBytes = 2097152;
  int64_t lxAllocatableBytes = 1625344;
  double lxPortBytesPerCycle = 128;

  // Data ring and partial-sum rings.
  double ringClockGhz = 1.3;
  double ringBytesPerCycle = 128; // per direction and link
  double ringHopCycles = 2;
  double psumBytesPerCycle = 32; // per ring, at the core clock
  int psumRings = 2;

  // Device memory.
  int64_t memoryBytes = 137438953472; // 128 GiB
  double pinsGBs = 204.8;
  double sustainedGBs = 150;
  double perCoreUnicastGBs = 67.5; // one core, reads and writes together
  double fewReadersGBs = 80;       // unicast reads by <= fewReaders cores
  int fewReaders = 16;
  std::vector<std::pair<int, double>> multicastGBs{{8, 150}, {16, 95}, {32, 55}}; // fan-out -> rate
  double turnaroundNs = 23.5; // two switches of direction, there and back
  int64_t turnaroundBatchBytes = 4096;
  std::vector<std::pair<int64_t, double>> runEfficiency{
      {1024, 1.0}, {512, 0.9}, {256, 0.8}, {128, 0.3}};
  int64_t spanBytes = 268435456; // reachable per core and operand

  // Host.
  double hostLinkGBs = 63;
  double launchAotUs = 20;
  double launchGraphUs = 3000;
  double cardLinkGBs = 25, cardLinkUs = 10; // from card to card, per direction

  // Derived.
  double ptMacsPerCyclePerCore() const { return macsPerCycleF16 * coreletsPerCore; }
  double cycleUs() const { return 1e-3 / clockGhz; }
  double multicastRate(int fanout) const;   // GB/s, linear between points
  double runFactor(int64_t runBytes) const; // 0..1, step-wise
};

/// Reads a description. Throws Error on a missing, unknown, or ill-typed key or
/// a value that is not positive (penalties such as the turnaround may be zero).
Device fromJson(const std::string &text, const std::string &where);
/// `nameOrFile`: one of the built-in profiles (spyre-default, spyre-datasheet,
/// spyre-1core) or a path ending in .json.
Device load(const std::string &nameOrFile);
/// Canonical JSON (sorted keys) and its digest, which plans carry.
std::string toJson(const Device &device);
std::string digest(const Device &device);

/// Keys (GROUP.KEY) of the parameters that are estimates of this project, [E].
std::vector<std::string> estimates();
/// The description with one of them multiplied; integers are rounded.
Device scaled(Device device, const std::string &estimate, double factor);

} // namespace spyre::device
