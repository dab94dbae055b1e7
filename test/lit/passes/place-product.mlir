// RUN: spyre-opt %s -split-input-file -pass-pipeline='builtin.module(spyre-set-device,spyre-place)' | FileCheck %s

#id = affine_map<(m, n, k) -> (m, n, k)>
#rows = affine_map<(m, n, k) -> (m, k floordiv 64, k mod 64)>
#columns = affine_map<(m, n, k) -> (n floordiv 64, k, n mod 64)>
#out = affine_map<(m, n, k) -> (m, n floordiv 32, n mod 32)>

// A grid of 2 x 4 cores: n is the fast digit. Cores that differ in n alone need
// the same rows, cores that differ in m alone the same columns: each box is
// loaded once for all of them. K is streamed: the accumulator is filled before
// the loop, its blocks rotate through two slots, the sum is stored behind it.

// CHECK-LABEL: func.func private @matmul_0
// CHECK-SAME:  ([[X:%[^:]+]]: {{[^,]*}}, #ddr>, [[W:%[^:]+]]: {{[^,]*}}, #ddr>, [[Y:%[^:]+]]: {{[^,]*}}, #ddr>)
// CHECK:       scf.forall ([[M:%.+]], [[N:%.+]]) in (2, 4)
// CHECK-DAG:     [[A:%.+]] = memref.alloc() {{.*}}spyre.slots = 2 : i64} : memref<32x1x64xf16, #lx>
// CHECK-DAG:     [[B:%.+]] = memref.alloc() {{.*}}spyre.slots = 2 : i64} : memref<1x64x64xf16, #lx>
// CHECK-DAG:     [[SUM:%.+]] = memref.alloc() : memref<32x2x32xf32, #lx>
// CHECK:         linalg.fill {{.*}} outs([[SUM]]
// CHECK:         scf.for {{%.+}} = %c0 to %c4
// CHECK:           memref.subview [[X]]
// CHECK:           memref.copy {{.*}} {spyre.multicast = array<i64: 1>}
// CHECK:           memref.subview [[W]]
// CHECK:           memref.copy {{.*}} {spyre.multicast = array<i64: 0>}
// CHECK:           linalg.generic {{.*}} ins({{%.+}}, [[A]], [[B]] : {{.*}} outs([[SUM]]
// CHECK:         memref.subview [[Y]]
// CHECK:         memref.copy
// CHECK:       } {mapping = [#spyre.core<1>, #spyre.core<0>]}
func.func private @matmul_0(%x: tensor<64x4x64xf16>, %w: tensor<4x256x64xf16>) -> tensor<64x8x32xf32>
    attributes {spyre.kernel, spyre.division = {m = 2, n = 4}, spyre.tile = {k = 64}, spyre.order = []} {
  %zero = arith.constant 0.0 : f32
  %d = tensor.empty() : tensor<64x256x256xi1>
  %e = tensor.empty() : tensor<64x8x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x8x32xf32>) -> tensor<64x8x32xf32>
  %a = linalg.generic {indexing_maps = [#id, #rows, #columns, #out], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%d, %x, %w : tensor<64x256x256xi1>, tensor<64x4x64xf16>, tensor<4x256x64xf16>) outs(%f : tensor<64x8x32xf32>) {
  ^bb0(%u: i1, %p: f16, %q: f16, %out: f32):
    %0 = arith.extf %p : f16 to f32
    %1 = arith.extf %q : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64x8x32xf32>
  return %a : tensor<64x8x32xf32>
}
