// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What no schedule can beat. Work says what must be done, whoever does it
// where; bounds() turns it into times from the device description alone.
//
// The hard bound takes memory at its pins and the arithmetic at peak; the
// sustained one takes memory at the rate that it reaches, without turnaround
// (reads and writes can be done in phases).
#pragma once

#include "spyre/Cost/Rates.h"

#include <string>
#include <vector>

namespace spyre::cost {

/// The work of a kernel or of a whole program.
///
/// A kernel counts the bytes that its plan moves. A program counts compulsory
/// bytes: each used argument and constant once, results once; of donated state
/// only what is read and what is written. It counts arithmetic that no rewrite
/// saves: products, folds and special functions; pointwise work may be folded
/// into neighbours (a scale into a product, a division past a sum), so leave it
/// out.
struct Work {
  std::vector<Product> products; // whole products, not one core's share
  VectorOps vector;
  double readBytes = 0, writeBytes = 0;
  double ringBytes = 0; // between cores, each copy once
  double psumBytes = 0; // over the partial-sum rings, each hop once
  int cores = 0;        // cores that any legal division can use; 0: all

  Work &operator+=(const Work &o);
};

struct Bounds {
  double hardUs = 0;
  double sustainedUs = 0;
  /// Sustained memory time if reads and writes alternate: not a bound, printed
  /// beside it.
  double streamingUs = 0;
  /// What sets the sustained bound: compute, vector, memory, capacity, ingress,
  /// ring, partial-sums; "nothing" without work.
  std::string by = "nothing";
};

Bounds bounds(const Device &device, const Work &work);

/// Peak-rate time of products spread over `cores` cores: K and N (or, with
/// the operands exchanged, K and M) fill whole blocks, and fewer rows than hide
/// a block load cost as many as do.
double computeBoundUs(const Device &device, const std::vector<Product> &products, int cores);

/// Bytes that must cross a fast memory of `fastBytes` for products of `macs`
/// multiply-adds on elements of `width` bytes (Hong-Kung): never negative.
double capacityBytes(double macs, double fastBytes, double width);

} // namespace spyre::cost
