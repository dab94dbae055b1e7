// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s -spyre-lower-to-linalg | FileCheck %s

// CHECK-LABEL: @narrow
func.func @narrow(%a: tensor<8xbf16>) -> tensor<8xbf16> {
  // CHECK: %[[W:.+]] = arith.extf %{{.+}} : bf16 to f32
  // CHECK: %[[E:.+]] = math.exp %[[W]] : f32
  // CHECK: arith.truncf %[[E]] : f32 to bf16
  %0 = stablehlo.exponential %a : tensor<8xbf16>
  return %0 : tensor<8xbf16>
}

// CHECK-LABEL: @wide
func.func @wide(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NOT: arith.extf
  // CHECK: math.rsqrt %{{.+}} : f32
  // CHECK: math.log1p %{{.+}} : f32
  // CHECK: math.erf %{{.+}} : f32
  %0 = stablehlo.rsqrt %a : tensor<8xf32>
  %1 = stablehlo.log_plus_one %a : tensor<8xf32>
  %2 = chlo.erf %a : tensor<8xf32> -> tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// Rounded once, not after each step.
// CHECK-LABEL: @logistic
func.func @logistic(%a: tensor<8xf16>) -> tensor<8xf16> {
  // CHECK: %[[W:.+]] = arith.extf
  // CHECK: %[[N:.+]] = arith.negf %[[W]] : f32
  // CHECK: %[[E:.+]] = math.exp %[[N]] : f32
  // CHECK: %[[S:.+]] = arith.addf %[[E]], %{{.+}} : f32
  // CHECK: %[[Q:.+]] = arith.divf %{{.+}}, %[[S]] : f32
  // CHECK: arith.truncf %[[Q]]
  %0 = stablehlo.logistic %a : tensor<8xf16>
  return %0 : tensor<8xf16>
}

// Functions of constants are not folded: their rounding is the device's.
// CHECK-LABEL: @constant_argument
func.func @constant_argument() -> tensor<8xf32> {
  // CHECK: linalg.generic {{.+}} outs(
  // CHECK: %[[C:.+]] = arith.constant 2.000000e+00
  // CHECK: math.cos %[[C]]
  %0 = stablehlo.constant dense<2.0> : tensor<8xf32>
  %1 = stablehlo.cosine %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: @power
func.func @power(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: math.powf
  %0 = stablehlo.power %a, %b : tensor<8xf32>
  // CHECK: ^bb0(%[[X:.+]]: f32, %{{.+}}: f32):
  // CHECK-NEXT: %[[XX:.+]] = arith.mulf %[[X]], %[[X]]
  // CHECK-NEXT: %[[XXX:.+]] = arith.mulf %[[X]], %[[XX]]
  // CHECK-NEXT: linalg.yield %[[XXX]]
  %three = stablehlo.constant dense<3.0> : tensor<8xf32>
  %1 = stablehlo.power %a, %three : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: @decomposed
func.func @decomposed(%a: tensor<8xf16>, %b: tensor<8xf16>) -> (tensor<8xf16>, tensor<8xf16>) {
  // CHECK: arith.bitcast %{{.+}} : f16 to i16
  // CHECK: arith.bitcast %{{.+}} : i16 to f16
  %0 = chlo.next_after %a, %b : tensor<8xf16>, tensor<8xf16> -> tensor<8xf16>
  // CHECK: math.log1p %{{.+}} : f32
  // CHECK: arith.truncf
  %1 = chlo.erf_inv %a : tensor<8xf16> -> tensor<8xf16>
  return %0, %1 : tensor<8xf16>, tensor<8xf16>
}
