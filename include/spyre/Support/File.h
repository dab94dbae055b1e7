// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole files: read into memory, written so that a reader sees the old file or
// the new one, never half of it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace spyre {

/// Throws Error naming the path.
std::vector<uint8_t> readFile(const std::string &path);
std::string readTextFile(const std::string &path);

/// Writes beside `path`, then renames. Devices and pipes are written directly.
void writeFile(const std::string &path, std::span<const uint8_t> bytes);
void writeFile(const std::string &path, const std::string &text);

} // namespace spyre
