// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How long one unit takes for one piece of work, alone: pure formulas over
// Device. The planner prices with them and the device model times single
// instructions with them, so both agree by construction; waiting and contention
// are the simulation's alone. Header only: the device model links nothing of
// Cost.
#pragma once

#include "spyre/Cost/Array.h"
#include "spyre/Cost/Transfers.h"
#include "spyre/Cost/Vector.h"

namespace spyre::cost {

inline double cyclesToUs(const Device &d, double cycles) { return cycles * d.cycleUs(); }

/// The share of a product that one core has, on its own.
inline double productUs(const Device &d, const Product &p) {
  return cyclesToUs(d, productCycles(d, p));
}

inline double vectorUs(const Device &d, const VectorOps &ops) {
  return cyclesToUs(d, vectorCycles(d, ops));
}

} // namespace spyre::cost
