// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files of one instruction set share. SPYRE_ISA names the set and is
// given by the build.
#pragma once

#include "Isa.h"
#include "Numeric.h"

namespace spyre::model::isa::SPYRE_ISA {

// Half: the 16-bit float that stands for F16.
template <class Half> inline void round(DType type, float *values, int64_t n) {
  if (type == DType::F16)
    for (int64_t i = 0; i < n; ++i)
      values[i] = Half::round(values[i]);
  else if (type == DType::BF16)
    for (int64_t i = 0; i < n; ++i)
      values[i] = Bf16::round(values[i]);
}

template <class Half> void addMemory(Kernels &kernels);
template <class Half> void addFloat(Kernels &kernels);
template <class Half> void addConvert(Kernels &kernels);
void addInteger(Kernels &kernels);
void addGemm(Kernels &kernels);

/// Transcendental functions over f32 lanes, computed in f64.
void floatMath(Opcode op, float *out, const float *a, const float *b, int64_t n);

} // namespace spyre::model::isa::SPYRE_ISA
