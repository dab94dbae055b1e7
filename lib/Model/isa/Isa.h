// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels that are compiled once per instruction set of the host and chosen
// when the process starts. Files that include this header are built with wide
// vector flags: they must not instantiate inline functions of the standard
// library, because the linker may keep their copy for the whole program.
#pragma once

#include "spyre/Model/Numerics.h"
#include "spyre/Plan/Scalar.h"

#include <cstdint>

namespace spyre::model::isa {

using plan::DType;
using plan::Opcode;
inline constexpr int kNumTypes = 12;

/// How values of a type lie while they are computed on: floats as f32 (exact
/// values of their type), integers of up to 32 bits sign- or zero-extended in
/// i32 (u32: its bits), 64-bit ones in i64.
enum class Lane : uint8_t { F32, I32, I64 };
constexpr Lane laneOf(DType type) {
  switch (type) {
  case DType::F16:
  case DType::BF16:
  case DType::F32:
    return Lane::F32;
  case DType::I64:
  case DType::U64:
    return Lane::I64;
  default:
    return Lane::I32;
  }
}

using LoadFn = void (*)(const uint8_t *src, void *dst, int64_t n);
using GatherFn = void (*)(const uint8_t *src, const int64_t *offsets, void *dst, int64_t n);
using StoreFn = void (*)(const void *src, uint8_t *dst, int64_t n);
using ScatterFn = void (*)(const void *src, uint8_t *dst, const int64_t *offsets, int64_t n);

/// A product C[m][n] += A[m][k] * B[k][n], each sum in ascending k. A is
/// row-major with row stride lda; B lies in panels of `panel` columns,
/// [ceil(n / panel)][k][panel]; C is row-major with row stride ldc, a multiple
/// of `panel`.
struct GemmArgs {
  int64_t m, n, k;
  const float *a;
  int64_t lda;
  const float *b;
  float *c;
  int64_t ldc;
  bool exactProducts; // products exact in f32 (both f16): may be fused
};

struct Kernels {
  const char *name;
  float infinity16; // what an infinity among a program's f16 constants becomes
  LoadFn load[kNumTypes];
  GatherFn gather[kNumTypes];
  StoreFn store[kNumTypes];
  ScatterFn scatter[kNumTypes];

  /// Rounds f32 values to a float type.
  void (*round)(DType type, float *values, int64_t n);
  /// One operation over float lanes; b and c are read only when the opcode has
  /// those operands. The result is not yet rounded to its type.
  void (*floatOp)(Opcode op, float *out, const float *a, const float *b, const float *c, int64_t n);
  /// Compares and class tests of floats, to i1 in i32 lanes.
  void (*floatTest)(Opcode op, int32_t *out, const float *a, const float *b, int64_t n);
  /// Operations and compares over integers of `type` (for compares: the type of
  /// the operands). Operands must be canonical for `type`.
  void (*intOp32)(Opcode op, DType type, int32_t *out, const int32_t *a, const int32_t *b,
                  const int32_t *c, int64_t n);
  void (*intOp64)(Opcode op, DType type, int64_t *out, const int64_t *a, const int64_t *b,
                  const int64_t *c, int64_t n);
  void (*intTest64)(Opcode op, DType type, int32_t *out, const int64_t *a, const int64_t *b,
                    int64_t n);
  void (*select)(Lane lane, void *out, const int32_t *cond, const void *a, const void *b,
                 int64_t n);
  void (*convert)(DType from, DType to, const void *src, void *dst, int64_t n);
  void (*bitcast)(DType from, DType to, const void *src, void *dst, int64_t n);

  /// rows[r] = op(rows[r], values[r * stride + j]) for j ascending, r < numRows
  /// <= 8. Rounds to `type` after each step.
  void (*foldRows)(Opcode op, DType type, float *rows, const float *values, int64_t stride,
                   int64_t n, int64_t numRows);

  int64_t gemmPanel;
  void (*gemm)(const GemmArgs &args);
  /// c[j] += a * b[j], wrapping.
  void (*axpy32)(int32_t *c, int32_t a, const int32_t *b, int64_t n);
  void (*axpy64)(int64_t *c, int64_t a, const int64_t *b, int64_t n);
};

/// The kernels for this host: the widest of the compiled sets that it runs. Type
/// F16 is the float that `numerics` says, in memory and when rounding.
const Kernels &kernels(Numerics numerics = Numerics::F16);
/// All compiled sets that this host can run, narrowest first (for tests).
int numKernelSets();
const Kernels &kernelSet(int index, Numerics numerics = Numerics::F16);

} // namespace spyre::model::isa
