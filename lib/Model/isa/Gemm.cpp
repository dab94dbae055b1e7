// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Register-blocked product over packed f32. Whatever the tile, each element is
// one chain of additions in ascending k; the result depends on no host.
#include "IsaImpl.h"

namespace spyre::model::isa::SPYRE_ISA {
namespace {

#if defined(__AVX512F__)
constexpr int kRows = 8, kLanes = 16;
#elif defined(__AVX2__)
constexpr int kRows = 6, kLanes = 8;
#else
constexpr int kRows = 4, kLanes = 4;
#endif
constexpr int kVectors = 2, kPanel = kVectors * kLanes;
typedef float Vec __attribute__((vector_size(kLanes * sizeof(float))));

inline Vec load(const float *p) { // wherever p lies
  Vec v;
  __builtin_memcpy(&v, p, sizeof(v));
  return v;
}
inline void store(float *p, Vec v) { __builtin_memcpy(p, &v, sizeof(v)); }
inline Vec splat(float x) { return Vec{} + x; }

// Products of f16 are exact in f32, so fusing changes no bit of the result.
struct Fused {
  static inline Vec step(Vec a, Vec b, Vec c) {
#pragma clang fp contract(fast)
    return a * b + c;
  }
};
struct Separate {
  static inline Vec step(Vec a, Vec b, Vec c) {
#pragma clang fp contract(off)
    Vec product = a * b;
    return product + c;
  }
};

template <class Step, int Rows>
inline void tile(const float *a, int64_t lda, const float *b, float *c, int64_t ldc, int64_t k) {
  Vec acc[Rows][kVectors];
#pragma clang loop unroll(full)
  for (int r = 0; r < Rows; ++r)
#pragma clang loop unroll(full)
    for (int v = 0; v < kVectors; ++v)
      acc[r][v] = load(c + r * ldc + v * kLanes);
  for (int64_t p = 0; p < k; ++p) {
    Vec panel[kVectors];
#pragma clang loop unroll(full)
    for (int v = 0; v < kVectors; ++v)
      panel[v] = load(b + p * kPanel + v * kLanes);
#pragma clang loop unroll(full)
    for (int r = 0; r < Rows; ++r) {
      Vec x = splat(a[r * lda + p]);
#pragma clang loop unroll(full)
      for (int v = 0; v < kVectors; ++v)
        acc[r][v] = Step::step(x, panel[v], acc[r][v]);
    }
  }
#pragma clang loop unroll(full)
  for (int r = 0; r < Rows; ++r)
#pragma clang loop unroll(full)
    for (int v = 0; v < kVectors; ++v)
      store(c + r * ldc + v * kLanes, acc[r][v]);
}

template <class Step> void product(const GemmArgs &g) {
  for (int64_t j = 0; j * kPanel < g.n; ++j) {
    const float *b = g.b + j * kPanel * g.k;
    float *c = g.c + j * kPanel;
    int64_t i = 0;
    for (; i + kRows <= g.m; i += kRows)
      tile<Step, kRows>(g.a + i * g.lda, g.lda, b, c + i * g.ldc, g.ldc, g.k);
    for (; i + 2 <= g.m; i += 2)
      tile<Step, 2>(g.a + i * g.lda, g.lda, b, c + i * g.ldc, g.ldc, g.k);
    for (; i < g.m; ++i)
      tile<Step, 1>(g.a + i * g.lda, g.lda, b, c + i * g.ldc, g.ldc, g.k);
  }
}

void gemm(const GemmArgs &g) {
  if (g.exactProducts)
    product<Fused>(g);
  else
    product<Separate>(g);
}

} // namespace

void addGemm(Kernels &k) {
  k.gemm = gemm;
  k.gemmPanel = kPanel;
}

} // namespace spyre::model::isa::SPYRE_ISA
