// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An instance of a plan with real bytes: device memory, one LX per core, and the
// queues executed in some legal order. The plan must have been validated; the
// machine still refuses, with an Error, to leave its memories or to wait for ever.
//
// Before each run LX, temps and outputs are filled with a poison byte, and so is
// all padding: what reads something that nobody wrote computes garbage.
#pragma once

#include "spyre/Model/Numerics.h"
#include "spyre/Plan/Plan.h"

#include <memory>
#include <span>

namespace spyre::model {

/// Poison bytes to try in turn: as floats a NaN and a large number; as integers
/// -1 and another; as i1 true and false.
inline constexpr uint8_t kPoison[2] = {0xff, 0x7a};

struct MachineOptions {
  uint8_t poison = kPoison[0];
  int threads = 0; // 0: as many as the host has
  /// Not 0: one thread that takes steps of cores and units in a random order.
  uint64_t orderSeed = 0;
  Numerics numerics = Numerics::F16;
};

/// The type in which a machine hands out a tensor: its own, but f32 for f16 under
/// DL16, whose range f16 does not have.
plan::DType resultType(const plan::Tensor &tensor, Numerics numerics);

class Machine {
public:
  /// `plan` must outlive the machine. Maps only the memory that is used.
  explicit Machine(const plan::Plan &plan, const MachineOptions &options = {});
  ~Machine();

  /// Gives an argument or a state its value: row-major, hostByteSize bytes; f16 is
  /// IEEE half whatever the numerics.
  void setInput(int32_t tensor, std::span<const uint8_t> host);
  /// Whether an argument or state has a value yet.
  bool hasInput(int32_t tensor) const;
  /// Runs one program of the plan. States keep their values between runs. Throws
  /// Error when an argument has no value.
  void run(const plan::Program &program);
  /// A result, state or argument: row-major, of resultType.
  std::vector<uint8_t> output(int32_t tensor) const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace spyre::model
