// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The meaning of execs, one element at a time, written for clarity only.
#pragma once

#include "spyre/Model/Kernels.h"

#include <cstdint>
#include <random>
#include <vector>

namespace spyre::test {

/// A value of any type: floats in f (already rounded to the type), others in i.
struct Cell {
  double f = 0;
  int64_t i = 0;
};

double roundTo(plan::DType type, double value);
int64_t wrapTo(plan::DType type, int64_t value);
Cell loadCell(plan::DType type, const uint8_t *at);
void storeCell(plan::DType type, const Cell &cell, uint8_t *at);
Cell evaluateOp(const plan::ScalarOp &op, const std::vector<Cell> &args,
                const std::vector<plan::DType> &types);

/// Runs `view` point by point.
void referenceExec(const model::ExecView &view, uint8_t *const *bases,
                   std::vector<int64_t> origin = {});

/// A random value that is plausible for the type (floats: about -4 to 4).
Cell randomCell(plan::DType type, std::mt19937 &rng);

plan::ScalarOp scalarOp(plan::Opcode op, plan::DType type, std::vector<int32_t> args);
plan::ScalarOp scalarConst(plan::DType type, double f, int64_t i = 0);
plan::ScalarOp scalarIndex(plan::DType type, int64_t loop);

/// An operand whose element at d lies at offset + sum steps[i] * d[i].
plan::Operand strided(plan::DType type, std::vector<int64_t> steps, int64_t offset = 0);

} // namespace spyre::test
