// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the quasi-affine accesses of an exec to offset tables. A domain is cut
// into outer loops, walked one point at a time, and inner loops, flattened into
// one run of elements that the kernels see at once.
#pragma once

#include "isa/Isa.h"
#include "spyre/Plan/Plan.h"

#include <span>
#include <vector>

namespace spyre::model {

/// offset(d) = base + sum of tables[i][d[i]] + sum of mixed terms. Terms that
/// can be taken apart into loops are; the rest stays mixed.
struct OffsetMap {
  int64_t base = 0;
  std::vector<std::vector<int64_t>> tables; // per loop; empty: independent
  std::vector<plan::Access::Term> mixed;

  bool dependsOn(size_t loop) const;
  /// Least and greatest offset over the domain. Exact unless mixed terms tie too
  /// many points together; then perhaps too wide.
  std::pair<int64_t, int64_t> bounds(std::span<const int64_t> sizes) const;
};
OffsetMap makeOffsetMap(const plan::Access &access, std::span<const int64_t> sizes);

/// How the elements of the inner run lie.
struct InnerForm {
  enum class Kind : uint8_t { Contiguous, Constant, Runs, ConstantRuns, Scattered };
  Kind kind = Kind::Scattered;
  int64_t run = 1; // elements per run (Runs, ConstantRuns)
};

/// One operand of a domain cut into outer and inner loops.
class OperandWalk {
public:
  OperandWalk() = default;
  OperandWalk(const OffsetMap &map, plan::DType type, std::span<const int64_t> sizes,
              std::span<const int> innerLoops);

  plan::DType type() const { return elementType; }
  /// Moves raw bits from now on (an unsigned integer type of the same width).
  void setRaw();
  const InnerForm &form() const { return innerForm; }

  /// The part of the offset that the outer loops of `point` give.
  int64_t outer(const int64_t *point) const;
  /// Offsets of the inner run at `point`; `scratch` holds one run and is used
  /// only when inner and outer loops cannot be separated.
  const int64_t *inner(const int64_t *point, std::vector<int64_t> &scratch) const;
  bool separable() const { return cross.empty(); }

  /// Elements [first, first + n) of the run to lanes and back.
  void load(const isa::Kernels &k, const uint8_t *base, const int64_t *offsets, int64_t first,
            int64_t n, void *lanes) const;
  void store(const isa::Kernels &k, const void *lanes, uint8_t *base, const int64_t *offsets,
             int64_t first, int64_t n) const;

private:
  struct Cross {                // a term over inner and outer loops together
    plan::Access::Term term;    // coefficients of outer loops only
    std::vector<int64_t> inner; // what the inner loops add before div and mod
  };
  plan::DType elementType = plan::DType::F32;
  int64_t width = 4;
  std::vector<std::pair<int, std::vector<int64_t>>> outerTables;
  std::vector<plan::Access::Term> outerTerms;
  std::vector<Cross> cross;
  std::vector<int64_t> innerOffsets;
  InnerForm innerForm;
};

/// The flattened inner loops: per loop its index at each element of the run.
struct InnerSpace {
  std::vector<int> loops; // outermost first
  int64_t size = 1;
  InnerSpace(std::vector<int> innerLoops, std::span<const int64_t> sizes);
  /// Index of `loop` at each element; empty if it is an outer loop.
  std::vector<int64_t> indicesOf(int loop, std::span<const int64_t> sizes) const;
};

/// Visits the points of some loops in ascending order, the last fastest.
class Odometer {
public:
  Odometer(std::span<const int> loops, std::span<const int64_t> sizes, int64_t *point)
      : loops(loops), sizes(sizes), point(point) {
    reset();
  }
  void reset() {
    for (int l : loops)
      point[l] = 0;
  }
  /// Steps on; false when the last point has been seen (then back at the first).
  bool next() {
    for (size_t i = loops.size(); i-- > 0;) {
      if (++point[loops[i]] < sizes[size_t(loops[i])])
        return true;
      point[loops[i]] = 0;
    }
    return false;
  }

private:
  std::span<const int> loops;
  std::span<const int64_t> sizes;
  int64_t *point;
};

} // namespace spyre::model
