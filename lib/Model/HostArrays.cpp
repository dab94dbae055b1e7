// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Model/HostArrays.h"

#include "isa/Isa.h"
#include "spyre/Support/Error.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace spyre::model {

using plan::DType;

namespace {

std::string text(const std::vector<int64_t> &shape) {
  std::string s = "[";
  for (size_t i = 0; i < shape.size(); ++i)
    s += (i ? "," : "") + std::to_string(shape[i]);
  return s + "]";
}

std::string text(double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof(buffer), "%.6g", value);
  return buffer;
}

/// K of "argK" or "outK", or -1.
int64_t position(const std::string &key, const std::string &prefix) {
  int64_t k = -1;
  if (key.size() <= prefix.size() || key.compare(0, prefix.size(), prefix) != 0)
    return -1;
  const char *end = key.data() + key.size();
  auto [stop, error] = std::from_chars(key.data() + prefix.size(), end, k);
  return error == std::errc() && stop == end ? k : -1;
}

/// By position among `list`, else by name.
int32_t find(const plan::Plan &plan, const std::vector<int32_t> &list, const std::string &key,
             const char *prefix) {
  int64_t k = position(key, prefix);
  if (k >= 0 && k < int64_t(list.size()))
    return list[size_t(k)];
  for (int32_t t : list)
    if (plan.tensors[size_t(t)].name == key)
      return t;
  return -1;
}

/// The element type behind a numpy name.
DType typeOf(const std::string &numpy, const std::string &where) {
  for (int t = 0; t <= int(DType::U64); ++t)
    if (numpyType(DType(t)) == numpy)
      return DType(t);
  throw Error(where + ": expected a type that the device computes, found " + numpy);
}

/// The values of an array one by one, in ascending order; converted by blocks, as
/// results may be large.
class Values {
public:
  Values(DType type, const std::vector<uint8_t> &bytes)
      : type(type), width(plan::byteWidth(type)), bytes(bytes) {}
  Values(const npz::Array &array, const std::string &key)
      : isDouble(array.dtype == "f8"), type(isDouble ? DType::F32 : typeOf(array.dtype, key)),
        width(npz::byteWidth(array.dtype)), bytes(array.data) {}

  size_t size() const { return bytes.size() / size_t(width); }
  double at(size_t i) {
    if (i < first || i >= first + kBlock || block.empty())
      fill(i);
    return block[i - first];
  }

private:
  static constexpr size_t kBlock = 4096;

  void fill(size_t from) {
    first = from;
    size_t n = std::min(kBlock, size() - from);
    const uint8_t *at = bytes.data() + from * size_t(width);
    block.resize(kBlock);
    if (isDouble) {
      std::memcpy(block.data(), at, n * sizeof(double));
      return;
    }
    lanes.resize(kBlock), wide.resize(kBlock);
    isa::kernels().load[size_t(type)](at, lanes.data(), int64_t(n));
    if (plan::isFloat(type)) {
      auto *floats = reinterpret_cast<const float *>(lanes.data());
      std::copy(floats, floats + n, block.begin());
    } else {
      isa::kernels().convert(type, DType::I64, lanes.data(), wide.data(), int64_t(n));
      std::copy_n(wide.begin(), n, block.begin());
    }
  }

  bool isDouble = false;
  DType type;
  int64_t width;
  const std::vector<uint8_t> &bytes;
  std::vector<double> block;
  std::vector<int64_t> lanes, wide;
  size_t first = 0;
};

std::string elementName(const std::string &key, const std::vector<int64_t> &shape, int64_t i) {
  std::vector<int64_t> at(shape.size());
  for (size_t d = shape.size(); d-- > 0; i /= shape[d])
    at[d] = i % shape[d];
  return key + text(at);
}

Comparison compareFloats(Values got, Values want, const std::vector<int64_t> &shape,
                         const Tolerance &tolerance, const std::string &key) {
  Comparison result;
  double worst = -1, dot = 0, gotNorm = 0, wantNorm = 0, errorNorm = 0;
  int64_t worstAt = -1, outside = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    double g = got.at(i), w = want.at(i), excess;
    if (std::isfinite(g) && std::isfinite(w)) {
      double error = std::fabs(g - w);
      result.maxAbsError = std::max(result.maxAbsError, error);
      excess = error - (tolerance.atol + tolerance.rtol * std::fabs(w));
      dot += g * w, gotNorm += g * g, wantNorm += w * w, errorNorm += (g - w) * (g - w);
    } else {
      excess = g == w || (std::isnan(g) && std::isnan(w)) ? -1 : INFINITY;
    }
    outside += excess > 0;
    if (excess > 0 && (worstAt < 0 || excess > worst))
      worst = excess, worstAt = int64_t(i);
  }
  result.relL2 = wantNorm > 0 ? std::sqrt(errorNorm / wantNorm) : std::sqrt(errorNorm);
  double norms = std::sqrt(gotNorm) * std::sqrt(wantNorm);
  result.cosine = norms > 0 ? dot / norms : gotNorm == wantNorm ? 1 : 0;
  if (worstAt >= 0) {
    double g = got.at(size_t(worstAt)), w = want.at(size_t(worstAt));
    result.message = elementName(key, shape, worstAt) + ": expected " + text(w) + ", found " +
                     text(g) + "; error " + text(std::fabs(g - w)) + " above " +
                     text(tolerance.atol + tolerance.rtol * std::fabs(w)) + "; " +
                     std::to_string(outside) + " of " + std::to_string(got.size()) +
                     " elements outside";
  } else if (tolerance.relL2 && !(result.relL2 <= *tolerance.relL2)) {
    result.message = key + ": expected a relative l2 error up to " + text(*tolerance.relL2) +
                     ", found " + text(result.relL2);
  } else if (tolerance.minCosine && !(result.cosine >= *tolerance.minCosine)) {
    result.message = key + ": expected a cosine from " + text(*tolerance.minCosine) + ", found " +
                     text(result.cosine);
  }
  result.ok = result.message.empty();
  return result;
}

std::vector<int64_t> integersOf(DType type, const std::vector<uint8_t> &bytes, int64_t n) {
  std::vector<int64_t> lanes(size_t(n) + 1), wide(size_t(n) + 1);
  isa::kernels().load[size_t(type)](bytes.data(), lanes.data(), n);
  isa::kernels().convert(type, DType::I64, lanes.data(), wide.data(), n);
  wide.pop_back();
  return wide;
}

Comparison compareIntegers(const plan::Tensor &tensor, const std::vector<uint8_t> &host,
                           const npz::Array &want, int64_t n, const std::string &key) {
  DType wantType = typeOf(want.dtype, key);
  std::vector<int64_t> a = integersOf(tensor.type, host, n), b = integersOf(wantType, want.data, n);
  Comparison result;
  int64_t first = -1, wrong = 0;
  for (int64_t i = 0; i < n; ++i) {
    if (a[size_t(i)] == b[size_t(i)])
      continue;
    ++wrong;
    first = first < 0 ? i : first;
  }
  if (first >= 0) {
    result.ok = false;
    result.message = elementName(key, tensor.shape, first) + ": expected " +
                     std::to_string(b[size_t(first)]) + ", found " +
                     std::to_string(a[size_t(first)]) + "; " + std::to_string(wrong) + " of " +
                     std::to_string(n) + " elements differ";
  }
  return result;
}

} // namespace

std::string numpyType(DType type) {
  static constexpr const char *kNames[] = {"f2", "bf16", "f4", "b1", "i1", "i2",
                                           "i4", "i8",   "u1", "u2", "u4", "u8"};
  return kNames[size_t(type)];
}

void requireFits(const plan::Tensor &tensor, const npz::Array &array, const std::string &where) {
  if (array.dtype != numpyType(tensor.type))
    throw Error(where + ": expected type " + numpyType(tensor.type) + ", found " + array.dtype);
  if (array.shape != tensor.shape)
    throw Error(where + ": expected shape " + text(tensor.shape) + ", found " + text(array.shape));
}

int32_t argumentOf(const plan::Plan &plan, const plan::Program &program, const std::string &key,
                   const std::string &where) {
  int32_t t = find(plan, program.inputs, key, "arg");
  if (t < 0)
    throw Error(where + ": expected arg0 on, one of " + std::to_string(program.inputs.size()) +
                " arguments, or a name, found '" + key + "'");
  return t;
}

int32_t resultOf(const plan::Plan &plan, const plan::Program &program, const std::string &key,
                 const std::string &where) {
  if (key.compare(0, 4, "mut_") == 0)
    return argumentOf(plan, program, key.substr(4), where);
  int32_t t = find(plan, program.outputs, key, "out");
  if (t < 0)
    throw Error(where + ": expected one of " + std::to_string(program.outputs.size()) +
                " results, out0 on, found '" + key + "'");
  return t;
}

void requireComparable(const plan::Tensor &tensor, const npz::Array &want, const std::string &key) {
  if (want.shape != tensor.shape)
    throw Error(key + ": expected values of shape " + text(tensor.shape) + ", found " +
                text(want.shape));
  auto kind = [](DType type) { return plan::isFloat(type) ? 0 : type == DType::I1 ? 1 : 2; };
  if (kind(tensor.type) != (want.dtype == "f8" ? 0 : kind(typeOf(want.dtype, key))))
    throw Error(key + ": expected values like " + numpyType(tensor.type) + ", found " + want.dtype);
}

Comparison compare(const plan::Tensor &tensor, const std::vector<uint8_t> &host,
                   const npz::Array &want, const Tolerance &tolerance, const std::string &key) {
  requireComparable(tensor, want, key);
  int64_t n = npz::numElements(want);
  if (!plan::isFloat(tensor.type))
    return compareIntegers(tensor, host, want, n, key);
  return compareFloats({tensor.type, host}, {want, key}, tensor.shape, tolerance, key);
}

Difference difference(DType type, const std::vector<uint8_t> &host, DType otherType,
                      const std::vector<uint8_t> &other) {
  Values ours(type, host), theirs(otherType, other);
  Difference d;
  d.elements = int64_t(ours.size());
  double norm = 0, errorNorm = 0;
  for (size_t i = 0; i < ours.size(); ++i) {
    double a = ours.at(i), b = theirs.at(i);
    d.differing += a != b && !(std::isnan(a) && std::isnan(b));
    if (!std::isfinite(a) || !std::isfinite(b))
      continue;
    d.maxAbs = std::max(d.maxAbs, std::fabs(a - b));
    norm += b * b, errorNorm += (a - b) * (a - b);
  }
  d.relL2 = norm > 0 ? std::sqrt(errorNorm / norm) : std::sqrt(errorNorm);
  return d;
}

npz::Array resultArray(const plan::Tensor &tensor, DType type, const std::vector<uint8_t> &host) {
  if (type == DType::F32 && tensor.type == DType::F16) {
    auto n = int64_t(host.size() / 4);
    std::vector<float> values(host.size() / 4), back(values.size());
    std::memcpy(values.data(), host.data(), host.size());
    std::vector<uint8_t> half(host.size() / 2);
    isa::kernels().store[size_t(DType::F16)](values.data(), half.data(), n);
    isa::kernels().load[size_t(DType::F16)](half.data(), back.data(), n);
    bool exact = std::equal(values.begin(), values.end(), back.begin(), [](float a, float b) {
      return a == b || (std::isnan(a) && std::isnan(b));
    });
    if (exact)
      return {numpyType(DType::F16), tensor.shape, std::move(half)};
  }
  return {numpyType(type), tensor.shape, host};
}

} // namespace spyre::model
