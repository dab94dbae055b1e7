// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s --spyre-simplify-core | FileCheck %s

// CHECK-LABEL: @forms
func.func @forms(%a: tensor<4x8xf32>, %b: tensor<8x3xf32>, %v: tensor<8xf32>) -> (tensor<4x3xf32>, tensor<f32>, tensor<2x8xf32>) {
  // CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0], precision = [HIGH, HIGH]
  %0 = stablehlo.dot %a, %b, precision = [HIGH, HIGH] : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>
  // CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %1 = stablehlo.dot %v, %v : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  // CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<8xf32>) -> tensor<2x8xf32>
  %2 = stablehlo.broadcast %v, sizes = [2] : (tensor<8xf32>) -> tensor<2x8xf32>
  return %0, %1, %2 : tensor<4x3xf32>, tensor<f32>, tensor<2x8xf32>
}

// CHECK-LABEL: @chlo
func.func @chlo(%v: tensor<8xf32>) -> (tensor<8xf32>, tensor<2xf32>) {
  // CHECK-DAG: stablehlo.constant dense<3.000000e+00> : tensor<8xf32>
  // CHECK-DAG: stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
  %0 = "chlo.constant_like"(%v) <{value = 3.0 : f32}> : (tensor<8xf32>) -> tensor<8xf32>
  %1 = chlo.constant dense<1.0> : tensor<2xf32>
  return %0, %1 : tensor<8xf32>, tensor<2xf32>
}

// CHECK-LABEL: @erased
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>)
func.func @erased(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: stablehlo.custom_call @mystery
  // CHECK-NEXT: return %[[X]]
  %0 = stablehlo.custom_call @Sharding(%x) {backend_config = "unspecified_dims=[0]"} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @annotate_device_placement(%0) {has_side_effect = true} : (tensor<8xf32>) -> tensor<8xf32>
  %2 = stablehlo.optimization_barrier %1 : tensor<8xf32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  stablehlo.custom_call @shape_assertion(%true) {error_message = "no", has_side_effect = true} : (tensor<i1>) -> ()
  %unused = stablehlo.custom_call @pure(%x) : (tensor<8xf32>) -> tensor<8xf32>
  stablehlo.custom_call @mystery(%x) {has_side_effect = true} : (tensor<8xf32>) -> ()
  return %2 : tensor<8xf32>
}
