// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Model/Simulator.h"

#include "Simulation.h"

#include <algorithm>

namespace spyre::model {

const char *name(Stall stall) {
  static constexpr const char *kNames[kNumStalls] = {
      "await_load", "await_store", "await_ring", "await_psum", "await_pt",
      "await_sfu",  "multicast",   "memory",     "ring",       "lx_port"};
  return kNames[size_t(stall)];
}

namespace {

void addFigures(Figures &sum, const Figures &f) {
  sum.ddrReadBytes += f.ddrReadBytes, sum.ddrWriteBytes += f.ddrWriteBytes;
  sum.ringBytes += f.ringBytes, sum.psumBytes += f.psumBytes;
  sum.lxPeakBytes = std::max(sum.lxPeakBytes, f.lxPeakBytes);
  sum.macs += f.macs, sum.arrayUs += f.arrayUs;
  for (int s = 0; s < kNumStalls; ++s)
    sum.stallUs[size_t(s)] += f.stallUs[size_t(s)];
  for (int u = 0; u < plan::kNumUnits; ++u)
    sum.busyUs[size_t(u)] += f.busyUs[size_t(u)];
}

} // namespace

Timing Simulation::results() {
  Timing timing;
  timing.numEvents = handled;
  int64_t completed = 0;
  for (size_t k = 0; k < program.kernels.size(); ++k) {
    const KernelState &state = kernels[k];
    KernelTiming t;
    t.ddrReadBytes = double(state.readBytes), t.ddrWriteBytes = double(state.writeBytes);
    t.ringBytes = double(state.ringBytes), t.psumBytes = double(state.psumBytes);
    t.lxPeakBytes = code.lxPeak(int32_t(k));
    t.macs = state.macs;
    t.arrayUs = cost::cyclesToUs(device, state.arrayCycles);
    for (int s = 0; s < kNumStalls; ++s)
      t.stallUs[size_t(s)] = toUs(state.stalls[size_t(s)]);
    for (int u = 0; u < plan::kNumUnits; ++u)
      t.busyUs[size_t(u)] = toUs(state.busy[size_t(u)]);
    if (state.start >= 0) {
      t.startUs = toUs(state.start), t.endUs = toUs(state.end);
      t.spanUs = toUs(state.end - state.start);
      t.exclusiveUs = toUs(std::max<int64_t>(state.end - completed, 0));
      completed = std::max(completed, state.end);
      t.ptUtilisation = t.arrayUs / (t.spanUs * cores);
    }
    addFigures(timing, t);
    timing.kernels.push_back(t);
  }
  timing.totalUs = toUs(completed);
  timing.lxPeakBytes = std::max(timing.lxPeakBytes, program.lxBytes);
  timing.ptUtilisation = completed > 0 ? timing.arrayUs / (timing.totalUs * cores) : 0;
  if (recorder)
    timing.recording = recorder->take();
  return timing;
}

Timing simulate(const device::Device &device, const plan::Plan &plan, const plan::Program &program,
                const SimulatorOptions &options) {
  return Simulation(device, plan, program, options).run();
}

} // namespace spyre::model
