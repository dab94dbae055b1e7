// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not spyre-opt %s --spyre-verify-core=max-rank=3 --mlir-print-op-on-diagnostic=false 2>&1 | FileCheck %s
// RUN: not spyre-opt %s --spyre-verify-core --mlir-print-op-on-diagnostic=false 2>&1 | FileCheck %s --check-prefix=ANY

func.func public @main(%x: tensor<2x2xf32>, %y: tensor<2x2x2x2xf32>, %z: tensor<4xf32, #spyre.layout<[0 | *]>>) {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.dot_general %x, %x, contracting_dims = [] x [] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2x2x2xf32>
  %2 = stablehlo.reshape %x : (tensor<2x2xf32>) -> tensor<1x2x2xf32>
  %3 = stablehlo.dot_general %2, %x, contracting_dims = [2] x [0] : (tensor<1x2x2xf32>, tensor<2x2xf32>) -> tensor<1x2x2xf32>
  return
}

// CHECK: error: 4 operators cannot be compiled:
// CHECK-NEXT: argument 1 of @main over 4 dimensions, more than 3 x1
// CHECK-NEXT: argument 2 of @main with an encoding of its tensor, #spyre.layout<[0 | *]> x1
// CHECK-NEXT: stablehlo.dot_general over 4 dimensions, more than 3 x2
// ANY: error: 1 operator cannot be compiled:
// ANY-NEXT: argument 2 of @main with an encoding
