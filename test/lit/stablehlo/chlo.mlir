// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s | spyre-opt | FileCheck %s

// CHECK-LABEL: @unary
func.func @unary(%x: tensor<4xf32>) {
  // CHECK: chlo.acos %{{.*}} : tensor<4xf32> -> tensor<4xf32>
  %0 = chlo.acos %x : tensor<4xf32> -> tensor<4xf32>
  %1 = chlo.acosh %x : tensor<4xf32> -> tensor<4xf32>
  %2 = chlo.asin %x : tensor<4xf32> -> tensor<4xf32>
  %3 = chlo.asinh %x : tensor<4xf32> -> tensor<4xf32>
  %4 = chlo.atan %x : tensor<4xf32> -> tensor<4xf32>
  %5 = chlo.atanh %x : tensor<4xf32> -> tensor<4xf32>
  %6 = chlo.bessel_i1e %x : tensor<4xf32> -> tensor<4xf32>
  %7 = chlo.conj %x : tensor<4xf32> -> tensor<4xf32>
  %8 = chlo.cosh %x : tensor<4xf32> -> tensor<4xf32>
  %9 = chlo.digamma %x : tensor<4xf32> -> tensor<4xf32>
  %10 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  %11 = chlo.erf_inv %x : tensor<4xf32> -> tensor<4xf32>
  %12 = chlo.erfc %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.is_inf %{{.*}} : tensor<4xf32> -> tensor<4xi1>
  %13 = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
  %14 = chlo.is_neg_inf %x : tensor<4xf32> -> tensor<4xi1>
  %15 = chlo.is_pos_inf %x : tensor<4xf32> -> tensor<4xi1>
  %16 = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
  %17 = chlo.sinh %x : tensor<4xf32> -> tensor<4xf32>
  %18 = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  // CHECK: chlo.tan %{{.*}} : tensor<4xf32> -> tensor<4xf32>
  %19 = chlo.tan %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// CHECK-LABEL: @others
func.func @others(%x: tensor<4xf32>, %y: tensor<2x4xf32>, %i: tensor<4xi32>, %p: tensor<4xi1>) {
  // CHECK: chlo.next_after %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %0 = chlo.next_after %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %1 = chlo.polygamma %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %2 = chlo.zeta %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %3 = chlo.mulhi %i, %i : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  // CHECK: chlo.broadcast_add %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %4 = chlo.broadcast_add %x, %y : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  // CHECK: chlo.broadcast_compare %{{.*}}, %{{.*}} {comparison_direction = #chlo<comparison_direction LT>} : (
  %5 = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  // CHECK: chlo.broadcast_select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4xi1>, tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %6 = chlo.broadcast_select %p, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  // CHECK: chlo.constant dense<1.000000e+00> : tensor<4xf32>
  %7 = chlo.constant dense<1.0> : tensor<4xf32>
  // CHECK: "chlo.constant_like"(%{{.*}}) <{value = 2.000000e+00 : f32}> : (tensor<4xf32>) -> tensor<4xf32>
  %8 = "chlo.constant_like"(%x) <{value = 2.0 : f32}> : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: chlo.top_k(%{{.*}}, k = 2) : tensor<2x4xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
  %v, %n = chlo.top_k(%y, k = 2) : tensor<2x4xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
  // CHECK: chlo.top_k(%{{.*}}, k = 1, is_stable = true)
  %w, %m = chlo.top_k(%y, k = 1, is_stable = true) : tensor<2x4xf32> -> (tensor<2x1xf32>, tensor<2x1xi32>)
  return
}
