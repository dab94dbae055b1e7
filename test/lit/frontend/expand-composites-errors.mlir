// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s --spyre-expand-composites -split-input-file -verify-diagnostics

func.func public @main(%x: tensor<4xf32>) {
  // expected-error @below {{expected a decomposition of "my.op", found no function @nothing}}
  %0 = stablehlo.composite "my.op" %x {decomposition = @nothing} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func public @main(%x: tensor<4xf32>) {
  // expected-error @below {{expected a decomposition of the composite's types, found @impl of '(tensor<3xf32>) -> tensor<4xf32>'}}
  %0 = stablehlo.composite "my.op" %x {decomposition = @impl} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func private @impl(tensor<3xf32>) -> tensor<4xf32>
