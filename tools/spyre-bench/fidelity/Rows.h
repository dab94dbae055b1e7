// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Published kernel times as a file lists them: one row per kernel, columns named
// in the first line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace spyre::bench::fidelity {

struct Row {
  int line = 0; // in the file
  std::string op, dims, type, split, kind, condition, source;
  std::vector<std::pair<std::string, int64_t>> sizes; // of `dims`, in its order
  int cores = 0;
  double lxShare = 0;     // of the scratchpad that the kernel had
  double publishedUs = 0; // measured on a card, by the source
};

/// Throws Error that names the line. Columns may come in any order; those that
/// are not known are passed over.
std::vector<Row> readRows(const std::string &text, const std::string &where);

/// A size by its name. Throws Error when the row has none.
int64_t sizeOf(const Row &row, const std::string &name);

/// Cores per loop: "m8 n4 k1" names loops of a product, "rows 32" the outer
/// loop. No value: none is recorded. Throws Error for anything else.
using Split = std::vector<std::pair<std::string, int64_t>>;
std::optional<Split> splitOf(const Row &row);

/// Rows of one shape under one share of the scratchpad differ in their split.
std::string shapeOf(const Row &row);

} // namespace spyre::bench::fidelity
