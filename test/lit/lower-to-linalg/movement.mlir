// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s -spyre-lower-to-linalg | FileCheck %s

// CHECK-DAG: #[[ROWS:.+]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-DAG: #[[SWAPPED:.+]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[SPLIT:.+]] = affine_map<(d0, d1, d2) -> (d0, d1 * 64 + d2)>
// CHECK-DAG: #[[MERGE:.+]] = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>
// CHECK-DAG: #[[UNIT:.+]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[PREFIX:.+]] = affine_map<(d0, d1) -> (d0, d1 mod 128)>
// CHECK-DAG: #[[SUFFIX:.+]] = affine_map<(d0, d1) -> (d0, d1 + 64)>
// CHECK-DAG: #[[STRIDED:.+]] = affine_map<(d0) -> (d0 * 3 + 1)>
// CHECK-DAG: #[[REVERSED:.+]] = affine_map<(d0, d1) -> (d0, -d1 + 127)>

// CHECK-LABEL: @broadcast
func.func @broadcast(%a: tensor<4x1xf16>) -> tensor<4x128xf16> {
  // CHECK: linalg.generic {indexing_maps = [#[[ROWS]],
  // CHECK: ^bb0(%[[X:.+]]: f16, %{{.+}}: f16):
  // CHECK-NEXT: linalg.yield %[[X]]
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<4x1xf16>) -> tensor<4x128xf16>
  return %0 : tensor<4x128xf16>
}

// CHECK-LABEL: @transpose
func.func @transpose(%a: tensor<4x128xf16>) -> tensor<128x4xf16> {
  // CHECK: linalg.generic {indexing_maps = [#[[SWAPPED]],
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x128xf16>) -> tensor<128x4xf16>
  return %0 : tensor<128x4xf16>
}

// CHECK-LABEL: @split
func.func @split(%a: tensor<4x128xf16>) -> tensor<4x2x64xf16> {
  // CHECK: linalg.generic {indexing_maps = [#[[SPLIT]],
  %0 = stablehlo.reshape %a : (tensor<4x128xf16>) -> tensor<4x2x64xf16>
  return %0 : tensor<4x2x64xf16>
}

// CHECK-LABEL: @merge
func.func @merge(%a: tensor<4x2x64xf16>) -> tensor<4x128xf16> {
  // CHECK: linalg.generic {indexing_maps = [#[[MERGE]],
  %0 = stablehlo.reshape %a : (tensor<4x2x64xf16>) -> tensor<4x128xf16>
  return %0 : tensor<4x128xf16>
}

// CHECK-LABEL: @unit_dimension
func.func @unit_dimension(%a: tensor<4x128xf16>) -> tensor<1x4x128xf16> {
  // CHECK: linalg.generic {indexing_maps = [#[[UNIT]],
  %0 = stablehlo.reshape %a : (tensor<4x128xf16>) -> tensor<1x4x128xf16>
  return %0 : tensor<1x4x128xf16>
}

// A prefix must not look like the bound of the loop.
// CHECK-LABEL: @halves
func.func @halves(%a: tensor<4x128xf16>) -> (tensor<4x64xf16>, tensor<4x64xf16>) {
  // CHECK: linalg.generic {indexing_maps = [#[[PREFIX]],
  // CHECK: linalg.generic {indexing_maps = [#[[SUFFIX]],
  %0 = stablehlo.slice %a [0:4, 0:64] : (tensor<4x128xf16>) -> tensor<4x64xf16>
  %1 = stablehlo.slice %a [0:4, 64:128] : (tensor<4x128xf16>) -> tensor<4x64xf16>
  return %0, %1 : tensor<4x64xf16>, tensor<4x64xf16>
}

// CHECK-LABEL: @strided
func.func @strided(%a: tensor<20xf32>) -> tensor<6xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[STRIDED]],
  %0 = stablehlo.slice %a [1:19:3] : (tensor<20xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK-LABEL: @reverse
func.func @reverse(%a: tensor<4x128xf16>) -> tensor<4x128xf16> {
  // CHECK: linalg.generic {indexing_maps = [#[[REVERSED]],
  %0 = stablehlo.reverse %a, dims = [1] : tensor<4x128xf16>
  return %0 : tensor<4x128xf16>
}

// CHECK-LABEL: @identities
// CHECK-SAME: %[[A:.+]]: tensor<4x8xf32>
func.func @identities(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK-NEXT: return %[[A]]
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.reshape %0 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.slice %1 [0:4, 0:8] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// CHECK-LABEL: @iota
func.func @iota() -> (tensor<4x8xi32>, tensor<4x8xf16>) {
  // CHECK: linalg.generic {{.+}} outs(
  // CHECK: %[[I:.+]] = linalg.index 1
  // CHECK: arith.index_cast %[[I]] : index to i32
  // CHECK: %[[J:.+]] = linalg.index 0
  // CHECK: %[[JI:.+]] = arith.index_cast %[[J]] : index to i32
  // CHECK: arith.sitofp %[[JI]] : i32 to f16
  %0 = stablehlo.iota dim = 1 : tensor<4x8xi32>
  %1 = stablehlo.iota dim = 0 : tensor<4x8xf16>
  return %0, %1 : tensor<4x8xi32>, tensor<4x8xf16>
}
