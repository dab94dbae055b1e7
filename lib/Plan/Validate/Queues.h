// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "Report.h"

#include "spyre/Plan/Queues.h"

namespace spyre::plan {

/// As the public one, but loops that nest too deep or count too far are faults.
FlatQueue flatten(const Program &program, Unit unit, const Where &where, Report &report);

} // namespace spyre::plan
