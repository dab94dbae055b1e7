// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s --spyre-simplify-core | FileCheck %s

// How JAX normalises an index that is a constant.
// CHECK-LABEL: @index
func.func @index() -> tensor<i32> {
  // CHECK-NEXT: %[[C:.*]] = stablehlo.constant dense<7> : tensor<i32>
  // CHECK-NEXT: return %[[C]]
  %i = stablehlo.constant dense<-1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %size = stablehlo.constant dense<8> : tensor<i32>
  %p = stablehlo.compare LT, %i, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %j = stablehlo.add %i, %size : tensor<i32>
  %k = stablehlo.select %p, %j, %i : tensor<i1>, tensor<i32>
  return %k : tensor<i32>
}

// CHECK-LABEL: @splat
func.func @splat() -> (tensor<1000x1000xf16>, tensor<3xi8>) {
  // CHECK-DAG: stablehlo.constant dense<1.500000e+00> : tensor<1000x1000xf16>
  // CHECK-DAG: stablehlo.constant dense<[-2, 0, 3]> : tensor<3xi8>
  %a = stablehlo.constant dense<0.5> : tensor<1000x1000xf32>
  %b = stablehlo.constant dense<1.0> : tensor<1000x1000xf32>
  %0 = stablehlo.add %a, %b : tensor<1000x1000xf32>
  %1 = stablehlo.convert %0 : (tensor<1000x1000xf32>) -> tensor<1000x1000xf16>
  %c = stablehlo.constant dense<[-2.75, 0.5, 3.99]> : tensor<3xf32>
  %2 = stablehlo.convert %c : (tensor<3xf32>) -> tensor<3xi8>
  return %1, %2 : tensor<1000x1000xf16>, tensor<3xi8>
}

// f16 rounds where f32 would not; unsigned stays unsigned; NaN is not equal.
// CHECK-LABEL: @exact
func.func @exact() -> (tensor<f16>, tensor<ui8>, tensor<i1>, tensor<i32>) {
  // CHECK-DAG: stablehlo.constant dense<2.048000e+03> : tensor<f16>
  // CHECK-DAG: stablehlo.constant dense<200> : tensor<ui8>
  // CHECK-DAG: stablehlo.constant dense<false> : tensor<i1>
  // CHECK-DAG: stablehlo.constant dense<-2> : tensor<i32>
  %a = stablehlo.constant dense<2048.0> : tensor<f16>
  %b = stablehlo.constant dense<0.5> : tensor<f16>
  %0 = stablehlo.add %a, %b : tensor<f16>
  %c = stablehlo.constant dense<200> : tensor<ui8>
  %d = stablehlo.constant dense<100> : tensor<ui8>
  %1 = stablehlo.maximum %c, %d : tensor<ui8>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %2 = stablehlo.compare EQ, %nan, %nan, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %e = stablehlo.constant dense<-7> : tensor<i32>
  %f = stablehlo.constant dense<3> : tensor<i32>
  %3 = stablehlo.divide %e, %f : tensor<i32>
  return %0, %1, %2, %3 : tensor<f16>, tensor<ui8>, tensor<i1>, tensor<i32>
}

// What is not laid down, and what rounds as the device rounds, stays.
// CHECK-LABEL: @kept
func.func @kept() -> (tensor<i32>, tensor<i8>, tensor<f32>, tensor<i1>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: stablehlo.divide
  %0 = stablehlo.divide %one, %zero : tensor<i32>
  %big = stablehlo.constant dense<1.0e+3> : tensor<f32>
  // CHECK: stablehlo.convert
  %1 = stablehlo.convert %big : (tensor<f32>) -> tensor<i8>
  // CHECK: stablehlo.exponential
  %2 = stablehlo.exponential %big : tensor<f32>
  %t = stablehlo.constant dense<true> : tensor<i1>
  // CHECK: stablehlo.add
  %3 = stablehlo.add %t, %t : tensor<i1>
  return %0, %1, %2, %3 : tensor<i32>, tensor<i8>, tensor<f32>, tensor<i1>
}
