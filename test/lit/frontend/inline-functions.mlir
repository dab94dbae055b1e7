// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s --spyre-inline-functions | FileCheck %s

// CHECK-LABEL: func.func public @main
// CHECK-NOT: call
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: stablehlo.while
  // CHECK: do {
  // CHECK-NEXT: stablehlo.tanh
  // CHECK-NEXT: stablehlo.negate
  %0 = stablehlo.while(%a = %x) : tensor<4xf32>
   cond {
    %c = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %1 = func.call @outer(%a) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
// CHECK-NOT: func.func
func.func private @outer(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @inner(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @inner(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
