// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes of an instance, and copies between them.
#pragma once

#include "spyre/Plan/Expr.h"
#include "spyre/Plan/Plan.h"

#include <span>
#include <vector>

namespace spyre::model {

/// Zero pages that cost nothing until they are touched.
class Pages {
public:
  explicit Pages(uint64_t bytes);
  ~Pages();
  Pages(const Pages &) = delete;
  Pages &operator=(const Pages &) = delete;
  uint8_t *data() const { return start; }
  uint64_t size() const { return bytes; }

private:
  uint8_t *start = nullptr;
  uint64_t bytes;
};

/// Fills several ranges with one byte, on up to `threads` threads.
void fill(std::span<const std::span<uint8_t>> ranges, uint8_t byte, int threads);

class Memories {
public:
  explicit Memories(const plan::Plan &plan);

  std::span<uint8_t> tensor(int32_t index) const; // its own bytes, or its state's
  std::span<uint8_t> lx(int core) const;

  void load(const plan::Program &program, const plan::Copy &copy, const plan::EvalPoint &at) const;
  void store(const plan::Program &program, const plan::Copy &copy, const plan::EvalPoint &at) const;
  /// Between cores; `add`: adds f32 elements to what lies there (partial sums).
  void ring(const plan::Program &program, const plan::Copy &copy, const plan::EvalPoint &at,
            bool add) const;

private:
  const plan::Plan &plan;
  Pages ddr, scratchpads;
  uint64_t lxBytes;
  std::vector<std::vector<int64_t>> outerShapes; // per tensor
  std::vector<int64_t> tensorBytes;
};

} // namespace spyre::model
