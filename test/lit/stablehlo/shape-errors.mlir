// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s -split-input-file -verify-diagnostics

func.func @iota() {
  // expected-error @below {{expected dim between 0 and 1, found 2}}
  %0 = stablehlo.iota dim = 2 : tensor<2x3xi32>
  return
}

// -----

func.func @reshape(%x: tensor<2x3xf32>) {
  // expected-error @below {{expected 6 elements in the result, found 5}}
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @reshape_type(%x: tensor<2x3xf32>) {
  // expected-error @below {{expected result of element type 'f32', found 'f16'}}
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf16>
  return
}

// -----

func.func @permutation(%x: tensor<2x3xf32>) {
  // expected-error @below {{expected distinct dims, found 1 twice}}
  %0 = stablehlo.transpose %x, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @transpose(%x: tensor<2x3xf32>) {
  // expected-error @below {{expected result of shape 3x2, found 2x3}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast(%x: tensor<2xf32>) {
  // expected-error @below {{expected operand dimension 0 of size 1 or 3, found 2}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_count(%x: tensor<2xf32>) {
  // expected-error @below {{expected 1 dims, found 2}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_legacy(%x: tensor<2xf32>) {
  // expected-error @below {{expected result of shape 3x2, found 2x3}}
  %0 = stablehlo.broadcast %x, sizes = [3] : (tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @slice(%x: tensor<4xf32>) {
  // expected-error @below {{expected 0 <= start <= limit <= 4 and stride >= 1 in dimension 0, found 1:5:1}}
  %0 = stablehlo.slice %x [1:5] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @slice_result(%x: tensor<4xf32>) {
  // expected-error @below {{expected result of shape 2, found 1}}
  %0 = stablehlo.slice %x [0:3:2] : (tensor<4xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @indices(%x: tensor<4x4xf32>, %i: tensor<i32>) {
  // expected-error @below {{expected 2 start indices, found 1}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [1, 4] : (tensor<4x4xf32>, tensor<i32>) -> tensor<1x4xf32>
  return
}

// -----

func.func @index_rank(%x: tensor<4xf32>, %i: tensor<1xi32>) {
  // expected-error @below {{expected start index of shape scalar, found 1}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<4xf32>, tensor<1xi32>) -> tensor<1xf32>
  return
}

// -----

func.func @update(%x: tensor<4xf32>, %u: tensor<5xf32>, %i: tensor<i32>) {
  // expected-error @below {{expected update dimension 0 of size at most 4, found 5}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<5xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @update_type(%x: tensor<4xf32>, %u: tensor<2xf16>, %i: tensor<i32>) {
  // expected-error @below {{expected update of element type 'f32', found 'f16'}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<2xf16>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @concatenate(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) {
  // expected-error @below {{expected operand of shape 2x3, found 2x4}}
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @concatenate_result(%x: tensor<2x3xf32>) {
  // expected-error @below {{expected result of shape 2x6, found 2x5}}
  %0 = stablehlo.concatenate %x, %x, dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @pad(%x: tensor<3xf32>, %s: tensor<f32>) {
  // expected-error @below {{expected result of shape 8, found 7}}
  %0 = stablehlo.pad %x, %s, low = [1], high = [2], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// -----

func.func @pad_value(%x: tensor<3xf32>, %s: tensor<1xf32>) {
  // expected-error @below {{expected padding value of shape scalar, found 1}}
  %0 = stablehlo.pad %x, %s, low = [0], high = [0], interior = [0] : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @reverse(%x: tensor<3xf32>) {
  // expected-error @below {{expected dims between 0 and 0, found 1}}
  %0 = stablehlo.reverse %x, dims = [1] : tensor<3xf32>
  return
}

// -----

func.func @constant() {
  // expected-error @below {{expected value of shape 3, found 2}}
  %0 = stablehlo.constant() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<3xi8>
  return
}

// -----

func.func @pad_overflow(%x: tensor<3xf32>, %s: tensor<f32>) {
  // expected-error @below {{expected a padded size from 0 to 2^63 - 1 in dimension 0, found 3 padded by 9223372036854775807, 1 and 0 between elements}}
  %0 = stablehlo.pad %x, %s, low = [9223372036854775807], high = [1], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @pad_negative(%x: tensor<3xf32>, %s: tensor<f32>) {
  // expected-error @below {{expected a padded size from 0 to 2^63 - 1 in dimension 0, found 3 padded by -9223372036854775808, -3 and 0 between elements}}
  %0 = stablehlo.pad %x, %s, low = [-9223372036854775808], high = [-3], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @concatenate_overflow(%x: tensor<9223372036854775807xf32>) {
  // expected-error @below {{expected sizes below 2^63 in dimension 0, found more}}
  %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<9223372036854775807xf32>, tensor<9223372036854775807xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @reshape_overflow(%x: tensor<0xf32>) {
  // expected-error @below {{expected fewer than 2^63 elements, found 'tensor<4294967296x4294967296xf32>'}}
  %0 = stablehlo.reshape %x : (tensor<0xf32>) -> tensor<4294967296x4294967296xf32>
  return
}

// -----

func.func @constant_vector() {
  // expected-error @below {{expected a tensor literal, found 'vector<2xf32>'}}
  %0 = "stablehlo.constant"() <{value = dense<0.0> : vector<2xf32>}> : () -> tensor<2xf32>
  return
}

// -----

func.func @broadcast_sizes(%x: tensor<2xf32>) {
  // expected-error @below {{expected sizes of at least 0, found -9223372036854775808}}
  %0 = stablehlo.broadcast %x, sizes = [-9223372036854775808] : (tensor<2xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @dynamic_slice_sizes(%x: tensor<2xf32>, %i: tensor<i32>) {
  // expected-error @below {{expected slice sizes of at least 0, found -9223372036854775808}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [-9223372036854775808] : (tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  return
}
