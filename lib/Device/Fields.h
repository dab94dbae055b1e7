// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every key of a description, once: the reader, the writer and the tests walk
// this list. A new parameter is a line here, a member of Device, a key in
// devices/*.json and a row in docs/device.md.
#pragma once

#include "spyre/Device/Device.h"

namespace spyre::device {

/// What a value must satisfy beyond its type.
enum class Range {
  Positive,
  NotNegative, // a penalty: zero means that it does not exist
  Fraction,    // 0 < value <= 1
};

/// Where a value comes from; docs/device.md says it in full.
enum class Origin {
  Sourced,
  Estimate, // [E]: of this project; no ranking of plans may hang on it
};

/// Names of the two members of a point of a curve.
struct PointKeys {
  const char *x, *y;
};

/// Calls visitor.group(name) before the keys of each group, then
/// visitor.field(key, member, range, origin) or visitor.curve(key, member, keys,
/// range).
template <typename DeviceT, typename Visitor> void visitFields(DeviceT &d, Visitor &&v) {
  v.group("chip");
  v.field("cores", d.cores);
  v.field("corelets_per_core", d.coreletsPerCore);
  v.field("clock_ghz", d.clockGhz);

  v.group("matrix_array");
  v.field("rows", d.ptRows);
  v.field("columns", d.ptColumns);
  v.field("simd", d.ptSimd);
  v.field("macs_per_cycle_f16", d.macsPerCycleF16);
  v.field("macs_per_cycle_f8", d.macsPerCycleF8);
  v.field("macs_per_cycle_i8", d.macsPerCycleI8);
  v.field("macs_per_cycle_i4", d.macsPerCycleI4);
  v.field("sustained_fraction", d.ptSustained, Range::Fraction);
  v.field("block_k", d.ptBlockK);
  v.field("block_n", d.ptBlockN);
  v.field("block_load_cycles", d.ptBlockLoadCycles, Range::NotNegative);
  v.field("chain_blocks", d.ptChainBlocks);

  v.group("vector");
  v.field("elements_per_cycle", d.vectorPerCycle);
  v.field("broadcast_elements_per_cycle", d.vectorBroadcastPerCycle);
  v.field("reduce_elements_per_cycle", d.reducePerCycle);
  v.field("special_elements_per_cycle", d.specialPerCycle, Range::Positive, Origin::Estimate);
  v.field("special_two_pass_factor", d.specialTwoPassFactor, Range::Positive, Origin::Estimate);
  v.field("integer_divide_elements_per_cycle", d.integerDividePerCycle, Range::Positive,
          Origin::Estimate);
  v.field("lane_move_sticks_per_cycle", d.laneMoveSticksPerCycle, Range::Positive,
          Origin::Estimate);

  v.group("scratchpad");
  v.field("bytes", d.lxBytes);
  v.field("allocatable_bytes", d.lxAllocatableBytes);
  v.field("port_bytes_per_cycle", d.lxPortBytesPerCycle);

  v.group("data_ring");
  v.field("clock_ghz", d.ringClockGhz);
  v.field("bytes_per_cycle", d.ringBytesPerCycle);
  v.field("hop_cycles", d.ringHopCycles, Range::NotNegative, Origin::Estimate);

  v.group("partial_sum_ring");
  v.field("rings", d.psumRings);
  v.field("bytes_per_cycle", d.psumBytesPerCycle);

  v.group("memory");
  v.field("bytes", d.memoryBytes);
  v.field("pins_gbs", d.pinsGBs);
  v.field("sustained_gbs", d.sustainedGBs);
  v.field("core_unicast_gbs", d.perCoreUnicastGBs);
  v.field("few_readers_gbs", d.fewReadersGBs, Range::Positive, Origin::Estimate);
  v.field("few_readers", d.fewReaders, Range::Positive, Origin::Estimate);
  v.curve("multicast", d.multicastGBs, PointKeys{"fan_out", "gbs"});
  v.field("turnaround_ns", d.turnaroundNs, Range::NotNegative);
  v.field("turnaround_batch_bytes", d.turnaroundBatchBytes);
  v.curve("run_efficiency", d.runEfficiency, PointKeys{"run_bytes", "fraction"}, Range::Fraction);
  v.field("span_bytes", d.spanBytes);

  v.group("host");
  v.field("link_gbs", d.hostLinkGBs);
  v.field("launch_aot_us", d.launchAotUs, Range::NotNegative, Origin::Estimate);
  v.field("launch_graph_us", d.launchGraphUs, Range::NotNegative);
  v.field("card_link_gbs", d.cardLinkGBs, Range::Positive, Origin::Estimate);
  v.field("card_link_us", d.cardLinkUs, Range::NotNegative, Origin::Estimate);
}

} // namespace spyre::device
