// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Plan/Scalar.h"

#include "spyre/Plan/Plan.h"
#include "spyre/Support/Error.h"

#include <array>

namespace spyre::plan {

namespace {

struct TypeInfo {
  const char *name;
  int8_t bytes;
  bool isFloat, isSigned;
};

// In the order of DType.
constexpr TypeInfo kTypes[] = {
    {"f16", 2, true, true},   {"bf16", 2, true, true},  {"f32", 4, true, true},
    {"i1", 1, false, false},  {"i8", 1, false, true},   {"i16", 2, false, true},
    {"i32", 4, false, true},  {"i64", 8, false, true},  {"u8", 1, false, false},
    {"u16", 2, false, false}, {"u32", 4, false, false}, {"u64", 8, false, false},
};
static_assert(std::size(kTypes) == size_t(DType::U64) + 1);

struct OpInfo {
  const char *name;
  int8_t arity;
};

// In the order of Opcode.
constexpr OpInfo kOps[] = {
    {"const", 0},      {"index", 0},   {"add", 2},       {"sub", 2},    {"mul", 2},
    {"div", 2},        {"rem", 2},     {"pow", 2},       {"atan2", 2},  {"max_nan", 2},
    {"min_nan", 2},    {"max_num", 2}, {"min_num", 2},   {"and", 2},    {"or", 2},
    {"xor", 2},        {"shl", 2},     {"shr_s", 2},     {"shr_u", 2},  {"cmp_eq", 2},
    {"cmp_ne", 2},     {"cmp_lt", 2},  {"cmp_le", 2},    {"cmp_gt", 2}, {"cmp_ge", 2},
    {"select", 3},     {"convert", 1}, {"bitcast", 1},   {"neg", 1},    {"abs", 1},
    {"sign", 1},       {"not", 1},     {"floor", 1},     {"ceil", 1},   {"round_even", 1},
    {"round_away", 1}, {"trunc", 1},   {"exp", 1},       {"expm1", 1},  {"exp2", 1},
    {"log", 1},        {"log1p", 1},   {"log2", 1},      {"sqrt", 1},   {"rsqrt", 1},
    {"cbrt", 1},       {"tanh", 1},    {"logistic", 1},  {"sin", 1},    {"cos", 1},
    {"tan", 1},        {"asin", 1},    {"acos", 1},      {"atan", 1},   {"sinh", 1},
    {"cosh", 1},       {"asinh", 1},   {"acosh", 1},     {"atanh", 1},  {"erf", 1},
    {"erfc", 1},       {"gelu", 1},    {"is_finite", 1}, {"is_nan", 1}, {"pop_count", 1},
    {"clz", 1},        {"fma", 3},
};
static_assert(std::size(kOps) == size_t(Opcode::Fma) + 1);

template <typename Enum, typename Info, size_t N>
Enum parse(const Info (&table)[N], const std::string &name, const char *what) {
  for (size_t i = 0; i < N; ++i)
    if (name == table[i].name)
      return Enum(i);
  throw Error(std::string("expected the name of ") + what + ", found '" + name + "'");
}

} // namespace

int64_t byteWidth(DType type) { return kTypes[size_t(type)].bytes; }
int64_t lanes(DType type) { return kStickBytes / byteWidth(type); }
bool isFloat(DType type) { return kTypes[size_t(type)].isFloat; }
bool isSigned(DType type) { return kTypes[size_t(type)].isSigned; }
const char *name(DType type) { return kTypes[size_t(type)].name; }
DType parseDType(const std::string &name) { return parse<DType>(kTypes, name, "an element type"); }

const char *name(Opcode op) { return kOps[size_t(op)].name; }
Opcode parseOpcode(const std::string &name) {
  return parse<Opcode>(kOps, name, "a scalar operation");
}
int arity(Opcode op) { return kOps[size_t(op)].arity; }

} // namespace spyre::plan
