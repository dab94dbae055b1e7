// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spyre/Model/Report.h"

#include <nlohmann/json.hpp>

namespace spyre::model {

/// Everything that page/*.js draws, but the source lines.
nlohmann::ordered_json pageData(const device::Device &device, const plan::Plan &plan,
                                const plan::Program &program, const Timing &timing,
                                const RunInfo &info, const std::vector<int> &wanted);

} // namespace spyre::model
