// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scalar half of the lowering: one core operation on elements becomes a few
// arith and math operations inside a linalg body.
#pragma once

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace spyre::lowering {

/// Builds scalar operations and folds arithmetic on constants. Functions of the
/// math dialect stay: their rounding is the device's, not the host's.
class ScalarBuilder : public mlir::ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  template <typename Op, typename... Args> mlir::Value op(Args &&...args) {
    if (Op::getOperationName().starts_with("math."))
      return Op::create(*this, std::forward<Args>(args)...);
    return createOrFold<Op>(std::forward<Args>(args)...);
  }

  mlir::Value real(mlir::Type type, double value);
  mlir::Value integer(mlir::Type type, int64_t value);
  mlir::Value bits(mlir::Type type, const llvm::APInt &value);
  mlir::Value constant(mlir::TypedAttr value);

  mlir::Value compare(mlir::arith::CmpFPredicate how, mlir::Value a, mlir::Value b);
  mlir::Value compare(mlir::arith::CmpIPredicate how, mlir::Value a, mlir::Value b);
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b);
  mlir::Value bitwiseNot(mlir::Value value);
  mlir::Value isNan(mlir::Value value);

  /// Float to float of any width, rounded once.
  mlir::Value toFloat(mlir::Value value, mlir::Type type);
  /// f16 and bf16 to f32, others as they are.
  mlir::Value widen(mlir::Value value);

  /// c[0] * x^(n-1) + ... + c[n-1].
  mlir::Value polynomial(mlir::Value x, llvm::ArrayRef<double> coefficients);
};

using ScalarFn = mlir::Value (*)(ScalarBuilder &, mlir::Operation *, mlir::ValueRange);

inline bool isFloat(mlir::Type type) { return llvm::isa<mlir::FloatType>(type); }
inline bool isFloat(mlir::Value value) { return isFloat(value.getType()); }
inline bool isBool(mlir::Type type) { return type.isInteger(1); }
inline bool isBool(mlir::Value value) { return isBool(value.getType()); }

/// Whether operand `i` of a core operation holds unsigned integers (also i1).
bool isUnsigned(mlir::Operation *op, unsigned i = 0);

/// Conversion by value. Floats to integers truncate, saturate, NaN gives 0.
mlir::Value convertScalar(ScalarBuilder &b, mlir::Value value, bool fromUnsigned, mlir::Type to,
                          bool toUnsigned);

/// Computes in f32 if the elements are narrower, and rounds once.
template <typename Op> mlir::Value viaF32(ScalarBuilder &b, mlir::Operation *, mlir::ValueRange v) {
  llvm::SmallVector<mlir::Value> wide;
  for (mlir::Value value : v)
    wide.push_back(b.widen(value));
  return b.toFloat(b.op<Op>(wide), v[0].getType());
}

/// The same for a function of one f32.
template <mlir::Value (*Fn)(ScalarBuilder &, mlir::Value)>
mlir::Value viaF32(ScalarBuilder &b, mlir::Operation *, mlir::ValueRange v) {
  return b.toFloat(Fn(b, b.widen(v[0])), v[0].getType());
}

} // namespace spyre::lowering
