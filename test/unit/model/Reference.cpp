// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Reference.h"

#include "spyre/Plan/Expr.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace spyre::test {

using plan::DType;
using plan::Opcode;

namespace {

// Any float format by its fraction bits and least exponent, the textbook way.
double roundFormat(double value, int fractionBits, int minExponent, double overflow) {
  if (value == 0 || !std::isfinite(value))
    return value;
  int exponent = std::max(std::ilogb(value), minExponent);
  double step = std::ldexp(1.0, exponent - fractionBits);
  double rounded = std::nearbyint(value / step) * step;
  return std::fabs(rounded) >= overflow ? std::copysign(INFINITY, value) : rounded;
}

int width(DType type) { return type == DType::I1 ? 1 : int(8 * plan::byteWidth(type)); }
uint64_t bitsOf(DType type, int64_t v) {
  int w = width(type);
  return w == 64 ? uint64_t(v) : uint64_t(v) & ((1ull << w) - 1);
}

double floatOp(Opcode op, double a, double b, double c) {
  auto pick = [&](bool takeA) { return takeA ? a : b; };
  switch (op) {
  case Opcode::Add:
    return a + b;
  case Opcode::Sub:
    return a - b;
  case Opcode::Mul:
    return a * b;
  case Opcode::Div:
    return a / b;
  case Opcode::Rem:
    return std::fmod(a, b);
  case Opcode::Pow:
    return std::pow(a, b);
  case Opcode::Atan2:
    return std::atan2(a, b);
  case Opcode::MaxNan:
    return std::isnan(a) || std::isnan(b) ? NAN : a == b ? pick(!std::signbit(a)) : std::fmax(a, b);
  case Opcode::MinNan:
    return std::isnan(a) || std::isnan(b) ? NAN : a == b ? pick(std::signbit(a)) : std::fmin(a, b);
  case Opcode::MaxNum:
    return a == b ? pick(!std::signbit(a)) : std::fmax(a, b);
  case Opcode::MinNum:
    return a == b ? pick(std::signbit(a)) : std::fmin(a, b);
  case Opcode::Neg:
    return -a;
  case Opcode::Abs:
    return std::fabs(a);
  case Opcode::Sign:
    return a > 0 ? 1 : a < 0 ? -1 : a;
  case Opcode::Floor:
    return std::floor(a);
  case Opcode::Ceil:
    return std::ceil(a);
  case Opcode::Trunc:
    return std::trunc(a);
  case Opcode::RoundEven:
    return std::nearbyint(a);
  case Opcode::RoundAway:
    return std::round(a);
  case Opcode::Exp:
    return std::exp(a);
  case Opcode::Expm1:
    return std::expm1(a);
  case Opcode::Exp2:
    return std::exp2(a);
  case Opcode::Log:
    return std::log(a);
  case Opcode::Log1p:
    return std::log1p(a);
  case Opcode::Log2:
    return std::log2(a);
  case Opcode::Sqrt:
    return std::sqrt(a);
  case Opcode::Rsqrt:
    return 1 / std::sqrt(a);
  case Opcode::Cbrt:
    return std::cbrt(a);
  case Opcode::Tanh:
    return std::tanh(a);
  case Opcode::Logistic:
    return 1 / (1 + std::exp(-a));
  case Opcode::Sin:
    return std::sin(a);
  case Opcode::Cos:
    return std::cos(a);
  case Opcode::Tan:
    return std::tan(a);
  case Opcode::Asin:
    return std::asin(a);
  case Opcode::Acos:
    return std::acos(a);
  case Opcode::Atan:
    return std::atan(a);
  case Opcode::Sinh:
    return std::sinh(a);
  case Opcode::Cosh:
    return std::cosh(a);
  case Opcode::Asinh:
    return std::asinh(a);
  case Opcode::Acosh:
    return std::acosh(a);
  case Opcode::Atanh:
    return std::atanh(a);
  case Opcode::Erf:
    return std::erf(a);
  case Opcode::Erfc:
    return std::erfc(a);
  case Opcode::Gelu:
    return a * std::erfc(-a / std::sqrt(2.0)) / 2;
  case Opcode::Fma:
    return std::fma(a, b, c);
  default:
    return NAN;
  }
}

int64_t intPow(DType type, int64_t base, int64_t exponent) {
  if (exponent < 0)
    return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  int64_t result = 1;
  for (int64_t i = 0; i < exponent; ++i)
    result = wrapTo(type, int64_t(uint64_t(result) * uint64_t(base)));
  return result;
}

int64_t intOp(Opcode op, DType type, int64_t a, int64_t b, int64_t c) {
  bool isSigned = plan::isSigned(type);
  uint64_t ua = bitsOf(type, a), ub = bitsOf(type, b);
  int w = width(type);
  bool less = isSigned ? a < b : ua < ub;
  switch (op) {
  case Opcode::Add:
    return int64_t(ua + ub);
  case Opcode::Sub:
    return int64_t(ua - ub);
  case Opcode::Mul:
    return int64_t(ua * ub);
  case Opcode::Fma:
    return int64_t(ua * ub + bitsOf(type, c));
  case Opcode::Div:
    return b == 0 ? -1 : !isSigned ? int64_t(ua / ub) : b == -1 ? int64_t(0 - ua) : a / b;
  case Opcode::Rem:
    return b == 0 ? a : !isSigned ? int64_t(ua % ub) : b == -1 ? 0 : a % b;
  case Opcode::Pow:
    return intPow(type, a, isSigned ? b : int64_t(ub));
  case Opcode::MaxNan:
    return less ? b : a;
  case Opcode::MinNan:
    return less ? a : b;
  case Opcode::And:
    return a & b;
  case Opcode::Or:
    return a | b;
  case Opcode::Xor:
    return a ^ b;
  case Opcode::Shl:
    return ub >= uint64_t(w) ? 0 : int64_t(ua << ub);
  case Opcode::ShrU:
    return ub >= uint64_t(w) ? 0 : int64_t(ua >> ub);
  case Opcode::ShrS:
    return (int64_t(ua << (64 - w)) >> (64 - w)) >> (ub >= uint64_t(w) ? w - 1 : int(ub));
  case Opcode::Neg:
    return int64_t(0 - ua);
  case Opcode::Abs:
    return isSigned && a < 0 ? int64_t(0 - ua) : a;
  case Opcode::Sign:
    return isSigned ? (a > 0) - (a < 0) : ua != 0;
  case Opcode::Not:
    return ~a;
  case Opcode::PopCount:
    return std::popcount(ua);
  case Opcode::Clz:
    return std::countl_zero(ua) - (64 - w);
  default:
    return a;
  }
}

template <class V> bool compare(Opcode op, V a, V b) {
  switch (op) {
  case Opcode::CmpEq:
    return a == b;
  case Opcode::CmpNe:
    return a != b;
  case Opcode::CmpLt:
    return a < b;
  case Opcode::CmpLe:
    return a <= b;
  case Opcode::CmpGt:
    return a > b;
  default:
    return a >= b;
  }
}

int64_t floatToInt(DType type, double v) {
  if (type == DType::I1)
    return v != 0;
  if (std::isnan(v))
    return 0;
  int w = width(type);
  bool s = plan::isSigned(type);
  double low = s ? -std::ldexp(1.0, w - 1) : 0, limit = std::ldexp(1.0, s ? w - 1 : w);
  v = std::trunc(v);
  if (v >= limit)
    return s ? int64_t(bitsOf(type, -1) >> 1) : int64_t(bitsOf(type, -1));
  if (v < low)
    return s ? int64_t(~uint64_t(0) << (w - 1)) : 0;
  return v >= 9223372036854775808.0 ? int64_t(uint64_t(v)) : int64_t(v);
}

Cell convert(DType from, DType to, const Cell &v) {
  Cell r;
  if (plan::isFloat(from) && plan::isFloat(to))
    r.f = roundTo(to, v.f);
  else if (plan::isFloat(from))
    r.i = wrapTo(to, floatToInt(to, v.f));
  else if (plan::isFloat(to)) {
    // long double holds every 64-bit integer.
    long double x = from == DType::U64 ? (long double)(uint64_t(v.i)) : (long double)(v.i);
    r.f = to == DType::F32 ? double(float(x)) : roundTo(to, double(x));
  } else
    r.i = wrapTo(to, v.i);
  return r;
}

} // namespace

double roundTo(DType type, double v) {
  switch (type) {
  case DType::F16:
    return roundFormat(v, 10, -14, 65520);
  case DType::BF16:
    return roundFormat(v, 7, -126, std::ldexp(511.0, 119) * 1.0);
  default:
    return double(float(v));
  }
}

int64_t wrapTo(DType type, int64_t v) {
  int w = width(type);
  if (w == 64)
    return v;
  return plan::isSigned(type) ? int64_t(uint64_t(v) << (64 - w)) >> (64 - w)
                              : int64_t(bitsOf(type, v));
}

Cell loadCell(DType type, const uint8_t *at) {
  Cell cell;
  uint64_t bits = 0;
  std::memcpy(&bits, at, size_t(plan::byteWidth(type)));
  if (type == DType::F32)
    cell.f = std::bit_cast<float>(uint32_t(bits));
  else if (type == DType::BF16)
    cell.f = std::bit_cast<float>(uint32_t(bits << 16));
  else if (type == DType::F16) {
    int exponent = int(bits >> 10 & 31), fraction = int(bits & 1023);
    cell.f = exponent == 31  ? (fraction ? NAN : INFINITY)
             : exponent == 0 ? std::ldexp(fraction, -24)
                             : std::ldexp(1024 + fraction, exponent - 25);
    cell.f = bits >> 15 ? -cell.f : cell.f;
  } else
    cell.i = wrapTo(type, int64_t(bits));
  return cell;
}

void storeCell(DType type, const Cell &cell, uint8_t *at) {
  uint64_t bits = bitsOf(type, cell.i);
  if (type == DType::F32)
    bits = std::bit_cast<uint32_t>(float(cell.f));
  else if (type == DType::BF16)
    bits = std::bit_cast<uint32_t>(float(cell.f)) >> 16;
  else if (type == DType::F16) {
    double v = std::fabs(cell.f);
    if (std::isnan(v))
      bits = 0x7e00;
    else if (std::isinf(v))
      bits = 0x7c00;
    else if (v < std::ldexp(1.0, -14))
      bits = uint64_t(std::ldexp(v, 24));
    else {
      int e = std::ilogb(v);
      bits = uint64_t(e + 15) << 10 | (uint64_t(std::ldexp(v, 10 - e)) & 1023);
    }
    bits |= std::signbit(cell.f) ? 0x8000 : 0;
  }
  std::memcpy(at, &bits, size_t(plan::byteWidth(type)));
}

Cell evaluateOp(const plan::ScalarOp &op, const std::vector<Cell> &args,
                const std::vector<DType> &types) {
  Cell r;
  auto arg = [&](size_t i) { return i < args.size() ? args[i] : Cell(); };
  Cell a = arg(0), b = arg(1), c = arg(2);
  DType from = types.empty() ? op.type : types[0];
  if (op.op == Opcode::Const)
    return plan::isFloat(op.type) ? Cell{roundTo(op.type, op.imm.f), 0}
                                  : Cell{0, wrapTo(op.type, op.imm.i)};
  if (op.op == Opcode::Select)
    return a.i ? b : c;
  if (op.op == Opcode::Convert)
    return convert(from, op.type, a);
  if (op.op == Opcode::Bitcast) {
    uint8_t bytes[8] = {};
    storeCell(from, a, bytes);
    return loadCell(op.type, bytes);
  }
  if (op.op == Opcode::IsNan || op.op == Opcode::IsFinite) {
    r.i = op.op == Opcode::IsNan ? std::isnan(a.f) : std::isfinite(a.f);
    return r;
  }
  if (op.op >= Opcode::CmpEq && op.op <= Opcode::CmpGe) {
    r.i = plan::isFloat(from)    ? compare(op.op, a.f, b.f)
          : plan::isSigned(from) ? compare(op.op, a.i, b.i)
                                 : compare(op.op, bitsOf(from, a.i), bitsOf(from, b.i));
    return r;
  }
  if (plan::isFloat(op.type)) // f32 first, then the type
    r.f = roundTo(op.type, double(float(floatOp(op.op, a.f, b.f, c.f))));
  else
    r.i = wrapTo(op.type, intOp(op.op, op.type, wrapTo(op.type, a.i), wrapTo(op.type, b.i), c.i));
  return r;
}

namespace {

std::vector<Cell> runBody(const model::ExecView &view, std::vector<Cell> values,
                          std::vector<DType> types, const std::vector<int64_t> &point) {
  for (const plan::ScalarOp &op : view.body->ops) {
    std::vector<Cell> args;
    std::vector<DType> argTypes;
    for (int32_t arg : op.args)
      args.push_back(values[size_t(arg)]), argTypes.push_back(types[size_t(arg)]);
    Cell index{0, wrapTo(op.type, op.op == Opcode::Index ? point[size_t(op.imm.i)] : 0)};
    index.f = double(index.i);
    values.push_back(op.op == Opcode::Index ? index : evaluateOp(op, args, argTypes));
    types.push_back(op.type);
  }
  std::vector<Cell> results;
  for (int32_t r : view.body->results)
    results.push_back(values[size_t(r)]);
  return results;
}

void contractPoint(const model::ExecView &view, uint8_t *const *at) {
  const plan::Operand &out = view.operands[2];
  Cell a = loadCell(view.operands[0].type, at[0]), b = loadCell(view.operands[1].type, at[1]);
  Cell sum = loadCell(out.type, at[2]);
  if (plan::isFloat(out.type))
    sum.f = roundTo(out.type, double(float(sum.f) + float(a.f) * float(b.f)));
  else
    sum.i = wrapTo(out.type, int64_t(uint64_t(sum.i) + uint64_t(a.i) * uint64_t(b.i)));
  storeCell(out.type, sum, at[2]);
}

template <class F> void forEachPoint(std::span<const int64_t> sizes, F f) {
  std::vector<int64_t> point(sizes.size(), 0);
  for (int64_t s : sizes)
    if (s <= 0)
      return;
  for (;;) {
    f(point);
    size_t i = sizes.size();
    while (i > 0 && ++point[i - 1] == sizes[i - 1])
      point[--i] = 0;
    if (i == 0)
      return;
  }
}

} // namespace

void referenceExec(const model::ExecView &view, uint8_t *const *bases,
                   std::vector<int64_t> origin) {
  origin.resize(view.sizes.size(), 0);
  size_t numInputs = view.operands.size() - size_t(view.numOutputs);
  auto address = [&](size_t o, const std::vector<int64_t> &point) {
    return bases[o] + plan::evaluate(view.operands[o].access, point);
  };
  if (!view.init.empty())
    forEachPoint(view.sizes, [&](const std::vector<int64_t> &point) {
      for (size_t o = 0; o < view.init.size(); ++o)
        storeCell(view.operands[numInputs + o].type, {view.init[o].f, view.init[o].i},
                  address(numInputs + o, point));
    });
  forEachPoint(view.sizes, [&](const std::vector<int64_t> &point) {
    std::vector<Cell> values;
    std::vector<DType> types;
    std::vector<uint8_t *> at;
    for (size_t o = 0; o < view.operands.size(); ++o) {
      at.push_back(address(o, point));
      if (o < numInputs || view.kind == plan::ExecKind::Reduce) {
        values.push_back(loadCell(view.operands[o].type, at[o]));
        types.push_back(view.operands[o].type);
      }
    }
    if (view.kind == plan::ExecKind::Contract)
      return contractPoint(view, at.data());
    std::vector<int64_t> index = point;
    for (size_t i = 0; i < index.size(); ++i)
      index[i] += origin[i];
    std::vector<Cell> results = runBody(view, values, types, index);
    for (size_t o = 0; o < results.size(); ++o)
      storeCell(view.operands[numInputs + o].type, results[o], at[numInputs + o]);
  });
}

Cell randomCell(DType type, std::mt19937 &rng) {
  Cell cell;
  if (plan::isFloat(type)) {
    cell.f = roundTo(type, std::uniform_real_distribution<double>(-4, 4)(rng));
    return cell;
  }
  // Small values often, any bits sometimes.
  cell.i =
      wrapTo(type, rng() % 4 ? int64_t(rng() % 21) - 10 : int64_t(uint64_t(rng()) << 32 | rng()));
  return cell;
}

plan::ScalarOp scalarOp(Opcode op, DType type, std::vector<int32_t> args) {
  return {op, type, std::move(args), {}};
}
plan::ScalarOp scalarConst(DType type, double f, int64_t i) {
  return {Opcode::Const, type, {}, {type, f, i}};
}
plan::ScalarOp scalarIndex(DType type, int64_t loop) {
  return {Opcode::Index, type, {}, {type, 0, loop}};
}

plan::Operand strided(DType type, std::vector<int64_t> steps, int64_t offset) {
  plan::Operand operand;
  operand.type = type;
  operand.access.offset = offset;
  for (size_t i = 0; i < steps.size(); ++i) {
    if (steps[i] == 0)
      continue;
    plan::Access::Term term;
    term.mul = steps[i];
    term.coef.assign(steps.size(), 0);
    term.coef[i] = 1;
    operand.access.terms.push_back(term);
  }
  return operand;
}

} // namespace spyre::test
