// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transcendental functions that the math dialect has, computed in f32 and
// rounded once to narrower types.
#include "Lowering.h"

#include "spyre/Dialect/StableHLO/Chlo.h"
#include "spyre/Dialect/StableHLO/Stablehlo.h"

using namespace mlir;

namespace spyre::lowering {

namespace {

/// 1 / (1 + exp(-x)); exp overflows to infinity where the result is 0.
Value logistic(ScalarBuilder &b, Value x) {
  Value one = b.real(x.getType(), 1);
  Value exp = b.op<math::ExpOp>(b.op<arith::NegFOp>(x));
  return b.op<arith::DivFOp>(one, b.op<arith::AddFOp>(one, exp));
}

Value lowerSquare(ScalarBuilder &b, Operation *, ValueRange v) {
  return isFloat(v[0]) ? b.op<arith::MulFOp>(v[0], v[0]) : b.op<arith::MulIOp>(v[0], v[0]);
}

Value isInfinite(ScalarBuilder &b, Value x, double infinity) {
  return b.compare(arith::CmpFPredicate::OEQ, x, b.real(x.getType(), infinity));
}
Value lowerIsInf(ScalarBuilder &b, Operation *, ValueRange v) {
  return isInfinite(b, b.op<math::AbsFOp>(v[0]), INFINITY);
}
Value lowerIsPosInf(ScalarBuilder &b, Operation *, ValueRange v) {
  return isInfinite(b, v[0], INFINITY);
}
Value lowerIsNegInf(ScalarBuilder &b, Operation *, ValueRange v) {
  return isInfinite(b, v[0], -INFINITY);
}

} // namespace

void addMath(Table &table) {
  using namespace stablehlo;
  table.addScalars<SqrtOp>(viaF32<math::SqrtOp>);
  table.addScalars<RsqrtOp>(viaF32<math::RsqrtOp>);
  table.addScalars<CbrtOp>(viaF32<math::CbrtOp>);
  table.addScalars<ExpOp>(viaF32<math::ExpOp>);
  table.addScalars<Expm1Op>(viaF32<math::ExpM1Op>);
  table.addScalars<LogOp>(viaF32<math::LogOp>);
  table.addScalars<Log1pOp>(viaF32<math::Log1pOp>);
  table.addScalars<LogisticOp>(viaF32<logistic>);
  table.addScalars<TanhOp>(viaF32<math::TanhOp>);
  table.addScalars<SineOp>(viaF32<math::SinOp>);
  table.addScalars<CosineOp>(viaF32<math::CosOp>);
  table.addScalars<TanOp, chlo::TanOp>(viaF32<math::TanOp>);
  table.addScalars<Atan2Op>(viaF32<math::Atan2Op>);
  table.addScalars<chlo::AcosOp>(viaF32<math::AcosOp>);
  table.addScalars<chlo::AcoshOp>(viaF32<math::AcoshOp>);
  table.addScalars<chlo::AsinOp>(viaF32<math::AsinOp>);
  table.addScalars<chlo::AsinhOp>(viaF32<math::AsinhOp>);
  table.addScalars<chlo::AtanOp>(viaF32<math::AtanOp>);
  table.addScalars<chlo::AtanhOp>(viaF32<math::AtanhOp>);
  table.addScalars<chlo::CoshOp>(viaF32<math::CoshOp>);
  table.addScalars<chlo::SinhOp>(viaF32<math::SinhOp>);
  table.addScalars<chlo::ErfOp>(viaF32<math::ErfOp>);
  table.addScalars<chlo::ErfcOp>(viaF32<math::ErfcOp>);
  table.addScalars<chlo::SquareOp>(lowerSquare);
  table.addScalars<chlo::IsInfOp>(lowerIsInf);
  table.addScalars<chlo::IsPosInfOp>(lowerIsPosInf);
  table.addScalars<chlo::IsNegInfOp>(lowerIsNegInf);
}

} // namespace spyre::lowering
