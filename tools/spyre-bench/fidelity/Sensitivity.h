// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What hangs on the parameters of the description that are estimates.
#pragma once

#include "../Suites.h"
#include "Run.h"

namespace spyre::bench::fidelity {

/// Halves and doubles each, one at a time; plans are made anew. Prints and
/// returns which rows change, by how much, and which splits change places.
Json sensitivity(const std::vector<Row> &rows, const std::vector<Outcome> &base,
                 const device::Device &chip, int threads);

} // namespace spyre::bench::fidelity
