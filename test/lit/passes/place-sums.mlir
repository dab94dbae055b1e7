// RUN: spyre-opt %s -split-input-file -pass-pipeline='builtin.module(spyre-set-device,spyre-place)' | FileCheck %s

#id = affine_map<(m, n, k) -> (m, n, k)>
#rows = affine_map<(m, n, k) -> (m, k floordiv 64, k mod 64)>
#columns = affine_map<(m, n, k) -> (n floordiv 64, k, n mod 64)>
#out = affine_map<(m, n, k) -> (m, n floordiv 32, n mod 32)>

#id2 = affine_map<(m, n) -> (m, n)>
#halves = affine_map<(m, n) -> (m, n floordiv 32, n mod 32)>
#bias = affine_map<(m, n) -> (n floordiv 64, n mod 64)>
#whole = affine_map<(m, n) -> (m, n floordiv 64, n mod 64)>

// Four cores share the sums of a product: k is the last digit of the core number.
// Each ends up with 8 of the 32 rows of its tile. In a chain a slice goes round
// in three steps: a core copies out its own part and adds what its lower
// neighbour has so far. Bias and truncation run over the slice alone, which each
// core stores itself.

// CHECK-DAG:   [[LOWER:#.+]] = affine_map<()[s0, s1] -> (s0 * 4 + (s1 + 3) mod 4)>
// CHECK-DAG:   [[SELF:#.+]] = affine_map<()[s0, s1] -> (s0 * 4 + s1 mod 4)>
// CHECK-DAG:   [[FIRST:#.+]] = affine_map<()[s0] -> (s0 * 8 - ((s0 + 2) floordiv 4) * 32 + 16)>
// CHECK-DAG:   [[OWN:#.+]] = affine_map<()[s0] -> (s0 * 8 - (s0 floordiv 4) * 32)>
// CHECK-LABEL: func.func private @matmul_0
// CHECK-SAME:  {{.*}}, [[BIAS:%[^:]+]]: memref<4x64xf16, #ddr>, [[Y:%[^:]+]]: memref<64x4x64xf16, #ddr>)
// CHECK:       scf.forall ([[M:%.+]], [[K:%.+]]) in (2, 4)
// CHECK:         [[TILE:%.+]] = memref.alloc() : memref<32x8x32xf32, #lx>
// CHECK-NEXT:    [[EVEN:%.+]] = memref.alloc() : memref<8x8x32xf32, #lx>
// CHECK-NEXT:    [[ODD:%.+]] = memref.alloc() : memref<8x8x32xf32, #lx>
// CHECK:         [[RESULT:%.+]] = memref.alloc() : memref<8x4x64xf16, #lx>
// CHECK:         linalg.generic {{.*}}["parallel", "parallel", "reduction"]{{.*}} outs([[TILE]] :
// CHECK-DAG:     [[ME:%.+]] = affine.apply [[SELF]]()[[[M]], [[K]]]
// CHECK-DAG:     [[FROM:%.+]] = affine.apply [[LOWER]]()[[[M]], [[K]]]
// CHECK-DAG:     [[ROW:%.+]] = affine.apply [[FIRST]]()[[[K]]]
// CHECK:         [[PART:%.+]] = memref.subview [[TILE]][[[ROW]], 0, 0] [8, 8, 32]
// CHECK:         [[SUM:%.+]] = memref.subview [[EVEN]][0, 0, 0] [8, 8, 32]
// CHECK-NEXT:    spyre.copy ring [[PART]] to [[SUM]] from core [[ME]]
// CHECK-NEXT:    spyre.copy psum [[PART]] to [[SUM]] from core [[FROM]]
// CHECK:         [[SOFAR:%.+]] = memref.subview [[EVEN]]
// CHECK:         [[SUM:%.+]] = memref.subview [[ODD]]
// CHECK-NEXT:    spyre.copy ring {{%.+}} to [[SUM]] from core [[ME]]
// CHECK-NEXT:    spyre.copy psum [[SOFAR]] to [[SUM]] from core [[FROM]]
// CHECK:         [[SOFAR:%.+]] = memref.subview [[ODD]]
// CHECK:         [[SUM:%.+]] = memref.subview [[EVEN]]
// CHECK-NEXT:    spyre.copy ring {{%.+}} to [[SUM]] from core [[ME]]
// CHECK-NEXT:    spyre.copy psum [[SOFAR]] to [[SUM]] from core [[FROM]]
// CHECK-NOT:     spyre.copy
// CHECK:         memref.copy {{.*}} {spyre.multicast = array<i64: 0, 1>} : memref<4x64xf16
// CHECK:         linalg.generic {{.*}}["parallel", "parallel"]{{.*}} ins({{%.+}}, [[EVEN]], {{%.+}} : memref<8x256xi1>, {{.*}} outs([[RESULT]] :
// CHECK:         memref.subview [[Y]][{{%.+}}, 0, 0] [8, 4, 64]
// CHECK:       } {mapping = [#spyre.core<1>, #spyre.core<0>]}
func.func private @matmul_0(%x: tensor<64x4x64xf16>, %w: tensor<4x256x64xf16>, %b: tensor<4x64xf16>) -> tensor<64x4x64xf16>
    attributes {spyre.kernel, spyre.division = {m = 2, k = 4}, spyre.tile = {}, spyre.order = [], spyre.exchange = "psum-chain"} {
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
  %d1 = tensor.empty() : tensor<64x256xi1>
  %e1 = tensor.empty() : tensor<64x4x64xf16>
  %r = linalg.generic {indexing_maps = [#id2, #halves, #bias, #whole], iterator_types = ["parallel", "parallel"]}
    ins(%d1, %a, %b : tensor<64x256xi1>, tensor<64x8x32xf32>, tensor<4x64xf16>) outs(%e1 : tensor<64x4x64xf16>) {
  ^bb0(%u: i1, %s: f32, %c: f16, %out: f16):
    %0 = arith.truncf %s : f32 to f16
    %1 = arith.addf %0, %c : f16
    linalg.yield %1 : f16
  } -> tensor<64x4x64xf16>
  return %r : tensor<64x4x64xf16>
}

// -----

#id = affine_map<(m, n, k) -> (m, n, k)>
#rows = affine_map<(m, n, k) -> (m, k floordiv 64, k mod 64)>
#columns = affine_map<(m, n, k) -> (n floordiv 64, k, n mod 64)>
#out = affine_map<(m, n, k) -> (m, n floordiv 32, n mod 32)>

#id2 = affine_map<(m, n) -> (m, n)>
#halves = affine_map<(m, n) -> (m, n floordiv 32, n mod 32)>
#bias = affine_map<(m, n) -> (n floordiv 64, n mod 64)>
#whole = affine_map<(m, n) -> (m, n floordiv 64, n mod 64)>

// Fetched instead: a core copies out its part of its own slice and has that of
// every other core added. The tile has ended where k has been streamed.

// CHECK-LABEL: func.func private @matmul_0
// CHECK:         [[TILE:%.+]] = memref.alloc() : memref<32x8x32xf32, #lx>
// CHECK-NEXT:    [[SUM:%.+]] = memref.alloc() : memref<16x8x32xf32, #lx>
// CHECK:         scf.for {{%.+}} = %c0 to %c2
// CHECK:           linalg.generic {{.*}} outs([[TILE]] :
// CHECK:         }
// CHECK:         memref.subview [[TILE]]
// CHECK:         memref.subview [[SUM]]
// CHECK-NEXT:    spyre.copy ring
// CHECK-COUNT-1: spyre.copy psum
// CHECK-NOT:     spyre.copy
func.func private @matmul_0(%x: tensor<64x4x64xf16>, %w: tensor<4x256x64xf16>, %b: tensor<4x64xf16>) -> tensor<64x4x64xf16>
    attributes {spyre.kernel, spyre.division = {m = 2, k = 2}, spyre.tile = {k = 64}, spyre.order = [], spyre.exchange = "psum-fetch"} {
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
  %d1 = tensor.empty() : tensor<64x256xi1>
  %e1 = tensor.empty() : tensor<64x4x64xf16>
  %r = linalg.generic {indexing_maps = [#id2, #halves, #bias, #whole], iterator_types = ["parallel", "parallel"]}
    ins(%d1, %a, %b : tensor<64x256xi1>, tensor<64x8x32xf32>, tensor<4x64xf16>) outs(%e1 : tensor<64x4x64xf16>) {
  ^bb0(%u: i1, %s: f32, %c: f16, %out: f16):
    %0 = arith.truncf %s : f32 to f16
    %1 = arith.addf %0, %c : f16
    linalg.yield %1 : f16
  } -> tensor<64x4x64xf16>
  return %r : tensor<64x4x64xf16>
}

// -----

#id = affine_map<(m, n, k) -> (m, n, k)>
#rows = affine_map<(m, n, k) -> (m, k floordiv 64, k mod 64)>
#columns = affine_map<(m, n, k) -> (n floordiv 64, k, n mod 64)>
#out = affine_map<(m, n, k) -> (m, n floordiv 32, n mod 32)>

#id2 = affine_map<(m, n) -> (m, n)>
#halves = affine_map<(m, n) -> (m, n floordiv 32, n mod 32)>
#bias = affine_map<(m, n) -> (n floordiv 64, n mod 64)>
#whole = affine_map<(m, n) -> (m, n floordiv 64, n mod 64)>

// Over the data ring, added by the vector units. 64 rows over 3 cores, of
// which the last two have 21: their second slices are of 10, the others of 11.

// CHECK-LABEL: func.func private @matmul_0
// CHECK:         [[TILE:%.+]] = memref.alloc() : memref<22x2x32xf32, #lx>
// CHECK-NEXT:    [[SUM:%.+]] = memref.alloc() : memref<11x2x32xf32, #lx>
// CHECK-NEXT:    [[ALL:%.+]] = memref.alloc() : memref<2x11x2x32xf32, #lx>
// CHECK:         [[PART:%.+]] = memref.subview [[TILE]][{{%.+}}, 0, 0] [[[ROWS:%.+]], 2, 32]
// CHECK:         memref.subview [[ALL]][0, 0, 0, 0] [1, [[ROWS]], 2, 32]
// CHECK:         spyre.copy ring [[PART]]
// CHECK:         memref.subview [[ALL]][1, 0, 0, 0] [1, [[ROWS]], 2, 32]
// CHECK:         spyre.copy ring [[PART]]
// CHECK:         linalg.generic {{.*}}["reduction", "parallel", "parallel", "parallel"]{{.*}} ins({{%.+}}, [[ALL]] : {{.*}} outs([[SUM]] :
// CHECK:           arith.addf
func.func private @matmul_0(%x: tensor<64x4x64xf16>, %w: tensor<4x256x64xf16>, %b: tensor<4x64xf16>) -> tensor<64x4x64xf16>
    attributes {spyre.kernel, spyre.division = {m = 3, n = 4, k = 2}, spyre.tile = {}, spyre.order = [], spyre.exchange = "ring-fetch"} {
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
  %d1 = tensor.empty() : tensor<64x256xi1>
  %e1 = tensor.empty() : tensor<64x4x64xf16>
  %r = linalg.generic {indexing_maps = [#id2, #halves, #bias, #whole], iterator_types = ["parallel", "parallel"]}
    ins(%d1, %a, %b : tensor<64x256xi1>, tensor<64x8x32xf32>, tensor<4x64xf16>) outs(%e1 : tensor<64x4x64xf16>) {
  ^bb0(%u: i1, %s: f32, %c: f16, %out: f16):
    %0 = arith.truncf %s : f32 to f16
    %1 = arith.addf %0, %c : f16
    linalg.yield %1 : f16
  } -> tensor<64x4x64xf16>
  return %r : tensor<64x4x64xf16>
}
