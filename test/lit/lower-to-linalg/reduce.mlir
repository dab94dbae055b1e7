// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s -spyre-lower-to-linalg | FileCheck %s

// CHECK-DAG: #[[ID:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[COLUMNS:.+]] = affine_map<(d0, d1) -> (d1)>

// Narrow sums accumulate in f32 and round once.
// CHECK-LABEL: @sum
// CHECK-SAME: %[[A:.+]]: tensor<64x256xf16>
func.func @sum(%a: tensor<64x256xf16>) -> tensor<256xf16> {
  // CHECK: %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
  // CHECK: %[[F:.+]] = linalg.fill ins(%[[ZERO]] : f32) {{.+}} -> tensor<256xf32>
  // CHECK: %[[S:.+]] = linalg.generic {indexing_maps = [#[[ID]], #[[COLUMNS]]], iterator_types = ["reduction", "parallel"]}
  // CHECK-SAME: ins(%[[A]] : tensor<64x256xf16>) outs(%[[F]] : tensor<256xf32>)
  // CHECK: %[[W:.+]] = arith.extf
  // CHECK: arith.addf %{{.+}}, %[[W]] : f32
  // CHECK: linalg.generic {{.+}} ins(%[[S]] : tensor<256xf32>)
  // CHECK: arith.truncf
  %zero = stablehlo.constant dense<0.0> : tensor<f16>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x256xf16>, tensor<f16>) -> tensor<256xf16>
  return %0 : tensor<256xf16>
}

// CHECK-LABEL: @max
func.func @max(%a: tensor<64x256xf16>) -> tensor<256xf16> {
  // CHECK: arith.constant 0xFC00 : f16
  // CHECK: arith.maximumf %{{.+}} : f16
  // CHECK-NOT: linalg.generic
  // CHECK: return
  %ninf = stablehlo.constant dense<0xFC00> : tensor<f16>
  %0 = stablehlo.reduce(%a init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<64x256xf16>, tensor<f16>) -> tensor<256xf16>
  return %0 : tensor<256xf16>
}

// An initial value that must count once is added afterwards.
// CHECK-LABEL: @sum_from_five
func.func @sum_from_five(%a: tensor<8xi32>) -> tensor<i32> {
  // CHECK: %[[ZERO:.+]] = arith.constant 0 : i32
  // CHECK: linalg.fill ins(%[[ZERO]]
  // CHECK: iterator_types = ["reduction"]
  // CHECK: iterator_types = []
  // CHECK: %[[FIVE:.+]] = arith.constant 5 : i32
  // CHECK: arith.addi %{{.+}}, %[[FIVE]]
  %five = stablehlo.constant dense<5> : tensor<i32>
  %0 = stablehlo.reduce(%a init: %five) applies stablehlo.add across dimensions = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: @max_from_value
// CHECK-SAME: %[[A:.+]]: tensor<4x8xi32>, %[[INIT:.+]]: tensor<i32>
func.func @max_from_value(%a: tensor<4x8xi32>, %init: tensor<i32>) -> tensor<4xi32> {
  // CHECK: %[[LEAST:.+]] = arith.constant -2147483648 : i32
  // CHECK: linalg.fill ins(%[[LEAST]]
  // CHECK: %[[M:.+]] = linalg.generic {{.+}} iterator_types = ["parallel", "reduction"]
  // CHECK: linalg.generic {{.+}} ins(%[[M]], %[[INIT]] : tensor<4xi32>, tensor<i32>)
  // CHECK: arith.maxsi
  %0 = stablehlo.reduce(%a init: %init) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xi32>, tensor<i32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: @arg_max
// CHECK-SAME: %[[A:.+]]: tensor<4x8xf32>, %[[I:.+]]: tensor<4x8xi32>
func.func @arg_max(%a: tensor<4x8xf32>, %i: tensor<4x8xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  // CHECK: %[[R:.+]]:2 = linalg.generic {{.+}} iterator_types = ["parallel", "reduction"]
  // CHECK-SAME: ins(%[[A]], %[[I]] : {{.+}}) outs(%{{.+}}, %{{.+}} : tensor<4xf32>, tensor<4xi32>)
  // CHECK: ^bb0(%[[X:.+]]: f32, %[[XI:.+]]: i32, %[[ACC:.+]]: f32, %[[ACCI:.+]]: i32):
  // CHECK: %[[P:.+]] = arith.cmpf oge, %[[ACC]], %[[X]]
  // CHECK: %[[V:.+]] = arith.select %[[P]], %[[ACC]], %[[X]]
  // CHECK: %[[VI:.+]] = arith.select %[[P]], %[[ACCI]], %[[XI]]
  // CHECK: linalg.yield %[[V]], %[[VI]]
  // CHECK: return %[[R]]#0, %[[R]]#1
  %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%a init: %ninf), (%i init: %zero) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
    reducer(%v: tensor<f32>, %x: tensor<f32>) (%vi: tensor<i32>, %xi: tensor<i32>) {
      %p = stablehlo.compare GE, %v, %x, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %r = stablehlo.select %p, %v, %x : tensor<i1>, tensor<f32>
      %ri = stablehlo.select %p, %vi, %xi : tensor<i1>, tensor<i32>
      stablehlo.return %r, %ri : tensor<f32>, tensor<i32>
    }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}

// CHECK-LABEL: @no_dimensions
func.func @no_dimensions(%a: tensor<8xf32>, %init: tensor<f32>) -> tensor<8xf32> {
  // CHECK: linalg.generic {{.+}} iterator_types = ["parallel"]
  // CHECK: arith.addf
  %0 = stablehlo.reduce(%a init: %init) applies stablehlo.add across dimensions = [] : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
