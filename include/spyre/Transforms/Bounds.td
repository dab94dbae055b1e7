// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPYRE_TRANSFORMS_BOUNDS
#define SPYRE_TRANSFORMS_BOUNDS

include "mlir/Pass/PassBase.td"

def BoundProgram : Pass<"spyre-bound-program", "::mlir::ModuleOp"> {
  let summary = "say how fast any plan of this program can be at most";
  let description = [{
    How good a plan is can only be said against what no plan beats. The bound
    follows from the fused graph alone, before any decision: every element of an
    argument or constant that is read crosses the memory once, every result once
    (of a donated argument only what is read and what the update writes); products
    fill the array at its peak; folds and special functions take their units.
    Pointwise work is left out, since a rewrite may fold it into its neighbours.

    ```mlir
    func.func public @main(%a: tensor<1024x1024xf16>, ...)
    ```
    becomes
    ```mlir
    func.func public @main(%a: tensor<1024x1024xf16>, ...) attributes {
        spyre.bound_by = "memory", spyre.bound_hard_us = 30.72, spyre.bound_sustained_us = 41.94}
    ```
  }];
}

#endif
