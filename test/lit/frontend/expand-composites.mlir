// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s --spyre-expand-composites | FileCheck %s

// CHECK-LABEL: @main
func.func public @main(%x: tensor<4xf32>) {
  // CHECK: chlo.erf %{{.*}} : tensor<4xf32> -> tensor<4xf32>
  %0 = stablehlo.composite "chlo.erf" %x {decomposition = @impl, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: call @impl(%{{.*}})
  %1 = stablehlo.composite "my.gelu" %x {composite_attributes = {approximate = true}, decomposition = @impl} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: chlo.top_k(%{{.*}}, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
  %2:2 = stablehlo.composite "chlo.top_k" %x {composite_attributes = {k = 2 : i64}, decomposition = @top_k} : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  // The name alone is not enough: this cannot be a chlo.square.
  // CHECK: call @scale(%{{.*}}, %{{.*}})
  %3 = stablehlo.composite "chlo.square" %x, %x {decomposition = @scale} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: chlo.erf
  %4 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: chlo.top_k(%{{.*}}, k = 3)
  %5:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 3 : i64, largest = true}} : (tensor<4xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  // CHECK: stablehlo.custom_call @mhlo.topk
  %6:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 3 : i64, largest = false}} : (tensor<4xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  return
}
func.func private @impl(tensor<4xf32>) -> tensor<4xf32>
func.func private @scale(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func private @top_k(tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
