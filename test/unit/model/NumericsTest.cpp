// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The card's own 16-bit float: every code, every rounding boundary, on every host
// instruction set, against a table of values and the definition of "nearest".
#include "spyre/Model/Numerics.h"
#include "MicroPlan.h"
#include "Model/isa/Isa.h"
#include "Reference.h"
#include "spyre/Model/Machine.h"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

using namespace spyre;
using namespace spyre::test;
using model::Numerics;
using model::isa::Kernels;
using plan::DType;
using plan::Opcode;

namespace {

constexpr auto kF16 = size_t(DType::F16);
constexpr uint16_t kNanInfinity = 0x7fff;

std::vector<float> decode(const Kernels &k, const std::vector<uint16_t> &codes) {
  std::vector<float> values(codes.size());
  k.load[kF16](reinterpret_cast<const uint8_t *>(codes.data()), values.data(),
               int64_t(codes.size()));
  return values;
}

std::vector<uint16_t> encode(const Kernels &k, const std::vector<float> &values) {
  std::vector<uint16_t> codes(values.size());
  k.store[kF16](values.data(), reinterpret_cast<uint8_t *>(codes.data()), int64_t(values.size()));
  return codes;
}

std::vector<uint16_t> allCodes() {
  std::vector<uint16_t> codes(65536);
  for (size_t i = 0; i < codes.size(); ++i)
    codes[i] = uint16_t(i);
  return codes;
}

/// The magnitude of a code as its definition says; what the NaN-infinity would be
/// as a number bounds the range.
double magnitude(int code) {
  return code == 0 ? 0 : std::ldexp(1 + (code & 511) / 512.0, (code >> 9) - 31);
}

/// Nearest code of a magnitude by search in the table of all values; a tie goes up.
/// Nothing lies between zero and 2^-31 but zero: there the grid of the lowest
/// binade goes on, with 2^-31 itself counted as zero.
uint16_t nearest(double x) {
  static const std::vector<double> values = [] {
    std::vector<double> v;
    for (int code = 0; code <= kNanInfinity; ++code)
      v.push_back(magnitude(code));
    v[0] = std::ldexp(1.0, -31);
    return v;
  }();
  auto above = std::lower_bound(values.begin(), values.end(), x);
  if (above == values.begin())
    return 0;
  if (above == values.end())
    return kNanInfinity;
  bool up = *above - x <= x - *(above - 1);
  return uint16_t(above - values.begin() - !up);
}

uint16_t reference(float x) {
  if (!std::isfinite(x))
    return kNanInfinity;
  uint16_t code = nearest(std::fabs(double(x)));
  return code == kNanInfinity ? code : uint16_t(code | (std::signbit(x) ? 0x8000 : 0));
}

template <class F> void onEachSet(F f) {
  for (int s = 0; s < model::isa::numKernelSets(); ++s) {
    const Kernels &k = model::isa::kernelSet(s, Numerics::Dl16);
    INFO(k.name);
    f(k);
  }
}

} // namespace

TEST_CASE("DL16: every code has the value of its definition and comes back") {
  onEachSet([](const Kernels &k) {
    std::vector<uint16_t> codes = allCodes();
    std::vector<float> values = decode(k, codes);
    int wrong = 0;
    for (size_t c = 0; c < codes.size(); ++c) {
      int bits = codes[c] & 0x7fff;
      double want = codes[c] & 0x8000 ? -magnitude(bits) : magnitude(bits);
      bool right = bits == kNanInfinity ? std::isnan(values[c])
                                        : double(values[c]) == want &&
                                              std::signbit(values[c]) == bool(codes[c] & 0x8000);
      wrong += !right;
    }
    CHECK(wrong == 0);
    codes[0xffff] = kNanInfinity; // its sign does not matter and is not kept
    CHECK(encode(k, values) == codes);
  });
}

TEST_CASE("DL16: rounding at and beside every boundary, and of any pattern") {
  std::vector<float> values;
  for (int code = 0; code <= kNanInfinity; ++code) {
    double middle = (magnitude(code) + magnitude(code + 1)) / 2;
    for (double x : {magnitude(code), middle})
      for (float f : {float(x), std::nextafter(float(x), 0.0f), std::nextafter(float(x), INFINITY)})
        for (float sign : {1.0f, -1.0f})
          values.push_back(sign * f);
  }
  std::mt19937 rng(7);
  for (int i = 0; i < 1000000; ++i)
    values.push_back(std::bit_cast<float>(uint32_t(rng())));
  onEachSet([&](const Kernels &k) {
    std::vector<uint16_t> codes = encode(k, values);
    std::vector<float> rounded = values, back = decode(k, codes);
    k.round(DType::F16, rounded.data(), int64_t(rounded.size()));
    int wrong = 0;
    for (size_t i = 0; i < values.size(); ++i)
      wrong += codes[i] != reference(values[i]);
    CHECK(wrong == 0);
    CHECK(std::memcmp(rounded.data(), back.data(), back.size() * sizeof(float)) == 0);
  });
}

TEST_CASE("DL16: the ends of its range") {
  const float least = std::ldexp(1 + 1 / 512.0f, -31), largest = model::kLargestDl16;
  CHECK(magnitude(kNanInfinity - 1) == double(largest));
  onEachSet([&](const Kernels &k) {
    auto one = [&](float x) { return encode(k, {x})[0]; };
    CHECK(one(0.0f) == 0);
    CHECK(one(-0.0f) == 0x8000);
    CHECK(one(least) == 1);
    CHECK(one(std::ldexp(1.0f, -31)) == 0);
    CHECK(one(-std::ldexp(1.0f, -32)) == 0x8000);
    CHECK(one(1e-45f) == 0);
    CHECK(one(largest) == 0x7ffe);
    CHECK(one(std::nextafter(largest + std::ldexp(1.0f, 22), 0.0f)) == 0x7ffe);
    CHECK(one(largest + std::ldexp(1.0f, 22)) == kNanInfinity);
    CHECK(one(3.4e38f) == kNanInfinity);
    CHECK(one(-INFINITY) == kNanInfinity);
    CHECK(one(-NAN) == kNanInfinity);
    CHECK(one(1 + 1 / 1024.0f) == one(1 + 1 / 512.0f)); // a tie goes away from zero
    CHECK(one(-1 - 1 / 1024.0f) == one(-1 - 1 / 512.0f));
  });
}

TEST_CASE("f16 as DL16: subnormals are exact, every value is the nearest") {
  const Kernels &half = model::isa::kernels(), &dl16 = model::isa::kernels(Numerics::Dl16);
  std::vector<float> values = decode(half, allCodes());
  std::vector<float> kept = decode(dl16, encode(dl16, values));
  int inexactSmall = 0, wrong = 0, exact = 0;
  for (size_t c = 0; c < values.size(); ++c) {
    if (!std::isfinite(values[c]))
      continue;
    inexactSmall += (c & 0x7c00) == 0 && kept[c] != values[c];
    // 11 significant bits become 10: exact or one step of f16 away from zero.
    bool odd = (c & 0x7c00) != 0 && c & 1;
    exact += kept[c] == values[c];
    wrong += odd == (kept[c] == values[c]) || std::fabs(kept[c]) < std::fabs(values[c]);
  }
  CHECK(inexactSmall == 0);
  CHECK(wrong == 0);
  CHECK(exact == 2 * (1024 + 30 * 512));
}

TEST_CASE("execs under DL16: operations round to it, bf16 and f32 do not change") {
  const int64_t n = 300;
  std::mt19937 rng(5);
  const Kernels &k = model::isa::kernels(Numerics::Dl16);
  std::vector<float> a(n), b(n);
  for (int64_t i = 0; i < n; ++i)
    a[size_t(i)] = float(randomCell(DType::F32, rng).f),
    b[size_t(i)] = float(randomCell(DType::F32, rng).f);
  k.round(DType::F16, a.data(), n), k.round(DType::F16, b.data(), n);
  std::vector<uint16_t> ca = encode(k, a), cb = encode(k, b), sum(n), masked(n), narrow(n);
  // a + b; the smaller of a and +infinity; bf16 of a.
  plan::ScalarProgram body;
  body.ops = {scalarOp(Opcode::Add, DType::F16, {0, 1}), scalarConst(DType::F16, INFINITY),
              scalarOp(Opcode::MinNan, DType::F16, {0, 3}),
              scalarOp(Opcode::Convert, DType::BF16, {0})};
  body.results = {2, 4, 5};
  std::vector<plan::Operand> operands(5, strided(DType::F16, {2}));
  operands[4] = strided(DType::BF16, {2});
  std::vector<int64_t> sizes{n};
  std::vector<uint8_t> reduction{0};
  auto bytes = [](std::vector<uint16_t> &v) { return reinterpret_cast<uint8_t *>(v.data()); };
  uint8_t *bases[] = {bytes(ca), bytes(cb), bytes(sum), bytes(masked), bytes(narrow)};
  model::runExec({plan::ExecKind::Map, sizes, reduction, operands, 3, &body, {}}, bases, {},
                 Numerics::Dl16);
  int wrong = 0;
  for (size_t i = 0; i < size_t(n); ++i) {
    wrong += sum[i] != reference(a[i] + b[i]);
    wrong += masked[i] != ca[i];
    wrong += loadCell(DType::BF16, bytes(narrow) + 2 * i).f != roundTo(DType::BF16, a[i]);
  }
  CHECK(wrong == 0);

  // A sum in f16 rounds at every step, a product accumulates f32 and rounds once.
  body = {{scalarOp(Opcode::Add, DType::F16, {0, 1})}, {2}};
  std::vector<uint16_t> total(1);
  operands = {strided(DType::F16, {2}), strided(DType::F16, {0})};
  std::vector<plan::Scalar> zero{{DType::F16, 0, 0}};
  reduction = {1};
  uint8_t *fold[] = {bytes(ca), bytes(total)};
  model::runExec({plan::ExecKind::Reduce, sizes, reduction, operands, 1, &body, zero}, fold, {},
                 Numerics::Dl16);
  float want = 0;
  for (float x : a)
    want = decode(k, {reference(want + x)})[0];
  CHECK(decode(k, total)[0] == want);
  operands = {strided(DType::F16, {2}), strided(DType::F16, {2}), strided(DType::F16, {0})};
  uint8_t *dot[] = {bytes(ca), bytes(cb), bytes(total)};
  model::runExec({plan::ExecKind::Contract, sizes, reduction, operands, 1, nullptr, zero}, dot, {},
                 Numerics::Dl16);
  want = 0;
  for (size_t i = 0; i < size_t(n); ++i)
    want += a[i] * b[i];
  CHECK(total[0] == reference(want));
}

TEST_CASE("all instruction sets give the same bits under DL16") {
  std::mt19937 rng(6);
  const int64_t n = 4096;
  std::vector<int32_t> integers(n);
  std::vector<float> values(n);
  for (int64_t i = 0; i < n; ++i)
    integers[size_t(i)] = int32_t(rng()) >> (rng() % 32),
    values[size_t(i)] = float(randomCell(DType::F32, rng).f);
  auto results = [&](const Kernels &k) {
    std::vector<float> out(2 * n + 16);
    k.convert(DType::I32, DType::F16, integers.data(), out.data(), n);
    k.convert(DType::F32, DType::F16, values.data(), out.data() + n, n);
    k.foldRows(Opcode::Add, DType::F16, out.data() + 2 * n, values.data(), n / 8, n / 8, 8);
    k.bitcast(DType::F16, DType::U16, out.data() + n, out.data() + 2 * n + 8, 8);
    return out;
  };
  std::vector<float> base = results(model::isa::kernelSet(0, Numerics::Dl16));
  onEachSet([&](const Kernels &k) {
    CHECK(std::memcmp(results(k).data(), base.data(), base.size() * sizeof(float)) == 0);
  });
  CHECK(std::bit_cast<uint32_t>(base[2 * n + 8]) == reference(values[0]));
}
