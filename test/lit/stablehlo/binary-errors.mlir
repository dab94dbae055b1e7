// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s -split-input-file -verify-diagnostics

func.func @shape(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @below {{expected one type for all operands and results, found 'tensor<2xf32>' and 'tensor<3xf32>'}}
  %0 = stablehlo.add %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @direction(%x: tensor<2xf32>) {
  // expected-error @below {{expected a keyword of comparison_direction, found 'LESS'}}
  %0 = stablehlo.compare LESS, %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_type(%x: tensor<2xf32>) {
  // expected-error @below {{expected a compare type for 'f32', found SIGNED}}
  %0 = stablehlo.compare LT, %x, %x, SIGNED : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @compare_elements(%x: tensor<2xf32>, %y: tensor<2xi32>) {
  // expected-error @below {{expected rhs of element type 'f32', found 'i32'}}
  %0 = stablehlo.compare LT, %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

func.func @pred(%p: tensor<3xi1>, %x: tensor<2xf32>) {
  // expected-error @below {{expected pred of shape 2, found 3}}
  %0 = stablehlo.select %p, %x, %x : tensor<3xi1>, tensor<2xf32>
  return
}

// -----

func.func @on_true(%p: tensor<2xi1>, %x: tensor<2xf32>, %y: tensor<2xf16>) {
  // expected-error @below {{expected on_true of element type 'f32', found 'f16'}}
  %0 = stablehlo.select %p, %y, %x : (tensor<2xi1>, tensor<2xf16>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @bound(%x: tensor<2xf32>, %y: tensor<1xf32>) {
  // expected-error @below {{expected min of shape 2, found 1}}
  %0 = stablehlo.clamp %y, %x, %x : (tensor<1xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
