// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lgamma and digamma by Lanczos' approximation (g = 7, 9 coefficients), with
// the reflection formula below 1/2.
#include "Lowering.h"

#include "spyre/Dialect/StableHLO/Chlo.h"

#include <cmath>

using namespace mlir;

namespace spyre::lowering {

namespace {

using FloatPredicate = arith::CmpFPredicate;

constexpr double kG = 7;
constexpr double kBase = 0.99999999999980993227684700473478;
constexpr double kCoefficients[] = {
    676.520368121885098567009190444019, -1259.13921672240287047156078755283,
    771.3234287776530788486528258894,   -176.61502916214059906584551354,
    12.507343278686904814458936853,     -0.13857109526572011689554707,
    9.984369578019570859563e-6,         1.50563273514931155834e-7};

/// What both functions share: the argument moved to z > -1/2, and
/// log(z + g + 1/2).
struct Lanczos {
  Value reflects, z, t, logT;
  SmallVector<Value> denominators; // z + 1, z + 2, ...

  Lanczos(ScalarBuilder &b, Value x) {
    Type type = x.getType();
    reflects = b.compare(FloatPredicate::OLT, x, b.real(type, 0.5));
    z = b.select(reflects, b.op<arith::NegFOp>(x), b.op<arith::SubFOp>(x, b.real(type, 1)));
    for (size_t i = 0; i < std::size(kCoefficients); ++i)
      denominators.push_back(b.op<arith::AddFOp>(z, b.real(type, double(i + 1))));
    Value shift = b.real(type, kG + 0.5);
    t = b.op<arith::AddFOp>(shift, z);
    Value log1p = b.op<math::Log1pOp>(b.op<arith::DivFOp>(z, shift));
    logT = b.op<arith::AddFOp>(b.real(type, std::log(kG + 0.5)), log1p);
  }
  Value series(ScalarBuilder &b) {
    Value sum = b.real(z.getType(), kBase);
    for (auto [c, denominator] : llvm::zip_equal(kCoefficients, denominators))
      sum = b.op<arith::AddFOp>(sum, b.op<arith::DivFOp>(b.real(z.getType(), c), denominator));
    return sum;
  }
  Value seriesDerivative(ScalarBuilder &b) {
    Value sum = b.real(z.getType(), 0);
    for (auto [c, denominator] : llvm::zip_equal(kCoefficients, denominators)) {
      Value square = b.op<arith::MulFOp>(denominator, denominator);
      sum = b.op<arith::SubFOp>(sum, b.op<arith::DivFOp>(b.real(z.getType(), c), square));
    }
    return sum;
  }
};

Value lgamma(ScalarBuilder &b, Value x) {
  Type type = x.getType();
  auto real = [&](double value) { return b.real(type, value); };
  Lanczos lanczos(b, x);
  Value power = b.op<arith::AddFOp>(lanczos.z, real(0.5));
  power = b.op<arith::SubFOp>(power, b.op<arith::DivFOp>(lanczos.t, lanczos.logT));
  Value logY = b.op<arith::MulFOp>(power, lanczos.logT);
  logY = b.op<arith::AddFOp>(logY, real(std::log(2 * M_PI) / 2));
  logY = b.op<arith::AddFOp>(logY, b.op<math::LogOp>(lanczos.series(b)));

  // log(pi / |sin(pi x)|) - lgamma(1 - x), infinite at the poles.
  Value size = b.op<math::AbsFOp>(x);
  Value fraction = b.op<arith::SubFOp>(size, b.op<math::FloorOp>(size));
  fraction = b.op<arith::MinimumFOp>(fraction, b.op<arith::SubFOp>(real(1), fraction));
  Value sine = b.op<math::SinOp>(b.op<arith::MulFOp>(real(M_PI), fraction));
  Value logSine = b.op<math::LogOp>(sine);
  Value reflected = b.op<arith::SubFOp>(b.op<arith::SubFOp>(real(std::log(M_PI)), logSine), logY);
  Value isPole = b.compare(FloatPredicate::OEQ, logSine, real(-INFINITY));
  reflected = b.select(isPole, real(INFINITY), reflected);
  Value result = b.select(lanczos.reflects, reflected, logY);
  Value isInfinite = b.compare(FloatPredicate::OEQ, size, real(INFINITY));
  return b.select(isInfinite, real(INFINITY), result);
}

Value digamma(ScalarBuilder &b, Value x) {
  Type type = x.getType();
  auto real = [&](double value) { return b.real(type, value); };
  Lanczos lanczos(b, x);
  Value ratio = b.op<arith::DivFOp>(lanczos.seriesDerivative(b), lanczos.series(b));
  Value y = b.op<arith::AddFOp>(lanczos.logT, ratio);
  y = b.op<arith::SubFOp>(y, b.op<arith::DivFOp>(real(kG), lanczos.t));

  // digamma(1 - x) - pi / tan(pi x), with x reduced to (-1/2, 1/2].
  Value nearest = b.op<math::FloorOp>(b.op<arith::AddFOp>(x, real(0.5)));
  Value angle =
      b.op<arith::MulFOp>(real(M_PI), b.op<arith::AddFOp>(x, b.op<math::AbsFOp>(nearest)));
  Value cotangent = b.op<arith::DivFOp>(b.op<arith::MulFOp>(real(M_PI), b.op<math::CosOp>(angle)),
                                        b.op<math::SinOp>(angle));
  Value result = b.select(lanczos.reflects, b.op<arith::SubFOp>(y, cotangent), y);
  Value isPole = b.op<arith::AndIOp>(b.compare(FloatPredicate::OLE, x, real(0)),
                                     b.compare(FloatPredicate::OEQ, x, b.op<math::FloorOp>(x)));
  return b.select(isPole, real(NAN), result);
}

} // namespace

void addGammaFunctions(Table &table) {
  table.addScalars<chlo::LgammaOp>(viaF32<lgamma>);
  table.addScalars<chlo::DigammaOp>(viaF32<digamma>);
}

} // namespace spyre::lowering
