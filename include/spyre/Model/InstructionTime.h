// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one instruction takes when nothing is in its way. The rates and formulas
// are those of Cost (header only, shared with the planner); here an instruction
// of a plan is turned into their terms. Waiting and contention are the
// simulator's alone.
#pragma once

#include "spyre/Cost/Rates.h"
#include "spyre/Plan/Plan.h"

#include <span>
#include <vector>

namespace spyre::model {

/// An exec of known sizes on its core.
struct ExecTime {
  double cycles = 0;      // with the LX port to itself
  double portBytes = 0;   // through the LX port; part of cycles
  double macs = 0;        // multiply-adds of a contract
  double arrayCycles = 0; // cycles these would take at the array's peak rate
};

ExecTime execTime(const device::Device &device, const plan::Exec &exec,
                  std::span<const int64_t> sizes);
double execUs(const device::Device &device, const plan::Exec &exec, std::span<const int64_t> sizes);

/// The parts of execTime: a contract as a product, and the work of a map or a
/// reduce. The product's b is the stationary operand.
cost::Product productOf(const plan::Exec &exec, std::span<const int64_t> sizes);

struct VectorWork {
  cost::VectorOps ops;
  double portBytes = 0;
};
VectorWork vectorWorkOf(const device::Device &device, const plan::Exec &exec,
                        std::span<const int64_t> sizes);

/// Contiguous device-memory bytes of a box in a tensor of this outer shape.
int64_t runBytes(std::span<const int64_t> outerShape, std::span<const int64_t> boxSizes);

/// One copy alone on the device. load, store: `fanout` cores receive it; ring,
/// psum: over `hops` links.
double copyUs(const device::Device &device, plan::Unit unit, int64_t bytes, int64_t run, int fanout,
              int hops);

} // namespace spyre::model
