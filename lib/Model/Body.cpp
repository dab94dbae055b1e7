// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Body.h"

#include "spyre/Support/Error.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace spyre::model {

using isa::Lane;
using isa::laneOf;
using plan::DType;
using plan::Opcode;
using plan::ScalarOp;

namespace {

bool isCompare(Opcode op) { return op >= Opcode::CmpEq && op <= Opcode::CmpGe; }
bool isTest(Opcode op) { return isCompare(op) || op == Opcode::IsFinite || op == Opcode::IsNan; }
/// Bits decide, not the value: these exist for integers only.
bool isBitwise(Opcode op) {
  return (op >= Opcode::And && op <= Opcode::ShrU) || op == Opcode::Not || op == Opcode::PopCount ||
         op == Opcode::Clz;
}
bool isFloatOnly(Opcode op) {
  return (op >= Opcode::Exp && op <= Opcode::Gelu) || op == Opcode::Atan2;
}
bool folds(Opcode op) {
  switch (op) {
  case Opcode::Add:
  case Opcode::Mul:
  case Opcode::MaxNan:
  case Opcode::MinNan:
  case Opcode::MaxNum:
  case Opcode::MinNum:
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
    return true;
  default:
    return false;
  }
}

[[noreturn]] void fail(const ScalarOp &op, const std::string &message) {
  throw Error(std::string("scalar op ") + plan::name(op.op) + ": " + message);
}

} // namespace

Slots::Slots(int64_t count) {
  thread_local std::vector<int64_t> arena;
  auto need = size_t(count * kChunk);
  if (arena.size() < need)
    arena.resize(need);
  storage = arena.data();
}

std::vector<Combiner> combinersOf(const plan::ScalarProgram &body, size_t numInputs,
                                  size_t numOutputs) {
  size_t numOperands = numInputs + numOutputs;
  std::vector<int> readers(numOperands, 0);
  std::vector<bool> folded(numOperands + body.ops.size(), false);
  for (size_t v = numInputs; v < numOperands; ++v)
    folded[v] = true;
  for (size_t i = 0; i < body.ops.size(); ++i)
    for (int32_t arg : body.ops[i].args) {
      if (size_t(arg) < numOperands)
        ++readers[size_t(arg)];
      if (folded[size_t(arg)])
        folded[numOperands + i] = true;
    }
  std::vector<Combiner> combiners;
  for (size_t o = 0; o < numOutputs; ++o) {
    int64_t at = body.results[o] - int64_t(numOperands);
    auto old = int32_t(numInputs + o);
    if (at < 0 || readers[size_t(old)] != 1)
      return {};
    const ScalarOp &op = body.ops[size_t(at)];
    if (!folds(op.op) || (op.args[0] != old && op.args[1] != old))
      return {};
    int32_t value = op.args[0] == old ? op.args[1] : op.args[0];
    if (folded[size_t(value)])
      return {};
    combiners.push_back({op.op, op.type, value});
  }
  return combiners;
}

Body::Body(const plan::ScalarProgram &program, std::span<const DType> operandTypes,
           std::span<const int32_t> results, size_t numLoops, bool stored)
    : resultsStored(stored) {
  for (size_t i = 0; i < operandTypes.size(); ++i)
    values.push_back({operandTypes[i], int32_t(i), -1, true});
  slotCount = int64_t(operandTypes.size());
  for (const ScalarOp &op : program.ops) {
    if (int(op.args.size()) != plan::arity(op.op))
      fail(op, "expected " + std::to_string(plan::arity(op.op)) + " operands, found " +
                   std::to_string(op.args.size()));
    for (int32_t arg : op.args)
      if (arg < 0 || size_t(arg) >= values.size())
        fail(op, "expected an earlier value, found " + std::to_string(arg));
    values.push_back({op.type});
  }
  for (int32_t r : results)
    if (r < 0 || size_t(r) >= values.size())
      throw Error("scalar program: expected a value as result, found " + std::to_string(r));
  findUses(program, results);
  for (size_t i = 0; i < operandTypes.size(); ++i)
    operandUsed.push_back(values[i].lastUse >= 0);
  for (size_t i = 0; i < program.ops.size(); ++i)
    if (values[operandTypes.size() + i].lastUse >= 0)
      compile(program.ops[i], int64_t(operandTypes.size() + i), numLoops);
  for (int32_t r : results) {
    resultSlots.push_back(values[size_t(r)].slot);
    resultTypes.push_back(values[size_t(r)].type);
  }
}

// Marks the last reader of each value that a result needs; results live to the end.
void Body::findUses(const plan::ScalarProgram &program, std::span<const int32_t> results) {
  auto end = int64_t(values.size());
  for (int32_t r : results) {
    values[size_t(r)].lastUse = end;
    values[size_t(r)].pinned = true;
  }
  size_t first = values.size() - program.ops.size();
  for (size_t i = program.ops.size(); i-- > 0;) {
    if (values[first + i].lastUse < 0)
      continue;
    for (int32_t arg : program.ops[i].args) {
      Value &v = values[size_t(arg)];
      v.lastUse = std::max(v.lastUse, int64_t(first + i));
      v.read = true;
    }
  }
}

int32_t Body::newSlot() {
  if (freeSlots.empty())
    return int32_t(slotCount++);
  int32_t slot = freeSlots.back();
  freeSlots.pop_back();
  return slot;
}

/// The slot of an argument as a value of type `wanted`: integers of the other
/// signedness are made canonical first.
int32_t Body::argument(const ScalarOp &op, size_t arg, DType wanted) {
  const Value &v = values[size_t(op.args[arg])];
  if (laneOf(v.type) != laneOf(wanted))
    fail(op, std::string("expected an operand like ") + plan::name(wanted) + ", found " +
                 plan::name(v.type));
  if (v.type == wanted || laneOf(wanted) == Lane::F32)
    return v.slot;
  int32_t slot = newSlot();
  temporaries.push_back(slot);
  steps.push_back({Opcode::Convert, wanted, v.type, slot, v.slot});
  return slot;
}

void Body::release(const ScalarOp &op, int64_t position) {
  for (int32_t slot : temporaries)
    freeSlots.push_back(slot);
  temporaries.clear();
  for (size_t i = 0; i < op.args.size(); ++i) {
    Value &v = values[size_t(op.args[i])];
    bool again = std::find(op.args.begin(), op.args.begin() + int64_t(i), op.args[i]) !=
                 op.args.begin() + int64_t(i);
    if (!again && !v.pinned && v.lastUse == position)
      freeSlots.push_back(v.slot);
  }
}

void Body::compile(const ScalarOp &op, int64_t position, size_t numLoops) {
  Value &result = values[size_t(position)];
  bool real = plan::isFloat(op.type);
  if (op.op == Opcode::Const || op.op == Opcode::Index) {
    result.slot = int32_t(slotCount++); // written before any step: its own
    result.pinned = true;
    if (op.op == Opcode::Const) {
      constants.push_back({op.imm, result.slot});
      constants.back().value.type = op.type;
      return;
    }
    if (op.imm.i < 0 || size_t(op.imm.i) >= numLoops)
      fail(op, "expected a loop of the domain, found " + std::to_string(op.imm.i));
    indexUses.push_back({int32_t(op.imm.i), op.type, result.slot});
    return;
  }
  DType first = values[size_t(op.args[0])].type;
  Step step{op.op, op.type, first, 0};
  if (isTest(op.op) && op.type != DType::I1)
    fail(op, std::string("expected type i1, found ") + plan::name(op.type));
  if ((real && isBitwise(op.op)) || (!real && isFloatOnly(op.op)))
    fail(op, std::string("does not take type ") + plan::name(op.type));
  if (op.op == Opcode::Bitcast && plan::byteWidth(first) != plan::byteWidth(op.type))
    fail(op, std::string("expected a type as wide as ") + plan::name(first));
  if (op.op == Opcode::Convert || op.op == Opcode::Bitcast) {
    step.a = argument(op, 0, first);
  } else if (op.op == Opcode::Select) {
    step.a = argument(op, 0, DType::I1);
    step.b = argument(op, 1, op.type);
    step.c = argument(op, 2, op.type);
  } else {
    DType wanted = isTest(op.op) ? first : op.type;
    int32_t *to[] = {&step.a, &step.b, &step.c};
    for (size_t i = 0; i < op.args.size(); ++i)
      *to[i] = argument(op, i, wanted);
    step.argType = wanted;
  }
  // Not in place: lanes of source and result may differ in width.
  step.out = newSlot();
  step.rounds = !resultsStored || result.read;
  result.slot = step.out;
  steps.push_back(step);
  release(op, position);
}

void fillLanes(DType type, const plan::Scalar &value, void *lanes, int64_t n,
               const isa::Kernels &k) {
  if (laneOf(type) == Lane::F32) {
    auto *out = static_cast<float *>(lanes);
    auto f = float(value.f);
    if (type == DType::F16 && std::isinf(f))
      f = std::copysign(k.infinity16, f);
    k.round(type, &f, 1);
    std::fill(out, out + n, f);
    return;
  }
  std::vector<int64_t> wide(size_t(n), value.i);
  k.convert(DType::I64, type, wide.data(), lanes, n);
}

void Body::start(const isa::Kernels &k, Slots &slots) const {
  for (const Constant &c : constants)
    fillLanes(c.value.type, c.value, slots.at(c.slot), kChunk, k);
}

void Body::evaluate(const isa::Kernels &k, Slots &slots, int64_t n) const {
  for (const Step &step : steps)
    run(k, step, slots, n);
}

void Body::run(const isa::Kernels &k, const Step &s, Slots &slots, int64_t n) {
  void *out = slots.at(s.out), *a = slots.at(s.a);
  void *b = s.b >= 0 ? slots.at(s.b) : nullptr, *c = s.c >= 0 ? slots.at(s.c) : nullptr;
  auto f = [](void *p) { return static_cast<float *>(p); };
  auto i = [](void *p) { return static_cast<int32_t *>(p); };
  auto l = [](void *p) { return static_cast<int64_t *>(p); };
  switch (s.op) {
  case Opcode::Convert:
    // From an integer it must round in one go.
    return k.convert(s.argType,
                     s.rounds || !plan::isFloat(s.argType) || !plan::isFloat(s.type) ? s.type
                                                                                     : DType::F32,
                     a, out, n);
  case Opcode::Bitcast:
    return k.bitcast(s.argType, s.type, a, out, n);
  case Opcode::Select:
    return k.select(laneOf(s.type), out, i(a), b, c, n);
  default:
    break;
  }
  Lane lane = laneOf(s.argType);
  if (isTest(s.op)) {
    if (lane == Lane::F32)
      return k.floatTest(s.op, i(out), f(a), f(b), n);
    if (lane == Lane::I64)
      return k.intTest64(s.op, s.argType, i(out), l(a), l(b), n);
    return k.intOp32(s.op, s.argType, i(out), i(a), i(b), nullptr, n);
  }
  if (lane == Lane::I64)
    return k.intOp64(s.op, s.type, l(out), l(a), l(b), l(c), n);
  if (lane == Lane::I32)
    return k.intOp32(s.op, s.type, i(out), i(a), i(b), i(c), n);
  k.floatOp(s.op, f(out), f(a), f(b), f(c), n);
  if (s.rounds)
    k.round(s.type, f(out), n);
}

} // namespace spyre::model
