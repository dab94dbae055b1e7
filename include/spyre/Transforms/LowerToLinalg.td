// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPYRE_TRANSFORMS_LOWER_TO_LINALG
#define SPYRE_TRANSFORMS_LOWER_TO_LINALG

include "mlir/Pass/PassBase.td"

def LowerToLinalg : Pass<"spyre-lower-to-linalg", "::mlir::func::FuncOp"> {
  let summary = "core level to graph level: operators become loops on tensors";
  let description = [{
    Everything after this pass reasons about loops, index maps and scalar bodies,
    never about operators: one fusion, one layout search and one division serve
    all of them. What comes out:

    - elementwise operators: `linalg.generic`, identity result map, a body of
      `arith` and `math`. Constants that fill a tensor are scalars in the body,
      never tensors. f16 and bf16 keep their own rounding in arithmetic;
      transcendental functions compute in f32 and round once.
    - broadcast, reshape, transpose, slice, reverse: a generic that reads its
      operand through an index map and yields it, to be composed away by fusion.
    - reduce: parallel and reduction loops over a filled accumulator; sums and
      products of narrow floats accumulate in f32. dot_general: the same with
      two factors, in f32 or i32 and wider.
    - concatenate, pad, dynamic_update_slice: `tensor.insert_slice`; run-time
      positions are extracted and clamped.
    - integer operations are total: division by zero gives all ones, shifts by
      the width or more give zero or the sign, floats saturate.
    - tensors without elements are `tensor.empty`, and nothing computes them.

    Elements become signless; what an argument or result was is kept as
    `spyre.type`. Operators and types that cannot be lowered are reported all at
    once, counted, before anything is changed.

    ```mlir
    func.func @main(%x: tensor<64x256xf16>) -> tensor<256xf16> {
      %z = stablehlo.constant dense<0.0> : tensor<f16>
      %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0]
        : (tensor<64x256xf16>, tensor<f16>) -> tensor<256xf16>
      return %s : tensor<256xf16>
    }
    ```
    becomes
    ```mlir
    func.func @main(%x: tensor<64x256xf16>) -> tensor<256xf16> {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<256xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
      %s = linalg.generic {maps = [(d0, d1) -> (d0, d1), (d0, d1) -> (d1)],
                           iterators = ["reduction", "parallel"]}
           ins(%x : tensor<64x256xf16>) outs(%f : tensor<256xf32>) {
      ^bb0(%a: f16, %acc: f32):
        %w = arith.extf %a : f16 to f32
        %n = arith.addf %acc, %w : f32
        linalg.yield %n : f32
      } -> tensor<256xf32>
      %r = linalg.generic ... { arith.truncf } -> tensor<256xf16>
      return %r : tensor<256xf16>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numLowered", "operators-lowered", "core operators lowered">
  ];
}

def SimplifyIndexingMaps : Pass<"spyre-simplify-indexing-maps", "::mlir::func::FuncOp"> {
  let summary = "shorten the index maps of generics by the sizes of their loops";
  let description = [{
    Composed reshapes leave floordiv and mod behind that the sizes of the loops
    decide. Maps without them are what layouts, tiles and copies can follow.

    ```mlir
    // d0 in [0, 4), d1 in [0, 128)
    affine_map<(d0, d1) -> ((d0 * 128 + d1) floordiv 128, (d0 * 128 + d1) mod 128)>
    ```
    becomes
    ```mlir
    affine_map<(d0, d1) -> (d0, d1)>
    ```
  }];
}

#endif
