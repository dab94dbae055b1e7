// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program as the simulator sees it: flat queues, and what each instruction
// asks of the hardware for the sizes of a core and iteration.
#pragma once

#include "spyre/Device/Device.h"
#include "spyre/Model/InstructionTime.h"
#include "spyre/Plan/Expr.h"
#include "spyre/Plan/Plan.h"
#include "spyre/Plan/Queues.h"

#include <array>
#include <map>
#include <vector>

namespace spyre::model {

struct CopyCost {
  int64_t bytes = 0;
  int64_t run = 0; // contiguous bytes in device memory
};

/// The cores of each group of a multicast table.
struct Groups {
  std::vector<std::vector<int>> members; // by leader: the group's first core
  std::vector<int> leader;               // per core
};

Groups groupsOf(const std::vector<int64_t> &table);

class SimProgram {
public:
  SimProgram(const device::Device &device, const plan::Plan &plan, const plan::Program &program);

  const plan::FlatQueue &queue(plan::Unit unit) const { return queues[size_t(unit)]; }
  /// The kernel of an item; an await belongs to the instruction after it.
  int32_t kernel(plan::Unit unit, int32_t item) const {
    return kernels[size_t(unit)][size_t(item)];
  }
  const Groups &groups(int32_t table) const { return groupTables.at(table); }
  CopyCost copyCost(plan::Unit unit, int32_t item, const plan::EvalPoint &at) const;
  const ExecTime &execCost(plan::Unit unit, int32_t item, const plan::EvalPoint &at);
  /// End of the highest byte of LX that a kernel's instructions use.
  int64_t lxPeak(int32_t kernel) const { return lxPeaks[size_t(kernel)]; }

private:
  void assignKernels(plan::Unit unit);
  void findPeaks();

  const device::Device &device;
  const plan::Program &program;
  std::array<plan::FlatQueue, plan::kNumUnits> queues;
  std::array<std::vector<int32_t>, plan::kNumUnits> kernels;
  std::array<std::vector<std::map<std::vector<int64_t>, ExecTime>>, plan::kNumUnits> execTimes;
  std::array<std::vector<const ExecTime *>, plan::kNumUnits> fixedTimes; // static sizes
  std::map<int32_t, Groups> groupTables;
  std::vector<std::vector<int64_t>> outerShapes; // per tensor
  std::vector<int64_t> lxPeaks;
};

} // namespace spyre::model
