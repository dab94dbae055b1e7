// RUN: spyre-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(func.func(spyre-build-queues))'

#lx = #spyre.mem<lx>
#ddr = #spyre.mem<ddr>
!piece = memref<1x64xf16, strided<[64, 1], offset: ?>, #ddr>
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 4, lx = 65536, memory = 1048576>} {
  func.func @main(%x: memref<4x64xf16, #ddr>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %a = spyre.buffer at 0 : memref<1x64xf16, #lx>
    spyre.launch "k" (%core) in (4) {
      scf.for %i = %c0 to %c4 step %c1 {
        %at = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%i)
        // expected-note @+1 {{of this view}}
        %box = memref.subview %x[%at, 0] [1, 64] [1, 1] : memref<4x64xf16, #ddr> to !piece
        // expected-error @+1 {{expected offsets linear in the loops (or one slot modulo the number of slots), found another in dim 0}}
        spyre.copy load %box to %a : !piece to memref<1x64xf16, #lx>
      }
    }
    return
  }
}

// -----

#lx = #spyre.mem<lx>
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 4, lx = 65536, memory = 1048576>} {
  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %a = spyre.buffer at 0 : memref<1x64xf16, #lx>
    %b = spyre.buffer at 128 : memref<1x64xf16, #lx>
    spyre.launch "k" (%core) in (4) {
      scf.for %i = %c0 to %c4 step %c1 {
        // expected-error @+1 {{expected a source core that depends on the core only}}
        spyre.copy ring %a to %b from core %i : memref<1x64xf16, #lx> to memref<1x64xf16, #lx>
      }
    }
    return
  }
}

// -----

#lx = #spyre.mem<lx>
#ddr = #spyre.mem<ddr>
!box = memref<?x64xf16, strided<[64, 1]>, #ddr>
!part = memref<?x64xf16, strided<[64, 1]>, #lx>
module attributes {spyre.device = #spyre.device<"test", digest = "ab12", cores = 4, lx = 65536, memory = 1048576>} {
  func.func @main(%x: memref<4x64xf16, #ddr>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %a = spyre.buffer at 0 : memref<4x64xf16, #lx>
    spyre.launch "k" (%core) in (4) {
      scf.for %i = %c0 to %c4 step %c1 {
        %n = affine.min affine_map<(d0) -> (d0 + 1, 4 - d0)>(%i)
        %box = memref.subview %x[0, 0] [%n, 64] [1, 1] : memref<4x64xf16, #ddr> to !box
        %part = memref.subview %a[0, 0] [%n, 64] [1, 1] : memref<4x64xf16, #lx> to !part
        // expected-error @+1 {{expected sizes of the form max(0, min(const, linear)) in the loops, found another}}
        spyre.copy load %box to %part : !box to !part
      }
    }
    return
  }
}
