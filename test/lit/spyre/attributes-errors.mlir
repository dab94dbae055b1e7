// RUN: spyre-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{expected a permutation of 0 to 1 as outer dims, found dim 1 twice}}
func.func private @twice(tensor<8x128xf16, #spyre.layout<[1, 1 | 1]>>)

// -----

// expected-error @+1 {{expected a permutation of 0 to 1 as outer dims, found dim 2}}
func.func private @too_large(tensor<8x128xf16, #spyre.layout<[2, 0 | 0]>>)

// -----

// expected-error @+1 {{expected a stick dim among the outer dims or '*', found 2}}
func.func private @no_such_dim(tensor<8x128xf16, #spyre.layout<[0, 1 | 2]>>)

// -----

// expected-error @+1 {{expected a layout of 1 dims, found 2}}
func.func private @rank(tensor<8xf16, #spyre.layout<[0, 1 | 1]>>)

// -----

// expected-error @+1 {{expected an element type that sticks can hold, found 'f64'}}
func.func private @wide(tensor<8xf64, #spyre.layout<[0 | 0]>>)
