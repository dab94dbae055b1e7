// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans of a few instructions whose time can be worked out by hand.
#pragma once

#include "../plan/SamplePlan.h"
#include "Reference.h"
#include "spyre/Model/InstructionTime.h"
#include "spyre/Model/Simulator.h"

#include <numeric>

namespace spyre::test {

using plan::DType;
using plan::Unit;
using plan::sample::addTensor;
using plan::sample::await;
using plan::sample::entry;
using plan::sample::fixed;
using plan::sample::iv;
using plan::sample::queue;

/// A plan for the 32 cores of spyre-default without instructions.
inline plan::Plan microPlan(int cores = 32) {
  plan::Plan p = plan::sample::emptyPlan(cores);
  p.programs[0].kernels[0].cores = cores;
  return p;
}

inline int32_t addTable(plan::Plan &p, std::vector<int64_t> values) {
  p.programs[0].tables.push_back(std::move(values));
  return int32_t(p.programs[0].tables.size()) - 1;
}

/// table[core] = core / per
inline int32_t addGroups(plan::Plan &p, int per) {
  std::vector<int64_t> t(size_t(p.cores));
  for (int c = 0; c < p.cores; ++c)
    t[size_t(c)] = c / per;
  return addTable(p, t);
}

/// 1 for the first `active` cores, 0 for the others.
inline plan::Extent activeCores(plan::Plan &p, int active, int64_t size) {
  std::vector<int64_t> t(size_t(p.cores), 0);
  std::fill(t.begin(), t.begin() + active, size);
  return {entry(addTable(p, t)), size};
}

/// [steps x 32 cores, sticks]: a tensor of f16 from which core c takes row
/// c + 32 i in step i of a loop: `sticks` whole sticks in one run.
struct Stream {
  int32_t tensor;
  plan::Copy copy;
};
inline Stream rowStream(plan::Plan &p, plan::Role role, int64_t steps, int64_t sticks, int active,
                        int perGroup = 1, int64_t lx = 0) {
  std::string name =
      (role == plan::Role::Output ? "out" : "arg") + std::to_string(p.tensors.size());
  int64_t rows = p.cores / perGroup;
  int32_t t = addTensor(p, name, DType::F16, {steps * rows, sticks * 64}, role);
  (role == plan::Role::Output ? p.programs[0].outputs : p.programs[0].inputs).push_back(t);
  std::vector<int64_t> first(size_t(p.cores));
  for (int c = 0; c < p.cores; ++c)
    first[size_t(c)] = c / perGroup;
  plan::BoxDim row{iv(0, rows, 0, addTable(p, first)), activeCores(p, active, 1), sticks * 128};
  return {t, plan::sample::boxCopy(t, {row, {{0}, fixed(sticks), 128}}, {lx})};
}

inline model::Timing timeOf(const plan::Plan &p,
                            const device::Device &d = device::load("spyre-default")) {
  return model::simulate(d, p, p.programs[0]);
}

/// Alone in the sfu queue of every core.
inline double execTimeUs(plan::Exec exec) {
  plan::Plan p = microPlan();
  queue(p, exec.unit) = {exec};
  return timeOf(p).totalUs;
}

} // namespace spyre::test
