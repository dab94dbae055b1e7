// RUN: spyre-opt %s -split-input-file -verify-diagnostics

func.func @relayout_shape(%x: tensor<64x64xf16, #spyre.layout<[0, 1 | 1]>>) {
  // expected-error @+1 {{expected equal shapes and element types}}
  %0 = spyre.relayout %x : tensor<64x64xf16, #spyre.layout<[0, 1 | 1]>> to tensor<64x32xf16, #spyre.layout<[0, 1 | 1]>>
  return
}

// -----

func.func @relayout_plain(%x: tensor<64x64xf16>) {
  // expected-error @+1 {{expected a #spyre.layout on both sides, found 'tensor<64x64xf16>'}}
  %0 = spyre.relayout %x : tensor<64x64xf16> to tensor<64x64xf16, #spyre.layout<[0, 1 | 1]>>
  return
}

// -----

func.func @no_cores() {
  // expected-error @+1 {{expected at least one core, found 0}}
  spyre.launch "k" (%core) in (0) {
  }
  return
}

// -----

func.func @unknown_unit(%n: index) {
  // expected-error @+1 {{expected a unit (load, store, ring, psum, pt, sfu), found 'dma'}}
  spyre.await dma >= %n
  return
}

// -----

func.func @buffer_in_ddr() {
  // expected-error @+1 {{expected a memref in #spyre.mem<lx>}}
  %0 = spyre.buffer at 0 : memref<8x64xf16, #spyre.mem<ddr>>
  return
}

// -----

func.func @buffer_stick() {
  // expected-error @+1 {{expected one stick (128 bytes) as innermost dim}}
  %0 = spyre.buffer at 0 : memref<8x32xf16, #spyre.mem<lx>>
  return
}

// -----

func.func @buffer_alignment() {
  // expected-error @+1 {{expected an offset that is a multiple of 128, found 64}}
  %0 = spyre.buffer at 64 : memref<8x64xf16, #spyre.mem<lx>>
  return
}

// -----

func.func @buffer_slots() {
  // expected-error @+1 {{expected a leading dim of 3 slots}}
  %0 = spyre.buffer slots 3 : memref<2x8x64xf16, #spyre.mem<lx>>
  return
}

// -----

func.func @copy_direction(%x: memref<8x64xf16, #spyre.mem<ddr>>, %y: memref<8x64xf16, #spyre.mem<ddr>>) {
  // expected-error @+1 {{expected load (ddr to lx), store (lx to ddr), ring or psum (lx to lx), found load}}
  spyre.copy load %x to %y : memref<8x64xf16, #spyre.mem<ddr>> to memref<8x64xf16, #spyre.mem<ddr>>
  return
}

// -----

func.func @copy_lanes(%x: memref<8x32xf16, #spyre.mem<ddr>>, %y: memref<8x32xf16, #spyre.mem<lx>>) {
  // expected-error @+1 {{expected whole sticks of 64 elements}}
  spyre.copy load %x to %y : memref<8x32xf16, #spyre.mem<ddr>> to memref<8x32xf16, #spyre.mem<lx>>
  return
}

// -----

func.func @copy_shapes(%x: memref<8x64xf16, #spyre.mem<ddr>>, %y: memref<4x64xf16, #spyre.mem<lx>>) {
  // expected-error @+1 {{expected equal shapes and element types}}
  spyre.copy load %x to %y : memref<8x64xf16, #spyre.mem<ddr>> to memref<4x64xf16, #spyre.mem<lx>>
  return
}

// -----

func.func @ring_without_core(%x: memref<8x64xf16, #spyre.mem<lx>>) {
  // expected-error @+1 {{expected 'from core' exactly on ring and psum copies}}
  spyre.copy ring %x to %x : memref<8x64xf16, #spyre.mem<lx>> to memref<8x64xf16, #spyre.mem<lx>>
  return
}

// -----

func.func @psum_of_halves(%x: memref<8x64xf16, #spyre.mem<lx>>, %core: index) {
  // expected-error @+1 {{expected f32 on the partial-sum rings, found 'memref<8x64xf16}}
  spyre.copy psum %x to %x from core %core : memref<8x64xf16, #spyre.mem<lx>> to memref<8x64xf16, #spyre.mem<lx>>
  return
}

// -----

func.func @multicast_store(%x: memref<8x64xf16, #spyre.mem<lx>>, %y: memref<8x64xf16, #spyre.mem<ddr>>, %g: index) {
  // expected-error @+1 {{expected 'multicast' on loads only, found it on store}}
  spyre.copy store %x to %y multicast %g : memref<8x64xf16, #spyre.mem<lx>> to memref<8x64xf16, #spyre.mem<ddr>>
  return
}

// -----

func.func @position_ranges(%x: memref<8x64xf16, #spyre.mem<lx>>, %y: memref<8x64xf16, #spyre.mem<ddr>>, %p: memref<32xi32, #spyre.mem<lx>>) {
  // expected-error @+1 {{expected one dim and two range numbers per position, found 1 dims and 1 range numbers for 1 positions}}
  spyre.copy store %x to %y position(%p : memref<32xi32, #spyre.mem<lx>>) dims [0] ranges [3] : memref<8x64xf16, #spyre.mem<lx>> to memref<8x64xf16, #spyre.mem<ddr>>
  return
}

// -----

func.func @exec_unit() {
  // expected-error @+1 {{expected unit pt or sfu, found load}}
  spyre.exec load {
  }
  return
}

// -----

func.func @exec_empty() {
  // expected-error @+1 {{expected one linalg.generic, found none}}
  spyre.exec sfu {
  }
  return
}

// -----

func.func @exec_other(%x: memref<8x64xf16, #spyre.mem<lx>>) {
  // expected-error @+1 {{expected linalg ops only}}
  spyre.exec sfu {
    // expected-note @+1 {{found memref.copy}}
    memref.copy %x, %x : memref<8x64xf16, #spyre.mem<lx>> to memref<8x64xf16, #spyre.mem<lx>>
  }
  return
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @exec_in_memory(%x: memref<8x64xf16, #spyre.mem<ddr>>) {
  // expected-error @+1 {{expected operands in LX}}
  spyre.exec sfu {
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<8x64xf16, #spyre.mem<ddr>>) outs(%x : memref<8x64xf16, #spyre.mem<ddr>>) {
    ^bb0(%v: f16, %o: f16):
      linalg.yield %v : f16
    }
  }
  return
}
