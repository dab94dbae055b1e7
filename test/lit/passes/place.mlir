// RUN: spyre-opt %s -split-input-file -pass-pipeline='builtin.module(spyre-set-device,spyre-place)' | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

// Sixteen rows a core in tiles of four: a box is loaded, computed on and stored
// per tile, buffers that cross memory rotate. The result is an argument.

// CHECK-DAG:   [[BEGIN:#.+]] = affine_map<()[s0, s1] -> (s0 * 4 + s1 * 16)>
// CHECK-LABEL: func.func @main
// CHECK-SAME:  ([[X:%[^:]+]]: memref<512x1x64xf16, #ddr> {{.*}}spyre.role = "input"}, [[Y:%[^:]+]]: memref<512x1x64xf16, #ddr> {{.*}}spyre.result = 0 : i64, spyre.role = "output"})
// CHECK-NEXT:  call @pointwise_0([[X]], [[Y]])
// CHECK-LABEL: func.func private @pointwise_0
// CHECK-SAME:  ([[X:%[^:]+]]: {{.*}}, [[Y:%[^:]+]]: {{[^)]*}})
// CHECK:       scf.forall ([[CORE:%.+]]) in (32)
// CHECK-DAG:     [[IN:%.+]] = memref.alloc() {spyre.rotates = 1 : i64, spyre.slots = 2 : i64} : memref<4x1x64xf16, #lx>
// CHECK-DAG:     [[OUT:%.+]] = memref.alloc() {spyre.rotates = 1 : i64, spyre.slots = 2 : i64} : memref<4x1x64xf16, #lx>
// CHECK:         scf.for [[T:%.+]] = %c0 to %c4 step %c1
// CHECK:           memref.subview [[X]][{{%.+}}, 0, 0] [4, 1, 64]
// CHECK:           memref.copy
// CHECK:           [[DOMAIN:%.+]] = memref.alloca() : memref<4x64xi1>
// CHECK:           linalg.generic {{.*}} ins([[DOMAIN]], {{%.+}} : {{.*}} outs(
// CHECK:           [[AT:%.+]] = affine.apply [[BEGIN]](){{\[}}[[T]], [[CORE]]]
// CHECK:           memref.subview [[Y]]{{\[}}[[AT]], 0, 0] [4, 1, 64]
// CHECK:           memref.copy
// CHECK:       } {mapping = [#spyre.core<0>]}
func.func @main(%x: tensor<512x1x64xf16> {spyre.role = "input", spyre.host = tensor<512x64xf16>}) -> (tensor<512x1x64xf16> {spyre.host = tensor<512x64xf16>}) {
  %0 = call @pointwise_0(%x) {spyre.host = [tensor<512x64xf16>]} : (tensor<512x1x64xf16>) -> tensor<512x1x64xf16>
  return %0 : tensor<512x1x64xf16>
}
func.func private @pointwise_0(%x: tensor<512x1x64xf16>) -> tensor<512x1x64xf16> attributes {spyre.kernel, spyre.division = {d0 = 32}, spyre.tile = {d0 = 4}, spyre.order = ["d0"]} {
  %d = tensor.empty() : tensor<512x64xi1>
  %e = tensor.empty() : tensor<512x1x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<512x64xi1>, tensor<512x1x64xf16>) outs(%e : tensor<512x1x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<512x1x64xf16>
  return %a : tensor<512x1x64xf16>
}
