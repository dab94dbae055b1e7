// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Storage to lanes and back, contiguous and by offset tables.
#include "IsaImpl.h"

namespace spyre::model::isa::SPYRE_ISA {
namespace {

// Stored is the type in memory, LaneT the lane; get and put convert one value.
template <class S, class L> struct Plain {
  using Stored = S;
  using LaneT = L;
  static L get(S v) { return static_cast<L>(v); }
  static S put(L v) { return static_cast<S>(v); }
};
struct Bool { // valid values are 0 and 1; one bit counts
  using Stored = uint8_t;
  using LaneT = int32_t;
  static int32_t get(uint8_t v) { return v & 1; }
  static uint8_t put(int32_t v) { return static_cast<uint8_t>(v & 1); }
};

template <class T> void load(const uint8_t *src, void *dst, int64_t n) {
  auto *out = static_cast<typename T::LaneT *>(dst);
  for (int64_t i = 0; i < n; ++i) {
    typename T::Stored v;
    __builtin_memcpy(&v, src + i * sizeof(v), sizeof(v));
    out[i] = T::get(v);
  }
}

template <class T> void gather(const uint8_t *src, const int64_t *offsets, void *dst, int64_t n) {
  auto *out = static_cast<typename T::LaneT *>(dst);
  for (int64_t i = 0; i < n; ++i) {
    typename T::Stored v;
    __builtin_memcpy(&v, src + offsets[i], sizeof(v));
    out[i] = T::get(v);
  }
}

template <class T> void store(const void *src, uint8_t *dst, int64_t n) {
  auto *in = static_cast<const typename T::LaneT *>(src);
  for (int64_t i = 0; i < n; ++i) {
    typename T::Stored v = T::put(in[i]);
    __builtin_memcpy(dst + i * sizeof(v), &v, sizeof(v));
  }
}

template <class T> void scatter(const void *src, uint8_t *dst, const int64_t *offsets, int64_t n) {
  auto *in = static_cast<const typename T::LaneT *>(src);
  for (int64_t i = 0; i < n; ++i) {
    typename T::Stored v = T::put(in[i]);
    __builtin_memcpy(dst + offsets[i], &v, sizeof(v));
  }
}

template <class T> constexpr void add(Kernels &k, DType type) {
  int i = static_cast<int>(type);
  k.load[i] = load<T>;
  k.gather[i] = gather<T>;
  k.store[i] = store<T>;
  k.scatter[i] = scatter<T>;
}

} // namespace

template <class Half> void addMemory(Kernels &k) {
  add<Half>(k, DType::F16);
  add<Bf16>(k, DType::BF16);
  add<Plain<float, float>>(k, DType::F32);
  add<Bool>(k, DType::I1);
  add<Plain<int8_t, int32_t>>(k, DType::I8);
  add<Plain<int16_t, int32_t>>(k, DType::I16);
  add<Plain<int32_t, int32_t>>(k, DType::I32);
  add<Plain<int64_t, int64_t>>(k, DType::I64);
  add<Plain<uint8_t, int32_t>>(k, DType::U8);
  add<Plain<uint16_t, int32_t>>(k, DType::U16);
  add<Plain<uint32_t, int32_t>>(k, DType::U32);
  add<Plain<uint64_t, int64_t>>(k, DType::U64);
}
template void addMemory<F16>(Kernels &);
template void addMemory<Dl16>(Kernels &);

} // namespace spyre::model::isa::SPYRE_ISA
