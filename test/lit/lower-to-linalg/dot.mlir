// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s -spyre-lower-to-linalg | FileCheck %s

// CHECK-DAG: #[[A:.+]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[B:.+]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[C:.+]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[Q:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d4)>
// CHECK-DAG: #[[K:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d1, d4)>

// CHECK-LABEL: @matmul
func.func @matmul(%a: tensor<64x32xf16>, %b: tensor<32x128xf16>) -> tensor<64x128xf16> {
  // CHECK: %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
  // CHECK: linalg.fill ins(%[[ZERO]] : f32) {{.+}} -> tensor<64x128xf32>
  // CHECK: %[[P:.+]] = linalg.generic {indexing_maps = [#[[A]], #[[B]], #[[C]]], iterator_types = ["parallel", "parallel", "reduction"]}
  // CHECK: %[[X:.+]] = arith.extf
  // CHECK: %[[Y:.+]] = arith.extf
  // CHECK: %[[XY:.+]] = arith.mulf %[[X]], %[[Y]] : f32
  // CHECK: arith.addf %{{.+}}, %[[XY]] : f32
  // CHECK: linalg.generic {{.+}} ins(%[[P]] : tensor<64x128xf32>)
  // CHECK: arith.truncf
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x32xf16>, tensor<32x128xf16>) -> tensor<64x128xf16>
  return %0 : tensor<64x128xf16>
}

// CHECK-LABEL: @wide_result
func.func @wide_result(%a: tensor<64x32xf16>, %b: tensor<32x128xbf16>) -> tensor<64x128xf32> {
  // CHECK: arith.extf %{{.+}} : f16 to f32
  // CHECK: arith.extf %{{.+}} : bf16 to f32
  // CHECK-NOT: arith.truncf
  // CHECK: return
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x32xf16>, tensor<32x128xbf16>) -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}

// Batch dimensions anywhere in the operands.
// CHECK-LABEL: @grouped_heads
func.func @grouped_heads(%q: tensor<2x8x4x64xf32>, %k: tensor<2x16x8x64xf32>) -> tensor<2x8x4x16xf32> {
  // CHECK: indexing_maps = [#[[Q]], #[[K]],
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [3] : (tensor<2x8x4x64xf32>, tensor<2x16x8x64xf32>) -> tensor<2x8x4x16xf32>
  return %0 : tensor<2x8x4x16xf32>
}

// CHECK-LABEL: @integers
func.func @integers(%a: tensor<4x8xi8>, %b: tensor<8x4xui8>) -> tensor<4x4xi32> {
  // CHECK: arith.extsi %{{.+}} : i8 to i32
  // CHECK: arith.extui %{{.+}} : i8 to i32
  // CHECK: arith.muli
  // CHECK: arith.addi
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xi8>, tensor<8x4xui8>) -> tensor<4x4xi32>
  return %0 : tensor<4x4xi32>
}

// Nothing is summed: a pointwise product.
// CHECK-LABEL: @outer
func.func @outer(%a: tensor<4xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  // CHECK-NOT: linalg.fill
  // CHECK: iterator_types = ["parallel", "parallel"]
  // CHECK: arith.mulf
  // CHECK-NOT: arith.addf
  // CHECK: return
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [] x [] : (tensor<4xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: @vectors
func.func @vectors(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<f32> {
  // CHECK: iterator_types = ["reduction"]
  %0 = stablehlo.dot %a, %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
