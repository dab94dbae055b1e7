// RUN: spyre-opt %s -pass-pipeline='builtin.module(func.func(spyre-verify-scheduled,spyre-build-queues),spyre-print-plan)' -o /dev/null | FileCheck %s

// Two slots per buffer: a load waits for the reader of two iterations before.
// The second launch reads what the first wrote, tile by tile on the same core,
// and its first loads do not wait for the vector units ("above"): only the
// memory that they read holds them back.

#lx = #spyre.mem<lx>
#ddr = #spyre.mem<ddr>
#slot = affine_map<(d0) -> (d0 mod 2)>
#id = affine_map<(d0, d1) -> (d0, d1)>
#lanes = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>
!mem = memref<512x16x64xf16, #ddr>
!box = memref<4x16x64xf16, strided<[1024, 64, 1], offset: ?>, #ddr>
!tile = memref<4x16x64xf16, strided<[1024, 64, 1], offset: ?>, #lx>
!buf = memref<2x4x16x64xf16, #lx>

module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 32, lx = 1625344, memory = 137438953472>} {
  func.func @main(%x: !mem {spyre.host = tensor<512x1024xf16>, spyre.role = "input"},
                  %out: !mem {spyre.host = tensor<512x1024xf16>, spyre.role = "output", spyre.result = 0 : i64}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %temp = memref.alloc() {spyre.host = tensor<512x1024xf16>} : !mem
    %a = spyre.buffer at 0 slots 2 : !buf
    %b = spyre.buffer at 32768 slots 2 : !buf
    spyre.launch "neg_0" (%core) in (32) {
      scf.for %t = %c0 to %c4 step %c1 {
        %row = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 * 4)>(%core, %t)
        %s = affine.apply #slot(%t)
        %src = memref.subview %x[%row, 0, 0] [4, 16, 64] [1, 1, 1] : !mem to !box
        %dst = memref.subview %temp[%row, 0, 0] [4, 16, 64] [1, 1, 1] : !mem to !box
        %sa = memref.subview %a[%s, 0, 0, 0] [1, 4, 16, 64] [1, 1, 1, 1] : !buf to !tile
        %sb = memref.subview %b[%s, 0, 0, 0] [1, 4, 16, 64] [1, 1, 1, 1] : !buf to !tile
        %dom = memref.alloca() : memref<4x1024xi1>
        spyre.copy load %src to %sa : !box to !tile
        spyre.exec sfu {
          linalg.generic {indexing_maps = [#id, #lanes, #lanes], iterator_types = ["parallel", "parallel"]}
            ins(%dom, %sa : memref<4x1024xi1>, !tile) outs(%sb : !tile) {
          ^bb0(%d: i1, %v: f16, %o: f16):
            %n = arith.negf %v : f16
            linalg.yield %n : f16
          }
        }
        spyre.copy store %sb to %dst : !tile to !box
      }
    }
    %e = spyre.buffer at 1000064 slots 2 : !buf
    %f = spyre.buffer at 0 slots 2 : !buf
    spyre.launch "exp_0" (%core) in (32) {
      scf.for %t = %c0 to %c4 step %c1 {
        %row = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1 * 4)>(%core, %t)
        %s = affine.apply #slot(%t)
        %src = memref.subview %temp[%row, 0, 0] [4, 16, 64] [1, 1, 1] : !mem to !box
        %dst = memref.subview %out[%row, 0, 0] [4, 16, 64] [1, 1, 1] : !mem to !box
        %sa = memref.subview %e[%s, 0, 0, 0] [1, 4, 16, 64] [1, 1, 1, 1] : !buf to !tile
        %sb = memref.subview %f[%s, 0, 0, 0] [1, 4, 16, 64] [1, 1, 1, 1] : !buf to !tile
        %dom = memref.alloca() : memref<4x1024xi1>
        spyre.copy load %src to %sa : !box to !tile
        spyre.exec sfu {
          linalg.generic {indexing_maps = [#id, #lanes, #lanes], iterator_types = ["parallel", "parallel"]}
            ins(%dom, %sa : memref<4x1024xi1>, !tile) outs(%sb : !tile) {
          ^bb0(%d: i1, %v: f16, %o: f16):
            %n = math.exp %v : f16
            linalg.yield %n : f16
          }
        }
        spyre.copy store %sb to %dst : !tile to !box
      }
    }
    return
  }
}

// CHECK-LABEL: queue load
// CHECK-NEXT:    for i0 in 0..4
// CHECK-NEXT:      await sfu >= i0 - 1
// CHECK-NEXT:      copy arg0 [4*i0 + t0 : 4, 0 : 16] <-> lx 0 + 8192*((i0) mod 2) strides [2048, 128]  ; neg_0
// CHECK-NEXT:    for i0 in 0..4
// CHECK-NEXT:      await store >= i0 + 1
// CHECK-NEXT:      await sfu >= i0 + 3 if above 4
// CHECK-NEXT:      copy temp0 {{.*}}; exp_0
// CHECK-LABEL: queue store
// CHECK-NEXT:    for i0 in 0..4
// CHECK-NEXT:      await sfu >= i0 + 1
// CHECK-NEXT:      copy temp0
// CHECK-NEXT:    for i0 in 0..4
// CHECK-NEXT:      await sfu >= i0 + 5
// CHECK-NEXT:      copy out0
// CHECK-LABEL: queue sfu
// CHECK-NEXT:    for i0 in 0..4
// CHECK-NEXT:      await load >= i0 + 1
// CHECK-NEXT:      await store >= i0 - 1
// CHECK-NEXT:      map [4, 1024]
// CHECK:         for i0 in 0..4
// CHECK-NEXT:      await load >= i0 + 5
// CHECK-NEXT:      await store >= i0 + 3 if above 4
// CHECK-NEXT:      map [4, 1024]
