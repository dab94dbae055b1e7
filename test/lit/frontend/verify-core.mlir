// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not spyre-opt %s --spyre-verify-core=memory-bytes=1000000 --mlir-print-op-on-diagnostic=false 2>&1 | FileCheck %s --check-prefixes=CHECK,MEMORY
// RUN: not spyre-opt %s --spyre-verify-core --mlir-print-op-on-diagnostic=false 2>&1 | FileCheck %s

func.func public @main(%x: tensor<4xf32>, %i: tensor<i32>) {
  %cst = stablehlo.constant dense<1.0> : tensor<f64>
  %0 = stablehlo.add %cst, %cst : tensor<f64>
  %1 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.while(%n = %i) : tensor<i32>
   cond {
    %p = stablehlo.compare LT, %n, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s = stablehlo.dynamic_slice %x, %n, sizes = [1] : (tensor<4xf32>, tensor<i32>) -> tensor<1xf32>
    %t = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<4xf32>, tensor<i32>) -> tensor<1xf32>
    stablehlo.return %n : tensor<i32>
  }
  %3 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4x2xi16>
  %4 = stablehlo.custom_call @lapack_sgetrf_ffi(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %5 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %6 = stablehlo.iota dim = 0 : tensor<1000000xf32>
  return
}

// CHECK: error: {{9|10}} operators cannot be compiled:
// CHECK-NEXT: {{^}}  stablehlo.constant of f64 x1, first at {{.*}}verify-core.mlir:6:10: not supported
// CHECK-NEXT: {{^}}  stablehlo.add of f64 x1, first at {{.*}}verify-core.mlir:7:8: not supported
// CHECK-NEXT: {{^}}  stablehlo.sort x1, first at {{.*}}verify-core.mlir:8:8: not supported
// CHECK-NEXT: {{^}}  stablehlo.while x1, first at {{.*}}verify-core.mlir:13:8: not supported
// CHECK-NEXT: {{^}}  stablehlo.dynamic_slice x2, first at {{.*}}verify-core.mlir:18:10: not supported
// CHECK-NEXT: {{^}}  stablehlo.bitcast_convert between element types of different width x1
// CHECK-NEXT: {{^}}  stablehlo.custom_call @lapack_sgetrf_ffi x1
// CHECK-NEXT: {{^}}  stablehlo.all_gather x1
// MEMORY-NEXT: {{^}}  stablehlo.iota of tensor<1000000xf32>, larger than the device memory of 1000000 bytes x1
