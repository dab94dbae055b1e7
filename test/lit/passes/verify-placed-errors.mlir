// RUN: spyre-opt %s -split-input-file -verify-diagnostics -spyre-verify-level=level=placed

func.func @nowhere() {
  // expected-error @+1 {{expected a memory space ddr or lx at the placed level, found 'memref<8x64xf16>'}}
  %0 = memref.alloc() : memref<8x64xf16>
  return
}

// -----

func.func @tensors(%x: tensor<8x64xf16>, %y: tensor<8x64xf16>) {
  // expected-error @+1 {{'tensor.insert_slice' op does not belong at the placed level}}
  %0 = tensor.insert_slice %x into %y[0, 0] [8, 64] [1, 1] : tensor<8x64xf16> into tensor<8x64xf16>
  return
}

// -----

func.func @too_early() {
  // expected-error @+1 {{'spyre.buffer' op does not belong at the placed level}}
  %0 = spyre.buffer at 0 : memref<8x64xf16, #spyre.mem<lx>>
  return
}
