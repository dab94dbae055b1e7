// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Zip archives in memory: stored and deflated members, no zip64, no encryption.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace spyre::zip {

struct Member {
  std::string name;
  uint16_t method = 0; // 0 stored, 8 deflate
  uint32_t crc = 0;
  std::span<const uint8_t> packed; // into the archive
  uint32_t size = 0;               // unpacked
};

/// The central directory. `where` names the archive in errors.
std::vector<Member> members(std::span<const uint8_t> archive, const std::string &where);
/// Unpacked bytes of a member, checksum verified: those of the archive if they are
/// stored, else in `storage`.
std::span<const uint8_t> unpack(const Member &member, const std::string &where,
                                std::vector<uint8_t> &storage);

/// Builds an archive; dates are fixed, so equal input gives equal bytes.
class Writer {
public:
  void add(const std::string &name, std::span<const uint8_t> bytes, bool deflate);
  std::vector<uint8_t> finish();

private:
  std::vector<uint8_t> out, directory;
  uint32_t count = 0;
};

} // namespace spyre::zip
