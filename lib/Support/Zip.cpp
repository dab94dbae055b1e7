// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Support/Zip.h"

#include "spyre/Support/Error.h"

#include <algorithm>
#include <cstring>
#include <zlib.h>

namespace spyre::zip {

namespace {

constexpr uint32_t kLocal = 0x04034b50, kCentral = 0x02014b50, kEnd = 0x06054b50;
constexpr size_t kLocalBytes = 30, kCentralBytes = 46, kEndBytes = 22;
constexpr uint16_t kDate = 33; // 1980-01-01

[[noreturn]] void fail(const std::string &where, const std::string &what) {
  throw Error(where + ": " + what);
}

// Little-endian numbers; the caller has checked that they lie inside.
uint32_t get(std::span<const uint8_t> bytes, size_t at, int width) {
  uint32_t value = 0;
  for (int i = 0; i < width; ++i)
    value |= uint32_t(bytes[at + size_t(i)]) << (8 * i);
  return value;
}

void put(std::vector<uint8_t> &out, uint32_t value, int width) {
  for (int i = 0; i < width; ++i)
    out.push_back(uint8_t(value >> (8 * i)));
}

uint32_t checksum(std::span<const uint8_t> bytes) {
  return uint32_t(::crc32_z(::crc32_z(0, nullptr, 0), bytes.data(), bytes.size()));
}

// The end record stands last, before a comment of at most 64 KiB.
size_t findEnd(std::span<const uint8_t> archive, const std::string &where) {
  if (archive.size() >= kEndBytes) {
    size_t last = archive.size() - kEndBytes;
    for (size_t back = 0; back <= std::min<size_t>(last, 65535); ++back)
      if (get(archive, last - back, 4) == kEnd && get(archive, last - back + 20, 2) == back)
        return last - back;
  }
  fail(where, "expected a zip archive, found no end record");
}

// Where the bytes of a member start: its local header repeats name and extra
// field, and their lengths may differ from those of the directory.
std::span<const uint8_t> packedBytes(std::span<const uint8_t> archive, size_t offset, size_t size,
                                     const std::string &where) {
  if (offset > archive.size() || archive.size() - offset < kLocalBytes ||
      get(archive, offset, 4) != kLocal)
    fail(where, "expected a local header at byte " + std::to_string(offset) + ", found none");
  size_t start = offset + kLocalBytes + get(archive, offset + 26, 2) + get(archive, offset + 28, 2);
  if (start > archive.size() || archive.size() - start < size)
    fail(where,
         "expected " + std::to_string(size) + " bytes of data, found the end of the archive");
  return archive.subspan(start, size);
}

} // namespace

std::vector<Member> members(std::span<const uint8_t> archive, const std::string &where) {
  size_t end = findEnd(archive, where);
  uint32_t count = get(archive, end + 10, 2);
  size_t at = get(archive, end + 16, 4);
  std::vector<Member> result;
  size_t totalPacked = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (at > end || end - at < kCentralBytes || get(archive, at, 4) != kCentral)
      fail(where, "expected directory entry " + std::to_string(i) + " of " + std::to_string(count) +
                      ", found none");
    size_t nameSize = get(archive, at + 28, 2);
    size_t entrySize =
        kCentralBytes + nameSize + get(archive, at + 30, 2) + get(archive, at + 32, 2);
    if (end - at < entrySize)
      fail(where,
           "expected directory entry " + std::to_string(i) + " inside the archive, found the end");
    Member member;
    member.name.assign(archive.begin() + long(at + kCentralBytes),
                       archive.begin() + long(at + kCentralBytes + nameSize));
    std::string what = where + ", member '" + member.name + "'";
    member.method = uint16_t(get(archive, at + 10, 2));
    member.crc = get(archive, at + 16, 4);
    member.size = get(archive, at + 24, 4);
    uint32_t packed = get(archive, at + 20, 4), offset = get(archive, at + 42, 4);
    if (get(archive, at + 8, 2) & 1)
      fail(what, "expected plain data, found encryption");
    if (packed == UINT32_MAX || member.size == UINT32_MAX || offset == UINT32_MAX)
      fail(what, "expected less than 4 GiB, found a zip64 member");
    member.packed = packedBytes(archive, offset, packed, what);
    // Members that share bytes would let a small archive unpack without end.
    totalPacked += packed;
    if (totalPacked > archive.size())
      fail(what, "expected members that do not overlap, found more packed "
                 "bytes than the archive has");
    result.push_back(std::move(member));
    at += entrySize;
  }
  return result;
}

std::span<const uint8_t> unpack(const Member &member, const std::string &where,
                                std::vector<uint8_t> &storage) {
  std::string what = where + ", member '" + member.name + "'";
  std::span<const uint8_t> bytes = member.packed;
  if (member.method == 8) {
    // Deflate packs at most 1032:1: a small file cannot demand much memory.
    if (member.size / 1032 > member.packed.size())
      fail(what,
           "expected at most 1032 bytes per packed byte, found " + std::to_string(member.size));
    storage.assign(member.size, 0);
    z_stream stream{};
    if (::inflateInit2(&stream, -MAX_WBITS) != Z_OK)
      fail(what, "cannot start to inflate");
    stream.next_in = const_cast<uint8_t *>(member.packed.data());
    stream.avail_in = uInt(member.packed.size());
    uint8_t none = 0; // zlib wants an address even for no bytes
    stream.next_out = storage.empty() ? &none : storage.data();
    stream.avail_out = uInt(storage.size());
    int status = ::inflate(&stream, Z_FINISH);
    bool whole = status == Z_STREAM_END && stream.avail_out == 0;
    ::inflateEnd(&stream);
    if (!whole)
      fail(what, "expected " + std::to_string(member.size) +
                     " bytes of deflated data, found damaged data");
    bytes = storage;
  } else if (member.method != 0) {
    fail(what, "expected method 0 (stored) or 8 (deflate), found " + std::to_string(member.method));
  }
  if (bytes.size() != member.size || checksum(bytes) != member.crc)
    fail(what, "expected size and checksum of the directory, found damaged data");
  return bytes;
}

namespace {

std::vector<uint8_t> deflated(std::span<const uint8_t> bytes) {
  z_stream stream{};
  if (::deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw Error("cannot start to deflate");
  std::vector<uint8_t> out(::deflateBound(&stream, uLong(bytes.size())));
  stream.next_in = const_cast<uint8_t *>(bytes.data());
  stream.avail_in = uInt(bytes.size());
  stream.next_out = out.data();
  stream.avail_out = uInt(out.size());
  int status = ::deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  ::deflateEnd(&stream);
  if (status != Z_STREAM_END)
    throw Error("cannot deflate " + std::to_string(bytes.size()) + " bytes");
  return out;
}

} // namespace

void Writer::add(const std::string &name, std::span<const uint8_t> bytes, bool deflate) {
  constexpr size_t kLimit = UINT32_MAX - (1u << 20);
  if (bytes.size() > kLimit || out.size() + bytes.size() > kLimit || count == UINT16_MAX ||
      name.size() > UINT16_MAX)
    throw Error("expected an archive of less than 4 GiB and 65535 members, "
                "found more at '" +
                name + "'");
  std::vector<uint8_t> packed;
  std::span<const uint8_t> data = bytes;
  if (deflate)
    data = packed = deflated(bytes);
  uint32_t offset = uint32_t(out.size());
  // The fields that both headers share.
  std::vector<uint8_t> shared;
  put(shared, 20, 2); // version needed
  put(shared, 0, 2);  // flags
  put(shared, deflate ? 8 : 0, 2);
  put(shared, 0, 2); // time
  put(shared, kDate, 2);
  put(shared, checksum(bytes), 4);
  put(shared, uint32_t(data.size()), 4);
  put(shared, uint32_t(bytes.size()), 4);
  put(shared, uint32_t(name.size()), 2);
  put(shared, 0, 2); // extra field
  put(out, kLocal, 4);
  out.insert(out.end(), shared.begin(), shared.end());
  out.insert(out.end(), name.begin(), name.end());
  out.insert(out.end(), data.begin(), data.end());
  put(directory, kCentral, 4);
  put(directory, 20, 2); // version made by
  directory.insert(directory.end(), shared.begin(), shared.end());
  put(directory, 0, 2); // comment
  put(directory, 0, 2); // disk
  put(directory, 0, 2); // internal attributes
  put(directory, 0, 4); // external attributes
  put(directory, offset, 4);
  directory.insert(directory.end(), name.begin(), name.end());
  ++count;
}

std::vector<uint8_t> Writer::finish() {
  uint32_t offset = uint32_t(out.size());
  out.insert(out.end(), directory.begin(), directory.end());
  put(out, kEnd, 4);
  put(out, 0, 4); // disks
  put(out, count, 2);
  put(out, count, 2);
  put(out, uint32_t(directory.size()), 4);
  put(out, offset, 4);
  put(out, 0, 2); // comment
  return std::move(out);
}

} // namespace spyre::zip
