// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between element types, in lanes. Float to integer truncates
// towards zero and saturates (NaN: 0); integers wrap, to i1 too; a float is i1
// true when it is not zero.
#include "IsaImpl.h"

namespace spyre::model::isa::SPYRE_ISA {
namespace {

/// f32 from an integer, rounded to odd when inexact, so that a second rounding
/// to a 16-bit float gives the correctly rounded result.
template <class T> inline float toFloatOdd(T v) {
  float f = static_cast<float>(v);
  // Exact comparison in 128 bits: every f32 up to 2^64 is an integer or exact.
  __int128 back = static_cast<__int128>(f), want = v;
  if (back == want)
    return f;
  uint32_t u = bitsOf(f);
  bool away = (want > 0) == (back > want); // rounded away from zero: step back
  return floatOf((away ? u - 1 : u) | 1);
}

template <class Half, class T> void intToFloat(DType to, const T *src, float *dst, int64_t n) {
  if (to == DType::F32)
    for (int64_t i = 0; i < n; ++i)
      dst[i] = static_cast<float>(src[i]);
  else
    for (int64_t i = 0; i < n; ++i)
      dst[i] = toFloatOdd(src[i]);
  round<Half>(to, dst, n);
}

/// lo and hi: the least and greatest value of the target as f64; top: hi itself.
template <class L, class V> void floatToInt(const float *src, L *dst, int64_t n) {
  constexpr V top = V(-1) < V(0) ? static_cast<V>(~(1ull << (8 * sizeof(V) - 1))) : V(-1);
  constexpr V bottom = V(-1) < V(0) ? static_cast<V>(1ull << (8 * sizeof(V) - 1)) : V(0);
  constexpr double limit = static_cast<double>(top / 2 + 1) * 2; // top + 1, exact
  for (int64_t i = 0; i < n; ++i) {
    double x = __builtin_trunc(static_cast<double>(src[i]));
    bool high = x >= limit, low = x < static_cast<double>(bottom), nan = x != x;
    double safe = high || low || nan ? 0 : x;
    V v = high ? top : low ? bottom : static_cast<V>(safe);
    dst[i] = static_cast<L>(v);
  }
}

template <class Half> void fromFloat(DType to, const float *src, void *dst, int64_t n) {
  auto *narrow = static_cast<int32_t *>(dst);
  auto *wide = static_cast<int64_t *>(dst);
  switch (to) {
  case DType::I1:
    for (int64_t i = 0; i < n; ++i)
      narrow[i] = src[i] != 0;
    return;
  case DType::I8:
    return floatToInt<int32_t, int8_t>(src, narrow, n);
  case DType::I16:
    return floatToInt<int32_t, int16_t>(src, narrow, n);
  case DType::I32:
    return floatToInt<int32_t, int32_t>(src, narrow, n);
  case DType::U8:
    return floatToInt<int32_t, uint8_t>(src, narrow, n);
  case DType::U16:
    return floatToInt<int32_t, uint16_t>(src, narrow, n);
  case DType::U32:
    return floatToInt<int32_t, uint32_t>(src, narrow, n);
  case DType::I64:
    return floatToInt<int64_t, int64_t>(src, wide, n);
  case DType::U64:
    return floatToInt<int64_t, uint64_t>(src, wide, n);
  default: // another float
    if (dst != src)
      __builtin_memmove(dst, src, static_cast<size_t>(n) * sizeof(float));
    return round<Half>(to, static_cast<float *>(dst), n);
  }
}

template <class L, class S> void wrap(DType to, const S *src, L *dst, int64_t n) {
  switch (to) {
#define SPYRE_WRAP(TYPE, V)                                                                        \
  case DType::TYPE:                                                                                \
    for (int64_t i = 0; i < n; ++i)                                                                \
      dst[i] = static_cast<L>(static_cast<V>(src[i]));                                             \
    return;
    SPYRE_WRAP(I8, int8_t)
    SPYRE_WRAP(I16, int16_t)
    SPYRE_WRAP(U8, uint8_t)
    SPYRE_WRAP(U16, uint16_t)
#undef SPYRE_WRAP
  case DType::I1:
    for (int64_t i = 0; i < n; ++i)
      dst[i] = static_cast<L>(src[i] & 1);
    return;
  default:
    for (int64_t i = 0; i < n; ++i)
      dst[i] = static_cast<L>(src[i]);
  }
}

// Source: a lane array read as its own signedness.
template <class Half, class S> void fromInt(DType to, const S *src, void *dst, int64_t n) {
  switch (laneOf(to)) {
  case Lane::F32:
    return intToFloat<Half>(to, src, static_cast<float *>(dst), n);
  case Lane::I32:
    return wrap(to, src, static_cast<int32_t *>(dst), n);
  case Lane::I64:
    return wrap(to, src, static_cast<int64_t *>(dst), n);
  }
}

template <class Half> void convert(DType from, DType to, const void *src, void *dst, int64_t n) {
  switch (from) {
  case DType::U32:
    return fromInt<Half>(to, static_cast<const uint32_t *>(src), dst, n);
  case DType::U64:
    return fromInt<Half>(to, static_cast<const uint64_t *>(src), dst, n);
  case DType::I64:
    return fromInt<Half>(to, static_cast<const int64_t *>(src), dst, n);
  case DType::F16:
  case DType::BF16:
  case DType::F32:
    return fromFloat<Half>(to, static_cast<const float *>(src), dst, n);
  default:
    return fromInt<Half>(to, static_cast<const int32_t *>(src), dst, n);
  }
}

// Between types of one width: through the stored bits.
template <class Half> void bitcast(DType from, DType to, const void *src, void *dst, int64_t n) {
  Lane a = laneOf(from), b = laneOf(to);
  if (a != Lane::F32 && b != Lane::F32)
    return convert<Half>(from, to, src, dst, n);
  auto *in = static_cast<const uint32_t *>(src);
  auto *out = static_cast<uint32_t *>(dst);
  for (int64_t i = 0; i < n; ++i) {
    float f = floatOf(in[i]);
    uint32_t stored = from == DType::F16    ? Half::put(f)
                      : from == DType::BF16 ? Bf16::put(f)
                                            : in[i];
    auto half = static_cast<uint16_t>(stored);
    out[i] = to == DType::F16    ? bitsOf(Half::get(half))
             : to == DType::BF16 ? bitsOf(Bf16::get(half))
             : to == DType::I16  ? static_cast<uint32_t>(static_cast<int16_t>(half))
                                 : stored;
  }
}

} // namespace

template <class Half> void addConvert(Kernels &k) {
  k.convert = convert<Half>;
  k.bitcast = bitcast<Half>;
}
template void addConvert<F16>(Kernels &);
template void addConvert<Dl16>(Kernels &);

} // namespace spyre::model::isa::SPYRE_ISA
