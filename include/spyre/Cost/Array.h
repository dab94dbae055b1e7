// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cycles of one core's matrix array: pure formulas over Device, see Rates.h.
// Sources: docs/device.md.
#pragma once

#include "spyre/Device/Device.h"
#include "spyre/Plan/Scalar.h"

#include <algorithm>

namespace spyre::cost {

using device::Device;
using plan::DType;

/// Multiply-adds per cycle and core of the matrix array for this operand type;
/// 0: the array does not take it (f32, wide integers) and a product runs as
/// multiply-adds on the vector units.
inline double arrayMacsPerCycle(const Device &d, DType type) {
  switch (type) {
  case DType::F16:
  case DType::BF16:
    return d.macsPerCycleF16 * d.coreletsPerCore;
  case DType::I8:
  case DType::U8:
    return d.macsPerCycleI8 * d.coreletsPerCore;
  default:
    return 0;
  }
}

inline int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// Cycles to pass `m` rows through `blocks` stationary weight blocks with both
/// corelets busy: loads of one set of blocks share the LX port and hide behind
/// the rows of the set before. A left-over block is either loaded once or by
/// every corelet, each taking a part of the rows.
inline double blockCycles(const Device &d, double m, int64_t blocks, DType type) {
  double perCorelet = arrayMacsPerCycle(d, type) / d.coreletsPerCore;
  double row = double(d.ptBlockK) * d.ptBlockN / perCorelet;
  // Device gives the load of a block of two-byte elements.
  double load = d.ptBlockLoadCycles * double(plan::byteWidth(type)) / 2;
  double set = std::max(row * m, load * d.coreletsPerCore);
  int64_t left = blocks % d.coreletsPerCore;
  double rest =
      left == 0 ? 0
                : std::min(std::max(row * m, load * left),
                           std::max(row * m * left / d.coreletsPerCore, load * d.coreletsPerCore));
  return double(blocks / d.coreletsPerCore) * set + rest;
}

/// A product on one core: batch x (m x k) . (k x n).
struct Product {
  int64_t batch = 1, m = 0, n = 0, k = 0;
  DType type = DType::F16;
};

inline double macs(const Product &p) {
  return double(p.batch) * double(p.m) * double(p.n) * double(p.k);
}

/// Bytes of f32 partial sums through the LX port: sums stay in the array for
/// chains of K blocks, then are read and written once.
inline double partialSumPortBytes(const Device &d, const Product &p) {
  int64_t chains = ceilDiv(ceilDiv(p.k, d.ptBlockK), d.ptChainBlocks);
  return 8.0 * double(p.batch) * double(p.m) * double(p.n) * double(chains);
}

/// Bytes through the LX port: every weight once, the rows once per pair of
/// columns of blocks, and partial sums.
inline double productPortBytes(const Device &d, const Product &p) {
  int64_t columns = ceilDiv(ceilDiv(p.n, d.ptBlockN), d.coreletsPerCore);
  double width = double(plan::byteWidth(p.type));
  double weights = double(p.k) * double(p.n), rows = double(p.m) * double(p.k);
  return double(p.batch) * width * (weights + rows * double(columns)) + partialSumPortBytes(d, p);
}

/// Cycles of a product on one core, at the sustained rate of the array; on the
/// vector units when the array does not take the type.
inline double productCycles(const Device &d, const Product &p) {
  if (p.m <= 0 || p.n <= 0 || p.k <= 0 || p.batch <= 0)
    return 0;
  if (arrayMacsPerCycle(d, p.type) == 0)
    return macs(p) / d.vectorPerCycle;
  int64_t blocks = ceilDiv(p.k, d.ptBlockK) * ceilDiv(p.n, d.ptBlockN);
  double array = double(p.batch) * blockCycles(d, double(p.m), blocks, p.type) / d.ptSustained;
  return std::max(array, productPortBytes(d, p) / d.lxPortBytesPerCycle);
}

} // namespace spyre::cost
