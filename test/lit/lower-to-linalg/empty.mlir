// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s -spyre-lower-to-linalg | FileCheck %s

// CHECK-LABEL: @scalars
func.func @scalars(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  // CHECK: linalg.generic {{.+}} iterator_types = []
  // CHECK: arith.addf
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: @no_elements
func.func @no_elements(%a: tensor<0x4xf32>) -> tensor<0x4xf32> {
  // CHECK-NEXT: %[[E:.+]] = tensor.empty() : tensor<0x4xf32>
  // CHECK-NEXT: return %[[E]]
  %0 = stablehlo.add %a, %a : tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}

// CHECK-LABEL: @sum_of_nothing
func.func @sum_of_nothing(%a: tensor<0x4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: %[[C:.+]] = arith.constant dense<7.000000e+00>
  // CHECK-NEXT: return %[[C]]
  %seven = stablehlo.constant dense<7.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %seven) applies stablehlo.add across dimensions = [0] : (tensor<0x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @product_of_nothing
func.func @product_of_nothing(%a: tensor<4x0xf16>, %b: tensor<0x4xf16>) -> tensor<4x4xf16> {
  // CHECK-NEXT: %[[C:.+]] = arith.constant dense<0.000000e+00> : tensor<4x4xf16>
  // CHECK-NEXT: return %[[C]]
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x0xf16>, tensor<0x4xf16>) -> tensor<4x4xf16>
  return %0 : tensor<4x4xf16>
}

// CHECK-LABEL: @empty_parts
// CHECK-SAME: %[[A:.+]]: tensor<4xf32>, %[[N:.+]]: tensor<0xf32>
func.func @empty_parts(%a: tensor<4xf32>, %n: tensor<0xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  // CHECK-NOT: tensor.insert_slice
  // CHECK: return %[[A]]
  %0 = stablehlo.concatenate %n, %a, dim = 0 : (tensor<0xf32>, tensor<4xf32>) -> tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.pad %n, %zero, low = [1], high = [1], interior = [0] : (tensor<0xf32>, tensor<f32>) -> tensor<2xf32>
  return %0, %1 : tensor<4xf32>, tensor<2xf32>
}
