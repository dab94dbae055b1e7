// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPYRE_TRANSFORMS_QUEUES
#define SPYRE_TRANSFORMS_QUEUES

include "mlir/Pass/PassBase.td"

def VerifyScheduled : Pass<"spyre-verify-scheduled", "::mlir::func::FuncOp"> {
  let summary = "reject what does not belong at the scheduled level";
  let description = [{
    The scheduled level says where each byte lies and in what order steps run.
    Every later pass relies on it: launches hold only loops with static trip
    counts, views, index arithmetic, copies and execs; compute stands in
    `spyre.exec` and touches LX only; buffers have offsets and end within the
    device's LX; the innermost dim of every memref is one stick.
  }];
}

def BuildQueues : Pass<"spyre-build-queues", "::mlir::func::FuncOp"> {
  let summary = "split launches into one in-order queue per unit, with waits";
  let description = [{
    The launches of a function become one `spyre.program`: a queue per unit that
    has work, loops kept, launches one after another without a barrier. What
    orders the queues are awaits, derived from buffer hazards: when two steps on
    different queues (or cores) touch the same bytes and one writes, the later
    waits until the earlier has finished. The number of a step in its queue is
    linear in its loop counters, so one await serves all iterations:

    ```mlir
    spyre.launch "k" (%core) in (32) {
      scf.for %t = %c0 to %c4 step %c1 {
        %s = affine.apply affine_map<(d0) -> (d0 mod 2)>(%t)
        ...
        spyre.copy load %x to %slot : ...
        spyre.exec sfu { ... ins(%slot) outs(%y) }
      }
    }
    ```
    becomes
    ```mlir
    spyre.queue load (%core) {
      scf.for %t = %c0 to %c4 step %c1 {
        %n = affine.apply affine_map<(d0) -> (d0 - 1)>(%t)
        spyre.await sfu >= %n        // slot t mod 2 was read by step t - 2; a count
                                     // of `above` (here 0) or less is true at once
        spyre.copy load %x to %slot : ...
      }
    }
    spyre.queue sfu (%core) {
      scf.for %t = %c0 to %c4 step %c1 {
        %n = affine.apply affine_map<(d0) -> (d0 + 1)>(%t)
        spyre.await load >= %n
        spyre.exec sfu { ... }
      }
    }
    ```
    An await only ever names steps that come before it in the sequential order
    of the launches, so the queues cannot block each other for ever.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
                           "::spyre::ir::SpyreDialect"];
  let statistics = [
    Statistic<"numSteps", "steps", "copies and execs in the queues">,
    Statistic<"numAwaits", "awaits", "awaits derived from hazards">,
  ];
}

def PrintPlan : Pass<"spyre-print-plan", "::mlir::ModuleOp"> {
  let summary = "export the plan, prove it, and print its listing";
  let description = [{
    For tests and for reading: what spyre-compile would write, as spyre-run
    --disassemble (with `summary`: --inspect) shows it. The validator's faults are errors. `drop-await = n`
    leaves out the n-th await, counted over the queues in order, to see that the
    validator misses it.
  }];
  let options = [
    Option<"dropAwait", "drop-await", "int64_t", "-1", "await to leave out; -1: none">,
    Option<"quiet", "quiet", "bool", "false", "no listing, only the proof">,
    Option<"summary", "summary", "bool", "false", "tensors and kernels instead of the listing">,
  ];
}

#endif
