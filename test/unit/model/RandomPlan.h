// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random valid plans: kernels of load, exchange, exec and store in a loop over
// rotating buffers, for properties that hold for every plan.
#pragma once

#include "MicroPlan.h"
#include "spyre/Cost/Bounds.h"

namespace spyre::test {

struct RandomPlan {
  plan::Plan plan;
  cost::Work work; // of the whole plan
};

/// The same plan for the same seed on every host. `lone`: one core and one buffer
/// each, so that no two instructions ever run together.
RandomPlan randomPlan(uint64_t seed, bool lone = false);

} // namespace spyre::test
