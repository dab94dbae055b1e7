// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps (copies and execs) of a function's launches: where each stands in
// its unit's queue and which bytes it reads and writes.
#pragma once

#include "Views.h"

#include "spyre/Dialect/Spyre/Spyre.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spyre {

/// One dim of an accessed box: [offset, offset + size). Where the size depends
/// on core or iteration, `ragged` is it before clamping and `end` the end that it
/// gives (`size` is the largest).
struct Span {
  MovingForm offset;
  int64_t size = 0;
  std::optional<LoopForm> ragged, end;
};

/// Bytes that a step touches on behalf of one core.
struct StepAccess {
  bool isLx = false, isWrite = false;
  mlir::Value root;
  int64_t begin = 0, end = 0; // LX: the whole buffer's bytes
  std::vector<Span> box;      // per dim of the root
  /// Core in whose LX the bytes lie, per executing core; empty: its own.
  std::vector<int64_t> where;
};

struct Step {
  struct Around {
    mlir::Operation *loop;
    int64_t trip;
    int64_t stride; // steps of this unit in one iteration
  };
  mlir::Operation *op = nullptr;
  ir::Unit unit = ir::Unit::load;
  int launch = 0;
  int64_t cores = 1;                  // of the launch
  int64_t first = 0;                  // number in the queue when all counters are 0
  llvm::SmallVector<Around, 4> loops; // outermost first
  std::vector<StepAccess> accesses;

  /// Number of the last execution.
  int64_t last() const;
};

/// Whether a loop nest has steps of a unit that run at least once.
bool hasSteps(mlir::Block &block, ir::Unit unit);
/// Steps in program order; loops that never run are left out. Emits errors.
mlir::FailureOr<std::vector<Step>> collectSteps(mlir::func::FuncOp func);

} // namespace spyre
