// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s -split-input-file -verify-diagnostics

func.func @shape(%x: tensor<2xf32>) {
  // expected-error @below {{expected one type for all operands and results, found 'tensor<2xf32>' and 'tensor<3xf32>'}}
  %0 = stablehlo.sqrt %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @convert_shape(%x: tensor<2xf32>) {
  // expected-error @below {{expected one shape for all operands and results, found 'tensor<2xf32>' and 'tensor<3xf16>'}}
  %0 = stablehlo.convert %x : (tensor<2xf32>) -> tensor<3xf16>
  return
}

// -----

func.func @element(%x: tensor<2xi32>) {
  // expected-error @below {{operand #0 must be ranked tensor of floats, but got 'tensor<2xi32>'}}
  %0 = stablehlo.floor %x : tensor<2xi32>
  return
}

// -----

func.func @bitcast(%x: tensor<2xf32>) {
  // expected-error @below {{expected tensor of the narrower elements of shape 2x4, found 2x2}}
  %0 = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2x2xi8>
  return
}

// -----

func.func @format(%x: tensor<2xf32>) {
  // expected-error @below {{expected a format like e8m7, found 'bf16'}}
  %0 = stablehlo.reduce_precision %x, format = bf16 : tensor<2xf32>
  return
}

// -----

func.func @no_exponent(%x: tensor<2xf32>) {
  // expected-error @below {{expected at least 1 exponent bit and 0 mantissa bits, found e0m3}}
  %0 = stablehlo.reduce_precision %x, format = e0m3 : tensor<2xf32>
  return
}

// -----

func.func @count(%x: tensor<2xf32>) {
  // expected-error @below {{expected 1 operand types, found 2}}
  %0 = stablehlo.negate %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
