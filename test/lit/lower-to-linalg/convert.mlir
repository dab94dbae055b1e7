// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s -spyre-lower-to-linalg | FileCheck %s

// Outside the integers the nearest of them; NaN is 0.
// CHECK-LABEL: @float_to_int
func.func @float_to_int(%a: tensor<8xf16>) -> tensor<8xi8> {
  // CHECK: %[[X:.+]] = arith.extf %{{.+}} : f16 to f32
  // CHECK-DAG: %[[LOW:.+]] = arith.constant -1.280000e+02
  // CHECK-DAG: %[[HIGH:.+]] = arith.constant 1.280000e+02
  // CHECK: %[[ABOVE:.+]] = arith.cmpf oge, %[[X]], %[[LOW]]
  // CHECK: %[[BELOW:.+]] = arith.cmpf olt, %[[X]], %[[HIGH]]
  // CHECK: %[[IN:.+]] = arith.andi %[[ABOVE]], %[[BELOW]]
  // CHECK: %[[SAFE:.+]] = arith.select %[[IN]], %[[X]], %{{.+}}
  // CHECK: arith.fptosi %[[SAFE]] : f32 to i8
  // CHECK: arith.constant 127
  // CHECK: arith.constant -128
  %0 = stablehlo.convert %a : (tensor<8xf16>) -> tensor<8xi8>
  return %0 : tensor<8xi8>
}

// CHECK-LABEL: @to_bool
func.func @to_bool(%a: tensor<8xf32>, %b: tensor<8xi32>) -> (tensor<8xi1>, tensor<8xi1>) {
  // CHECK: arith.cmpf une
  // CHECK: arith.cmpi ne
  %0 = stablehlo.convert %a : (tensor<8xf32>) -> tensor<8xi1>
  %1 = stablehlo.convert %b : (tensor<8xi32>) -> tensor<8xi1>
  return %0, %1 : tensor<8xi1>, tensor<8xi1>
}

// CHECK-LABEL: @from_bool
func.func @from_bool(%a: tensor<8xi1>) -> (tensor<8xf16>, tensor<8xi32>) {
  // CHECK: arith.uitofp %{{.+}} : i1 to f16
  // CHECK: arith.extui %{{.+}} : i1 to i32
  %0 = stablehlo.convert %a : (tensor<8xi1>) -> tensor<8xf16>
  %1 = stablehlo.convert %a : (tensor<8xi1>) -> tensor<8xi32>
  return %0, %1 : tensor<8xf16>, tensor<8xi32>
}

// CHECK-LABEL: @between_narrow_floats
func.func @between_narrow_floats(%a: tensor<8xf16>) -> tensor<8xbf16> {
  // CHECK: %[[W:.+]] = arith.extf %{{.+}} : f16 to f32
  // CHECK: arith.truncf %[[W]] : f32 to bf16
  %0 = stablehlo.convert %a : (tensor<8xf16>) -> tensor<8xbf16>
  return %0 : tensor<8xbf16>
}

// Only the sign changes: nothing to do.
// CHECK-LABEL: @same_bits
// CHECK-SAME: %[[A:.+]]: tensor<8xi32>
func.func @same_bits(%a: tensor<8xi32>) -> tensor<8xui32> {
  // CHECK-NEXT: return %[[A]]
  %0 = stablehlo.convert %a : (tensor<8xi32>) -> tensor<8xui32>
  return %0 : tensor<8xui32>
}

// CHECK-LABEL: @bitcast
func.func @bitcast(%a: tensor<8xf32>) -> tensor<8xi32> {
  // CHECK: arith.bitcast %{{.+}} : f32 to i32
  %0 = stablehlo.bitcast_convert %a : (tensor<8xf32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// To the nearest of 7 bits of mantissa, ties to even; NaN stays.
// CHECK-LABEL: @reduce_precision
func.func @reduce_precision(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[BITS:.+]] = arith.bitcast %[[X:.+]] : f32 to i32
  // CHECK: arith.shrui %[[BITS]]
  // CHECK: arith.constant 32767
  // CHECK: arith.constant -65536
  // CHECK: %[[NAN:.+]] = arith.cmpf une, %[[X]], %[[X]]
  // CHECK: arith.select %[[NAN]], %[[X]]
  %0 = stablehlo.reduce_precision %a, format = e8m7 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
