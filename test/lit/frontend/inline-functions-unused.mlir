// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s --spyre-inline-functions | FileCheck %s

// A function that a kept one names in an attribute stays; one that only a dead
// one names goes.
// CHECK: func.func public @main
// CHECK: func.func private @named
// CHECK: func.func private @named_by_named
// CHECK-NOT: func.func
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @called(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @called(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @outside(%x) {called_computations = [@named]} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @named(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @outside(%x) {called_computations = [@named_by_named]} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @named_by_named(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func private @dead(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @outside(%x) {called_computations = [@named_by_dead]} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @named_by_dead(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
