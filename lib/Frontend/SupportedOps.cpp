// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SupportedOps.h"
#include "mlir/Transforms/RegionUtils.h"
#include "spyre/Dialect/StableHLO/Chlo.h"

using namespace mlir;

namespace spyre::frontend {

static bool isPointwise(Operation *op) {
  using namespace stablehlo;
  return isa<AbsOp, AddOp, AndOp, Atan2Op, BitcastConvertOp, CbrtOp, CeilOp, ClampOp, ClzOp,
             CompareOp, ConvertOp, CosineOp, DivOp, ExpOp, Expm1Op, FloorOp, IsFiniteOp, Log1pOp,
             LogOp, LogisticOp, MaxOp, MinOp, MulOp, NegOp, NotOp, OrOp, PopulationCountOp, PowOp,
             ReducePrecisionOp, RemOp, RoundNearestEvenOp, RoundOp, RsqrtOp, SelectOp, ShiftLeftOp,
             ShiftRightArithmeticOp, ShiftRightLogicalOp, SignOp, SineOp, SqrtOp, SubtractOp, TanOp,
             TanhOp, XorOp>(op);
}

static bool isPointwiseChlo(Operation *op) {
  using namespace chlo;
  return isa<AcosOp, AcoshOp, AsinOp, AsinhOp, AtanOp, AtanhOp, BesselI1eOp, CoshOp, DigammaOp,
             ErfInvOp, ErfOp, ErfcOp, IsInfOp, IsNegInfOp, IsPosInfOp, LgammaOp, NextAfterOp,
             SinhOp, SquareOp, chlo::TanOp>(op);
}

bool isSupportedOp(Operation *op) {
  using namespace stablehlo;
  return isPointwise(op) || isPointwiseChlo(op) ||
         isa<BroadcastInDimOp, ConcatenateOp, stablehlo::ConstantOp, DotGeneralOp,
             DynamicUpdateSliceOp, IotaOp, PadOp, ReduceOp, ReshapeOp, ReturnOp, ReverseOp, SliceOp,
             TransposeOp>(op);
}

/// Whether a body reads a value of its surroundings that is not a literal.
static bool capturesValue(Region &body) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(body, captured);
  return llvm::any_of(captured,
                      [](Value value) { return !value.getDefiningOp<stablehlo::ConstantOp>(); });
}

std::string describeUnsupportedForm(Operation *op) {
  if (auto reduce = dyn_cast<stablehlo::ReduceOp>(op))
    if (capturesValue(reduce.getBody()))
      return "whose body reads a value from outside";
  if (auto cast = dyn_cast<stablehlo::BitcastConvertOp>(op))
    if (cast.getOperand().getType().getRank() != cast.getType().getRank())
      return "between element types of different width";
  return {};
}

bool isSupportedElement(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element))
    return llvm::is_contained({1u, 8u, 16u, 32u, 64u}, integer.getWidth());
  return element.isF16() || element.isBF16() || element.isF32();
}

} // namespace spyre::frontend
