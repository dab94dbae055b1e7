// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s | spyre-opt | FileCheck %s

// CHECK: sdy.mesh @mesh = <["x"=1, "y"=2]> {stablehlo.mesh = {axes = []}}
sdy.mesh @mesh = <["x"=1, "y"=2]> {stablehlo.mesh = {axes = []}}

// CHECK-LABEL: @main
// CHECK-SAME: sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>
func.func @main(%x: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4x2xf32> {
  // CHECK: sdy.sharding_constraint %{{.*}} <@mesh, [{"x":(1)2, ?}, {}]> : tensor<4x2xf32>
  %0 = sdy.sharding_constraint %x <@mesh, [{"x":(1)2, ?}, {}]> : tensor<4x2xf32>
  // CHECK: sdy.manual_computation(%{{.*}}) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%{{.*}}: tensor<4x2xf32>) {
  %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%a: tensor<4x2xf32>) {
    // CHECK: sdy.return %{{.*}} : tensor<4x2xf32>
    sdy.return %a : tensor<4x2xf32>
  } : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}
