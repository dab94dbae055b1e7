// RUN: spyre-opt %s -split-input-file -verify-diagnostics -spyre-verify-level=level=physical

#rows = #spyre.layout<[0, 1 | 1]>
#turned = #spyre.layout<[0, 1 | 0]>

// expected-error @+1 {{expected no #spyre.layout at the physical level}}
func.func @relayout(%x: tensor<64x64xf16, #rows>) {
  // expected-error @+1 {{'spyre.relayout' op does not belong at the physical level}}
  %0 = spyre.relayout %x : tensor<64x64xf16, #rows> to tensor<64x64xf16, #turned>
  return
}

// -----

func.func @encoded() {
  // expected-error @+1 {{expected no #spyre.layout at the physical level}}
  %0 = tensor.empty() : tensor<4xf32, #spyre.layout<[0 | 0]>>
  return
}

// -----

// Lanes follow the element type: 64 of f16, 32 of f32. Loop domains are i1.

func.func @sticks() {
  %0 = tensor.empty() : tensor<8x4x64xf16>
  %1 = tensor.empty() : tensor<8x250xi1>
  // expected-error @+1 {{expected one stick as innermost dim at the physical level, found 'tensor<8x64xf32>'}}
  %2 = tensor.empty() : tensor<8x64xf32>
  // expected-error @+1 {{expected one stick as innermost dim at the physical level, found 'tensor<f16>'}}
  %3 = tensor.empty() : tensor<f16>
  return
}

// -----

func.func @too_early() {
  // expected-error @+1 {{'memref.alloc' op does not belong at the physical level}}
  %0 = memref.alloc() : memref<8x64xf16, #spyre.mem<ddr>>
  return
}
