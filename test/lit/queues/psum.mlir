// RUN: spyre-opt %s -pass-pipeline='builtin.module(func.func(spyre-verify-scheduled,spyre-build-queues),spyre-print-plan)' -o /dev/null | FileCheck %s

// Two cores with partial sums of two sticks complete one each. What a core has of
// its own stick is copied out of the two (which one it is differs from core to
// core: an offset in the source), then the other core's part is added. The next
// round's sums wait until both have been read, by this core and by the other.

#lx = #spyre.mem<lx>
#ddr = #spyre.mem<ddr>
!mem = memref<3x2x2x32xf32, #ddr>
!out = memref<3x2x32xf32, #ddr>
!tile = memref<2x32xf32, #lx>
!slice = memref<1x32xf32, #lx>
!part = memref<1x32xf32, strided<[32, 1], offset: ?>, #lx>
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 2, lx = 65536, memory = 1048576>} {
  func.func @main(%x: !mem {spyre.host = tensor<3x2x64xf32>, spyre.role = "input"},
                  %y: !out {spyre.host = tensor<3x64xf32>, spyre.role = "output", spyre.result = 0 : i64}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %a = spyre.buffer at 0 : !tile
    %s = spyre.buffer at 256 : !slice
    spyre.launch "sum_0" (%core) in (2) {
      %other = affine.apply affine_map<(d0) -> ((d0 + 1) mod 2)>(%core)
      scf.for %r = %c0 to %c3 step %c1 {
        %src = memref.subview %x[%r, %core, 0, 0] [1, 1, 2, 32] [1, 1, 1, 1] : !mem to memref<2x32xf32, strided<[32, 1], offset: ?>, #ddr>
        %dst = memref.subview %y[%r, %core, 0] [1, 1, 32] [1, 1, 1] : !out to memref<1x32xf32, strided<[32, 1], offset: ?>, #ddr>
        spyre.copy load %src to %a : memref<2x32xf32, strided<[32, 1], offset: ?>, #ddr> to !tile
        %own = memref.subview %a[%core, 0] [1, 32] [1, 1] : !tile to !part
        spyre.copy ring %own to %s from core %core : !part to !slice
        spyre.copy psum %own to %s from core %other : !part to !slice
        spyre.copy store %s to %dst : !slice to memref<1x32xf32, strided<[32, 1], offset: ?>, #ddr>
      }
    }
    return
  }
}

// CHECK-DAG:     table [[SELF:t[0-9]+]] = 0 1
// CHECK-DAG:     table [[OTHER:t[0-9]+]] = 1 0
// CHECK-LABEL: queue load
// CHECK:           await ring >= i0
// CHECK:           await psum >= i0 on core [[OTHER]]
// CHECK:           copy arg0
// CHECK-LABEL: queue store
// CHECK:           await psum >= i0 + 1
// CHECK:           copy
// CHECK-LABEL: queue ring
// CHECK:           await load >= i0 + 1
// CHECK:           await store >= i0
// CHECK:           copy core [[SELF]] lx 0 strides [128] [[[SELF]] : 1] <-> lx 256
// CHECK-LABEL: queue psum
// CHECK:           await load >= i0 + 1 on core [[OTHER]]
// CHECK:           await ring >= i0 + 1
// CHECK:           copy core [[OTHER]] lx 0 strides [128] [[[SELF]] : 1] <-> lx 256
