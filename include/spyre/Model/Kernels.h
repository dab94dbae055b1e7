// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functional execution of one exec over plain memory: a core's LX, or host
// arrays (the compiler evaluates constant subgraphs with it).
//
// Numbers: floats compute in f32 and round to the instruction's type; a fold
// visits its points in ascending order, so results depend neither on the host
// nor on the path taken here. Contract accumulates f32 (floats) or the wider of
// i32 and the output's type, each sum in ascending order of the reduction loops.
#pragma once

#include "spyre/Model/Numerics.h"
#include "spyre/Plan/Plan.h"

#include <memory>
#include <span>

namespace spyre::model {

/// An exec whose loop sizes are known. Refers to its parts, owns nothing.
struct ExecView {
  plan::ExecKind kind = plan::ExecKind::Map;
  std::span<const int64_t> sizes;          // domain, one per loop
  std::span<const uint8_t> reduction;      // per loop: 1 = reduction
  std::span<const plan::Operand> operands; // inputs, then outputs; addr unused
  int32_t numOutputs = 1;
  const plan::ScalarProgram *body = nullptr; // not for contract
  std::span<const plan::Scalar> init;        // see plan::Exec::init
};

ExecView viewOf(const plan::Exec &exec, std::span<const int64_t> sizes);

/// An exec made ready to run many times: offsets tabulated, body compiled. Safe
/// to run on several threads at once. Keeps no reference to the view's parts.
class PreparedExec {
public:
  /// Throws Error on an ill-typed body or an impossible domain.
  explicit PreparedExec(const ExecView &view);
  ~PreparedExec();
  PreparedExec(PreparedExec &&) noexcept;

  /// `bases`: one address per operand. `applyInit`: give the outputs their init
  /// values first (only with init). `origin`: see plan::Exec; one per loop or none.
  /// `numerics`: what f16 is, in memory too.
  void run(uint8_t *const *bases, bool applyInit, std::span<const int64_t> origin = {},
           Numerics numerics = Numerics::F16) const;

  /// Bytes relative to its base that an operand may touch: [first, last). Never
  /// too small; empty for an empty domain.
  struct Range {
    int64_t first = 0, last = 0;
  };
  Range range(size_t operand) const;

  struct Impl; // one per kind
private:
  std::unique_ptr<Impl> impl;
  std::vector<Range> ranges;
};

/// Prepares and runs once.
void runExec(const ExecView &view, uint8_t *const *bases, std::span<const int64_t> origin = {},
             Numerics numerics = Numerics::F16);

} // namespace spyre::model
