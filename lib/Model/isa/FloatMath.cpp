// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transcendental functions over f32 lanes, computed in f64 and rounded once:
// within one unit in the last place of f32. The frequent ones are written so
// that they vectorise; the rest goes through the C library.
#include "IsaImpl.h"

namespace spyre::model::isa::SPYRE_ISA {
namespace {

inline uint64_t bits64(double x) { return __builtin_bit_cast(uint64_t, x); }
inline double double64(uint64_t u) { return __builtin_bit_cast(double, u); }

constexpr double kLog2e = 1.4426950408889634074;
constexpr double kLn2 = 0.69314718055994530942;
constexpr double kRound = 6755399441055744.0; // 1.5 * 2^52: adding it rounds to an integer

/// e^r * 2^k for |r| <= ln2 / 2: the Taylor series to r^11 (relative error 1e-14).
inline double expPoly(double r) {
  double p = 1.0 / 39916800;
  p = p * r + 1.0 / 3628800;
  p = p * r + 1.0 / 362880;
  p = p * r + 1.0 / 40320;
  p = p * r + 1.0 / 5040;
  p = p * r + 1.0 / 720;
  p = p * r + 1.0 / 120;
  p = p * r + 1.0 / 24;
  p = p * r + 1.0 / 6;
  p = p * r + 0.5;
  p = p * r + 1;
  return p * r + 1;
}

/// Scales by 2^k, k given as kRound + k.
inline double scale(double p, double shifted) {
  return p * double64((bits64(shifted) + 1023) << 52);
}

inline double clampExp(double x, double limit) {
  x = x > limit ? limit : x;
  return x < -limit ? -limit : x; // keeps NaN
}

inline double expD(double x) {
  x = clampExp(x, 700); // beyond: 0 or infinity in f32 all the same
  double shifted = x * kLog2e + kRound;
  double k = shifted - kRound;
  // ln2 in two parts: k * high is exact.
  double r = x - k * 0x1.62e42feep-1 - k * 0x1.a39ef35793c76p-33;
  return scale(expPoly(r), shifted);
}

inline double exp2D(double x) {
  x = clampExp(x, 1000);
  double shifted = x + kRound;
  return scale(expPoly((x - (shifted - kRound)) * kLn2), shifted);
}

inline double expm1D(double x) {
  double small = x + x * x * 0.5 + x * x * x * (1.0 / 6);
  double r = expD(x) - 1;
  return __builtin_fabs(x) < 1e-5 ? small : r;
}

/// log of a positive normal double by 2 atanh((m - 1) / (m + 1)).
inline double logPositive(double x) {
  uint64_t u = bits64(x);
  // Mantissa in [sqrt(1/2), sqrt(2)).
  uint64_t shifted = u - 0x3fe6a09e667f3bcdull;
  int64_t e = static_cast<int64_t>(shifted) >> 52;
  double m = double64(u - (static_cast<uint64_t>(e) << 52));
  double s = (m - 1) / (m + 1), z = s * s;
  double p = 1.0 / 19;
  p = p * z + 1.0 / 17;
  p = p * z + 1.0 / 15;
  p = p * z + 1.0 / 13;
  p = p * z + 1.0 / 11;
  p = p * z + 1.0 / 9;
  p = p * z + 1.0 / 7;
  p = p * z + 1.0 / 5;
  p = p * z + 1.0 / 3;
  double k = double64(static_cast<uint64_t>(e) + bits64(kRound)) - kRound;
  return k * kLn2 + 2 * (s + s * z * p);
}

inline double logD(double x) {
  double r = logPositive(x > 0 ? x : 1);
  r = x == __builtin_inf() ? x : r;
  r = x == 0 ? -__builtin_inf() : r;
  return x < 0 || x != x ? __builtin_nan("") : r;
}

inline double log1pD(double x) {
  double small = x - x * x * 0.5 + x * x * x * (1.0 / 3);
  double r = logD(1 + x);
  return __builtin_fabs(x) < 1e-5 ? small : r;
}

inline double tanhD(double x) {
  double e = expm1D(2 * clampExp(x, 30));
  return e / (e + 2);
}

inline double logisticD(double x) { return 1 / (1 + expD(-x)); }

/// Horner's rule, coefficients in ascending order.
template <int N> inline double polynomial(const double (&c)[N], double x) {
  double p = c[N - 1];
#pragma clang loop unroll(full)
  for (int i = N - 2; i >= 0; --i)
    p = p * x + c[i];
  return p;
}

// Chebyshev interpolations, made for this file in 50 digits; relative error below
// 1e-13. erf(x) / x in x^2 for |x| < 1.
constexpr double kErfSmall[] = {
    0x1.20dd750429b19p+0,  -0x1.812746b0271ecp-2,  0x1.ce2f2197bc2efp-4,  -0x1.b82ce15c3b7f8p-6,
    0x1.565ba0406c001p-8,  -0x1.c0286cad68e02p-11, 0x1.f941bed7e7847p-14, -0x1.f0705a1dde9aap-17,
    0x1.9ae0986f9de4fp-20, -0x1.c1a515de8637ap-24};
// (1 + 2 x) exp(x^2) erfc(x) in (x - 3) / (x + 3) for 1 <= x <= 12.
constexpr double kErfcLarge[] = {
    0x1.40c522d7e49c1p+0,  -0x1.15c084bb94ed7p-3,  -0x1.85a15c58f9ee1p-5,  0x1.098366a176cd0p-3,
    -0x1.e88b8037d987ap-4, 0x1.17ca298c214d9p-4,   -0x1.8574c342ef52ep-6,  0x1.4b865ca5b21c3p-9,
    0x1.ef1a98c20e6d8p-10, -0x1.98a14aa2f5ac6p-11, -0x1.b87527b7e94aap-14, 0x1.02acb7e07bb1ep-13,
    0x1.2a9ae58a80979p-18, -0x1.12a974e08f60bp-16};

inline double erfSmall(double x) { return x * polynomial(kErfSmall, x * x); }
inline double erfcLarge(double x) {
  double within = x > 12 ? 12 : x;
  double tail = expD(-within * within) * polynomial(kErfcLarge, (within - 3) / (within + 3)) /
                (1 + 2 * within);
  return x > 12 ? 0 : tail; // below 1e-64: nothing in f32
}

inline double erfD(double x) {
  double a = __builtin_fabs(x), small = erfSmall(x);
  double large = __builtin_copysign(1 - erfcLarge(a), x);
  return a < 1 ? small : large;
}

inline double erfcD(double x) {
  double a = __builtin_fabs(x), small = 1 - erfSmall(x), tail = erfcLarge(a);
  double large = x < 0 ? 2 - tail : tail;
  return a < 1 ? small : large;
}

inline double geluD(double x) {
  double tail = erfcD(-x * 0.70710678118654752440);
  return 0.5 * x * (x < -16 ? 0 : tail); // 0 in f32; what is left would grow with x
}

template <class F> inline void map1(float *out, const float *a, int64_t n, F f) {
  for (int64_t i = 0; i < n; ++i)
    out[i] = static_cast<float>(f(static_cast<double>(a[i])));
}

} // namespace

void floatMath(Opcode op, float *out, const float *a, const float *b, int64_t n) {
#define SPYRE_LIBM(OP, FN)                                                                         \
  case Opcode::OP:                                                                                 \
    return map1(out, a, n, [](double x) { return __builtin_##FN(x); });
  switch (op) {
  case Opcode::Exp:
    return map1(out, a, n, expD);
  case Opcode::Exp2:
    return map1(out, a, n, exp2D);
  case Opcode::Expm1:
    return map1(out, a, n, expm1D);
  case Opcode::Log:
    return map1(out, a, n, logD);
  case Opcode::Log2:
    return map1(out, a, n, [](double x) { return logD(x) * kLog2e; });
  case Opcode::Log1p:
    return map1(out, a, n, log1pD);
  case Opcode::Tanh:
    return map1(out, a, n, tanhD);
  case Opcode::Logistic:
    return map1(out, a, n, logisticD);
  case Opcode::Erf:
    return map1(out, a, n, erfD);
  case Opcode::Erfc:
    return map1(out, a, n, erfcD);
  case Opcode::Rsqrt:
    return map1(out, a, n, [](double x) { return 1 / __builtin_sqrt(x); });
  case Opcode::Pow:
    for (int64_t i = 0; i < n; ++i)
      out[i] = static_cast<float>(__builtin_pow(a[i], b[i]));
    return;
  case Opcode::Atan2:
    for (int64_t i = 0; i < n; ++i)
      out[i] = static_cast<float>(__builtin_atan2(a[i], b[i]));
    return;
  case Opcode::Gelu:
    return map1(out, a, n, geluD);
    SPYRE_LIBM(Cbrt, cbrt)
    SPYRE_LIBM(Sin, sin)
    SPYRE_LIBM(Cos, cos)
    SPYRE_LIBM(Tan, tan)
    SPYRE_LIBM(Asin, asin)
    SPYRE_LIBM(Acos, acos)
    SPYRE_LIBM(Atan, atan)
    SPYRE_LIBM(Sinh, sinh)
    SPYRE_LIBM(Cosh, cosh)
    SPYRE_LIBM(Asinh, asinh)
    SPYRE_LIBM(Acosh, acosh)
    SPYRE_LIBM(Atanh, atanh)
  default:
    return;
  }
#undef SPYRE_LIBM
}

} // namespace spyre::model::isa::SPYRE_ISA
