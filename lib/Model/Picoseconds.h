// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clock of the simulation counts whole picoseconds.
#pragma once

#include <cstdint>

namespace spyre::model {

/// The next whole one, but for what rounding of a quotient leaves.
inline int64_t roundUp(double ps) { return int64_t(ps + 0.999); }

} // namespace spyre::model
