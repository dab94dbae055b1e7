// RUN: spyre-opt %s -pass-pipeline='builtin.module(func.func(spyre-verify-scheduled,spyre-build-queues),spyre-print-plan)' -o /dev/null | FileCheck %s

// Hazards in device memory. The second launch divides the other way: every core
// reads what all cores wrote. The third writes the same tensor again, after all
// have read it, and reads back only what its own core wrote.

#lx = #spyre.mem<lx>
#ddr = #spyre.mem<ddr>
!mem = memref<4x4x64xf16, #ddr>
!rows = memref<1x4x64xf16, strided<[256, 64, 1], offset: ?>, #ddr>
!cols = memref<4x1x64xf16, strided<[256, 64, 1], offset: ?>, #ddr>
!rlx = memref<1x4x64xf16, #lx>
!clx = memref<4x1x64xf16, #lx>

module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 4, lx = 65536, memory = 1048576>} {
  func.func @main(%x: !mem {spyre.host = tensor<4x256xf16>, spyre.role = "input"},
                  %y: !mem {spyre.host = tensor<4x256xf16>, spyre.role = "output", spyre.result = 0 : i64},
                  %z: !mem {spyre.host = tensor<4x256xf16>, spyre.role = "output", spyre.result = 1 : i64}) {
    %t = memref.alloc() {spyre.host = tensor<4x256xf16>} : !mem
    %a = spyre.buffer at 0 : !rlx
    spyre.launch "rows_0" (%core) in (4) {
      %xr = memref.subview %x[%core, 0, 0] [1, 4, 64] [1, 1, 1] : !mem to !rows
      %tr = memref.subview %t[%core, 0, 0] [1, 4, 64] [1, 1, 1] : !mem to !rows
      spyre.copy load %xr to %a : !rows to !rlx
      spyre.copy store %a to %tr : !rlx to !rows
    }
    %b = spyre.buffer at 1024 : !clx
    spyre.launch "columns_0" (%core) in (4) {
      %tc = memref.subview %t[0, %core, 0] [4, 1, 64] [1, 1, 1] : !mem to !cols
      %yc = memref.subview %y[0, %core, 0] [4, 1, 64] [1, 1, 1] : !mem to !cols
      spyre.copy load %tc to %b : !cols to !clx
      spyre.copy store %b to %yc : !clx to !cols
    }
    %c = spyre.buffer at 2048 : !rlx
    spyre.launch "rows_1" (%core) in (4) {
      %tr = memref.subview %t[%core, 0, 0] [1, 4, 64] [1, 1, 1] : !mem to !rows
      %zr = memref.subview %z[%core, 0, 0] [1, 4, 64] [1, 1, 1] : !mem to !rows
      spyre.copy store %a to %tr : !rlx to !rows
      spyre.copy load %tr to %c : !rows to !rlx
      spyre.copy store %c to %zr : !rlx to !rows
    }
    return
  }
}

// CHECK-LABEL: queue load
// CHECK-NEXT:    copy arg0 {{.*}}; rows_0
// CHECK-NEXT:    await store >= 1 on all
// CHECK-NEXT:    copy temp0 {{.*}}; columns_0
// CHECK-NEXT:    await store >= 3
// CHECK-NEXT:    copy temp0 {{.*}}; rows_1
// CHECK-LABEL: queue store
// CHECK-NEXT:    await load >= 1
// CHECK-NEXT:    copy temp0 {{.*}}; rows_0
// CHECK-NEXT:    await load >= 2
// CHECK-NEXT:    copy out0 {{.*}}; columns_0
// CHECK-NEXT:    await load >= 2 on all
// CHECK-NEXT:    copy temp0 {{.*}}; rows_1
// CHECK-NEXT:    await load >= 3
// CHECK-NEXT:    copy out1 {{.*}}; rows_1
