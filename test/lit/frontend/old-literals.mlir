// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s | FileCheck %s

// CHECK-LABEL: @booleans
func.func @booleans() {
  // A byte per element, as MLIR prints since 2026.
  // CHECK: dense<[true, false, true, true, false, false, false, false, true]> : tensor<9xi1>
  %0 = stablehlo.constant dense<"0x010001010000000001"> : tensor<9xi1>
  // CHECK: dense<{{\[}}[true, false], [false, true]]> : tensor<2x2xi1>
  %1 = stablehlo.constant dense<"0x01000001"> : tensor<2x2xi1>
  // A bit per element: 0x0D = 1101, least significant first.
  // CHECK: dense<[true, false, true, true, false, false, false, false, true]> : tensor<9xi1>
  %2 = stablehlo.constant dense<"0x0D01"> : tensor<9xi1>
  // CHECK: dense<[true, false, true, true]> : tensor<4xi1>
  %3 = stablehlo.constant dense<"0x0D"> : tensor<4xi1>
  // CHECK: dense<true> : tensor<9xi1>
  %4 = stablehlo.constant dense<"0x01"> : tensor<9xi1>
  // CHECK: dense<true> : tensor<9xi1>
  %5 = stablehlo.constant dense<"0xFF"> : tensor<9xi1>
  // CHECK: dense<true> : tensor<i1>
  %6 = stablehlo.constant dense<"0x01"> : tensor<i1>
  return
}

// Lists of dimensions used to be tensors.
// CHECK-LABEL: @dimensions
func.func @dimensions(%x: tensor<2x3xf32>, %s: tensor<f32>) {
  // CHECK: stablehlo.transpose %{{.*}}, dims = [1, 0]
  %0 = "stablehlo.transpose"(%x) {permutation = dense<[1, 0]> : tensor<2xi64>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = []
  %1 = "stablehlo.broadcast_in_dim"(%s) {broadcast_dimensions = dense<> : tensor<0xi64>} : (tensor<f32>) -> tensor<2xf32>
  // CHECK: stablehlo.slice %{{.*}} [0:1, 0:2]
  %2 = "stablehlo.slice"(%x) {limit_indices = dense<[1, 2]> : tensor<2xi64>, start_indices = dense<0> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} : (tensor<2x3xf32>) -> tensor<1x2xf32>
  return
}
