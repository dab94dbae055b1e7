// RUN: spyre-opt %s -pass-pipeline='builtin.module(func.func(spyre-verify-scheduled,spyre-build-queues))' -o %t
// RUN: spyre-opt %t -spyre-print-plan -o /dev/null | FileCheck %s
// RUN: spyre-opt %t -spyre-print-plan=summary=true -o /dev/null | FileCheck %s --check-prefix=SUM
// RUN: spyre-opt %t | FileCheck %s --check-prefix=IR

// A step of a cache: the new row is stored into the state at a position that an
// earlier load brought into LX; the state is result 1 as well. A scalar result is
// one stick, moved by core 0 alone.

#lx = #spyre.mem<lx>
#ddr = #spyre.mem<ddr>
!row = memref<1x1x64xf16, #ddr>
!cache = memref<128x1x64xf16, #ddr>
!cacheRow = memref<1x1x64xf16, strided<[64, 64, 1]>, #ddr>

module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 4, lx = 65536, memory = 1048576>} {
  memref.global "private" constant @const0 : memref<1x64xf16, #ddr> = dense<1.5> {spyre.host = tensor<64xf16>}
  func.func @main(%position: memref<32xi32, #ddr> {spyre.host = tensor<i32, #spyre.layout<[| *]>>, spyre.role = "input"},
                  %cache: !cache {spyre.host = tensor<128x64xf16>, spyre.role = "state", spyre.result = 1 : i64},
                  %row: !row {spyre.host = tensor<1x64xf16>, spyre.role = "weight"},
                  %flags: memref<1x128xi8, #ddr> {spyre.host = tensor<100xi8>, spyre.type = ui8, spyre.role = "input"},
                  %out: memref<64xf16, #ddr> {spyre.host = tensor<f16, #spyre.layout<[| *]>>, spyre.role = "output", spyre.result = 0 : i64})
      attributes {spyre.bound_hard_us = 2.5 : f64} {
    %p = spyre.buffer at 0 : memref<32xi32, #lx>
    %r = spyre.buffer at 128 : memref<1x1x64xf16, #lx>
    %c = spyre.buffer at 256 : memref<1x64xf16, #lx>
    %s = spyre.buffer at 384 : memref<64xf16, #lx>
    %const = memref.get_global @const0 : memref<1x64xf16, #ddr>
    spyre.launch "update_0" (%core) in (1) attributes {spyre.source = "main.py:3", spyre.ops = ["dynamic_update_slice"], spyre.cores = 1 : i64, spyre.predicted_us = 0.5 : f64} {
      spyre.copy load %position to %p : memref<32xi32, #ddr> to memref<32xi32, #lx>
      spyre.copy load %row to %r : !row to memref<1x1x64xf16, #lx>
      %at = memref.subview %cache[0, 0, 0] [1, 1, 64] [1, 1, 1] : !cache to !cacheRow
      spyre.copy store %r to %at position(%p : memref<32xi32, #lx>) dims [0] ranges [0, 127] : memref<1x1x64xf16, #lx> to !cacheRow
      spyre.copy load %const to %c : memref<1x64xf16, #ddr> to memref<1x64xf16, #lx>
      %dom = memref.alloca() : memref<64xi1>
      spyre.exec sfu {
        %zero = arith.constant 0.0 : f16
        linalg.fill ins(%zero : f16) outs(%s : memref<64xf16, #lx>)
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (0, d0)>, affine_map<(d0) -> (0)>], iterator_types = ["reduction"]}
          ins(%dom, %c : memref<64xi1>, memref<1x64xf16, #lx>) outs(%s : memref<64xf16, #lx>) {
        ^bb0(%d: i1, %v: f16, %o: f16):
          %n = arith.addf %o, %v : f16
          linalg.yield %n : f16
        }
      }
      spyre.copy store %s to %out : memref<64xf16, #lx> to memref<64xf16, #ddr>
    }
    return
  }
}

// CHECK:         inputs = arg0 arg1 arg2 arg3
// CHECK-NEXT:    outputs = out0 out1
// CHECK:         table [[ON:t[0-9]+]] = 0 -1 -1 -1
// CHECK:         copy arg0 [0 : clamp([[ON]] + 1, 0, 1)]
// CHECK:         await load >= 2
// CHECK:         copy arg1 [0 : clamp([[ON]] + 1, 0, 1), 0 : 1] <-> lx 128 strides [128, 128] at dim 0 + i32 of lx 0 in [0, 127]
// CHECK:         copy out0 [0 : clamp([[ON]] + 1, 0, 1)]
// CHECK:         reduce [clamp([[ON]] + 1, 0, 1), reduce 64]

// IR:            spyre.program @main cores(4) lx(512)
// IR-SAME:       launch_cores = 1 : i64, name = "update_0", ops = ["dynamic_update_slice"], predicted_us = 5.000000e-01 : f64, source = "main.py:3"
// IR:            spyre.queue load (

// SUM:           arg1 state f16 logical [128x64] {{.*}} physical 128x1x64 at 384
// SUM:           arg3 input u8 logical [100]
// SUM:           out1 output f16 {{.*}} at 384 is arg1
// SUM:           const0 constant f16 {{.*}} at 16896
// SUM:           bounds: hard 2.500 us
// SUM:           kernel update_0 1 cores predicted 0.500 us
