// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected an opening bracket}}
sdy.mesh @mesh = 3

// -----

func.func @results(%x: tensor<4xf32>) {
  // expected-error @below {{expected a body that returns the results' types}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{}]>] out_shardings=[<@m, [{}]>] manual_axes={} (%a: tensor<4xf32>) {
    sdy.return
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @arguments(%x: tensor<4xf32>) {
  // expected-error @below {{expected body arguments of the operands' types}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{}]>] out_shardings=[<@m, [{}]>] manual_axes={} (%a: tensor<2xf32>) {
    sdy.return %a : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<2xf32>
  return
}
