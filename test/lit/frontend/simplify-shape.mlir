// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s --spyre-simplify-core | FileCheck %s

// CHECK-LABEL: @splats
func.func @splats() -> (tensor<4x8xf32>, tensor<2xf32>) {
  // CHECK-DAG: stablehlo.constant dense<2.000000e+00> : tensor<4x8xf32>
  // CHECK-DAG: stablehlo.constant dense<2.000000e+00> : tensor<2xf32>
  // CHECK-NEXT: return
  %c = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.slice %1 [0:1, 0:8:4] : (tensor<4x8xf32>) -> tensor<1x2xf32>
  %3 = stablehlo.reshape %2 : (tensor<1x2xf32>) -> tensor<2xf32>
  return %1, %3 : tensor<4x8xf32>, tensor<2xf32>
}

// CHECK-LABEL: @literal
func.func @literal() -> tensor<2x2xi32> {
  // CHECK-NEXT: stablehlo.constant dense<{{\[}}[1, 2], [3, 4]]> : tensor<2x2xi32>
  // CHECK-NEXT: return
  %c = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %0 = stablehlo.reshape %c : (tensor<4xi32>) -> tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}

// CHECK-LABEL: @identities
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>, %{{.*}}: tensor<f32>)
func.func @identities(%x: tensor<2x3xf32>, %s: tensor<f32>) -> tensor<2x3xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.transpose %0, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = stablehlo.slice %2 [0:2, 0:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = stablehlo.pad %3, %s, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %5 = stablehlo.concatenate %4, dim = 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = stablehlo.convert %5 : tensor<2x3xf32>
  %7 = stablehlo.reverse %6, dims = [] : tensor<2x3xf32>
  return %7 : tensor<2x3xf32>
}

// A pad of equal type may still move elements.
// CHECK-LABEL: @not_identities
func.func @not_identities(%x: tensor<3x3xf32>, %s: tensor<f32>) -> tensor<3x3xf32> {
  // CHECK: stablehlo.pad
  %0 = stablehlo.pad %x, %s, low = [1, 0], high = [-1, 0], interior = [0, 0] : (tensor<3x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  // CHECK: stablehlo.transpose
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %1 : tensor<3x3xf32>
}

// CHECK-LABEL: @broadcasts
func.func @broadcasts(%x: tensor<4xf32>) -> tensor<2x4x8xf32> {
  // CHECK-NEXT: stablehlo.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<4xf32>) -> tensor<2x4x8xf32>
  // CHECK-NEXT: return
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1, 2] : (tensor<4x1xf32>) -> tensor<2x4x8xf32>
  return %1 : tensor<2x4x8xf32>
}

// CHECK-LABEL: @size
func.func @size(%x: tensor<4x5xf32>) -> tensor<i32> {
  // CHECK-NEXT: stablehlo.constant dense<5> : tensor<i32>
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<4x5xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}
