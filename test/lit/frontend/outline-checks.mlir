// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s --spyre-outline-checks -split-input-file | FileCheck %s

// CHECK: module @jit_main attributes
// CHECK-SAME: spyre.checks = [{expected = dense<[1, 2]> : tensor<2xi32>, kind = "expect_eq"}, {expected = dense<5.000000e-01> : tensor<f32>, kind = "expect_close"}]
// CHECK-SAME: spyre.inputs = [dense<[-1, 2]> : tensor<2xi32>, dense<2.000000e+00> : tensor<f32>]
module @jit_main {
  // CHECK: @main(%[[A:.*]]: tensor<2xi32>, %[[B:.*]]: tensor<f32>) -> (tensor<2xi32>, tensor<f32>) {
  func.func public @main() -> (tensor<2xi32> {jax.result_info = ""}) {
    %0:2 = call @inputs() : () -> (tensor<2xi32>, tensor<f32>)
    %1 = call @expected() : () -> tensor<2xi32>
    // CHECK-NEXT: %[[R:.*]] = stablehlo.abs %[[A]]
    %2 = stablehlo.abs %0#0 : tensor<2xi32>
    // CHECK: %[[S:.*]] = stablehlo.logistic %[[B]]
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %3 = stablehlo.logistic %0#1 : tensor<f32>
    // CHECK-NEXT: return %[[R]], %[[S]]
    stablehlo.custom_call @check.expect_eq(%2, %1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
    stablehlo.custom_call @check.expect_close(%3, %half) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
    return %2 : tensor<2xi32>
  }
  func.func private @inputs() -> (tensor<2xi32>, tensor<f32>) {
    %0 = stablehlo.constant dense<[-1, 2]> : tensor<2xi32>
    %1 = stablehlo.constant dense<2.0> : tensor<f32>
    return %0, %1 : tensor<2xi32>, tensor<f32>
  }
  func.func private @expected() -> tensor<2xi32> {
    %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}

// -----

// An expected value that is also used otherwise keeps its call.
// CHECK-LABEL: @main() -> (tensor<f32>, tensor<f32>)
// CHECK-NEXT: %[[E:.*]] = call @expected()
// CHECK-NEXT: %[[N:.*]] = stablehlo.negate %[[E]]
// CHECK-NEXT: return %[[E]], %[[N]]
func.func public @main() -> tensor<f32> {
  %0 = call @expected() : () -> tensor<f32>
  %1 = stablehlo.negate %0 : tensor<f32>
  stablehlo.custom_call @check.expect_eq(%0, %0) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  stablehlo.custom_call @check.expect_eq(%1, %0) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return %0 : tensor<f32>
}
func.func private @expected() -> tensor<f32> {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}
