// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Compare.h"

#include "llvm/ADT/APFloat.h"

#include <cmath>
#include <cstring>
#include <sstream>

namespace spyre::differential {

namespace {

bool isFloat(const npz::Array &array) { return array.dtype[0] == 'f' || array.dtype == "bf16"; }

uint64_t bitsOf(const npz::Array &array, size_t i) {
  uint64_t bits = 0;
  size_t width = npz::byteWidth(array.dtype);
  std::memcpy(&bits, array.data.data() + i * width, width);
  return bits;
}

double valueOf(const npz::Array &array, size_t i) {
  uint64_t bits = bitsOf(array, i);
  unsigned width = 8 * npz::byteWidth(array.dtype);
  if (!isFloat(array))
    return array.dtype[0] == 'i' ? double(int64_t(bits << (64 - width)) >> (64 - width))
                                 : double(bits);
  const llvm::fltSemantics &semantics = array.dtype == "bf16" ? llvm::APFloat::BFloat()
                                        : width == 16         ? llvm::APFloat::IEEEhalf()
                                        : width == 32         ? llvm::APFloat::IEEEsingle()
                                                              : llvm::APFloat::IEEEdouble();
  return llvm::APFloat(semantics, llvm::APInt(width, bits)).convertToDouble();
}

bool isSame(double got, double want) {
  return got == want || (std::isnan(got) && std::isnan(want));
}

std::string describe(const char *what, size_t i, double got, double want) {
  std::ostringstream text;
  text.precision(9);
  text << what << " at element " << i << ": expected " << want << ", found " << got;
  return text.str();
}

/// Calls good(i, got, want) for every element; "" or the first that is not.
template <typename Good>
std::string compareEach(const npz::Array &got, const npz::Array &want, Good good) {
  if (got.shape != want.shape)
    return "expected another shape";
  for (size_t i = 0, n = npz::numElements(got); i < n; ++i)
    if (double x = valueOf(got, i), y = valueOf(want, i); !good(i, x, y))
      return describe("mismatch", i, x, y);
  return "";
}

} // namespace

std::string compare(const npz::Array &got, const npz::Array &want, const Tolerance &tolerance) {
  double difference = 0, norm = 0;
  std::string mismatch = compareEach(got, want, [&](size_t, double x, double y) {
    if (!std::isfinite(x) || !std::isfinite(y))
      return isSame(x, y);
    difference += (x - y) * (x - y);
    norm += y * y;
    return std::abs(x - y) <= tolerance.atol + tolerance.rtol * std::abs(y);
  });
  if (!mismatch.empty() || !tolerance.relL2)
    return mismatch;
  double bound = *tolerance.relL2 * std::sqrt(norm);
  if (std::sqrt(difference) <= bound)
    return "";
  return "expected a difference of norm " + std::to_string(bound) + " at most, found " +
         std::to_string(std::sqrt(difference));
}

std::string compare(const npz::Array &got, const frontend::Check &check) {
  std::string want = toArray(check.expected).dtype;
  if (got.dtype != want)
    return "expected " + want + ", found " + got.dtype;
  if (got.shape != check.expected.shape)
    return "expected another shape";
  return frontend::findMismatch(check, {check.expected.elementType, got.shape, got.data});
}

npz::Array toArray(const frontend::TensorValue &value) {
  static constexpr const char *names[][2] = {
      {"f16", "f2"},  {"bf16", "bf16"}, {"f32", "f4"}, {"f64", "f8"}, {"i1", "b1"},
      {"i8", "i1"},   {"i16", "i2"},    {"i32", "i4"}, {"i64", "i8"}, {"ui8", "u1"},
      {"ui16", "u2"}, {"ui32", "u4"},   {"ui64", "u8"}};
  std::string dtype = value.elementType;
  for (const auto &[ours, numpy] : names)
    if (value.elementType == ours)
      dtype = numpy;
  return {dtype, value.shape, value.bytes};
}

} // namespace spyre::differential
