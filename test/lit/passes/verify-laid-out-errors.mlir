// RUN: spyre-opt %s -split-input-file -verify-diagnostics -spyre-verify-level=level=laid-out

func.func @no_layout() {
  // expected-error @+1 {{expected a #spyre.layout on every tensor at the laid-out level, found 'tensor<4xf32>'}}
  %0 = tensor.empty() : tensor<4xf32>
  return
}

// -----

#rows = #spyre.layout<[0, 1 | 1]>

// A view from one encoding to another verifies upstream; it is no layout change.

func.func @silent(%x: tensor<8x64xf16, #rows>) {
  // expected-error @+1 {{'tensor.cast' op does not belong at the laid-out level}}
  %0 = tensor.cast %x : tensor<8x64xf16, #rows> to tensor<8x64xf16>
  return
}
