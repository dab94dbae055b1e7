// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Support/Npz.h"

#include "spyre/Support/Error.h"
#include "spyre/Support/File.h"
#include "spyre/Support/Zip.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace spyre::npz {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::string_view kBf16 = "_bf16", kNpy = ".npy";

[[noreturn]] void fail(const std::string &where, const std::string &what) {
  throw Error(where + ": " + what);
}

// The header is the text of a Python dict with three known keys; this reads
// just that, with errors that name what is wrong.
class Header {
public:
  Header(std::string_view text, const std::string &where) : text(text), where(where) {}

  void parse() {
    expect('{');
    while (!take('}')) {
      std::string key = quoted("a key");
      expect(':');
      if (key == "descr")
        descr =
            peek() == '[' ? unsupported("a plain type, found a structured one") : quoted("a type");
      else if (key == "fortran_order")
        fortran = boolean();
      else if (key == "shape")
        shapeTuple();
      else
        unsupported("the keys descr, fortran_order and shape, found '" + key + "'");
      if (!take(',') && peek() != '}')
        unsupported("',' or '}'");
    }
    if (descr.empty() || !sawShape)
      unsupported("descr and shape, found neither or one");
  }

  std::string descr;
  std::vector<int64_t> shape;
  bool fortran = false;

private:
  std::string unsupported(const std::string &what) { fail(where, "npy header: expected " + what); }
  char peek() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n'))
      ++at;
    return at < text.size() ? text[at] : '\0';
  }
  bool take(char c) {
    if (peek() != c)
      return false;
    ++at;
    return true;
  }
  void expect(char c) {
    if (!take(c))
      unsupported(std::string("'") + c + "', found '" + peek() + "'");
  }
  std::string quoted(const char *what) {
    char quote = peek();
    size_t end = quote == '\'' || quote == '"' ? text.find(quote, at + 1) : std::string_view::npos;
    if (end == std::string_view::npos)
      return unsupported(std::string(what) + " in quotes");
    std::string value(text.substr(at + 1, end - at - 1));
    at = end + 1;
    return value;
  }
  bool boolean() {
    peek();
    for (std::string_view word : {"True", "False"})
      if (text.substr(at, word.size()) == word) {
        at += word.size();
        return word == "True";
      }
    unsupported("True or False in fortran_order");
    return false;
  }
  void shapeTuple() {
    expect('(');
    sawShape = true;
    while (!take(')')) {
      int64_t size = 0;
      size_t digits = 0;
      for (char c = peek(); c >= '0' && c <= '9';
           c = at < text.size() ? text[at] : '\0', ++digits) {
        if (__builtin_mul_overflow(size, 10, &size) || __builtin_add_overflow(size, c - '0', &size))
          unsupported("sizes below 2^63 in shape");
        ++at;
      }
      if (digits == 0)
        unsupported("a number in shape");
      shape.push_back(size);
      if (!take(',') && peek() != ')')
        unsupported("',' or ')' in shape");
      if (shape.size() > 64)
        unsupported("at most 64 dims in shape");
    }
  }

  std::string_view text;
  const std::string &where;
  size_t at = 0;
  bool sawShape = false;
};

// Fortran order is the reversed shape, transposed.
std::vector<uint8_t> toRowMajor(std::span<const uint8_t> data, const std::vector<int64_t> &shape,
                                int64_t width) {
  std::vector<uint8_t> result(data.size());
  std::vector<int64_t> at(shape.size(), 0), strides(shape.size(), 1);
  for (size_t d = 1; d < shape.size(); ++d)
    strides[d] = strides[d - 1] * shape[d - 1];
  int64_t from = 0;
  for (size_t to = 0; to < result.size(); to += size_t(width)) {
    std::memcpy(result.data() + to, data.data() + from * width, size_t(width));
    for (size_t d = shape.size(); d-- > 0;) {
      from += strides[d];
      if (++at[d] < shape[d])
        break;
      from -= strides[d] * shape[d];
      at[d] = 0;
    }
  }
  return result;
}

int64_t checkedBytes(const std::vector<int64_t> &shape, int64_t width, const std::string &where) {
  int64_t bytes = width;
  if (std::find(shape.begin(), shape.end(), 0) != shape.end())
    return 0;
  for (int64_t size : shape)
    if (size < 0 || __builtin_mul_overflow(bytes, size, &bytes))
      fail(where, "expected an array of less than 2^63 bytes, found a larger shape");
  return bytes;
}

} // namespace

int64_t byteWidth(const std::string &dtype) {
  static constexpr const char *kKnown[] = {"f2", "f4", "f8", "i1", "i2", "i4",
                                           "i8", "u1", "u2", "u4", "u8", "b1"};
  if (dtype == "bf16")
    return 2;
  for (const char *known : kKnown)
    if (dtype == known)
      return dtype[1] - '0';
  throw Error("expected one of the types f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 b1 "
              "bf16, found '" +
              dtype + "'");
}

int64_t numElements(const Array &array) { return checkedBytes(array.shape, 1, "array"); }

Array readNpy(std::span<const uint8_t> bytes, const std::string &where) {
  if (bytes.size() < 10 || std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0)
    fail(where, "expected an npy array, found other data");
  size_t lengthBytes = bytes[6] == 1 ? 2 : 4, start = 8 + lengthBytes;
  if (bytes[6] < 1 || bytes[6] > 3)
    fail(where, "expected npy format 1 to 3, found " + std::to_string(bytes[6]));
  uint64_t length = 0;
  for (size_t i = 0; i < lengthBytes && 8 + i < bytes.size(); ++i)
    length |= uint64_t(bytes[8 + i]) << (8 * i);
  if (start > bytes.size() || length > bytes.size() - start)
    fail(where, "expected an npy header of " + std::to_string(length) +
                    " bytes, found the end of the data");
  Header header({reinterpret_cast<const char *>(bytes.data()) + start, size_t(length)}, where);
  header.parse();
  if (header.descr.find('O') != std::string::npos)
    fail(where, "expected numbers, found pickled objects");
  char order = header.descr[0];
  bool marked = order == '<' || order == '|' || order == '=' || order == '>';
  Array array;
  array.dtype = header.descr.substr(marked);
  int64_t width;
  try {
    width = array.dtype == "bf16" ? byteWidth("") : byteWidth(array.dtype);
  } catch (const Error &) {
    fail(where,
         "expected a type f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 b1, found '" + header.descr + "'");
  }
  array.shape = header.shape;
  std::span<const uint8_t> data = bytes.subspan(start + size_t(length));
  int64_t expected = checkedBytes(array.shape, width, where);
  if (uint64_t(expected) != data.size())
    fail(where, "expected " + std::to_string(expected) + " bytes of data, found " +
                    std::to_string(data.size()));
  if (header.fortran && array.shape.size() > 1)
    array.data = toRowMajor(data, array.shape, width);
  else
    array.data.assign(data.begin(), data.end());
  if (order == '>')
    for (size_t i = 0; i < array.data.size(); i += size_t(width))
      std::reverse(array.data.begin() + long(i), array.data.begin() + long(i) + long(width));
  return array;
}

std::vector<uint8_t> writeNpy(const Array &array) {
  int64_t width = byteWidth(array.dtype);
  if (uint64_t(checkedBytes(array.shape, width, "array")) != array.data.size())
    throw Error("expected the bytes of the shape, found " + std::to_string(array.data.size()) +
                " in an array to write");
  std::string type = array.dtype == "bf16" ? "u2" : array.dtype;
  std::string text = std::string("{'descr': '") + (width == 1 ? "|" : "<") + type +
                     "', 'fortran_order': False, 'shape': (";
  for (int64_t size : array.shape)
    text += std::to_string(size) + ", ";
  if (array.shape.size() > 1)
    text.resize(text.size() - 2);
  else if (!array.shape.empty())
    text.pop_back();
  text += "), }";
  text.append(63 - (10 + text.size()) % 64, ' ');
  text += '\n';
  std::vector<uint8_t> bytes(kMagic.begin(), kMagic.end());
  for (size_t byte : {size_t(1), size_t(0), text.size() & 255, text.size() >> 8})
    bytes.push_back(uint8_t(byte));
  bytes.insert(bytes.end(), text.begin(), text.end());
  bytes.insert(bytes.end(), array.data.begin(), array.data.end());
  return bytes;
}

std::vector<Entry> parse(std::span<const uint8_t> archive, const std::string &where) {
  std::vector<Entry> entries;
  std::set<std::string> names;
  std::vector<uint8_t> storage;
  for (const zip::Member &member : zip::members(archive, where)) {
    std::string what = where + ", member '" + member.name + "'";
    Entry entry{member.name, readNpy(zip::unpack(member, where, storage), what)};
    if (entry.name.ends_with(kNpy))
      entry.name.resize(entry.name.size() - kNpy.size());
    if (entry.name.ends_with(kBf16)) {
      if (entry.array.dtype != "u2")
        fail(what, "expected u2 bits of bf16, found " + entry.array.dtype);
      entry.array.dtype = "bf16";
      entry.name.resize(entry.name.size() - kBf16.size());
    }
    if (!names.insert(entry.name).second)
      fail(what, "expected each array once, found '" + entry.name + "' twice");
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::vector<Entry> read(const std::string &path) { return parse(readFile(path), path); }

std::vector<uint8_t> format(const std::vector<Entry> &entries, Compression how) {
  zip::Writer writer;
  for (const Entry &entry : entries) {
    std::string name =
        entry.name + std::string(entry.array.dtype == "bf16" ? kBf16 : "") + std::string(kNpy);
    writer.add(name, writeNpy(entry.array), how == Compression::Deflate);
  }
  return writer.finish();
}

void write(const std::string &path, const std::vector<Entry> &entries, Compression how) {
  writeFile(path, format(entries, how));
}

} // namespace spyre::npz
