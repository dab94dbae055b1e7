// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cycles of one core's vector and special-function units: pure formulas over
// Device, see Rates.h. Sources: docs/device.md.
#pragma once

#include "spyre/Device/Device.h"
#include "spyre/Plan/Scalar.h"

#include <cstddef>
#include <vector>

namespace spyre::cost {

using device::Device;
using plan::DType;
using plan::Opcode;

/// Work of a vector unit, each count in elements.
struct VectorOps {
  double pointwise = 0;     // add, mul, max, compare, select, ...
  double broadcast = 0;     // the same with a broadcast operand
  double reduce = 0;        // folds of a reduction
  double special = 0;       // exp, tanh, rsqrt, ...: passes x elements
  double integerDivide = 0; // integer division and remainder
  double laneSticks = 0;    // sticks through the lane shuffler

  VectorOps &operator+=(const VectorOps &o) {
    pointwise += o.pointwise, broadcast += o.broadcast, reduce += o.reduce;
    special += o.special, integerDivide += o.integerDivide;
    laneSticks += o.laneSticks;
    return *this;
  }
  VectorOps scaled(double f) const {
    return {pointwise * f, broadcast * f,     reduce * f,
            special * f,   integerDivide * f, laneSticks * f};
  }
};

/// Passes of the special-function path that `op` needs on floats; 0: an
/// ordinary lane operation.
inline int specialPasses(const Device &d, Opcode op) {
  switch (op) {
  case Opcode::Exp:
  case Opcode::Expm1:
  case Opcode::Exp2:
  case Opcode::Log:
  case Opcode::Log1p:
  case Opcode::Log2:
  case Opcode::Sqrt:
  case Opcode::Rsqrt:
  case Opcode::Cbrt:
  case Opcode::Tanh:
  case Opcode::Logistic:
  case Opcode::Gelu:
  case Opcode::Sin:
  case Opcode::Cos:
    return 1;
  case Opcode::Div:
  case Opcode::Rem:
  case Opcode::Pow:
  case Opcode::Atan2:
  case Opcode::Tan:
  case Opcode::Asin:
  case Opcode::Acos:
  case Opcode::Atan:
  case Opcode::Sinh:
  case Opcode::Cosh:
  case Opcode::Asinh:
  case Opcode::Acosh:
  case Opcode::Atanh:
  case Opcode::Erf:
  case Opcode::Erfc:
    return d.specialTwoPassFactor;
  default:
    return 0;
  }
}

/// Counts one scalar instruction, per element. `type`: of its result;
/// `operandType`: of its first operand; `broadcast`: an operand is constant
/// along a loop of the domain. Constants, indices, bit casts and changes
/// between float widths are free: the lanes widen on reading and round on
/// writing [E].
inline void countOp(const Device &d, Opcode op, DType type, DType operandType, bool broadcast,
                    VectorOps &per) {
  if (op == Opcode::Const || op == Opcode::Index || op == Opcode::Bitcast)
    return;
  if (op == Opcode::Convert && plan::isFloat(type) && plan::isFloat(operandType))
    return;
  bool divides = op == Opcode::Div || op == Opcode::Rem;
  if (divides && !plan::isFloat(type))
    per.integerDivide += 1;
  else if (int passes = specialPasses(d, op))
    per.special += passes;
  else
    (broadcast ? per.broadcast : per.pointwise) += 1;
}

/// Cycles of one core's vector units.
inline double vectorCycles(const Device &d, const VectorOps &ops) {
  return ops.pointwise / d.vectorPerCycle + ops.broadcast / d.vectorBroadcastPerCycle +
         ops.reduce / d.reducePerCycle + ops.special / d.specialPerCycle +
         ops.integerDivide / d.integerDividePerCycle + ops.laneSticks / d.laneMoveSticksPerCycle;
}

/// Counts a scalar program, per point of its domain. `types`: of the operand
/// values (inputs, then old outputs of a reduction); `broadcast`: per input,
/// constant along a loop of the domain; so is a constant of the body. From
/// `firstOutput` on the operand values are accumulators, and whatever depends on
/// one is a fold.
inline VectorOps countBody(const Device &d, const plan::ScalarProgram &body,
                           std::vector<DType> types, std::vector<bool> broadcast,
                           size_t firstOutput) {
  VectorOps per;
  broadcast.resize(types.size(), false);
  std::vector<bool> folds(types.size(), false);
  for (size_t v = firstOutput; v < types.size(); ++v)
    folds[v] = true;
  for (const plan::ScalarOp &op : body.ops) {
    bool fold = false, wide = false;
    for (int32_t arg : op.args) {
      fold = fold || folds[arg];
      wide = wide || broadcast[arg];
    }
    DType from = op.args.empty() ? op.type : types[op.args[0]];
    VectorOps one;
    countOp(d, op.op, op.type, from, wide, one);
    if (fold) // at the rate of reductions, as slow as the operation itself
      one.reduce = one.pointwise + one.broadcast, one.pointwise = one.broadcast = 0;
    per += one;
    folds.push_back(fold);
    broadcast.push_back(op.op == Opcode::Const);
    types.push_back(op.type);
  }
  return per;
}

} // namespace spyre::cost
