// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluation of the plan's expressions. Nothing here checks: the validator has
// proved that indices and tables are in range and that no sum overflows.
#pragma once

#include "spyre/Plan/Plan.h"

#include <algorithm>
#include <span>

namespace spyre::plan {

constexpr int64_t floorDiv(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
constexpr int64_t floorMod(int64_t a, int64_t b) { return a - floorDiv(a, b) * b; }

/// Where a core stands in a queue: what expressions may refer to.
struct EvalPoint {
  const std::vector<std::vector<int64_t>> &tables;
  int64_t core = 0;
  std::span<const int64_t> ivs; // outermost loop first
};

inline int64_t evaluate(const Index &index, const EvalPoint &at) {
  int64_t value = index.c;
  for (const Index::Term &term : index.terms)
    value += term.coef * at.ivs[size_t(term.loop)];
  if (index.table >= 0)
    value += at.tables[size_t(index.table)][size_t(at.core)];
  return value;
}

inline int64_t evaluate(const Extent &extent, const EvalPoint &at) {
  return std::clamp<int64_t>(evaluate(extent.value, at), 0, extent.max);
}

inline int64_t evaluate(const LxAddr &addr, const EvalPoint &at) {
  if (addr.slots <= 1)
    return addr.base;
  return addr.base + addr.stride * floorMod(evaluate(addr.slot, at), addr.slots);
}

/// The count to wait for; 0: nothing.
inline int64_t evaluate(const Await &await, const EvalPoint &at) {
  int64_t count = evaluate(await.count, at);
  return count > await.floor ? count : 0;
}

/// Byte offset of the element at `point` of an exec's domain.
inline int64_t evaluate(const Access &access, std::span<const int64_t> point) {
  int64_t value = access.offset;
  for (const Access::Term &term : access.terms) {
    int64_t inner = term.c;
    for (size_t d = 0; d < term.coef.size(); ++d)
      inner += term.coef[d] * point[d];
    inner = floorDiv(inner, term.div);
    value += term.mul * (term.mod ? floorMod(inner, term.mod) : inner);
  }
  return value;
}

} // namespace spyre::plan
