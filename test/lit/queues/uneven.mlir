// RUN: spyre-opt %s -pass-pipeline='builtin.module(func.func(spyre-verify-scheduled,spyre-build-queues),spyre-print-plan)' -o /dev/null | FileCheck %s

// 25 rows over 8 of 12 cores: one core has 4, seven have 3, in tiles of 2.
// Offsets are tables; a size is what is left of the share, clamped, and what it
// leaves out counts: no core waits for another. On cores without work the first
// dim is empty. The body's row number is the tile's plus the loop's.

#lx = #spyre.mem<lx>
#ddr = #spyre.mem<ddr>
#begin = affine_map<(d0) -> (d0 * 4, d0 * 3 + 1)>
#end = affine_map<(d0) -> (d0 * 4 + 4, d0 * 3 + 4)>
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>
!mem = memref<25x1x64xf16, #ddr>
!box = memref<?x1x64xf16, strided<[64, 64, 1], offset: ?>, #ddr>
!buf = memref<2x2x1x64xf16, #lx>
!slot = memref<2x1x64xf16, strided<[64, 64, 1], offset: ?>, #lx>
!part = memref<?x1x64xf16, strided<[64, 64, 1], offset: ?>, #lx>

module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 12, lx = 65536, memory = 1048576>} {
  func.func @main(%x: !mem {spyre.host = tensor<25x50xf16>, spyre.role = "input"},
                  %y: !mem {spyre.host = tensor<25x50xf16>, spyre.role = "output", spyre.result = 0 : i64}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %a = spyre.buffer at 0 slots 2 : !buf
    spyre.launch "neg_0" (%core) in (8) {
      %begin = affine.min #begin(%core)
      %end = affine.min #end(%core)
      scf.for %t = %c0 to %c2 step %c1 {
        %off = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 2)>(%begin, %t)
        %left = affine.min affine_map<(d0)[s0] -> (2, s0 - d0)>(%off)[%end]
        %n = affine.max affine_map<(d0) -> (d0, 0)>(%left)
        %s = affine.apply affine_map<(d0) -> (d0 mod 2)>(%t)
        %src = memref.subview %x[%off, 0, 0] [%n, 1, 64] [1, 1, 1] : !mem to !box
        %dst = memref.subview %y[%off, 0, 0] [%n, 1, 64] [1, 1, 1] : !mem to !box
        %slot = memref.subview %a[%s, 0, 0, 0] [1, 2, 1, 64] [1, 1, 1, 1] : !buf to !slot
        %part = memref.subview %slot[0, 0, 0] [%n, 1, 64] [1, 1, 1] : !slot to !part
        spyre.copy load %src to %part : !box to !part
        %dom = memref.alloca(%n) : memref<?x50xi1>
        spyre.exec sfu {
          linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "parallel"]}
            ins(%dom, %slot : memref<?x50xi1>, !slot) outs(%slot : !slot) {
          ^bb0(%d: i1, %v: f16, %o: f16):
            %i = linalg.index 0 : index
            %g = arith.addi %i, %off : index
            %gi = arith.index_cast %g : index to i32
            %c10 = arith.constant 10 : i32
            %isLow = arith.cmpi ult, %gi, %c10 : i32
            %neg = arith.negf %v : f16
            %r = arith.select %isLow, %neg, %v : f16
            linalg.yield %r : f16
          }
        }
        spyre.copy store %part to %dst : !part to !box
      }
    }
    return
  }
}

// CHECK:         table [[SIZE:t[0-9]+]] = 0 -1 -1 -1 -1 -1 -1 -1 -4 -4 -4 -4
// CHECK:         table [[BEGIN:t[0-9]+]] = 0 4 7 10 13 16 19 22 0 0 0 0
// CHECK-LABEL: queue load
// CHECK-NEXT:    for i0 in 0..2
// CHECK-NEXT:      copy arg0 [2*i0 + [[BEGIN]] : clamp(-2*i0 + [[SIZE]] + 4, 0, 2), 0 : 1]
// CHECK-LABEL: queue store
// CHECK-NEXT:    for i0 in 0..2
// CHECK-NEXT:      await sfu >= i0 + 1
// CHECK-NEXT:      copy out0
// CHECK-LABEL: queue sfu
// CHECK:           map [1 from 2*i0 + [[BEGIN]], clamp(-2*i0 + [[SIZE]] + 4, 0, 2), 50]
// CHECK-NEXT:        in  f16 lx 0 + 256*((i0) mod 2) + (128*d1 + 2*d2)
// CHECK-NEXT:        out f16 lx 0 + 256*((i0) mod 2) + (128*d1 + 2*d2)
// CHECK-NEXT:        %1 = index i32 d1
// CHECK-NEXT:        %2 = index i32 d0
// CHECK-NEXT:        %3 = add i32 %1 %2
