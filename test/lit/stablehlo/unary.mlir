// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s | spyre-opt | FileCheck %s

// CHECK-LABEL: @uniform
func.func @uniform(%x: tensor<2x3xf32>, %i: tensor<4xi32>) {
  // CHECK: stablehlo.abs %{{.*}} : tensor<2x3xf32>
  %0 = stablehlo.abs %x : tensor<2x3xf32>
  %1 = stablehlo.cbrt %x : tensor<2x3xf32>
  %2 = stablehlo.ceil %x : tensor<2x3xf32>
  %3 = stablehlo.count_leading_zeros %i : tensor<4xi32>
  %4 = stablehlo.cosine %x : tensor<2x3xf32>
  // CHECK: stablehlo.exponential %{{.*}} {result_accuracy = #stablehlo.result_accuracy<ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2x3xf32>
  %5 = stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2x3xf32>
  %6 = stablehlo.exponential_minus_one %x : tensor<2x3xf32>
  %7 = stablehlo.floor %x : tensor<2x3xf32>
  %8 = stablehlo.log %x : tensor<2x3xf32>
  %9 = stablehlo.log_plus_one %x : tensor<2x3xf32>
  %10 = stablehlo.logistic %x : tensor<2x3xf32>
  %11 = stablehlo.negate %x : tensor<2x3xf32>
  %12 = stablehlo.not %i : tensor<4xi32>
  %13 = stablehlo.popcnt %i : tensor<4xi32>
  %14 = stablehlo.round_nearest_afz %x : tensor<2x3xf32>
  %15 = stablehlo.round_nearest_even %x : tensor<2x3xf32>
  %16 = stablehlo.rsqrt %x : tensor<2x3xf32>
  %17 = stablehlo.sign %x : tensor<2x3xf32>
  %18 = stablehlo.sine %x : tensor<2x3xf32>
  %19 = stablehlo.sqrt %x : tensor<2x3xf32>
  %20 = stablehlo.tan %x : tensor<2x3xf32>
  // CHECK: stablehlo.tanh %{{.*}} : tensor<2x3xf32>
  %21 = stablehlo.tanh %x : tensor<2x3xf32>
  return
}

// CHECK-LABEL: @other_forms
func.func @other_forms(%x: tensor<2x3xf32>, %c: tensor<2xcomplex<f32>>, %d: tensor<?xf32>) {
  // CHECK: stablehlo.convert %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3xf16>
  %0 = stablehlo.convert %x : (tensor<2x3xf32>) -> tensor<2x3xf16>
  // CHECK: stablehlo.convert %{{.*}} : tensor<2x3xf32>
  %1 = stablehlo.convert %x : tensor<2x3xf32>
  // CHECK: stablehlo.is_finite %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %2 = stablehlo.is_finite %x : (tensor<2x3xf32>) -> tensor<2x3xi1>
  // CHECK: stablehlo.real %{{.*}} : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %3 = stablehlo.real %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %4 = stablehlo.imag %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  // CHECK: stablehlo.abs %{{.*}} : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %5 = stablehlo.abs %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  // CHECK: stablehlo.reduce_precision %{{.*}}, format = e8m7 : tensor<2x3xf32>
  %6 = stablehlo.reduce_precision %x, format = e8m7 : tensor<2x3xf32>
  // CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3x2xi16>
  %7 = stablehlo.bitcast_convert %x : (tensor<2x3xf32>) -> tensor<2x3x2xi16>
  %8 = stablehlo.bitcast_convert %x : (tensor<2x3xf32>) -> tensor<2x3xui32>
  // CHECK: stablehlo.negate %{{.*}} : (tensor<?xf32>) -> tensor<4xf32>
  %9 = stablehlo.negate %d : (tensor<?xf32>) -> tensor<4xf32>
  // CHECK: stablehlo.uniform_quantize %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:20>>
  %10 = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:20>>
  %11 = stablehlo.uniform_dequantize %10 : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:20>>) -> tensor<2x3xf32>
  return
}
