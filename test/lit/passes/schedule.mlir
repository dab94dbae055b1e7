// RUN: spyre-opt %s -split-input-file -spyre-schedule | FileCheck %s

#lx = #spyre.mem<lx>
#ddr = #spyre.mem<ddr>
#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>
#begin = affine_map<()[s0, s1] -> (s0 * 2 + s1 * 8)>
!mem = memref<256x1x64xf16, #ddr>
!box = memref<2x1x64xf16, strided<[64, 64, 1], offset: ?>, #ddr>
!tile = memref<2x1x64xf16, #lx>

// A call is a launch. Rotating buffers get their slots and every access the slot
// of its iteration; copies and compute get their units. The second launch of a
// kernel has a name of its own and grows downwards, beside the first.

// CHECK-DAG:   [[SLOT:#.+]] = affine_map<()[s0] -> (s0 mod 2)>
// CHECK-LABEL: func.func @main
// CHECK-NOT:   call
// CHECK:       [[A:%.+]] = spyre.buffer at 0 slots 2 : memref<2x2x1x64xf16, #lx>
// CHECK:       spyre.launch "pointwise_0" ({{%.+}}) in (32)
// CHECK:         scf.for [[T:%.+]] = %c0 to %c4
// CHECK:           [[S:%.+]] = affine.apply [[SLOT]](){{\[}}[[T]]]
// CHECK:           [[TILE:%.+]] = memref.subview [[A]]{{\[}}[[S]], 0, 0, 0] [1, 2, 1, 64]
// CHECK:           spyre.copy load {{%.+}} to [[TILE]]
// CHECK:           spyre.exec sfu {
// CHECK-NEXT:        linalg.generic
// CHECK:           spyre.copy store
// CHECK:       spyre.buffer at 1536 slots 2
// CHECK:       spyre.launch "pointwise_0#1"
// CHECK-NOT:   func.func private
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 32, lx = 1625344, memory = 137438953472>} {
  func.func @main(%x: !mem {spyre.role = "input", spyre.host = tensor<256x64xf16>}, %y: !mem {spyre.role = "output", spyre.result = 0 : i64, spyre.host = tensor<256x64xf16>}) {
    %t = memref.alloc() {spyre.host = tensor<256x64xf16>} : !mem
    call @pointwise_0(%x, %t) {spyre.source = "a"} : (!mem, !mem) -> ()
    call @pointwise_0(%t, %y) {spyre.source = "b"} : (!mem, !mem) -> ()
    return
  }
  func.func private @pointwise_0(%x: !mem, %y: !mem) attributes {spyre.kernel, spyre.predicted_us = 1.0} {
    scf.forall (%c) in (32) {
      %a = memref.alloc() {spyre.rotates = 1 : i64, spyre.slots = 2 : i64} : !tile
      %b = memref.alloc() {spyre.rotates = 1 : i64, spyre.slots = 2 : i64} : !tile
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      scf.for %i = %c0 to %c4 step %c1 {
        %r = affine.apply #begin()[%i, %c]
        %in = memref.subview %x[%r, 0, 0] [2, 1, 64] [1, 1, 1] : !mem to !box
        memref.copy %in, %a : !box to !tile
        %d = memref.alloca() : memref<2x64xi1>
        linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
          ins(%d, %a : memref<2x64xi1>, !tile) outs(%b : !tile) {
        ^bb0(%u: i1, %v: f16, %o: f16):
          %n = arith.negf %v : f16
          linalg.yield %n : f16
        }
        %out = memref.subview %y[%r, 0, 0] [2, 1, 64] [1, 1, 1] : !mem to !box
        memref.copy %b, %out : !tile to !box
      }
    } {mapping = [#spyre.core<0>]}
    return
  }
}

// -----

#lx = #spyre.mem<lx>
#ddr = #spyre.mem<ddr>
#id = affine_map<(m, n, k) -> (m, n, k)>
#rows = affine_map<(m, n, k) -> (m, k floordiv 64, k mod 64)>
#columns = affine_map<(m, n, k) -> (n floordiv 64, k, n mod 64)>
#out = affine_map<(m, n, k) -> (m, n floordiv 32, n mod 32)>
!x = memref<8x4x64xf16, #ddr>
!w = memref<4x256x64xf16, #ddr>
!y = memref<8x8x32xf32, #ddr>
!xbox = memref<4x1x64xf16, strided<[256, 64, 1], offset: ?>, #ddr>
!wbox = memref<1x64x64xf16, strided<[16384, 64, 1], offset: ?>, #ddr>
!ybox = memref<4x2x32xf32, strided<[256, 32, 1], offset: ?>, #ddr>
!a = memref<4x1x64xf16, #lx>
!b = memref<1x64x64xf16, #lx>
!s = memref<4x2x32xf32, #lx>

// A grid of 2 x 4: digits of the core number, the last one fastest. The groups of
// a multicast are what is left when the shared digit is taken out. A fill that
// stands before the K loop happens in its first iteration.

// CHECK-DAG:   [[SLOW:#.+]] = affine_map<(d0) -> (d0 floordiv 4)>
// CHECK-DAG:   [[FAST:#.+]] = affine_map<(d0) -> (d0 mod 4)>
// CHECK-LABEL: func.func @main
// CHECK:       spyre.launch "matmul_0" ([[CORE:%.+]]) in (8)
// CHECK:         affine.apply [[FAST]]([[CORE]])
// CHECK:         affine.apply [[SLOW]]([[CORE]])
// CHECK:         scf.for [[K:%.+]] = %c0 to %c4
// CHECK:           [[ROWS:%.+]] = affine.apply {{#.+}}([[CORE]])
// CHECK:           spyre.copy load {{.*}} multicast [[ROWS]]
// CHECK:           [[COLUMNS:%.+]] = affine.apply {{#.+}}([[CORE]])
// CHECK:           spyre.copy load {{.*}} multicast [[COLUMNS]]
// CHECK:           spyre.exec pt first [[K]] {
// CHECK:             linalg.fill
// CHECK:             linalg.generic
// CHECK:         spyre.copy store
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 32, lx = 1625344, memory = 137438953472>} {
  func.func @main(%x: !x {spyre.role = "input", spyre.host = tensor<8x256xf16>}, %w: !w {spyre.role = "weight", spyre.host = tensor<256x256xf16, #spyre.layout<[1, 0 | 1]>>}, %y: !y {spyre.role = "output", spyre.result = 0 : i64, spyre.host = tensor<8x256xf32>}) {
    call @matmul_0(%x, %w, %y) {spyre.source = "a"} : (!x, !w, !y) -> ()
    return
  }
  func.func private @matmul_0(%x: !x, %w: !w, %y: !y) attributes {spyre.kernel} {
    scf.forall (%m, %n) in (2, 4) {
      %a = memref.alloc() {spyre.rotates = 1 : i64, spyre.slots = 2 : i64} : !a
      %b = memref.alloc() {spyre.rotates = 1 : i64, spyre.slots = 2 : i64} : !b
      %s = memref.alloc() : !s
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %row = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%m]
      %col = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%n]
      %zero = arith.constant 0.0 : f32
      linalg.fill ins(%zero : f32) outs(%s : !s)
      scf.for %k = %c0 to %c4 step %c1 {
        %xb = memref.subview %x[%row, %k, 0] [4, 1, 64] [1, 1, 1] : !x to !xbox
        memref.copy %xb, %a {spyre.multicast = array<i64: 1>} : !xbox to !a
        %kk = affine.apply affine_map<()[s0] -> (s0 * 64)>()[%k]
        %wb = memref.subview %w[%n, %kk, 0] [1, 64, 64] [1, 1, 1] : !w to !wbox
        memref.copy %wb, %b {spyre.multicast = array<i64: 0>} : !wbox to !b
        %d = memref.alloca() : memref<4x64x64xi1>
        linalg.generic {indexing_maps = [#id, #rows, #columns, #out], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%d, %a, %b : memref<4x64x64xi1>, !a, !b) outs(%s : !s) {
        ^bb0(%u: i1, %p: f16, %q: f16, %o: f32):
          %0 = arith.extf %p : f16 to f32
          %1 = arith.extf %q : f16 to f32
          %2 = arith.mulf %0, %1 : f32
          %3 = arith.addf %o, %2 : f32
          linalg.yield %3 : f32
        }
      }
      %yb = memref.subview %y[%row, %col, 0] [4, 2, 32] [1, 1, 1] : !y to !ybox
      memref.copy %s, %yb : !s to !ybox
    } {mapping = [#spyre.core<1>, #spyre.core<0>]}
    return
  }
}
