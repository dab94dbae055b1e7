// RUN: spyre-opt %s -split-input-file -verify-diagnostics -spyre-verify-level=level=graph

// All that does not belong is reported, not the first alone.

func.func @left_over(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.abs' op does not belong at the graph level}}
  %0 = stablehlo.abs %x : tensor<4xf32>
  // expected-error @+1 {{'tensor.expand_shape' op does not belong at the graph level}}
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  // expected-error @+1 {{'tensor.collapse_shape' op does not belong at the graph level}}
  %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

func.func @dynamic(%n: index) {
  // expected-error @+1 {{expected a static shape at the graph level, found 'tensor<?xf32>'}}
  %0 = tensor.empty(%n) : tensor<?xf32>
  return
}

// -----

func.func @too_early() {
  // expected-error @+1 {{expected no #spyre.layout at the graph level}}
  %0 = tensor.empty() : tensor<4xf32, #spyre.layout<[0 | 0]>>
  return
}
