// RUN: spyre-opt %s -pass-pipeline='builtin.module(func.func(spyre-verify-scheduled,spyre-build-queues),spyre-print-plan)' -o /dev/null | FileCheck %s

// A product over a grid of 8 x 4 cores. A is resident; tiles of B rotate over two
// slots and the counter goes on over both loops, so that the loads run ahead
// into the next tile of the output. One group of cores loads a tile of B once.
// The accumulator starts at zero when the k loop does.

#lx = #spyre.mem<lx>
#ddr = #spyre.mem<ddr>
#id = affine_map<(m, n, k) -> (m, n, k)>
!a = memref<4x512x64xf16, #ddr>
!abox = memref<4x64x64xf16, strided<[32768, 64, 1], offset: ?>, #ddr>
!alx = memref<4x64x64xf16, #lx>
!aslice = memref<64x64xf16, strided<[64, 1], offset: ?>, #lx>
!b = memref<256x16x64xf16, #ddr>
!bbox = memref<64x2x64xf16, strided<[1024, 64, 1], offset: ?>, #ddr>
!bslots = memref<2x64x2x64xf16, #lx>
!bslot = memref<64x2x64xf16, strided<[128, 64, 1], offset: ?>, #lx>
!acc = memref<64x4x32xf32, #lx>
!c = memref<512x16x64xf16, #ddr>
!cbox = memref<64x2x64xf16, strided<[1024, 64, 1], offset: ?>, #ddr>
!clx = memref<64x2x64xf16, #lx>

module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 32, lx = 1625344, memory = 137438953472>} {
  func.func @main(%a: !a {spyre.host = tensor<512x256xf16, #spyre.layout<[1, 0 | 1]>>, spyre.role = "weight"},
                  %b: !b {spyre.host = tensor<256x1024xf16>, spyre.role = "input"},
                  %c: !c {spyre.host = tensor<512x1024xf16>, spyre.role = "output", spyre.result = 0 : i64}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %la = spyre.buffer at 0 : !alx
    %lb = spyre.buffer at 32768 slots 2 : !bslots
    %acc = spyre.buffer at 65536 : !acc
    %lc = spyre.buffer at 98304 : !clx
    spyre.launch "dot_0" (%core) in (32) {
      %m = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%core)
      %n = affine.apply affine_map<(d0) -> (d0 mod 4)>(%core)
      %row = affine.apply affine_map<(d0) -> (d0 * 64)>(%m)
      %abox = memref.subview %a[0, %row, 0] [4, 64, 64] [1, 1, 1] : !a to !abox
      spyre.copy load %abox to %la multicast %m : !abox to !alx
      scf.for %j = %c0 to %c2 step %c1 {
        %col = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1 * 2)>(%n, %j)
        scf.for %k = %c0 to %c4 step %c1 {
          %kk = affine.apply affine_map<(d0) -> (d0 * 64)>(%k)
          %s = affine.apply affine_map<(d0, d1) -> ((d0 * 4 + d1) mod 2)>(%j, %k)
          %bbox = memref.subview %b[%kk, %col, 0] [64, 2, 64] [1, 1, 1] : !b to !bbox
          %slot = memref.subview %lb[%s, 0, 0, 0] [1, 64, 2, 64] [1, 1, 1, 1] : !bslots to !bslot
          spyre.copy load %bbox to %slot multicast %n : !bbox to !bslot
          %slice = memref.subview %la[%k, 0, 0] [1, 64, 64] [1, 1, 1] : !alx to !aslice
          %dom = memref.alloca() : memref<64x128x64xi1>
          spyre.exec pt first %k {
            %zero = arith.constant 0.0 : f32
            linalg.fill ins(%zero : f32) outs(%acc : !acc)
            linalg.generic {indexing_maps = [#id, affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n floordiv 64, n mod 64)>, affine_map<(m, n, k) -> (m, n floordiv 32, n mod 32)>], iterator_types = ["parallel", "parallel", "reduction"]}
              ins(%dom, %slice, %slot : memref<64x128x64xi1>, !aslice, !bslot) outs(%acc : !acc) {
            ^bb0(%d: i1, %x: f16, %y: f16, %o: f32):
              %xw = arith.extf %x : f16 to f32
              %yw = arith.extf %y : f16 to f32
              %p = arith.mulf %xw, %yw : f32
              %q = arith.addf %o, %p : f32
              linalg.yield %q : f32
            }
          }
        }
        %dom = memref.alloca() : memref<64x128xi1>
        spyre.exec sfu {
          linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n floordiv 32, n mod 32)>, affine_map<(m, n) -> (m, n floordiv 64, n mod 64)>], iterator_types = ["parallel", "parallel"]}
            ins(%dom, %acc : memref<64x128xi1>, !acc) outs(%lc : !clx) {
          ^bb0(%d: i1, %v: f32, %o: f16):
            %t = arith.truncf %v : f32 to f16
            linalg.yield %t : f16
          }
        }
        %cbox = memref.subview %c[%row, %col, 0] [64, 2, 64] [1, 1, 1] : !c to !cbox
        spyre.copy store %lc to %cbox : !clx to !cbox
      }
    }
    return
  }
}

// CHECK:         table [[M:t[0-9]+]] = 0 0 0 0 1 1 1 1 2
// CHECK-LABEL: queue load
// CHECK-NEXT:    copy arg0 [0 : 4, {{t[0-9]+}} : 64] <-> lx 0 strides [8192, 128] multicast [[M]]
// CHECK-NEXT:    for i0 in 0..2
// CHECK-NEXT:      for i1 in 0..4
// CHECK-NEXT:        await pt >= 4*i0 + i1 - 1
// CHECK-NEXT:        copy arg1 {{.*}} <-> lx 32768 + 16384*((i1) mod 2)
// CHECK-LABEL: queue store
// CHECK-NEXT:    for i0 in 0..2
// CHECK-NEXT:      await sfu >= i0 + 1
// CHECK-NEXT:      copy out0
// The array waits for the vector units only where it starts a new accumulator.
// CHECK-LABEL: queue pt
// CHECK-NEXT:    for i0 in 0..2
// CHECK-NEXT:      await sfu >= i0
// CHECK-NEXT:      for i1 in 0..4
// CHECK-NEXT:        await load >= 4*i0 + i1 + 2
// CHECK-NEXT:        contract [64, 128, reduce 64]
// CHECK-NEXT:          in  f16 lx 0 + 8192*((i1) mod 4) + (128*d0 + 2*d2)
// CHECK-NEXT:          in  f16 lx 32768 + 16384*((i1) mod 2)
// CHECK-NEXT:          out f32 lx 65536
// CHECK-NEXT:          init 0 when i1 = 0
// CHECK-LABEL: queue sfu
// CHECK-NEXT:    for i0 in 0..2
// CHECK-NEXT:      await store >= i0
// CHECK-NEXT:      await pt >= 4*i0 + 4
// CHECK-NEXT:      map [64, 128]
