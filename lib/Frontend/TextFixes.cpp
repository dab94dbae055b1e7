// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Frontend/Import.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CheckedArithmetic.h"
#include <optional>

using llvm::StringRef;

namespace spyre::frontend {

/// `> : tensor<2x3xELEMENT>` at the front of `rest`: the number of elements.
static std::optional<uint64_t> takeTensorType(StringRef &rest, StringRef element) {
  StringRef text = rest;
  if (!text.consume_front(">"))
    return std::nullopt;
  text = text.ltrim();
  if (!text.consume_front(":"))
    return std::nullopt;
  text = text.ltrim();
  if (!text.consume_front("tensor<"))
    return std::nullopt;
  uint64_t count = 1, size;
  while (!text.empty() && llvm::isDigit(text.front())) {
    if (text.consumeInteger(10, size) || !text.consume_front("x"))
      return std::nullopt;
    std::optional<uint64_t> product = llvm::checkedMulUnsigned(count, size);
    if (!product)
      return std::nullopt;
    count = *product;
  }
  if (!text.consume_front(element) || !text.consume_front(">"))
    return std::nullopt;
  rest = text;
  return count;
}

/// Packs bytes 00 and 01, as hex, least significant bit first. Nothing if a
/// byte has another value: then the parser reports the literal as it stands.
static std::optional<std::string> packBits(StringRef hex) {
  std::string bytes((hex.size() / 2 + 7) / 8, '\0');
  for (size_t i = 0; i < hex.size() / 2; ++i) {
    StringRef byte = hex.substr(2 * i, 2);
    if (byte == "01")
      bytes[i / 8] |= char(1 << (i % 8));
    else if (byte != "00")
      return std::nullopt;
  }
  return llvm::toHex(bytes);
}

/// The hex digits this version reads for an i1 literal of `count` elements.
static std::optional<std::string> fixBoolDigits(StringRef hex, uint64_t count) {
  if (hex.size() == 2 && count > 8)
    return hex == "01" ? std::optional<std::string>("FF") : std::nullopt;
  bool isBytes = hex.size() == 2 * count && count > 1;
  return isBytes ? packBits(hex) : std::nullopt;
}

/// Handles `"0x...">` after `dense<`; appends to `out` and moves `rest` on when
/// something was replaced.
static bool fixHexLiteral(StringRef &rest, std::string &out) {
  StringRef text = rest;
  if (!text.consume_front("\"0x"))
    return false;
  size_t end = text.find('"');
  if (end == StringRef::npos)
    return false;
  StringRef hex = text.take_front(end), after = text.drop_front(end + 1), tail = after;
  std::optional<uint64_t> count = takeTensorType(tail, "i1");
  std::optional<std::string> fixed = count ? fixBoolDigits(hex, *count) : std::nullopt;
  if (!fixed)
    return false;
  out += "\"0x" + *fixed + "\"";
  rest = after;
  return true;
}

/// Whether `before` ends in `NAME = ` of a list attribute that used to be
/// dense.
static bool namesDimensionList(StringRef before) {
  static const llvm::StringSet<> names = {"broadcast_dimensions",
                                          "broadcast_sizes",
                                          "dimensions",
                                          "edge_padding_high",
                                          "edge_padding_low",
                                          "fft_length",
                                          "interior_padding",
                                          "limit_indices",
                                          "permutation",
                                          "slice_sizes",
                                          "start_indices",
                                          "strides",
                                          "window_dimensions",
                                          "window_strides",
                                          "base_dilations",
                                          "window_dilations",
                                          "lhs_dilation",
                                          "rhs_dilation",
                                          "known_expanding_dimensions",
                                          "known_nonexpanding_dimensions"};
  before = before.rtrim(' ');
  if (!before.consume_back("="))
    return false;
  before = before.rtrim(' ');
  StringRef name = before.take_back(before.size() - before.find_last_of(" {,<\n") - 1);
  return names.contains(name);
}

/// The dense list or splat after `dense<`, as the body of an array attribute.
static std::optional<std::string> arrayBody(StringRef literal, uint64_t count) {
  bool isList = literal.consume_front("[");
  if (isList && !literal.consume_back("]"))
    return std::nullopt;
  if (literal.find_first_not_of("-0123456789, ") != StringRef::npos)
    return std::nullopt;
  if (count == 0)
    return "";
  if (isList)
    return ": " + literal.str();
  std::string body = ":";
  for (uint64_t i = 0; i < std::min<uint64_t>(count, 64); ++i)
    body += (i ? ", " : " ") + literal.str();
  return body;
}

/// Replaces a whole `dense<...> : tensor<NxI64>`; `out` ends before `dense<`.
static bool fixDenseList(StringRef &rest, std::string &out) {
  size_t end = rest.find('>');
  if (end == StringRef::npos || end > 512 || !namesDimensionList(out))
    return false;
  StringRef tail = rest.drop_front(end);
  std::optional<uint64_t> count = takeTensorType(tail, "i64");
  if (!count)
    return false;
  std::optional<std::string> body = arrayBody(rest.take_front(end).trim(), *count);
  if (!body)
    return false;
  out += "array<i64" + *body + ">";
  rest = tail;
  return true;
}

std::string fixLiterals(StringRef text) {
  constexpr llvm::StringLiteral marker = "dense<";
  std::string out;
  out.reserve(text.size());
  while (true) {
    size_t at = text.find(marker);
    if (at == StringRef::npos)
      break;
    out += text.take_front(at);
    text = text.drop_front(at + marker.size());
    if (fixDenseList(text, out))
      continue;
    out += marker;
    fixHexLiteral(text, out);
  }
  out += text;
  return out;
}

} // namespace spyre::frontend
