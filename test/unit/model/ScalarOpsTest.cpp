// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every scalar operation against the C library, and every host instruction set
// against the narrowest.
#include "Model/isa/Isa.h"
#include "Reference.h"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>

using namespace spyre;
using namespace spyre::test;
using plan::DType;
using plan::Opcode;

namespace {

const DType kAll[] = {DType::F16, DType::BF16, DType::F32, DType::I1,  DType::I8,  DType::I16,
                      DType::I32, DType::I64,  DType::U8,  DType::U16, DType::U32, DType::U64};
const DType kFloats[] = {DType::F16, DType::BF16, DType::F32};

/// Runs one op over `args` (one array of cells per operand) through a map exec.
std::vector<Cell> runOp(plan::ScalarOp op, std::vector<DType> types,
                        const std::vector<std::vector<Cell>> &args) {
  auto n = int64_t(args[0].size());
  std::vector<std::vector<uint8_t>> memory;
  std::vector<plan::Operand> operands;
  for (size_t a = 0; a < args.size(); ++a) {
    int64_t width = plan::byteWidth(types[a]);
    memory.emplace_back(size_t(n * width));
    for (int64_t i = 0; i < n; ++i)
      storeCell(types[a], args[a][size_t(i)], memory[a].data() + i * width);
    operands.push_back(strided(types[a], {width}));
    op.args.push_back(int32_t(a));
  }
  int64_t width = plan::byteWidth(op.type);
  operands.push_back(strided(op.type, {width}));
  memory.emplace_back(size_t(n * width));
  plan::ScalarProgram body{{op}, {int32_t(args.size())}};
  std::vector<uint8_t *> bases;
  for (std::vector<uint8_t> &m : memory)
    bases.push_back(m.data());
  std::vector<int64_t> sizes{n};
  std::vector<uint8_t> reduction{0};
  model::runExec({plan::ExecKind::Map, sizes, reduction, operands, 1, &body, {}}, bases.data());
  std::vector<Cell> results;
  for (int64_t i = 0; i < n; ++i)
    results.push_back(loadCell(op.type, memory.back().data() + i * width));
  return results;
}

std::vector<Cell> values(DType type, std::mt19937 &rng, int count) {
  std::vector<Cell> v;
  for (double f : {0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -2.5, 1e-7, 65504.0, 1e30, -1e30,
                   double(INFINITY), -double(INFINITY), double(NAN), 88.0, -100.0, 3e-41})
    v.push_back(
        {roundTo(type, f), wrapTo(type, std::isfinite(f) && std::fabs(f) < 1e9 ? int64_t(f) : -1)});
  for (int i = 0; i < count; ++i)
    v.push_back(randomCell(type, rng));
  return v;
}

/// Distance in representable values of `type`; NaNs are equal.
int64_t ulps(DType type, double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b) ? 0 : INT64_MAX;
  auto ordinal = [type](double v) {
    uint8_t bytes[8] = {};
    storeCell(type, {v, 0}, bytes);
    uint32_t bits = 0;
    std::memcpy(&bits, bytes, size_t(plan::byteWidth(type)));
    uint32_t sign = type == DType::F32 ? 0x80000000u : 0x8000u;
    return bits & sign ? -int64_t(bits & ~sign) : int64_t(bits);
  };
  return std::abs(ordinal(a) - ordinal(b));
}

bool exact(Opcode op) { return op < Opcode::Exp || op == Opcode::Sqrt || op == Opcode::Fma; }

} // namespace

TEST_CASE("float operations agree with the C library") {
  std::mt19937 rng(1);
  for (int o = int(Opcode::Add); o <= int(Opcode::Fma); ++o) {
    auto op = Opcode(o);
    bool isInteger = (op >= Opcode::And && op <= Opcode::ShrU) || op == Opcode::Not ||
                     op == Opcode::PopCount || op == Opcode::Clz;
    bool other = op == Opcode::Select || op == Opcode::Convert || op == Opcode::Bitcast;
    if (isInteger || other)
      continue;
    bool test = (op >= Opcode::CmpEq && op <= Opcode::CmpGe) || op == Opcode::IsFinite ||
                op == Opcode::IsNan;
    for (DType type : kFloats) {
      std::vector<std::vector<Cell>> args;
      for (int a = 0; a < plan::arity(op); ++a) {
        args.push_back(values(type, rng, 2000));
        std::shuffle(args.back().begin(), args.back().end(), rng);
      }
      plan::ScalarOp scalar = scalarOp(op, test ? DType::I1 : type, {});
      std::vector<DType> types(args.size(), type);
      std::vector<Cell> got = runOp(scalar, types, args);
      int64_t worst = 0;
      for (size_t i = 0; i < got.size(); ++i) {
        std::vector<Cell> at;
        for (auto &arg : args)
          at.push_back(arg[i]);
        Cell want = evaluateOp(scalar, at, types);
        worst = std::max(worst, test ? std::abs(got[i].i - want.i) : ulps(type, got[i].f, want.f));
      }
      INFO(plan::name(op) << " " << plan::name(type));
      CHECK(worst <= (exact(op) || test || op == Opcode::Pow ? 0 : 1));
    }
  }
}

TEST_CASE("integer operations wrap and divide as the plan says") {
  std::mt19937 rng(2);
  std::vector<Opcode> ops{
      Opcode::Add,      Opcode::Sub,    Opcode::Mul,   Opcode::Div,   Opcode::Rem,   Opcode::Pow,
      Opcode::MaxNan,   Opcode::MinNan, Opcode::And,   Opcode::Or,    Opcode::Xor,   Opcode::Shl,
      Opcode::ShrS,     Opcode::ShrU,   Opcode::CmpEq, Opcode::CmpNe, Opcode::CmpLt, Opcode::CmpLe,
      Opcode::CmpGt,    Opcode::CmpGe,  Opcode::Neg,   Opcode::Abs,   Opcode::Sign,  Opcode::Not,
      Opcode::PopCount, Opcode::Clz,    Opcode::Fma};
  for (Opcode op : ops)
    for (DType type : kAll) {
      if (plan::isFloat(type) || (type == DType::I1 && (op == Opcode::Pow || op == Opcode::Abs)))
        continue;
      bool test = op >= Opcode::CmpEq && op <= Opcode::CmpGe;
      std::vector<std::vector<Cell>> args;
      for (int a = 0; a < plan::arity(op); ++a) {
        args.push_back(values(type, rng, 1500));
        std::shuffle(args.back().begin(), args.back().end(), rng);
        if (op == Opcode::Pow && a == 1)
          for (Cell &c : args[1])
            c.i = wrapTo(type, plan::isSigned(type) ? c.i % 40 : (c.i & 31));
      }
      plan::ScalarOp scalar = scalarOp(op, test ? DType::I1 : type, {});
      std::vector<DType> types(args.size(), type);
      std::vector<Cell> got = runOp(scalar, types, args);
      int wrong = 0;
      for (size_t i = 0; i < got.size(); ++i) {
        std::vector<Cell> at;
        for (auto &arg : args)
          at.push_back(arg[i]);
        wrong += got[i].i != evaluateOp(scalar, at, types).i;
      }
      INFO(plan::name(op) << " " << plan::name(type));
      CHECK(wrong == 0);
    }
}

TEST_CASE("conversions between all types, and bit casts") {
  std::mt19937 rng(3);
  for (DType from : kAll)
    for (DType to : kAll)
      for (Opcode op : {Opcode::Convert, Opcode::Bitcast}) {
        if (op == Opcode::Bitcast && (plan::byteWidth(from) != plan::byteWidth(to) ||
                                      (from == DType::I1) != (to == DType::I1)))
          continue;
        std::vector<std::vector<Cell>> args{values(from, rng, 500)};
        if (plan::isFloat(from))
          for (double f : {1e9, 3e9, -3e9, 9.3e18, 1.9e19, -1e19, 255.0, 256.0, 127.5, -128.9})
            args[0].push_back({roundTo(from, f), 0});
        plan::ScalarOp scalar = scalarOp(op, to, {});
        std::vector<Cell> got = runOp(scalar, {from}, args);
        int wrong = 0;
        for (size_t i = 0; i < got.size(); ++i) {
          Cell want = evaluateOp(scalar, {args[0][i]}, {from});
          wrong += plan::isFloat(to) ? ulps(to, got[i].f, want.f) != 0 : got[i].i != want.i;
        }
        INFO(plan::name(op) << " " << plan::name(from) << " to " << plan::name(to));
        CHECK(wrong == 0);
      }
}

TEST_CASE("select, and operands of the other signedness") {
  std::vector<std::vector<Cell>> args{{{0, 1}, {0, 0}}, {{1.5, 0}, {2.5, 0}}, {{-1, 0}, {-2, 0}}};
  std::vector<Cell> got =
      runOp(scalarOp(Opcode::Select, DType::F16, {}), {DType::I1, DType::F16, DType::F16}, args);
  CHECK(got[0].f == 1.5);
  CHECK(got[1].f == -2);
  // -1 as u8 is 255; 255 / 2 = 127.
  got = runOp(scalarOp(Opcode::Div, DType::U8, {}), {DType::I8, DType::I8}, {{{0, -1}}, {{0, 2}}});
  CHECK(got[0].i == 127);
}

TEST_CASE("all host instruction sets give equal bits") {
  using namespace model::isa;
  std::mt19937 rng(4);
  const int64_t n = 3000;
  std::vector<float> a(n), b(n), c(n);
  for (int64_t i = 0; i < n; ++i) {
    // Any bit pattern in a, moderate values elsewhere.
    a[size_t(i)] =
        i % 2 ? std::bit_cast<float>(uint32_t(rng())) : float(randomCell(DType::F32, rng).f);
    b[size_t(i)] = float(randomCell(DType::F32, rng).f);
    c[size_t(i)] = float(randomCell(DType::F32, rng).f);
  }
  const Kernels &base = kernelSet(0);
  for (int s = 1; s < numKernelSets(); ++s) {
    const Kernels &wide = kernelSet(s);
    INFO(wide.name);
    for (int o = int(Opcode::Add); o <= int(Opcode::Fma); ++o) {
      auto op = Opcode(o);
      if ((op >= Opcode::And && op <= Opcode::Bitcast) || op == Opcode::Not ||
          op >= Opcode::IsFinite)
        continue;
      std::vector<float> x(n), y(n);
      base.floatOp(op, x.data(), a.data(), b.data(), c.data(), n);
      wide.floatOp(op, y.data(), a.data(), b.data(), c.data(), n);
      int wrong = 0;
      for (int64_t i = 0; i < n; ++i)
        wrong += std::bit_cast<uint32_t>(x[size_t(i)]) != std::bit_cast<uint32_t>(y[size_t(i)]) &&
                 !(std::isnan(x[size_t(i)]) && std::isnan(y[size_t(i)]));
      INFO(plan::name(op));
      CHECK(wrong == 0);
    }
    for (DType type : {DType::F16, DType::BF16}) {
      std::vector<uint16_t> patterns(65536), back(65536), forth(65536);
      for (size_t i = 0; i < patterns.size(); ++i)
        patterns[i] = uint16_t(i);
      std::vector<float> x(65536), y(65536);
      auto *bytes = reinterpret_cast<const uint8_t *>(patterns.data());
      base.load[int(type)](bytes, x.data(), 65536);
      wide.load[int(type)](bytes, y.data(), 65536);
      CHECK(std::memcmp(x.data(), y.data(), x.size() * 4) == 0);
      base.store[int(type)](x.data(), reinterpret_cast<uint8_t *>(back.data()), 65536);
      wide.store[int(type)](y.data(), reinterpret_cast<uint8_t *>(forth.data()), 65536);
      CHECK(back == forth);
      x.assign(a.begin(), a.end()), y.assign(a.begin(), a.end());
      base.round(type, x.data(), n);
      wide.round(type, y.data(), n);
      CHECK(std::memcmp(x.data(), y.data(), x.size() * 4) == 0);
    }
  }
}
