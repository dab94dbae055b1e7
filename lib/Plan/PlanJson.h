// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "spyre/Plan/Plan.h"

#include <span>
#include <string_view>

namespace spyre::plan {

/// Appends constants to `data`, each at a multiple of 128 bytes.
std::string toJsonText(const Plan &plan, std::vector<uint8_t> &data);
Plan fromJsonText(std::string_view text, std::span<const uint8_t> data, const std::string &where);

} // namespace spyre::plan
