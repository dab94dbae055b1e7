// RUN: spyre-opt %s -split-input-file -pass-pipeline='builtin.module(spyre-set-device,spyre-divide)' | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

// One stick per row: only rows can be shared. The decision, its price and its
// reason are attributes of the kernel.

// CHECK-LABEL: @pointwise_0
// CHECK-SAME:  spyre.division = {d0 = {{[0-9]+}} : i64}
// CHECK-SAME:  spyre.order = [
// CHECK-SAME:  spyre.predicted_us = {{[0-9.]+}}
// CHECK-SAME:  spyre.reason = "memory {{.*}} us, array {{.*}} us, vector {{.*}} us;
// CHECK-SAME:  spyre.tile = {
func.func private @pointwise_0(%x: tensor<64x1x64xf16>) -> tensor<64x1x64xf16> attributes {spyre.kernel} {
  %d = tensor.empty() : tensor<64x64xi1>
  %e = tensor.empty() : tensor<64x1x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<64x64xi1>, tensor<64x1x64xf16>) outs(%e : tensor<64x1x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<64x1x64xf16>
  return %a : tensor<64x1x64xf16>
}

// -----

#in = affine_map<(d0) -> (d0 floordiv 64, d0 mod 64)>

// A fold of sixteen sticks: an exchange of partial results would cost more than
// one core's work, so that nothing is shared.

// CHECK-LABEL: @reduce_0
// CHECK-SAME:  spyre.division = {},
func.func private @reduce_0(%x: tensor<16x64xf16>) -> tensor<32xf32> attributes {spyre.kernel} {
  %zero = arith.constant 0.0 : f32
  %d = tensor.empty() : tensor<1024xi1>
  %e = tensor.empty() : tensor<32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32xf32>) -> tensor<32xf32>
  %a = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, #in, affine_map<(d0) -> (0)>], iterator_types = ["reduction"]}
    ins(%d, %x : tensor<1024xi1>, tensor<16x64xf16>) outs(%f : tensor<32xf32>) {
  ^bb0(%u: i1, %in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<32xf32>
  return %a : tensor<32xf32>
}
