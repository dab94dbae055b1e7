// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of the checks that conformance modules carry.
#include "spyre/Frontend/Checks.h"

#include "llvm/ADT/APFloat.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <sstream>

namespace spyre::frontend {

namespace {
/// Elements of one type, from bytes.
class Elements {
public:
  explicit Elements(const TensorValue &value) : bytes(value.bytes), type(value.elementType) {
    size_t count = 1;
    for (int64_t size : value.shape)
      count *= size_t(size);
    width = count == 0 ? 0 : bytes.size() / count;
  }
  bool isFloat() const { return type.front() == 'f' || type == "bf16"; }

  uint64_t bits(size_t i) const {
    uint64_t result = 0;
    std::memcpy(&result, bytes.data() + i * width, width);
    return result;
  }

  double value(size_t i) const {
    unsigned size = unsigned(8 * width);
    if (!isFloat())
      return type.front() == 'i' && type != "i1"
                 ? double(int64_t(bits(i) << (64 - size)) >> (64 - size))
                 : double(bits(i));
    const llvm::fltSemantics &semantics = type == "bf16"  ? llvm::APFloat::BFloat()
                                          : type == "f16" ? llvm::APFloat::IEEEhalf()
                                          : type == "f32" ? llvm::APFloat::IEEEsingle()
                                                          : llvm::APFloat::IEEEdouble();
    return llvm::APFloat(semantics, llvm::APInt(size, bits(i))).convertToDouble();
  }

  /// Bits as integers in the order of the floats that they are.
  int64_t order(size_t i) const {
    uint64_t sign = uint64_t(1) << (8 * width - 1);
    return bits(i) & sign ? -int64_t(bits(i) ^ sign) : int64_t(bits(i));
  }

private:
  const std::vector<uint8_t> &bytes;
  const std::string &type;
  size_t width;
};

bool agrees(CheckKind kind, const Elements &got, const Elements &want, size_t i) {
  if (got.bits(i) == want.bits(i))
    return true;
  if (!got.isFloat())
    return false;
  double x = got.value(i), y = want.value(i);
  if (std::isnan(x) && std::isnan(y))
    return true;
  if (kind == CheckKind::Eq)
    return false;
  if (!std::isfinite(x) || !std::isfinite(y))
    return x == y;
  if (kind == CheckKind::AlmostEq)
    return std::abs(x - y) <= 1e-3;
  return std::abs(got.order(i) - want.order(i)) <= 3;
}
} // namespace

std::string findMismatch(const Check &check, const TensorValue &got) {
  const TensorValue &wanted = check.expected;
  if (got.bytes.size() != wanted.bytes.size())
    return "expected " + std::to_string(wanted.bytes.size()) + " bytes, found " +
           std::to_string(got.bytes.size());
  Elements found(got), want(wanted);
  size_t count = 1, wrong = 0, first = 0;
  for (int64_t size : wanted.shape)
    count *= size_t(size);
  for (size_t i = 0; i < count; ++i)
    if (!agrees(check.kind, found, want, i) && wrong++ == 0)
      first = i;
  if (wrong == 0)
    return "";
  std::ostringstream text;
  text.precision(9);
  text << "expected " << want.value(first) << " at element " << first << ", found "
       << found.value(first) << " (" << wrong << " of " << count << " elements differ)";
  return text.str();
}

} // namespace spyre::frontend
