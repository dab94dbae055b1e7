// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s --spyre-strip-attributes | FileCheck %s

// CHECK: module @m {
// CHECK-NOT: sdy
module @m attributes {mhlo.num_partitions = 1 : i32, jax.uses_shape_polymorphism = false} {
  sdy.mesh @mesh = <["x"=1, "y"=1]>

  // CHECK: func.func public @main(%[[A:.*]]: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %[[B:.*]]: tensor<4xf32> {jax.buffer_donor = true}, %{{.*}}: tensor<i32>)
  // CHECK-SAME: -> (tensor<4xf32> {jax.result_info = "result"})
  func.func public @main(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32, mhlo.sharding = "{replicated}"},
                         %b: tensor<4xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
                         %p: tensor<i32> {jax.global_constant = "_platform_index"})
      -> (tensor<4xf32> {jax.result_info = "result", mhlo.layout_mode = "default"}) {
    // CHECK-NEXT: %[[S:.*]] = stablehlo.add %[[A]], %[[B]] : tensor<4xf32>
    %0 = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<4xf32>
    %1 = stablehlo.add %0, %b {mhlo.frontend_attributes = {x = "y"}} : tensor<4xf32>
    // CHECK-NEXT: %[[N:.*]] = stablehlo.negate %[[S]]
    %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%x: tensor<4xf32>) {
      %3 = stablehlo.negate %x : tensor<4xf32>
      sdy.return %3 : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    // CHECK-NEXT: return %[[N]]
    return %2 : tensor<4xf32>
  }
}
