// RUN: spyre-opt %s -split-input-file -spyre-verify-level=level=placed | FileCheck %s
// RUN: not spyre-opt %s -split-input-file -spyre-verify-level=level=final 2>&1 | FileCheck %s --check-prefix=LEVEL

// What belongs at the placed level passes unchanged.

// LEVEL: error: expected a level (graph, laid-out, physical, placed), found final
// CHECK-LABEL: @placed
// CHECK:       scf.forall
#lx = #spyre.mem<lx>
#ddr = #spyre.mem<ddr>
func.func private @placed(%x: memref<8x64xf16, #ddr>) {
  scf.forall (%c) in (8) {
    %a = memref.alloc() : memref<8x64xf16, #lx>
    memref.copy %x, %a : memref<8x64xf16, #ddr> to memref<8x64xf16, #lx>
    %d = memref.alloca() : memref<8x64xi1>
  } {mapping = [#spyre.core<0>]}
  return
}
