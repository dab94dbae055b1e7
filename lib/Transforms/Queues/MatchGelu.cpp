// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gelu, which the device has and no dialect: found in the products and sums that
// exporters write for it. Roundings between them are not kept, as the device
// rounds once.
#include "BodyTranslator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace mlir;

namespace spyre {

namespace {
constexpr size_t kMaxFactors = 4;

/// Whether a constant is what `wanted` becomes in the type of `x`: sqrt(2) and its
/// half are within these of it in bf16, f16 and f32. Another function is not gelu.
bool isRounded(double value, double wanted, Value x) {
  double tolerance = x.getType().isF32() ? 1e-6 : 2.5e-4;
  return std::abs(value - wanted) <= tolerance * std::abs(wanted);
}

std::optional<double> constantOf(Value value) {
  FloatAttr attr;
  return matchPattern(value, m_Constant(&attr)) ? std::optional(attr.getValueAsDouble())
                                                : std::nullopt;
}

/// The value without changes of float width.
Value bare(Value value) {
  while (Operation *op = value.getDefiningOp())
    if (isa<arith::ExtFOp, arith::TruncFOp>(op))
      value = op->getOperand(0);
    else
      break;
  return value;
}

/// A value as constant * factors.
struct Factors {
  double constant = 1;
  SmallVector<Value> values;
  bool tooMany = false;

  explicit Factors(Value value) { add(value); }
  bool areConstantTimes(Value value, double wanted) const {
    return !tooMany && values.size() == 1 && values[0] == value &&
           isRounded(constant, wanted, value);
  }

private:
  void add(Value value) {
    value = bare(value);
    tooMany |= values.size() > kMaxFactors;
    Operation *op = value.getDefiningOp();
    if (tooMany)
      return;
    if (auto number = constantOf(value)) {
      constant *= *number;
    } else if (isa_and_nonnull<arith::NegFOp>(op)) {
      constant = -constant;
      add(op->getOperand(0));
    } else if (isa_and_nonnull<arith::MulFOp>(op)) {
      add(op->getOperand(0));
      add(op->getOperand(1));
    } else if (auto by = isa_and_nonnull<arith::DivFOp>(op) ? constantOf(bare(op->getOperand(1)))
                                                            : std::nullopt) {
      constant /= *by;
      add(op->getOperand(0));
    } else {
      values.push_back(value);
    }
  }
};

/// The t of 1 + erf(t), or null.
Value argumentOfErf(Value value) {
  auto sum = value.getDefiningOp<arith::AddFOp>();
  for (unsigned side = 0; sum && side < 2; ++side) {
    std::optional<double> one = constantOf(bare(sum->getOperand(side)));
    auto erf = bare(sum->getOperand(1 - side)).getDefiningOp<math::ErfOp>();
    if (one && *one == 1 && erf)
      return erf.getOperand();
  }
  return {};
}
} // namespace

Value matchGelu(Operation *op) {
  if (!isa<arith::MulFOp, arith::DivFOp>(op))
    return {};
  Factors product(op->getResult(0));
  if (product.tooMany || product.values.size() != 2 || product.constant != 0.5)
    return {};
  for (unsigned side = 0; side < 2; ++side) {
    Value x = product.values[side], other = product.values[1 - side];
    Value argument = argumentOfErf(other);
    double scale = std::sqrt(0.5);
    if (auto erfc = other.getDefiningOp<math::ErfcOp>()) // erfc(-t) = 1 + erf(t)
      argument = erfc.getOperand(), scale = -scale;
    if (argument && Factors(argument).areConstantTimes(x, scale))
      return x;
  }
  return {};
}

} // namespace spyre
