// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a conformance module says about itself: inputs, and results that must
// come out. Plain values, no MLIR types.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mlir {
class ModuleOp;
}

namespace spyre::frontend {

/// A tensor's value. `bytes` are row-major and little-endian; i1 takes a byte
/// per element (0 or 1).
struct TensorValue {
  std::string elementType; ///< as MLIR prints it: f32, bf16, i1, i32, ui8, ...
  std::vector<int64_t> shape;
  std::vector<uint8_t> bytes;
};

enum class CheckKind {
  Eq,       ///< equal bits; any NaN equals any NaN
  Close,    ///< at most 3 units in the last place; non-finite values exact
  AlmostEq, ///< absolute difference at most 1e-3
};

/// Result number `i` of @main must agree with check number `i`.
struct Check {
  CheckKind kind;
  TensorValue expected;
};

struct CheckedModule {
  std::vector<TensorValue> inputs; ///< one per argument of @main
  std::vector<Check> checks;       ///< one per result of @main
};

/// "" if a result is what the check wants, else the first element that is not.
/// `got` has the expected type and shape.
std::string findMismatch(const Check &check, const TensorValue &got);

/// Reads what spyre-outline-checks left on the module, and removes it there.
/// Empty lists if there is nothing.
CheckedModule takeChecks(mlir::ModuleOp module);

} // namespace spyre::frontend
