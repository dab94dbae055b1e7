// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scalar program made ready to run over arrays of lanes. Values live in slots
// that are reused once their last reader is done.
#pragma once

#include "isa/Isa.h"
#include "spyre/Plan/Plan.h"

#include <span>
#include <vector>

namespace spyre::model {

/// Elements that one evaluation handles at most.
inline constexpr int64_t kChunk = 1024;

/// Lane arrays, kChunk elements of up to 8 bytes each. A thread has one set of
/// them, which grows to the largest need: one Slots at a time per thread.
class Slots {
public:
  explicit Slots(int64_t count);
  void *at(int32_t slot) { return storage + slot * kChunk; }

private:
  int64_t *storage;
};

/// The last computation on an accumulator: out = op(out, value).
struct Combiner {
  plan::Opcode op = plan::Opcode::Add;
  plan::DType type = plan::DType::F32;
  int32_t value = -1; // number of the value folded in
};

/// One combiner per output if the body is that simple: each result folds a value
/// that depends on no accumulator into its own. Empty otherwise.
std::vector<Combiner> combinersOf(const plan::ScalarProgram &body, size_t numInputs,
                                  size_t numOutputs);

class Body {
public:
  struct IndexUse {
    int32_t loop;
    plan::DType type;
    int32_t slot;
  };

  /// `operandTypes`: of the first values, which the caller writes into slots
  /// 0, 1, ... `results`: the values that the caller reads; `stored`: only to store
  /// them in their own types, which rounds. Throws Error on a wrong number, type or
  /// loop.
  Body(const plan::ScalarProgram &program, std::span<const plan::DType> operandTypes,
       std::span<const int32_t> results, size_t numLoops, bool stored = false);

  int64_t numSlots() const { return slotCount; }
  /// Loop indices that must be written before each evaluation.
  std::span<const IndexUse> indices() const { return indexUses; }
  plan::DType resultType(size_t r) const { return resultTypes[r]; }
  int32_t resultSlot(size_t r) const { return resultSlots[r]; }
  bool usesOperand(size_t operand) const { return operandUsed[operand]; }

  /// Writes the constants, once per set of slots.
  void start(const isa::Kernels &k, Slots &slots) const;
  void evaluate(const isa::Kernels &k, Slots &slots, int64_t n) const;

private:
  struct Step {
    plan::Opcode op;
    plan::DType type, argType;
    int32_t out, a = -1, b = -1, c = -1;
    bool rounds = true;
  };
  struct Constant {
    plan::Scalar value;
    int32_t slot;
  };
  struct Value {
    plan::DType type;
    int32_t slot = -1;
    int64_t lastUse = -1;
    bool pinned = false; // operands, constants, results: slot is kept
    bool read = false;   // by another instruction
  };

  void findUses(const plan::ScalarProgram &program, std::span<const int32_t> results);
  void compile(const plan::ScalarOp &op, int64_t position, size_t numLoops);
  int32_t argument(const plan::ScalarOp &op, size_t arg, plan::DType wanted);
  int32_t newSlot();
  void release(const plan::ScalarOp &op, int64_t position);
  static void run(const isa::Kernels &k, const Step &step, Slots &slots, int64_t n);

  std::vector<Value> values;
  std::vector<Step> steps;
  std::vector<Constant> constants;
  std::vector<IndexUse> indexUses;
  std::vector<int32_t> resultSlots, freeSlots, temporaries;
  std::vector<plan::DType> resultTypes;
  std::vector<bool> operandUsed;
  int64_t slotCount = 0;
  bool resultsStored;
};

/// Writes one constant into `n` lanes of a type.
void fillLanes(plan::DType type, const plan::Scalar &value, void *lanes, int64_t n,
               const isa::Kernels &k);

} // namespace spyre::model
