// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s -split-input-file -spyre-simplify-indexing-maps | FileCheck %s

// What the ranges decide goes.
// CHECK: affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: @decided_division
#in = affine_map<(d0, d1) -> ((d0 * 128 + d1) floordiv 128, (d0 * 128 + d1) mod 128)>
#out = affine_map<(d0, d1) -> (d0, d1)>
func.func @decided_division(%a: tensor<4x128xf32>, %init: tensor<4x128xf32>) -> tensor<4x128xf32> {
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x128xf32>) outs(%init : tensor<4x128xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x128xf32>
  return %0 : tensor<4x128xf32>
}

// -----

// Two digits below the divisor.
// CHECK: affine_map<(d0, d1, d2) -> (d0, d1 * 32 + d2)>
// CHECK-LABEL: @bounded_sum
#in = affine_map<(d0, d1, d2) -> ((d0 * 64 + d1 * 32 + d2) floordiv 64, (d0 * 64 + d1 * 32 + d2) mod 64)>
#out = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
func.func @bounded_sum(%a: tensor<4x64xf32>, %init: tensor<4x2x32xf32>) -> tensor<4x2x32xf32> {
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<4x64xf32>) outs(%init : tensor<4x2x32xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x2x32xf32>
  return %0 : tensor<4x2x32xf32>
}

// -----

// Not decided: nothing to gain.
// CHECK: affine_map<(d0, d1) -> ((d0 * 96 + d1) floordiv 64, (d0 * 96 + d1) mod 64)>
// CHECK-LABEL: @undecided
#in = affine_map<(d0, d1) -> ((d0 * 96 + d1) floordiv 64, (d0 * 96 + d1) mod 64)>
#out = affine_map<(d0, d1) -> (d0, d1)>
func.func @undecided(%a: tensor<12x64xf32>, %init: tensor<8x96xf32>) -> tensor<8x96xf32> {
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<12x64xf32>) outs(%init : tensor<8x96xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<8x96xf32>
  return %0 : tensor<8x96xf32>
}

// -----

// Divisions of divisions; the last mod 4 says nothing.
// CHECK: affine_map<(d0) -> (d0 floordiv 16, d0 mod 4)>
// CHECK-LABEL: @nested
#in = affine_map<(d0) -> (((d0 floordiv 4) floordiv 4) mod 4, (d0 mod 16) mod 4)>
#out = affine_map<(d0) -> (d0)>
func.func @nested(%a: tensor<4x4xf32>, %init: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel"]}
      ins(%a : tensor<4x4xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// A split that is merged again.
// CHECK: affine_map<(d0) -> (d0)>
// CHECK-LABEL: @split_and_merged
#in = affine_map<(d0) -> ((d0 floordiv 4) * 4 + d0 mod 4)>
#out = affine_map<(d0) -> (d0)>
func.func @split_and_merged(%a: tensor<64xf32>, %init: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel"]}
      ins(%a : tensor<64xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// The same with the upper digits cut off.
// CHECK: affine_map<(d0) -> (d0 mod 32)>
// CHECK-LABEL: @middle_digits
#in = affine_map<(d0) -> (((d0 floordiv 4) mod 8) * 4 + d0 mod 4)>
#out = affine_map<(d0) -> (d0)>
func.func @middle_digits(%a: tensor<32xf32>, %init: tensor<256xf32>) -> tensor<256xf32> {
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel"]}
      ins(%a : tensor<32xf32>) outs(%init : tensor<256xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<256xf32>
  return %0 : tensor<256xf32>
}

// -----

// Falling indices have ranges too.
// CHECK: affine_map<(d0) -> (-d0 + 9)>
// CHECK-LABEL: @reversed
#in = affine_map<(d0) -> ((-d0 + 9) mod 10)>
#out = affine_map<(d0) -> (d0)>
func.func @reversed(%a: tensor<10xf32>, %init: tensor<10xf32>) -> tensor<10xf32> {
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel"]}
      ins(%a : tensor<10xf32>) outs(%init : tensor<10xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// A constant offset; the prefix that remains is guarded.
// CHECK: affine_map<(d0) -> (d0 mod 20, 1)>
// CHECK-LABEL: @shifted
#in = affine_map<(d0) -> ((d0 + 20) mod 20, (d0 + 20) floordiv 20)>
#out = affine_map<(d0) -> (d0)>
func.func @shifted(%a: tensor<20x2xf32>, %init: tensor<10xf32>) -> tensor<10xf32> {
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel"]}
      ins(%a : tensor<20x2xf32>) outs(%init : tensor<10xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// A loop of one iteration is 0.
// CHECK: affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: @unit_dimension
#in = affine_map<(d0, d1) -> (d0 * 8 + d1)>
#out = affine_map<(d0, d1) -> (d0, d1)>
func.func @unit_dimension(%a: tensor<8xf32>, %init: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<8xf32>) outs(%init : tensor<1x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<1x8xf32>
  return %0 : tensor<1x8xf32>
}

// -----

// A guard that is needed stays, one that is not goes.
// CHECK: affine_map<(d0, d1) -> (d0, d1 mod 10)>
// CHECK-LABEL: @prefix
#in = affine_map<(d0, d1) -> (d0 mod 2, d1 mod 10)>
#out = affine_map<(d0, d1) -> (d0, d1)>
func.func @prefix(%a: tensor<2x10xf32>, %init: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<2x10xf32>) outs(%init : tensor<2x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// -----

// Split at one size, merged at another, and back.
// CHECK: affine_map<(d0, d1) -> (d0 * 96 + d1)>
// CHECK-LABEL: @there_and_back
#in = affine_map<(d0, d1) -> (((d0 * 96 + d1) floordiv 64) * 64 + (d0 * 96 + d1) mod 64)>
#out = affine_map<(d0, d1) -> (d0, d1)>
func.func @there_and_back(%a: tensor<768xf32>, %init: tensor<8x96xf32>) -> tensor<8x96xf32> {
  %0 = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<768xf32>) outs(%init : tensor<8x96xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<8x96xf32>
  return %0 : tensor<8x96xf32>
}
