// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index values as numbers: every index of a launch is linear in the counters of
// its loops, with a constant that may differ from core to core. Exact: a value
// that has no such form is a failure, never an approximation.
#pragma once

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <vector>

namespace spyre {

/// base[core] + sum of terms[depth].coef * iv[depth]; depth 0 is the outermost
/// loop around the value. iv runs from 0 to trip - 1.
struct LoopForm {
  struct Term {
    int64_t coef = 0, trip = 1;
  };
  std::vector<int64_t> base;
  llvm::SmallVector<Term, 4> terms;

  static LoopForm constant(int64_t value, int64_t cores) {
    return {std::vector<int64_t>(size_t(cores), value), {}};
  }

  bool isUniform() const { return llvm::all_equal(base); }
  /// The value, if it is the same for all cores and iterations.
  std::optional<int64_t> asConstant() const;
  bool hasTerms() const;
  bool sameTerms(const LoopForm &other) const;
  /// Smallest and largest contribution of the loops; with the base of a core,
  /// and over all cores.
  std::pair<int64_t, int64_t> termRange() const;
  int64_t smallest() const;
  int64_t largest() const;

  LoopForm &add(const LoopForm &other, int64_t factor = 1);
  LoopForm &add(int64_t value);
  LoopForm &scale(int64_t factor);
  bool operator==(const LoopForm &other) const { return base == other.base && sameTerms(other); }
};

/// linear + scale * (turning mod modulus): the slot of a rotating buffer. No
/// rotation: scale 0.
struct MovingForm {
  LoopForm linear, turning;
  int64_t scale = 0, modulus = 1;
};

/// A size: max(0, min(value, max)).
struct SizeForm {
  LoopForm value;
  int64_t max = 0;
};

/// Trip count of a loop from 0 in steps of 1 with a static end.
std::optional<int64_t> tripCount(mlir::scf::ForOp loop);

class LoopForms {
public:
  explicit LoopForms(int64_t cores) : cores(cores) {}

  int64_t numCores() const { return cores; }
  mlir::FailureOr<LoopForm> linear(mlir::OpFoldResult value);
  mlir::FailureOr<MovingForm> moving(mlir::OpFoldResult value);
  mlir::FailureOr<SizeForm> size(mlir::OpFoldResult value);

private:
  /// max(low, min(of)); no low: -infinity.
  struct Clamp {
    std::vector<LoopForm> of;
    std::optional<LoopForm> low;
  };
  template <typename T> using Result = mlir::FailureOr<T>;

  Result<LoopForm> linearValue(mlir::Value value);
  Result<LoopForm> computeLinear(mlir::Value value);
  Result<LoopForm> linearExpr(mlir::AffineExpr expr, mlir::ValueRange operands, unsigned numDims);
  Result<LoopForm> floorDivide(const LoopForm &form, int64_t by);
  Result<LoopForm> lesser(const LoopForm &a, const LoopForm &b);
  Result<LoopForm> constantTable(mlir::Value value);

  Result<MovingForm> movingExpr(mlir::AffineExpr expr, mlir::ValueRange operands, unsigned numDims);
  /// A form equal to the expression modulo `modulus`.
  Result<LoopForm> congruent(mlir::AffineExpr expr, mlir::ValueRange operands, unsigned numDims,
                             int64_t modulus);

  Result<Clamp> clampValue(mlir::Value value);
  Result<Clamp> clampExpr(mlir::AffineExpr expr, mlir::ValueRange operands, unsigned numDims);
  Result<Clamp> clampMin(llvm::ArrayRef<Clamp> parts);
  Result<Clamp> clampMax(llvm::ArrayRef<Clamp> parts);
  Result<SizeForm> toSize(const Clamp &clamp);

  int64_t cores;
  llvm::DenseMap<mlir::Value, Result<LoopForm>> known;
};

} // namespace spyre
