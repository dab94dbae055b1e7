// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s --spyre-simplify-core | FileCheck %s

// CHECK-LABEL: @gone
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<4xi32>, %[[P:.*]]: tensor<4xi1>)
func.func @gone(%x: tensor<4xf32>, %i: tensor<4xi32>, %p: tensor<4xi1>) -> (tensor<4xf32>, tensor<4xi32>, tensor<4xi1>) {
  // CHECK-NEXT: return %[[X]], %[[I]], %[[P]]
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %ninf = stablehlo.constant dense<0xFF800000> : tensor<4xf32>
  %0 = stablehlo.multiply %one, %x : tensor<4xf32>
  %1 = stablehlo.maximum %ninf, %0 : tensor<4xf32>
  %2 = stablehlo.divide %1, %one : tensor<4xf32>
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %3 = stablehlo.add %i, %zero : tensor<4xi32>
  %true = stablehlo.constant dense<true> : tensor<4xi1>
  %false = stablehlo.constant dense<false> : tensor<4xi1>
  %4 = stablehlo.select %p, %true, %false : tensor<4xi1>, tensor<4xi1>
  %5 = stablehlo.and %4, %true : tensor<4xi1>
  return %2, %3, %5 : tensor<4xf32>, tensor<4xi32>, tensor<4xi1>
}

// -0.0 + 0.0 is +0.0.
// CHECK-LABEL: @kept
func.func @kept(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: stablehlo.add
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = stablehlo.add %x, %zero : tensor<4xf32>
  return %0 : tensor<4xf32>
}
