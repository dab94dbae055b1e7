// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s --split-input-file --pass-pipeline='builtin.module(spyre-set-device,spyre-divide)' | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

// The bytes that the decision moves: 2 MiB in and out.
// CHECK: @pointwise_0{{.*}}bound_by = "memory"{{.*}}bound_hard_us = 2.048{{0*}}e+01{{.*}}bound_sustained_us = 27.96
func.func private @pointwise_0(%x: tensor<1024x16x64xf16>) -> tensor<1024x16x64xf16> attributes {spyre.kernel} {
  %d = tensor.empty() : tensor<1024x1024xi1>
  %e = tensor.empty() : tensor<1024x16x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<1024x1024xi1>, tensor<1024x16x64xf16>) outs(%e : tensor<1024x16x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.mulf %in, %in : f16
    %1 = arith.mulf %0, %in : f16
    linalg.yield %1 : f16
  } -> tensor<1024x16x64xf16>
  return %a : tensor<1024x16x64xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

// A kernel that no division spreads has the limits of one core: 67.5 GB/s.
// CHECK: @pointwise_0{{.*}}bound_by = "memory"{{.*}}bound_sustained_us = 0.00379
func.func private @pointwise_0(%x: tensor<1x1x64xf16>) -> tensor<1x1x64xf16> attributes {spyre.kernel} {
  %d = tensor.empty() : tensor<1x64xi1>
  %e = tensor.empty() : tensor<1x1x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<1x64xi1>, tensor<1x1x64xf16>) outs(%e : tensor<1x1x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<1x1x64xf16>
  return %a : tensor<1x1x64xf16>
}
