// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of scalar programs and of contractions.
#include "Form.h"

#include "spyre/Plan/Names.h"

namespace spyre::plan {

namespace {

bool isInteger(DType type) { return !isFloat(type) && type != DType::I1; }
bool isBits(DType type) { return !isFloat(type); }

enum class Rule { Const, Index, Any, Float, Bits, Compare, Select, Convert, Bitcast, Test };

Rule ruleOf(Opcode op) {
  switch (op) {
  case Opcode::Const:
    return Rule::Const;
  case Opcode::Index:
    return Rule::Index;
  case Opcode::Add:
  case Opcode::Sub:
  case Opcode::Mul:
  case Opcode::Div:
  case Opcode::Rem:
  case Opcode::Pow:
  case Opcode::MaxNan:
  case Opcode::MinNan:
  case Opcode::Neg:
  case Opcode::Abs:
  case Opcode::Sign:
    return Rule::Any;
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
  case Opcode::Shl:
  case Opcode::ShrS:
  case Opcode::ShrU:
  case Opcode::Not:
  case Opcode::PopCount:
  case Opcode::Clz:
    return Rule::Bits;
  case Opcode::CmpEq:
  case Opcode::CmpNe:
  case Opcode::CmpLt:
  case Opcode::CmpLe:
  case Opcode::CmpGt:
  case Opcode::CmpGe:
    return Rule::Compare;
  case Opcode::Select:
    return Rule::Select;
  case Opcode::Convert:
    return Rule::Convert;
  case Opcode::Bitcast:
    return Rule::Bitcast;
  case Opcode::IsFinite:
  case Opcode::IsNan:
    return Rule::Test;
  default:
    return Rule::Float;
  }
}

// What the types of an instruction must be; empty: they are right.
std::string typeError(const ScalarOp &op, std::span<const DType> args, size_t loops) {
  auto all = [&](std::span<const DType> types, DType type) {
    for (DType other : types)
      if (other != type)
        return false;
    return true;
  };
  switch (ruleOf(op.op)) {
  case Rule::Const:
    return op.imm.type == op.type ? "" : "imm of the result's type";
  case Rule::Index:
    if (op.imm.i < 0 || size_t(op.imm.i) >= loops)
      return "the number of one of " + std::to_string(loops) + " loops in imm";
    return isInteger(op.type) ? "" : "an integer result";
  case Rule::Any:
    return all(args, op.type) ? "" : "operands of the result's type";
  case Rule::Float:
    return isFloat(op.type) && all(args, op.type) ? "" : "floats of one type";
  case Rule::Bits:
    return isBits(op.type) && all(args, op.type) ? "" : "integers of one type";
  case Rule::Compare:
    return op.type == DType::I1 && args[0] == args[1] ? ""
                                                      : "two values of one type and an i1 result";
  case Rule::Select:
    return args[0] == DType::I1 && all(args.subspan(1), op.type)
               ? ""
               : "i1 and two values of the result's type";
  case Rule::Convert:
    return "";
  case Rule::Bitcast:
    return byteWidth(args[0]) == byteWidth(op.type) ? "" : "types of one width";
  case Rule::Test:
    return op.type == DType::I1 && isFloat(args[0]) ? "" : "a float and an i1 result";
  }
  return "a known operation";
}

bool checkOp(const ItemContext &item, const Where &where, const ScalarOp &op,
             std::span<const DType> values, size_t loops) {
  Where args(where, "args");
  if (op.args.size() != size_t(arity(op.op))) {
    item.report().expected(FaultKind::Size, args,
                           std::to_string(arity(op.op)) + " operands of " + name(op.op),
                           int64_t(op.args.size()));
    return false;
  }
  std::vector<DType> types;
  for (size_t i = 0; i < op.args.size(); ++i) {
    if (op.args[i] < 0 || size_t(op.args[i]) >= values.size()) {
      item.report().expected(FaultKind::Structure, Where(args, i),
                             "one of " + std::to_string(values.size()) + " values before",
                             op.args[i]);
      return false;
    }
    types.push_back(values[size_t(op.args[i])]);
  }
  std::string error = typeError(op, types, loops);
  if (error.empty())
    return true;
  std::string found = std::string(name(op.op)) + " to " + name(op.type) + " of";
  for (DType type : types)
    found += std::string(" ") + name(type);
  item.report().expected(FaultKind::Type, Where(where, "type"), error, found);
  return false;
}

void checkContractTypes(const ItemContext &item, const Exec &exec) {
  DType a = exec.operands[0].type, b = exec.operands[1].type, out = exec.operands[2].type;
  Where operands(item.where, "operands"), first(operands, size_t(0)), second(operands, 1),
      output(operands, 2);
  if (isFloat(a) != isFloat(b) || a == DType::I1 || b == DType::I1)
    return item.report().expected(FaultKind::Type, Where(second, "type"),
                                  std::string("a factor of the kind of ") + name(a), name(b));
  bool right = isFloat(a) ? out == DType::F32 : isInteger(out) && byteWidth(out) >= 4;
  if (!right)
    item.report().expected(FaultKind::Type, Where(output, "type"),
                           isFloat(a) ? "f32 sums" : "sums of 32 or 64 bits", name(out));
  if (item.unit == Unit::Pt && (byteWidth(a) > 2 || a != b || (!isFloat(a) && byteWidth(a) != 1)))
    item.report().expected(FaultKind::Type, Where(first, "type"),
                           "factors of one type f16, bf16, i8 or u8 on pt",
                           std::string(name(a)) + " and " + name(b));
}

void checkResults(const ItemContext &item, const Exec &exec, std::span<const DType> values) {
  Where body(item.where, "body"), results(body, "results");
  size_t inputs = exec.operands.size() - size_t(exec.numOutputs);
  if (exec.body.results.size() != size_t(exec.numOutputs))
    return item.report().expected(FaultKind::Size, results,
                                  std::to_string(exec.numOutputs) + " results, one per output",
                                  int64_t(exec.body.results.size()));
  for (size_t i = 0; i < exec.body.results.size(); ++i) {
    int32_t value = exec.body.results[i];
    DType type = exec.operands[inputs + i].type;
    if (value < 0 || size_t(value) >= values.size())
      item.report().expected(FaultKind::Structure, Where(results, i),
                             "one of " + std::to_string(values.size()) + " values", value);
    else if (values[size_t(value)] != type)
      item.report().expected(FaultKind::Type, Where(results, i),
                             std::string("a value of the output's type ") + name(type),
                             name(values[size_t(value)]));
  }
}

} // namespace

void checkBody(const ItemContext &item, const Exec &exec) {
  Where body(item.where, "body"), ops(body, "ops"), init(item.where, "init");
  size_t inputs = exec.operands.size() - size_t(exec.numOutputs);
  for (size_t i = 0; i < exec.init.size(); ++i)
    if (exec.init[i].type != exec.operands[inputs + i].type)
      item.report().expected(FaultKind::Type, Where(Where(init, i), "type"),
                             std::string("the output's type ") +
                                 name(exec.operands[inputs + i].type),
                             name(exec.init[i].type));
  if (exec.kind == ExecKind::Contract) {
    checkContractTypes(item, exec);
    if (!exec.body.ops.empty() || !exec.body.results.empty())
      item.report().add(FaultKind::Structure, body, "expected no body in a contract, found one");
    return;
  }
  if (exec.body.ops.size() > size_t(kMaxScalarOps))
    return item.report().expected(FaultKind::Size, ops, "at most 16384 operations",
                                  int64_t(exec.body.ops.size()));
  std::vector<DType> values;
  for (size_t i = 0; i < (exec.kind == ExecKind::Reduce ? exec.operands.size() : inputs); ++i)
    values.push_back(exec.operands[i].type);
  for (size_t i = 0; i < exec.body.ops.size(); ++i) {
    if (!checkOp(item, Where(ops, i), exec.body.ops[i], values, exec.loops.size()))
      return;
    values.push_back(exec.body.ops[i].type);
  }
  checkResults(item, exec, values);
}

} // namespace spyre::plan
