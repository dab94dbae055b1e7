// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays as numpy stores them: .npy members of an .npz (zip) archive.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace spyre::npz {

/// A row-major array in little-endian bytes.
struct Array {
  /// f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 b1, or bf16 (numpy has no such type:
  /// stored as u2 under the key NAME_bf16).
  std::string dtype = "f4";
  std::vector<int64_t> shape;
  std::vector<uint8_t> data;
};

/// Bytes of one element; throws Error on a dtype not listed above.
int64_t byteWidth(const std::string &dtype);
int64_t numElements(const Array &array);

struct Entry {
  std::string name; // without .npy and _bf16
  Array array;
};

/// One .npy file. `where` names it in errors. Pickles are refused.
Array readNpy(std::span<const uint8_t> bytes, const std::string &where);
std::vector<uint8_t> writeNpy(const Array &array);

/// Entries in archive order. Throws Error naming the archive and member.
std::vector<Entry> read(const std::string &path);
std::vector<Entry> parse(std::span<const uint8_t> archive, const std::string &where);

enum class Compression { Stored, Deflate };
/// Atomic; the same entries give the same bytes.
void write(const std::string &path, const std::vector<Entry> &entries,
           Compression how = Compression::Stored);
std::vector<uint8_t> format(const std::vector<Entry> &entries,
                            Compression how = Compression::Stored);

} // namespace spyre::npz
