// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files of one instruction set share. SPYRE_ISA names the set and is
// given by the build.
#pragma once

#include "Isa.h"

namespace spyre::model::isa::SPYRE_ISA {

void round(DType type, float *values, int64_t n);
void addMemory(Kernels &kernels);
void addFloat(Kernels &kernels);
void addInteger(Kernels &kernels);
void addConvert(Kernels &kernels);
void addGemm(Kernels &kernels);

/// Transcendental functions over f32 lanes, computed in f64.
void floatMath(Opcode op, float *out, const float *a, const float *b, int64_t n);

} // namespace spyre::model::isa::SPYRE_ISA
