// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Float operations in f32 and ordered folds.
#include "IsaImpl.h"

namespace spyre::model::isa::SPYRE_ISA {
namespace {

// maximum/minimum order -0 below +0; the *Nan forms return a NaN when either
// operand is one, the *Num forms the other operand.
inline float maxOrdered(float a, float b) {
  float equal = floatOf(bitsOf(a) & bitsOf(b)); // a == b: +0 wins over -0
  return a > b ? a : a < b ? b : equal;
}
inline float minOrdered(float a, float b) {
  float equal = floatOf(bitsOf(a) | bitsOf(b));
  return a < b ? a : a > b ? b : equal;
}
inline float maxNan(float a, float b) {
  float r = maxOrdered(a, b);
  return a != a || b != b ? a + b : r;
}
inline float minNan(float a, float b) {
  float r = minOrdered(a, b);
  return a != a || b != b ? a + b : r;
}
inline float maxNum(float a, float b) {
  float r = maxOrdered(a, b);
  r = b != b ? a : r;
  return a != a ? b : r;
}
inline float minNum(float a, float b) {
  float r = minOrdered(a, b);
  r = b != b ? a : r;
  return a != a ? b : r;
}
inline float sign(float a) { return a > 0 ? 1.0f : a < 0 ? -1.0f : a; }
inline float roundAway(float a) {
  float t = __builtin_truncf(a);
  float half = __builtin_fabsf(a - t) >= 0.5f ? __builtin_copysignf(1.0f, a) : 0.0f;
  return __builtin_copysignf(t + half, a);
}

template <class F> inline void map1(float *out, const float *a, int64_t n, F f) {
  for (int64_t i = 0; i < n; ++i)
    out[i] = f(a[i]);
}
template <class F> inline void map2(float *out, const float *a, const float *b, int64_t n, F f) {
  for (int64_t i = 0; i < n; ++i)
    out[i] = f(a[i], b[i]);
}

void floatOp(Opcode op, float *out, const float *a, const float *b, const float *c, int64_t n) {
  switch (op) {
  case Opcode::Add:
    return map2(out, a, b, n, [](float x, float y) { return x + y; });
  case Opcode::Sub:
    return map2(out, a, b, n, [](float x, float y) { return x - y; });
  case Opcode::Mul:
    return map2(out, a, b, n, [](float x, float y) { return x * y; });
  case Opcode::Div:
    return map2(out, a, b, n, [](float x, float y) { return x / y; });
  case Opcode::Rem:
    return map2(out, a, b, n, [](float x, float y) { return __builtin_fmodf(x, y); });
  case Opcode::MaxNan:
    return map2(out, a, b, n, maxNan);
  case Opcode::MinNan:
    return map2(out, a, b, n, minNan);
  case Opcode::MaxNum:
    return map2(out, a, b, n, maxNum);
  case Opcode::MinNum:
    return map2(out, a, b, n, minNum);
  case Opcode::Neg:
    return map1(out, a, n, [](float x) { return -x; });
  case Opcode::Abs:
    return map1(out, a, n, [](float x) { return __builtin_fabsf(x); });
  case Opcode::Sign:
    return map1(out, a, n, sign);
  case Opcode::Floor:
    return map1(out, a, n, [](float x) { return __builtin_floorf(x); });
  case Opcode::Ceil:
    return map1(out, a, n, [](float x) { return __builtin_ceilf(x); });
  case Opcode::Trunc:
    return map1(out, a, n, [](float x) { return __builtin_truncf(x); });
  case Opcode::RoundEven:
    return map1(out, a, n, [](float x) { return __builtin_rintf(x); });
  case Opcode::RoundAway:
    return map1(out, a, n, roundAway);
  case Opcode::Sqrt:
    return map1(out, a, n, [](float x) { return __builtin_sqrtf(x); });
  case Opcode::Fma:
    for (int64_t i = 0; i < n; ++i)
      out[i] = __builtin_fmaf(a[i], b[i], c[i]);
    return;
  default:
    return floatMath(op, out, a, b, n);
  }
}

template <class F> inline void test2(int32_t *out, const float *a, const float *b, int64_t n, F f) {
  for (int64_t i = 0; i < n; ++i)
    out[i] = f(a[i], b[i]) ? 1 : 0;
}

void floatTest(Opcode op, int32_t *out, const float *a, const float *b, int64_t n) {
  switch (op) {
  case Opcode::CmpEq:
    return test2(out, a, b, n, [](float x, float y) { return x == y; });
  case Opcode::CmpNe:
    return test2(out, a, b, n, [](float x, float y) { return x != y; });
  case Opcode::CmpLt:
    return test2(out, a, b, n, [](float x, float y) { return x < y; });
  case Opcode::CmpLe:
    return test2(out, a, b, n, [](float x, float y) { return x <= y; });
  case Opcode::CmpGt:
    return test2(out, a, b, n, [](float x, float y) { return x > y; });
  case Opcode::CmpGe:
    return test2(out, a, b, n, [](float x, float y) { return x >= y; });
  case Opcode::IsFinite:
    for (int64_t i = 0; i < n; ++i)
      out[i] = (bitsOf(a[i]) & 0x7f800000u) != 0x7f800000u;
    return;
  default: // IsNan
    for (int64_t i = 0; i < n; ++i)
      out[i] = a[i] != a[i];
    return;
  }
}

constexpr int kFoldRows = 8;
typedef float Rows __attribute__((vector_size(kFoldRows * sizeof(float))));

/// Columns out of eight rows of eight values; rows that are not there repeat the
/// last one.
inline void transpose(const float *values, int64_t stride, int64_t numRows, Rows (&columns)[8]) {
  Rows row[8], pair[8], quad[8];
#pragma clang loop unroll(full)
  for (int r = 0; r < 8; ++r)
    __builtin_memcpy(&row[r], values + (r < numRows ? r : numRows - 1) * stride, sizeof(Rows));
#pragma clang loop unroll(full)
  for (int r = 0; r < 8; r += 2) {
    pair[r] = __builtin_shufflevector(row[r], row[r + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    pair[r + 1] = __builtin_shufflevector(row[r], row[r + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
#pragma clang loop unroll(full)
  for (int i = 0; i < 8; ++i) {
    int r = i / 4 * 4 + i % 2;
    quad[i] = i & 2 ? __builtin_shufflevector(pair[r], pair[r + 2], 2, 3, 10, 11, 6, 7, 14, 15)
                    : __builtin_shufflevector(pair[r], pair[r + 2], 0, 1, 8, 9, 4, 5, 12, 13);
  }
#pragma clang loop unroll(full)
  for (int c = 0; c < 4; ++c) {
    columns[c] = __builtin_shufflevector(quad[c], quad[c + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    columns[c + 4] = __builtin_shufflevector(quad[c], quad[c + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

// Rows side by side hide the latency of the add and fill a vector, without touching
// the order within a row.
template <class F>
inline void fold(float *rows, const float *values, int64_t stride, int64_t n, int64_t numRows,
                 F f) {
  int64_t done = 0;
  if (numRows > 1) {
    Rows acc{};
    for (int64_t r = 0; r < numRows; ++r)
      acc[r] = rows[r];
    for (; done + 8 <= n; done += 8) {
      Rows columns[8];
      transpose(values + done, stride, numRows, columns);
#pragma clang loop unroll(full)
      for (int c = 0; c < 8; ++c)
#pragma clang loop unroll(full)
        for (int r = 0; r < kFoldRows; ++r)
          acc[r] = f(acc[r], columns[c][r]);
    }
    for (int64_t r = 0; r < numRows; ++r)
      rows[r] = acc[r];
  }
  for (int64_t r = 0; r < numRows; ++r) {
    float acc = rows[r];
    for (int64_t j = done; j < n; ++j)
      acc = f(acc, values[r * stride + j]);
    rows[r] = acc;
  }
}

template <class Half, class F>
inline void foldTyped(DType type, float *rows, const float *values, int64_t stride, int64_t n,
                      int64_t numRows, F f) {
  if (type == DType::F16)
    fold(rows, values, stride, n, numRows, [f](float a, float b) { return Half::round(f(a, b)); });
  else if (type == DType::BF16)
    fold(rows, values, stride, n, numRows, [f](float a, float b) { return Bf16::round(f(a, b)); });
  else
    fold(rows, values, stride, n, numRows, f);
}

template <class Half>
void foldRows(Opcode op, DType type, float *rows, const float *values, int64_t stride, int64_t n,
              int64_t numRows) {
  switch (op) {
  case Opcode::Add:
    return foldTyped<Half>(type, rows, values, stride, n, numRows,
                           [](float x, float y) { return x + y; });
  case Opcode::Mul:
    return foldTyped<Half>(type, rows, values, stride, n, numRows,
                           [](float x, float y) { return x * y; });
  case Opcode::MaxNan:
    return fold(rows, values, stride, n, numRows, maxNan);
  case Opcode::MinNan:
    return fold(rows, values, stride, n, numRows, minNan);
  case Opcode::MaxNum:
    return fold(rows, values, stride, n, numRows, maxNum);
  default:
    return fold(rows, values, stride, n, numRows, minNum);
  }
}

} // namespace

template <class Half> void addFloat(Kernels &k) {
  k.round = round<Half>;
  k.floatOp = floatOp;
  k.floatTest = floatTest;
  k.foldRows = foldRows<Half>;
}
template void addFloat<F16>(Kernels &);
template void addFloat<Dl16>(Kernels &);

} // namespace spyre::model::isa::SPYRE_ISA
