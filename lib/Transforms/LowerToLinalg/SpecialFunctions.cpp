// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions the math dialect does not have, decomposed: next_after, erf_inv and
// bessel_i1e. All but next_after compute in f32.
#include "Lowering.h"

#include "spyre/Dialect/StableHLO/Chlo.h"

using namespace mlir;

namespace spyre::lowering {

namespace {

using FloatPredicate = arith::CmpFPredicate;
using IntPredicate = arith::CmpIPredicate;

/// One step in the order of bit patterns, which is that of magnitudes.
Value lowerNextAfter(ScalarBuilder &b, Operation *, ValueRange v) {
  Value x = v[0], y = v[1];
  Type type = x.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  Type bitsType = b.getIntegerType(width);
  auto bits = [&](const APInt &value) { return b.bits(bitsType, value); };
  Value signMask = bits(APInt::getSignMask(width)), one = bits(APInt(width, 1));
  Value magnitudeMask = bits(APInt::getSignedMaxValue(width));
  Value xBits = b.op<arith::BitcastOp>(bitsType, x), yBits = b.op<arith::BitcastOp>(bitsType, y);
  Value xSize = b.op<arith::AndIOp>(xBits, magnitudeMask);
  Value ySize = b.op<arith::AndIOp>(yBits, magnitudeMask);
  Value signs = b.op<arith::AndIOp>(b.op<arith::XOrIOp>(xBits, yBits), signMask);

  Value zero = bits(APInt(width, 0));
  Value crosses = b.compare(IntPredicate::ne, signs, zero);
  Value shrinks = b.op<arith::OrIOp>(crosses, b.compare(IntPredicate::ugt, xSize, ySize));
  Value step = b.select(shrinks, bits(APInt::getAllOnes(width)), one);
  Value fromZero = b.op<arith::OrIOp>(b.op<arith::AndIOp>(yBits, signMask), one);
  Value next = b.select(b.compare(IntPredicate::eq, xSize, zero), fromZero,
                        b.op<arith::AddIOp>(xBits, step));
  Value result =
      b.select(b.compare(FloatPredicate::OEQ, x, y), y, b.op<arith::BitcastOp>(type, next));
  Value isNan = b.op<arith::OrIOp>(b.isNan(x), b.isNan(y));
  return b.select(isNan, b.op<arith::AddFOp>(x, y), result);
}

/// M. Giles, "Approximating the erfinv function": two polynomials in
/// w = -log(1 - x^2), the second one for the tails.
Value erfInv(ScalarBuilder &b, Value x) {
  static const double centre[] = {2.81022636e-08,  3.43273939e-07, -3.5233877e-06,
                                  -4.39150654e-06, 0.00021858087,  -0.00125372503,
                                  -0.00417768164,  0.246640727,    1.50140941};
  static const double tail[] = {-0.000200214257, 0.000100950558, 0.00134934322,
                                -0.00367342844,  0.00573950773,  -0.0076224613,
                                0.00943887047,   1.00167406,     2.83297682};
  Type type = x.getType();
  Value square = b.op<arith::MulFOp>(x, x);
  Value log = b.op<math::Log1pOp>(b.op<arith::NegFOp>(square));
  Value w = b.op<arith::NegFOp>(log);
  Value nearCentre = b.op<arith::SubFOp>(w, b.real(type, 2.5));
  Value nearTail = b.op<arith::SubFOp>(b.op<math::SqrtOp>(w), b.real(type, 3));
  Value isCentre = b.compare(FloatPredicate::OLT, w, b.real(type, 5));
  Value factor = b.select(isCentre, b.polynomial(nearCentre, centre), b.polynomial(nearTail, tail));
  Value isEnd = b.compare(FloatPredicate::OEQ, b.op<math::AbsFOp>(x), b.real(type, 1));
  return b.op<arith::MulFOp>(x, b.select(isEnd, b.real(type, INFINITY), factor));
}

/// Sum of Chebyshev polynomials at x / 2 (Clenshaw), highest order first.
Value chebyshev(ScalarBuilder &b, Value x, ArrayRef<double> coefficients) {
  Value b0 = b.real(x.getType(), 0), b1 = b0, b2 = b0;
  for (double c : coefficients) {
    b2 = b1;
    b1 = b0;
    Value product = b.op<arith::SubFOp>(b.op<arith::MulFOp>(x, b1), b2);
    b0 = b.op<arith::AddFOp>(product, b.real(x.getType(), c));
  }
  return b.op<arith::MulFOp>(b.real(x.getType(), 0.5), b.op<arith::SubFOp>(b0, b2));
}

/// exp(-|x|) I1(x), after Cephes i1ef.
Value besselI1e(ScalarBuilder &b, Value x) {
  static const double small[] = {
      9.38153738649577178388e-9,  -4.44505912879632808065e-8, 2.00329475355213526229e-7,
      -8.56872026469545474066e-7, 3.47025130813767847674e-6,  -1.32731636560394358279e-5,
      4.78156510755005422638e-5,  -1.61760815825896745588e-4, 5.12285956168575772895e-4,
      -1.51357245063125314899e-3, 4.15642294431288815669e-3,  -1.05640848946261981558e-2,
      2.47264490306265168283e-2,  -5.29459812080949914269e-2, 1.02643658689847095384e-1,
      -1.76416518357834055153e-1, 2.52587186443633654823e-1};
  static const double large[] = {-3.83538038596423702205e-9, -2.63146884688951950684e-8,
                                 -2.51223623787020892529e-7, -3.88256480887769039346e-6,
                                 -1.10588938762623716291e-4, -9.76109749136146840777e-3,
                                 7.78576235018280120474e-1};
  Type type = x.getType();
  Value size = b.op<math::AbsFOp>(x), two = b.real(type, 2);
  Value half = b.op<arith::MulFOp>(size, b.real(type, 0.5));
  Value ifSmall = b.op<arith::MulFOp>(chebyshev(b, b.op<arith::SubFOp>(half, two), small), size);
  Value inverse = b.op<arith::DivFOp>(b.real(type, 32), size);
  Value ifLarge = b.op<arith::DivFOp>(chebyshev(b, b.op<arith::SubFOp>(inverse, two), large),
                                      b.op<math::SqrtOp>(size));
  Value isSmall = b.compare(FloatPredicate::OLE, size, b.real(type, 8));
  Value result = b.select(isSmall, ifSmall, ifLarge);
  Value isNegative = b.compare(FloatPredicate::OLT, x, b.real(type, 0));
  return b.select(isNegative, b.op<arith::NegFOp>(result), result);
}

} // namespace

void addSpecialFunctions(Table &table) {
  table.addScalars<chlo::NextAfterOp>(lowerNextAfter);
  table.addScalars<chlo::ErfInvOp>(viaF32<erfInv>);
  table.addScalars<chlo::BesselI1eOp>(viaF32<besselI1e>);
}

} // namespace spyre::lowering
