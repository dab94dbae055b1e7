// RUN: spyre-opt %s -pass-pipeline='builtin.module(func.func(spyre-verify-scheduled,spyre-build-queues),spyre-print-plan)' -o /dev/null | FileCheck %s

// Each of 4 cores loads one stick and takes the other three from its neighbour,
// one per step, as the neighbour gets them. In the next round a load overwrites
// what the other neighbour has read, so it waits for that core's ring copies.

#lx = #spyre.mem<lx>
#ddr = #spyre.mem<ddr>
!mem = memref<3x4x64xf16, #ddr>
!row = memref<1x64xf16, strided<[64, 1], offset: ?>, #ddr>
!all = memref<4x64xf16, #lx>
!piece = memref<1x64xf16, strided<[64, 1], offset: ?>, #lx>
!res = memref<1x64xf16, #lx>
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 4, lx = 65536, memory = 1048576>} {
  func.func @main(%x: !mem {spyre.host = tensor<3x256xf16>, spyre.role = "input"},
                  %y: !mem {spyre.host = tensor<3x256xf16>, spyre.role = "output", spyre.result = 0 : i64}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %a = spyre.buffer at 0 : !all
    %b = spyre.buffer at 512 : !res
    spyre.launch "gather_0" (%core) in (4) {
      %next = affine.apply affine_map<(d0) -> ((d0 + 1) mod 4)>(%core)
      scf.for %r = %c0 to %c3 step %c1 {
        %src = memref.subview %x[%r, %core, 0] [1, 1, 64] [1, 1, 1] : !mem to !row
        %dst = memref.subview %y[%r, %core, 0] [1, 1, 64] [1, 1, 1] : !mem to !row
        %own = memref.subview %a[0, 0] [1, 64] [1, 1] : !all to memref<1x64xf16, strided<[64, 1]>, #lx>
        spyre.copy load %src to %own : !row to memref<1x64xf16, strided<[64, 1]>, #lx>
        scf.for %t = %c0 to %c3 step %c1 {
          %t1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%t)
          %from = memref.subview %a[%t, 0] [1, 64] [1, 1] : !all to !piece
          %to = memref.subview %a[%t1, 0] [1, 64] [1, 1] : !all to !piece
          spyre.copy ring %from to %to from core %next : !piece to !piece
        }
        %dom = memref.alloca() : memref<64x4xi1>
        spyre.exec sfu {
          %zero = arith.constant 0.0 : f16
          linalg.fill ins(%zero : f16) outs(%b : !res)
          linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (0, d0)>], iterator_types = ["parallel", "reduction"]}
            ins(%dom, %a : memref<64x4xi1>, !all) outs(%b : !res) {
          ^bb0(%d: i1, %v: f16, %o: f16):
            %n = arith.addf %o, %v : f16
            linalg.yield %n : f16
          }
        }
        spyre.copy store %b to %dst : !res to !row
      }
    }
    return
  }
}

// CHECK:         table [[BEFORE:t[0-9]+]] = 3 0 1 2
// CHECK:         table [[AFTER:t[0-9]+]] = 1 2 3 0
// CHECK-LABEL: queue load
// CHECK-NEXT:    for i0 in 0..3
// CHECK-NEXT:      await ring >= 3*i0 - 2 on core [[BEFORE]]
// CHECK-NEXT:      await sfu >= i0
// CHECK-NEXT:      copy arg0
// CHECK-LABEL: queue ring
// CHECK-NEXT:    for i0 in 0..3
// CHECK-NEXT:      await load >= i0 + 1 on core [[AFTER]]
// CHECK-NEXT:      await ring >= 3*i0 on core [[BEFORE]]
// CHECK-NEXT:      await sfu >= i0
// CHECK-NEXT:      for i1 in 0..3
// CHECK-NEXT:        await ring >= 3*i0 + i1 on core [[AFTER]]
// CHECK-NEXT:        copy core [[AFTER]] lx 0 + 128*((i1) mod 3)
// CHECK-LABEL: queue sfu
// CHECK-NEXT:    for i0 in 0..3
// CHECK-NEXT:      await load >= i0 + 1
// CHECK-NEXT:      await store >= i0
// CHECK-NEXT:      await ring >= 3*i0 + 3
// CHECK-NEXT:      reduce [64, reduce 4]
