// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the three kinds of exec share.
#pragma once

#include "Addressing.h"
#include "Body.h"
#include "spyre/Model/Kernels.h"

#include <memory>
#include <vector>

namespace spyre::model {

struct PreparedExec::Impl {
  virtual ~Impl() = default;
  struct Call {
    const isa::Kernels &kernels;
    uint8_t *const *bases;
    bool applyInit;
    std::span<const int64_t> origin;
  };
  virtual void run(const Call &call) const = 0;
};

/// The checked parts of an exec from which an Impl is made.
struct Domain {
  std::vector<int64_t> sizes;
  std::vector<uint8_t> reduction; // also parallel loops that no output depends on
  std::vector<plan::DType> types; // of the operands
  std::vector<OffsetMap> maps;    // of the operands
  size_t numInputs = 0, numOutputs = 0;
  std::vector<plan::Scalar> init;

  std::vector<int> loops(bool reductions) const; // of more than one point
};

std::unique_ptr<PreparedExec::Impl> makeMap(const Domain &domain, const plan::ScalarProgram &body);
std::unique_ptr<PreparedExec::Impl> makeReduce(const Domain &domain,
                                               const plan::ScalarProgram &body);
std::unique_ptr<PreparedExec::Impl> makeContract(const Domain &domain);

/// The loops to flatten as inner run: `candidates` from the back while their
/// product stays within `limit`, at least the last.
std::vector<int> innermost(std::span<const int> candidates, std::span<const int64_t> sizes,
                           int64_t limit);
/// All loops of `loops` that are not in `inner`, in order.
std::vector<int> without(std::span<const int> loops, std::span<const int> inner);

/// Loop indices of a chunk of rows, written where the body wants them.
class IndexWriter {
public:
  IndexWriter() = default;
  IndexWriter(const Body &body, const InnerSpace &inner, std::span<const int64_t> sizes);
  bool needed() const { return !uses.empty(); }
  /// For elements [first, first + n) of the inner run at `point`, lanes from
  /// `lane` on; `origin` is added, if there is one.
  void write(const isa::Kernels &k, Slots &slots, const int64_t *point,
             std::span<const int64_t> origin, int64_t first, int64_t n, int64_t lane) const;

private:
  struct Use {
    Body::IndexUse use;
    std::vector<int64_t> inner; // empty: an outer loop
  };
  std::vector<Use> uses;
};

inline int64_t laneBytes(plan::DType type) { return isa::laneOf(type) == isa::Lane::I64 ? 8 : 4; }

} // namespace spyre::model
