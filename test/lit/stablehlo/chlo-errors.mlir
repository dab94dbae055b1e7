// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s -split-input-file -verify-diagnostics

func.func @type(%x: tensor<4xf32>) {
  // expected-error @below {{expected one type for all operands and results, found 'tensor<4xf32>' and 'tensor<4xf16>'}}
  %0 = chlo.erf %x : tensor<4xf32> -> tensor<4xf16>
  return
}

// -----

func.func @element(%x: tensor<4xi32>) {
  // expected-error @below {{operand #0 must be ranked tensor of floats or complex numbers, but got 'tensor<4xi32>'}}
  %0 = chlo.erf %x : tensor<4xi32> -> tensor<4xi32>
  return
}

// -----

func.func @constant_vector() {
  // expected-error @below {{expected a tensor literal, found 'vector<2xf32>'}}
  %0 = "chlo.constant"() <{value = dense<0.0> : vector<2xf32>}> : () -> tensor<2xf32>
  return
}
