// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not spyre-opt %s --spyre-verify-core --mlir-print-op-on-diagnostic=false 2>&1 | FileCheck %s

func.func public @main(%x: tensor<?xf32>, %c: tensor<2xcomplex<f32>>, %q: tensor<2x!quant.uniform<i8:f32, 0.5>>, %i: tensor<2xi4>) {
  %0 = stablehlo.negate %x : tensor<?xf32>
  %1 = stablehlo.sine %c : tensor<2xcomplex<f32>>
  %z = stablehlo.constant dense<1.0> : tensor<f32>
  %y = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %2 = stablehlo.tanh %z : tensor<f32>
  %3 = stablehlo.reduce(%y init: %z) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %s = stablehlo.add %a, %2 : tensor<f32>
    %t = stablehlo.add %s, %z : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }
  return
}

// CHECK: error: 7 operators cannot be compiled:
// CHECK-NEXT: argument 0 of @main with a dynamic dimension x1
// CHECK-NEXT: argument 1 of @main of complex<f32> x1
// CHECK-NEXT: argument 2 of @main of !quant.uniform<i8:f32, 5.000000e-01> x1
// CHECK-NEXT: argument 3 of @main of i4 x1
// CHECK-NEXT: stablehlo.negate with a dynamic dimension x1
// CHECK-NEXT: stablehlo.sine of complex<f32> x1
// CHECK-NEXT: stablehlo.reduce whose body reads a value from outside x1
