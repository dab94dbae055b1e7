// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s -spyre-lower-to-linalg -split-input-file -verify-diagnostics

// All at once, each kind counted.
func.func @operations(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{expected an operation that can be lowered, found 'stablehlo.sort' (2 times)}}
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %p = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  // expected-note @below {{also here}}
  %1 = "stablehlo.sort"(%0) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %p = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  // expected-error @below {{expected an operation that can be lowered, found 'stablehlo.custom_call'}}
  %2 = stablehlo.custom_call @foo(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

// expected-error @below {{expected elements of f16, bf16, f32, i1, i8 to i64 or ui8 to ui64, found f64 in argument 0}}
func.func @types(%a: tensor<8xf64>) -> tensor<8xf64> {
  // expected-error @below {{found f64 in 'stablehlo.add'}}
  %0 = stablehlo.add %a, %a : tensor<8xf64>
  return %0 : tensor<8xf64>
}

// -----

// expected-error @below {{expected a static shape, found tensor<?xf32> in argument 0}}
func.func @shapes(%a: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{expected a static shape, found tensor<?xf32> in 'stablehlo.negate'}}
  %0 = stablehlo.negate %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @widths(%a: tensor<8xf32>) -> tensor<8x2xi16> {
  // expected-error @below {{found 'stablehlo.bitcast_convert' with a change of element width}}
  %0 = stablehlo.bitcast_convert %a : (tensor<8xf32>) -> tensor<8x2xi16>
  return %0 : tensor<8x2xi16>
}

// -----

func.func @body(%a: tensor<8xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    reducer(%x: tensor<f32>, %y: tensor<f32>) {
      // expected-error @below {{found 'stablehlo.reshape'}}
      %1 = stablehlo.reshape %x : (tensor<f32>) -> tensor<f32>
      %2 = stablehlo.add %1, %y : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }
  return %0 : tensor<f32>
}
