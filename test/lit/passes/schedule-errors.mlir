// RUN: spyre-opt %s -split-input-file -verify-diagnostics -spyre-schedule

#lx = #spyre.mem<lx>
#ddr = #spyre.mem<ddr>
!mem = memref<64x64xf16, #ddr>
!lxm = memref<64x64xf16, #lx>
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 4, lx = 4096, memory = 1048576>} {
  func.func @main(%x: !mem, %y: !mem) {
    // expected-error @+2 {{expected the buffers of move_0 to fit 4096 bytes of LX, found 8192}}
    // expected-note @+1 {{}}
    call @move_0(%x, %y) : (!mem, !mem) -> ()
    return
  }
  func.func private @move_0(%x: !mem, %y: !mem) attributes {spyre.kernel} {
    scf.forall (%c) in (1) {
      %a = memref.alloc() : !lxm
      memref.copy %x, %a : !mem to !lxm
      memref.copy %a, %y : !lxm to !mem
    } {mapping = [#spyre.core<0>]}
    return
  }
}

// -----

#lx = #spyre.mem<lx>
#ddr = #spyre.mem<ddr>
!mem = memref<8x64xf16, #ddr>
!lxm = memref<8x64xf16, #lx>
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 4, lx = 4096, memory = 1048576>} {
  func.func @main(%x: !mem, %y: !mem) {
    call @move_0(%x, %y) : (!mem, !mem) -> ()
    return
  }
  // expected-error @+1 {{expected at most 4 cores, found 8}}
  func.func private @move_0(%x: !mem, %y: !mem) attributes {spyre.kernel} {
    scf.forall (%c) in (8) {
      %a = memref.alloc() : !lxm
      memref.copy %x, %a : !mem to !lxm
      memref.copy %a, %y : !lxm to !mem
    } {mapping = [#spyre.core<0>]}
    return
  }
}
