// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s | spyre-opt | FileCheck %s

// CHECK-LABEL: @uniform
func.func @uniform(%x: tensor<4xf32>, %i: tensor<4xi32>) {
  // CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<4xf32>
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1 = stablehlo.and %i, %i : tensor<4xi32>
  %2 = stablehlo.atan2 %x, %x : tensor<4xf32>
  %3 = stablehlo.divide %x, %x : tensor<4xf32>
  %4 = stablehlo.maximum %x, %x : tensor<4xf32>
  %5 = stablehlo.minimum %x, %x : tensor<4xf32>
  %6 = stablehlo.multiply %x, %x : tensor<4xf32>
  %7 = stablehlo.or %i, %i : tensor<4xi32>
  %8 = stablehlo.power %x, %x : tensor<4xf32>
  %9 = stablehlo.remainder %x, %x : tensor<4xf32>
  %10 = stablehlo.shift_left %i, %i : tensor<4xi32>
  %11 = stablehlo.shift_right_arithmetic %i, %i : tensor<4xi32>
  %12 = stablehlo.shift_right_logical %i, %i : tensor<4xi32>
  %13 = stablehlo.subtract %x, %x : tensor<4xf32>
  // CHECK: stablehlo.xor %{{.*}}, %{{.*}} : tensor<4xi32>
  %14 = stablehlo.xor %i, %i : tensor<4xi32>
  return
}

// CHECK-LABEL: @compare
func.func @compare(%x: tensor<4xf32>, %i: tensor<4xui8>) {
  // CHECK: stablehlo.compare LT, %{{.*}}, %{{.*}}, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %0 = stablehlo.compare  LT, %x, %x,  FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: stablehlo.compare NE, %{{.*}}, %{{.*}} : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %1 = stablehlo.compare NE, %i, %i : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  // CHECK: TOTALORDER
  %2 = "stablehlo.compare"(%x, %x) <{comparison_direction = #stablehlo<comparison_direction GE>, compare_type = #stablehlo<comparison_type TOTALORDER>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// CHECK-LABEL: @three_operands
func.func @three_operands(%p: tensor<4xi1>, %q: tensor<i1>, %x: tensor<4xf32>, %s: tensor<f32>) {
  // CHECK: stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi1>, tensor<4xf32>
  %0 = stablehlo.select %p, %x, %x : tensor<4xi1>, tensor<4xf32>
  // CHECK: stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<i1>, tensor<4xf32>
  %1 = stablehlo.select %q, %x, %x : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: stablehlo.clamp %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xf32>
  %2 = stablehlo.clamp %x, %x, %x : tensor<4xf32>
  // CHECK: stablehlo.clamp %{{.*}}, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = stablehlo.clamp %s, %x, %s : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: stablehlo.complex %{{.*}}, %{{.*}} : tensor<4xcomplex<f32>>
  %4 = stablehlo.complex %x, %x : tensor<4xcomplex<f32>>
  return
}
