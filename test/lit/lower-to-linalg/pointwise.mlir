// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s -spyre-lower-to-linalg | FileCheck %s

// CHECK: #[[ID:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK: #[[SCALAR:.+]] = affine_map<(d0, d1) -> ()>

// f16 keeps its own rounding.
// CHECK-LABEL: @add_f16
// CHECK-SAME: %[[A:.+]]: tensor<4x8xf16>, %[[B:.+]]: tensor<4x8xf16>
func.func @add_f16(%a: tensor<4x8xf16>, %b: tensor<4x8xf16>) -> tensor<4x8xf16> {
  // CHECK: %[[INIT:.+]] = tensor.empty() : tensor<4x8xf16>
  // CHECK: %[[R:.+]] = linalg.generic
  // CHECK-SAME: indexing_maps = [#[[ID]], #[[ID]], #[[ID]]], iterator_types = ["parallel", "parallel"]
  // CHECK-SAME: ins(%[[A]], %[[B]]
  // CHECK-SAME: outs(%[[INIT]]
  // CHECK-NEXT: (%[[X:.+]]: f16, %[[Y:.+]]: f16, %{{.+}}: f16)
  // CHECK-NEXT: %[[S:.+]] = arith.addf %[[X]], %[[Y]] : f16
  // CHECK-NEXT: linalg.yield %[[S]] : f16
  // CHECK: return %[[R]]
  %0 = stablehlo.add %a, %b : tensor<4x8xf16>
  return %0 : tensor<4x8xf16>
}

// A splat is a constant in the body, never a tensor.
// CHECK-LABEL: @splat_operand
// CHECK-SAME: %[[A:.+]]: tensor<4x8xf32>
func.func @splat_operand(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK-NOT: dense
  // CHECK: linalg.generic {{.+}} ins(%[[A]] : tensor<4x8xf32>)
  // CHECK: %[[C:.+]] = arith.constant 2.500000e+00 : f32
  // CHECK: arith.mulf %{{.+}}, %[[C]] : f32
  %c = stablehlo.constant dense<2.5> : tensor<f32>
  %s = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %0 = stablehlo.multiply %a, %s : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// One tensor used twice is read once.
// CHECK-LABEL: @square
func.func @square(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: ^bb0(%[[X:.+]]: f32, %{{.+}}: f32):
  // CHECK-NEXT: arith.mulf %[[X]], %[[X]] : f32
  %0 = stablehlo.multiply %a, %a : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// An operation that changes nothing leaves nothing.
// CHECK-LABEL: @unchanged
// CHECK-SAME: %[[A:.+]]: tensor<8xf16>
func.func @unchanged(%a: tensor<8xf16>) -> tensor<8xf16> {
  // CHECK-NEXT: return %[[A]]
  %c = stablehlo.constant dense<0xFC00> : tensor<8xf16>
  %0 = stablehlo.maximum %c, %a : tensor<8xf16>
  return %0 : tensor<8xf16>
}

// CHECK-LABEL: @scalar_predicate
func.func @scalar_predicate(%p: tensor<i1>, %a: tensor<4x8xi32>, %b: tensor<4x8xi32>) -> tensor<4x8xi32> {
  // CHECK: indexing_maps = [#[[SCALAR]], #[[ID]], #[[ID]], #[[ID]]]
  // CHECK: arith.select
  %0 = stablehlo.select %p, %a, %b : tensor<i1>, tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// CHECK-LABEL: @clamp
func.func @clamp(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK-DAG: %[[ZERO:.+]] = arith.constant 0.000000e+00
  // CHECK-DAG: %[[SIX:.+]] = arith.constant 6.000000e+00
  // CHECK: %[[LOW:.+]] = arith.maximumf %{{.+}}, %[[ZERO]]
  // CHECK: arith.minimumf %[[LOW]], %[[SIX]]
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %six = stablehlo.constant dense<6.0> : tensor<f32>
  %0 = stablehlo.clamp %zero, %a, %six : (tensor<f32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Booleans: sum is or, product is and.
// CHECK-LABEL: @booleans
func.func @booleans(%a: tensor<8xi1>, %b: tensor<8xi1>) -> (tensor<8xi1>, tensor<8xi1>, tensor<8xi1>) {
  // CHECK: arith.ori
  // CHECK: arith.andi
  // CHECK: %[[TRUE:.+]] = arith.constant true
  // CHECK: arith.xori %{{.+}}, %[[TRUE]]
  %0 = stablehlo.add %a, %b : tensor<8xi1>
  %1 = stablehlo.multiply %a, %b : tensor<8xi1>
  %2 = stablehlo.not %a : tensor<8xi1>
  return %0, %1, %2 : tensor<8xi1>, tensor<8xi1>, tensor<8xi1>
}

// CHECK-LABEL: @compare
func.func @compare(%a: tensor<8xf32>, %b: tensor<8xf32>, %i: tensor<8xi32>, %j: tensor<8xi32>)
    -> (tensor<8xi1>, tensor<8xi1>, tensor<8xi1>) {
  // CHECK: arith.cmpf une
  // CHECK: arith.cmpi sle
  %0 = stablehlo.compare NE, %a, %b, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %1 = stablehlo.compare LE, %i, %j, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  // The order of bits, with those of negative numbers flipped.
  // CHECK: %[[BITS:.+]] = arith.bitcast %{{.+}} : f32 to i32
  // CHECK: %[[SIGN:.+]] = arith.shrsi %[[BITS]]
  // CHECK: %[[FLIP:.+]] = arith.shrui %[[SIGN]]
  // CHECK: arith.xori %[[BITS]], %[[FLIP]]
  // CHECK: arith.cmpi slt
  %2 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  return %0, %1, %2 : tensor<8xi1>, tensor<8xi1>, tensor<8xi1>
}

// CHECK-LABEL: @sign
func.func @sign(%a: tensor<8xf16>) -> tensor<8xf16> {
  // NaN and zeros come out as they went in.
  // CHECK: ^bb0(%[[X:.+]]: f16, %{{.+}}: f16):
  // CHECK: %[[LESS:.+]] = arith.cmpf olt, %[[X]]
  // CHECK: %[[GREATER:.+]] = arith.cmpf ogt, %[[X]]
  // CHECK: %[[NEGATIVE:.+]] = arith.select %[[LESS]], %{{.+}}, %[[X]]
  // CHECK: arith.select %[[GREATER]], %{{.+}}, %[[NEGATIVE]]
  %0 = stablehlo.sign %a : tensor<8xf16>
  return %0 : tensor<8xf16>
}

// CHECK-LABEL: @map
func.func @map(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[S:.+]] = arith.addf
  // CHECK: arith.mulf %[[S]], %[[S]]
  %0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    %q = stablehlo.multiply %s, %s : tensor<f32>
    stablehlo.return %q : tensor<f32>
  }) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
