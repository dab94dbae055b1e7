// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element types and the scalar programs that execs run per element.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace spyre::plan {

/// Storage types. I1 lies as bytes (0 or 1).
enum class DType : uint8_t { F16, BF16, F32, I1, I8, I16, I32, I64, U8, U16, U32, U64 };

/// Bytes of one element: 1, 2, 4 or 8.
int64_t byteWidth(DType type);
/// Elements of one 128-byte stick.
int64_t lanes(DType type);
bool isFloat(DType type);
bool isSigned(DType type);
const char *name(DType type); // "f16", "bf16", "i1", "u8", ...
/// Throws Error naming an unknown name.
DType parseDType(const std::string &name);

/// One constant: f for floats, i for integers (two's complement) and i1.
struct Scalar {
  DType type = DType::F32;
  double f = 0;
  int64_t i = 0;
  bool operator==(const Scalar &) const = default;
};

/// Operations of scalar programs. Floats compute in f32 and round to the
/// instruction's type after each instruction; integers wrap at their width.
/// Integer division by zero gives all ones, remainder gives the dividend
/// (StableHLO leaves it open; one answer, never a trap).
enum class Opcode : uint8_t {
  Const,
  Index, // imm / loop number in imm.i
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  Pow,
  Atan2, // both kinds
  MaxNan,
  MinNan,
  MaxNum,
  MinNum, // floats; integers: MaxNan, MinNan
  And,
  Or,
  Xor,
  Shl,
  ShrS,
  ShrU, // integers and i1
  CmpEq,
  CmpNe,
  CmpLt,
  CmpLe,
  CmpGt,
  CmpGe,  // ordered floats (Ne: unordered), -> i1
  Select, // i1, a, b
  Convert,
  Bitcast, // to type
  Neg,
  Abs,
  Sign,
  Not,
  Floor,
  Ceil,
  RoundEven,
  RoundAway,
  Trunc,
  Exp,
  Expm1,
  Exp2,
  Log,
  Log1p,
  Log2,
  Sqrt,
  Rsqrt,
  Cbrt,
  Tanh,
  Logistic,
  Sin,
  Cos,
  Tan,
  Asin,
  Acos,
  Atan,
  Sinh,
  Cosh,
  Asinh,
  Acosh,
  Atanh,
  Erf,
  Erfc,
  Gelu, // x (1 + erf(x / sqrt 2)) / 2
  IsFinite,
  IsNan,
  PopCount,
  Clz,
  Fma,
};

const char *name(Opcode op);
Opcode parseOpcode(const std::string &name);
/// Number of value operands (Const, Index: 0; Select, Fma: 3; ...).
int arity(Opcode op);

/// One SSA instruction. Values are numbered: first the exec's operands (inputs,
/// then, for reduce, old outputs), then instructions in order.
struct ScalarOp {
  Opcode op = Opcode::Const;
  DType type = DType::F32; // result type; compares: i1
  std::vector<int32_t> args;
  Scalar imm;
  bool operator==(const ScalarOp &) const = default;
};

struct ScalarProgram {
  std::vector<ScalarOp> ops;
  std::vector<int32_t> results; // one value per output
};

} // namespace spyre::plan
