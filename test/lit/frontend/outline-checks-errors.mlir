// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s --spyre-outline-checks -split-input-file -verify-diagnostics

func.func public @main(%x: tensor<f32>) {
  // expected-error @below {{expected a literal, found a computed value}}
  stablehlo.custom_call @check.expect_eq(%x, %x) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return
}

// -----

func.func public @main(%x: tensor<f32>) {
  // expected-error @below {{expected check.expect_eq, check.expect_close or check.expect_almost_eq, found check.eq}}
  stablehlo.custom_call @check.eq(%x, %x) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return
}

// -----

func.func public @main() {
  // expected-error @below {{expected a literal, found a computed value}}
  %0 = call @inputs() : () -> tensor<f32>
  return
}
func.func private @inputs() -> tensor<f32> {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.sine %0 : tensor<f32>
  return %1 : tensor<f32>
}
