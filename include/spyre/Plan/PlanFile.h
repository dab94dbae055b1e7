// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plan files. Layout, all numbers little-endian:
//
//   0    "SPYREPLN"
//   8    u32 format version, u32 zero
//   16   u64 header bytes, u64 data offset, u64 data bytes (the file's end)
//   40   u32 crc32 each: header section, data section, these 128 bytes (with
//        this field zero)
//   128  header section: JSON text, then zeros up to a multiple of 128
//   ...  data section: the constants in device layout, each at a multiple of
//        128 bytes, so that the file can be mapped
//
// Every byte is under a checksum. The same plan gives the same bytes.
#pragma once

#include "spyre/Plan/Plan.h"

#include <functional>
#include <span>

namespace spyre::plan {

inline constexpr uint32_t kFormatVersion = 1;

/// Reads and checks form: sizes, types, names, ranges; an Error names the field
/// ("programs[0].queues.load[3].copy.box[1].offset: expected ..."). What the
/// plan means is for the validator.
Plan deserialize(std::span<const uint8_t> bytes, const std::string &where = "plan");
Plan read(const std::string &path);

/// Sees the header's JSON text and the data section before they are sealed, so
/// that a test can write a broken plan with right checksums.
using SerializeHook = std::function<void(std::string &header, std::vector<uint8_t> &data)>;
std::vector<uint8_t> serialize(const Plan &plan, const SerializeHook &hook = {});
/// Atomic: the old file stays until the new one is whole.
void write(const Plan &plan, const std::string &path);

} // namespace spyre::plan
