// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s --spyre-simplify-core=max-elements=3 | FileCheck %s

// CHECK-LABEL: @limit
func.func @limit() -> (tensor<3xi32>, tensor<4xi32>) {
  // CHECK-DAG: dense<[2, 4, 6]> : tensor<3xi32>
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %0 = stablehlo.add %a, %a : tensor<3xi32>
  // CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<4xi32>
  %b = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %1 = stablehlo.add %b, %b : tensor<4xi32>
  return %0, %1 : tensor<3xi32>, tensor<4xi32>
}
