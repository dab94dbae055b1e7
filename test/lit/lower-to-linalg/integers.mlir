// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s -spyre-lower-to-linalg | FileCheck %s

// CHECK-LABEL: @divide
func.func @divide(%a: tensor<8xi32>, %b: tensor<8xi32>) -> tensor<8xi32> {
  // CHECK: ^bb0(%[[A:.+]]: i32, %[[B:.+]]: i32, %{{.+}}: i32):
  // CHECK: %[[ZERO:.+]] = arith.cmpi eq, %[[B]], %{{.+}}
  // CHECK: %[[MINUS:.+]] = arith.cmpi eq, %[[B]], %{{.+}}
  // CHECK: %[[UNSAFE:.+]] = arith.ori %[[ZERO]], %[[MINUS]]
  // CHECK: %[[SAFE:.+]] = arith.select %[[UNSAFE]], %{{.+}}, %[[B]]
  // CHECK: %[[Q:.+]] = arith.divsi %[[A]], %[[SAFE]]
  // CHECK: %[[R:.+]] = arith.select %[[MINUS]], %{{.+}}, %[[Q]]
  // CHECK: arith.select %[[ZERO]], %{{.+}}, %[[R]]
  %0 = stablehlo.divide %a, %b : tensor<8xi32>
  return %0 : tensor<8xi32>
}

// A constant divisor needs no guard.
// CHECK-LABEL: @divide_by_constant
func.func @divide_by_constant(%a: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  // CHECK-NOT: arith.select
  // CHECK: arith.divsi
  // CHECK-NOT: arith.select
  // CHECK: arith.remsi
  // CHECK-NOT: arith.select
  // CHECK: return
  %seven = stablehlo.constant dense<7> : tensor<8xi32>
  %0 = stablehlo.divide %a, %seven : tensor<8xi32>
  %1 = stablehlo.remainder %a, %seven : tensor<8xi32>
  return %0, %1 : tensor<8xi32>, tensor<8xi32>
}

// CHECK-LABEL: @shifts
func.func @shifts(%a: tensor<8xi16>, %b: tensor<8xi16>) -> (tensor<8xi16>, tensor<8xi16>) {
  // CHECK: %[[IN:.+]] = arith.cmpi ult
  // CHECK: %[[BY:.+]] = arith.select %[[IN]]
  // CHECK: %[[S:.+]] = arith.shli %{{.+}}, %[[BY]]
  // CHECK: arith.select %[[IN]], %[[S]]
  // CHECK: %[[LAST:.+]] = arith.minui
  // CHECK: arith.shrsi %{{.+}}, %[[LAST]]
  %0 = stablehlo.shift_left %a, %b : tensor<8xi16>
  %1 = stablehlo.shift_right_arithmetic %a, %b : tensor<8xi16>
  return %0, %1 : tensor<8xi16>, tensor<8xi16>
}

// CHECK-LABEL: @power
func.func @power(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  // CHECK: math.ipowi
  %0 = stablehlo.power %a, %b : tensor<8xi32>
  // CHECK: ^bb0(%[[X:.+]]: i32, %{{.+}}: i32):
  // CHECK-NEXT: %[[X2:.+]] = arith.muli %[[X]], %[[X]]
  // CHECK-NEXT: %[[X4:.+]] = arith.muli %[[X2]], %[[X2]]
  // CHECK-NEXT: %[[X5:.+]] = arith.muli %[[X]], %[[X4]]
  // CHECK-NEXT: linalg.yield %[[X5]]
  %five = stablehlo.constant dense<5> : tensor<8xi32>
  %1 = stablehlo.power %a, %five : tensor<8xi32>
  return %0, %1 : tensor<8xi32>, tensor<8xi32>
}

// Unsignedness is in the operations, and remembered on the function.
// CHECK-LABEL: @unsigned
// CHECK-SAME: tensor<8xi8> {spyre.type = ui8}
// CHECK-SAME: -> (tensor<8xi8> {spyre.type = ui8}, tensor<8xi1>, tensor<8xf32>)
func.func @unsigned(%a: tensor<8xui8>, %b: tensor<8xui8>) -> (tensor<8xui8>, tensor<8xi1>, tensor<8xf32>) {
  // CHECK: arith.maxui
  // CHECK: arith.cmpi ult
  // CHECK: arith.uitofp
  %0 = stablehlo.maximum %a, %b : tensor<8xui8>
  %1 = stablehlo.compare LT, %a, %b, UNSIGNED : (tensor<8xui8>, tensor<8xui8>) -> tensor<8xi1>
  %2 = stablehlo.convert %a : (tensor<8xui8>) -> tensor<8xf32>
  return %0, %1, %2 : tensor<8xui8>, tensor<8xi1>, tensor<8xf32>
}

// CHECK-LABEL: @unsigned_literal
// CHECK: dense<[1, -1, 127, -128]> : tensor<4xi8>
func.func @unsigned_literal() -> tensor<4xui8> {
  %0 = stablehlo.constant dense<[1, 255, 127, 128]> : tensor<4xui8>
  return %0 : tensor<4xui8>
}
