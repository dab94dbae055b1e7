// RUN: spyre-opt %s -split-input-file -pass-pipeline='builtin.module(spyre-set-device,spyre-place)' | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

// 100 rows over 32 cores: four cores hold 4, the others 3.

// CHECK-DAG:   [[BEGIN:#.+]] = affine_map<()[s0] -> (s0 * 4, s0 * 3 + 4)>
// CHECK-DAG:   [[END:#.+]] = affine_map<()[s0] -> ((s0 + 1) * 4, (s0 + 1) * 3 + 4)>
// CHECK-LABEL: func.func private @pointwise_0
// CHECK:       scf.forall ([[CORE:%.+]]) in (32)
// CHECK:         [[FIRST:%.+]] = affine.min [[BEGIN]](){{\[}}[[CORE]]]
// CHECK:         [[LAST:%.+]] = affine.min [[END]](){{\[}}[[CORE]]]
// CHECK:         memref.alloc() : memref<4x1x64xf16, #lx>
// CHECK:         memref.copy
// CHECK:         memref.alloca({{%.+}}) : memref<?x64xi1>
func.func @main(%x: tensor<100x1x64xf16> {spyre.role = "input", spyre.host = tensor<100x64xf16>}) -> (tensor<100x1x64xf16> {spyre.host = tensor<100x64xf16>}) {
  %0 = call @pointwise_0(%x) {spyre.host = [tensor<100x64xf16>]} : (tensor<100x1x64xf16>) -> tensor<100x1x64xf16>
  return %0 : tensor<100x1x64xf16>
}
func.func private @pointwise_0(%x: tensor<100x1x64xf16>) -> tensor<100x1x64xf16> attributes {spyre.kernel, spyre.division = {d0 = 32}, spyre.tile = {}, spyre.order = []} {
  %d = tensor.empty() : tensor<100x64xi1>
  %e = tensor.empty() : tensor<100x1x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<100x64xi1>, tensor<100x1x64xf16>) outs(%e : tensor<100x1x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<100x1x64xf16>
  return %a : tensor<100x1x64xf16>
}
