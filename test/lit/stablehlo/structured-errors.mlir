// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s -split-input-file -verify-diagnostics

func.func @contracting(%a: tensor<4x8xf32>, %b: tensor<7x3xf32>) {
  // expected-error @below {{expected contracting dimensions of one size, found 8 and 7}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<7x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @batching(%a: tensor<2x8xf32>, %b: tensor<3x8xf32>) {
  // expected-error @below {{expected batching dimensions of one size, found 2 and 3}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x8xf32>, tensor<3x8xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @pairs(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>) {
  // expected-error @below {{expected 1 rhs contracting dimensions, found 2}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0, 1] : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @twice(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>) {
  // expected-error @below {{expected distinct lhs dimensions, found 1 twice}}
  %0 = stablehlo.dot_general %a, %b, batching_dims = [1] x [0], contracting_dims = [1] x [1] : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @result(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>) {
  // expected-error @below {{expected result of shape 4x3, found 3x4}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @precision(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>) {
  // expected-error @below {{expected a keyword of precision, found 'LOW'}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [LOW, LOW] : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @field(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>) {
  // expected-error @below {{expected lhs_batching_dimensions or rhs_batching_dimensions or lhs_contracting_dimensions or rhs_contracting_dimensions, found 'lhs_dims'}}
  %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_dims = [0]>}> : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @dot(%a: tensor<4x8xf32>, %b: tensor<7x3xf32>) {
  // expected-error @below {{expected contracting dimensions of one size, found 8 and 7}}
  %0 = stablehlo.dot %a, %b : (tensor<4x8xf32>, tensor<7x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @reduce_dims(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  // expected-error @below {{expected dimensions between 0 and 1, found 2}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [2] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @reduce_result(%x: tensor<4x8xf32>, %z: tensor<f32>) {
  // expected-error @below {{expected result of shape 4, found 8}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

func.func @reduce_init(%x: tensor<4x8xf32>, %z: tensor<1xf32>) {
  // expected-error @below {{expected init value of shape scalar, found 1}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @spatial(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>) {
  // expected-error @below {{expected spatial dimension 1, found 2}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 2, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x4x4x16xf32>
  return
}

// -----

func.func @window(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>) {
  // expected-error @below {{expected stride, pad, lhs_dilate, rhs_dilate or reverse, found 'size'}}
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {size = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x4x4x16xf32>
  return
}

// -----

func.func @body_results(%x: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error @below {{expected 1 body results, found 2}}
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }
  return
}

// -----

func.func @reduce_init_type(%x: tensor<4xf32>, %z: tensor<i32>) {
  // expected-error @below {{expected init value of element type 'f32', found 'i32'}}
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<i32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    stablehlo.return %a : tensor<f32>
  }
  return
}

// -----

func.func @reduce_argument(%x: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error @below {{expected scalar tensors as body arguments, found 'tensor<9xf32>'}}
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<9xf32>) {
    stablehlo.return %a : tensor<f32>
  }
  return
}

// -----

func.func @reduce_returned(%x: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error @below {{expected body results of element type 'f32', found 'i1'}}
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }
  return
}
