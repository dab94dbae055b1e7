// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The container around a plan's header and data; see PlanFile.h.
#include "spyre/Plan/PlanFile.h"

#include "PlanJson.h"

#include "spyre/Plan/Limits.h"
#include "spyre/Support/Error.h"
#include "spyre/Support/File.h"

#include <algorithm>
#include <cstring>
#include <zlib.h>

namespace spyre::plan {

namespace {

constexpr char kMagic[9] = "SPYREPLN";
constexpr size_t kAlign = 128, kPreamble = 128;
// Byte offsets of the preamble's fields.
constexpr size_t kVersionAt = 8, kHeaderBytesAt = 16, kDataAt = 24, kDataBytesAt = 32;
constexpr size_t kHeaderCrcAt = 40, kDataCrcAt = 44, kPreambleCrcAt = 48;

uint64_t get(std::span<const uint8_t> bytes, size_t at, size_t width) {
  uint64_t value = 0;
  for (size_t i = 0; i < width; ++i)
    value |= uint64_t(bytes[at + i]) << (8 * i);
  return value;
}

void put(std::span<uint8_t> bytes, size_t at, uint64_t value, size_t width) {
  for (size_t i = 0; i < width; ++i)
    bytes[at + i] = uint8_t(value >> (8 * i));
}

uint32_t checksum(std::span<const uint8_t> bytes) {
  return uint32_t(::crc32_z(::crc32_z(0, nullptr, 0), bytes.data(), bytes.size()));
}

// The preamble's own checksum is taken with its field zero.
uint32_t preambleChecksum(std::span<const uint8_t> bytes) {
  std::array<uint8_t, kPreamble> copy;
  std::copy_n(bytes.begin(), kPreamble, copy.begin());
  put(copy, kPreambleCrcAt, 0, 4);
  return checksum(copy);
}

uint64_t aligned(uint64_t size) { return (size + kAlign - 1) / kAlign * kAlign; }

[[noreturn]] void fail(const std::string &where, const std::string &expected,
                       const std::string &found) {
  throw Error(where + ": expected " + expected + ", found " + found);
}

struct Sections {
  std::span<const uint8_t> header, data;
};

Sections openContainer(std::span<const uint8_t> bytes, const std::string &where) {
  if (bytes.size() < kPreamble)
    fail(where, "a plan file of at least 128 bytes", std::to_string(bytes.size()) + " bytes");
  if (std::memcmp(bytes.data(), kMagic, 8) != 0)
    fail(where, "a plan file that starts with " + std::string(kMagic), "another kind of file");
  if (uint64_t version = get(bytes, kVersionAt, 4); version != kFormatVersion)
    fail(where, "format version " + std::to_string(kFormatVersion), std::to_string(version));
  if (preambleChecksum(bytes) != get(bytes, kPreambleCrcAt, 4))
    fail(where, "the preamble's checksum", "altered bytes");
  uint64_t headerBytes = get(bytes, kHeaderBytesAt, 8), dataAt = get(bytes, kDataAt, 8);
  uint64_t dataBytes = get(bytes, kDataBytesAt, 8);
  if (headerBytes > uint64_t(kMaxHeaderBytes) || dataAt != kPreamble + aligned(headerBytes) ||
      dataBytes > uint64_t(kMaxMemoryBytes))
    fail(where, "a header and a data section that follow each other", "other section bounds");
  if (dataAt + dataBytes != bytes.size())
    fail(where, std::to_string(dataAt + dataBytes) + " bytes", std::to_string(bytes.size()));
  std::span<const uint8_t> header = bytes.subspan(kPreamble, dataAt - kPreamble),
                           data = bytes.subspan(dataAt);
  if (checksum(header) != get(bytes, kHeaderCrcAt, 4))
    fail(where, "the header's checksum", "altered bytes");
  if (checksum(data) != get(bytes, kDataCrcAt, 4))
    fail(where, "the data section's checksum", "altered bytes");
  return {header.first(headerBytes), data};
}

} // namespace

Plan deserialize(std::span<const uint8_t> bytes, const std::string &where) {
  Sections sections = openContainer(bytes, where);
  std::string_view header(reinterpret_cast<const char *>(sections.header.data()),
                          sections.header.size());
  return fromJsonText(header, sections.data, where);
}

Plan read(const std::string &path) { return deserialize(readFile(path), path); }

std::vector<uint8_t> serialize(const Plan &plan, const SerializeHook &hook) {
  std::vector<uint8_t> data;
  std::string header = toJsonText(plan, data);
  if (hook)
    hook(header, data);
  uint64_t dataAt = kPreamble + aligned(header.size());
  std::vector<uint8_t> bytes(dataAt + data.size(), 0);
  std::copy_n(kMagic, 8, bytes.begin());
  std::copy(header.begin(), header.end(), bytes.begin() + kPreamble);
  std::copy(data.begin(), data.end(), bytes.begin() + long(dataAt));
  put(bytes, kVersionAt, kFormatVersion, 4);
  put(bytes, kHeaderBytesAt, header.size(), 8);
  put(bytes, kDataAt, dataAt, 8);
  put(bytes, kDataBytesAt, data.size(), 8);
  put(bytes, kHeaderCrcAt, checksum(std::span(bytes).subspan(kPreamble, dataAt - kPreamble)), 4);
  put(bytes, kDataCrcAt, checksum(data), 4);
  put(bytes, kPreambleCrcAt, preambleChecksum(bytes), 4);
  return bytes;
}

void write(const Plan &plan, const std::string &path) { writeFile(path, serialize(plan)); }

} // namespace spyre::plan
