// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s -spyre-lower-to-linalg | FileCheck %s

// CHECK-LABEL: @concatenate
// CHECK-SAME: %[[A:.+]]: tensor<4x3xf32>, %[[B:.+]]: tensor<4x5xf32>
func.func @concatenate(%a: tensor<4x3xf32>, %b: tensor<4x5xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[E:.+]] = tensor.empty() : tensor<4x8xf32>
  // CHECK: %[[L:.+]] = tensor.insert_slice %[[A]] into %[[E]][0, 0] [4, 3] [1, 1]
  // CHECK: %[[R:.+]] = tensor.insert_slice %[[B]] into %[[L]][0, 3] [4, 5] [1, 1]
  // CHECK: return %[[R]]
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<4x3xf32>, tensor<4x5xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Space between elements is the stride.
// CHECK-LABEL: @pad
// CHECK-SAME: %[[A:.+]]: tensor<3xf32>
func.func @pad(%a: tensor<3xf32>) -> tensor<8xf32> {
  // CHECK: %[[C:.+]] = arith.constant 1.000000e+00 : f32
  // CHECK: %[[F:.+]] = linalg.fill ins(%[[C]]
  // CHECK: tensor.insert_slice %[[A]] into %[[F]][1] [3] [2]
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.pad %a, %one, low = [1], high = [2], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Negative padding cuts: nothing is filled.
// CHECK-LABEL: @cut
func.func @cut(%a: tensor<8xf32>) -> tensor<5xf32> {
  // CHECK-NOT: linalg.fill
  // CHECK: linalg.generic
  // CHECK-NOT: tensor.insert_slice
  // CHECK: return
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %a, %zero, low = [-2], high = [-1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// CHECK-LABEL: @update
// CHECK-SAME: %[[CACHE:.+]]: tensor<2x64x128xf16> {tf.aliasing_output = 0 : i32}, %[[ROW:.+]]: tensor<2x1x128xf16>, %[[POS:.+]]: tensor<i32>
func.func @update(%cache: tensor<2x64x128xf16> {tf.aliasing_output = 0 : i32}, %row: tensor<2x1x128xf16>, %pos: tensor<i32>) -> tensor<2x64x128xf16> {
  // CHECK: %[[P:.+]] = tensor.extract %[[POS]][]
  // CHECK: %[[I:.+]] = arith.index_cast %[[P]] : i32 to index
  // CHECK: %[[LOW:.+]] = arith.maxsi %[[I]], %{{.+}} : index
  // CHECK: %[[AT:.+]] = arith.minsi %[[LOW]], %{{.+}} : index
  // CHECK: tensor.insert_slice %[[ROW]] into %[[CACHE]][0, %[[AT]], 0] [2, 1, 128] [1, 1, 1]
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %cache, %row, %zero, %pos, %zero : (tensor<2x64x128xf16>, tensor<2x1x128xf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x64x128xf16>
  return %0 : tensor<2x64x128xf16>
}

// Constant positions are clamped here.
// CHECK-LABEL: @update_at_constants
func.func @update_at_constants(%a: tensor<8x8xf32>, %b: tensor<2x3xf32>) -> tensor<8x8xf32> {
  // CHECK: tensor.insert_slice %{{.+}}[6, 0] [2, 3] [1, 1]
  %i = stablehlo.constant dense<7> : tensor<i64>
  %j = stablehlo.constant dense<-4> : tensor<i64>
  %0 = stablehlo.dynamic_update_slice %a, %b, %i, %j : (tensor<8x8xf32>, tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: @update_at_unsigned
func.func @update_at_unsigned(%a: tensor<8xf32>, %b: tensor<2xf32>, %i: tensor<ui32>) -> tensor<8xf32> {
  // CHECK: arith.index_castui
  // CHECK: arith.minui
  %0 = stablehlo.dynamic_update_slice %a, %b, %i : (tensor<8xf32>, tensor<2xf32>, tensor<ui32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
