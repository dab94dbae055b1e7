// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s -split-input-file -verify-diagnostics

func.func @count(%x: tensor<2xf32>) {
  // expected-error @below {{expected 1 types, found 2}}
  %0 = stablehlo.while(%a = %x) : tensor<2xf32>, tensor<2xf32>
   cond {
    stablehlo.return
  } do {
    stablehlo.return
  }
  return
}

// -----

func.func @while_results(%x: tensor<2xf32>) {
  // expected-error @below {{expected results of the operands' types}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    stablehlo.return
  }, {
  ^bb0(%a: tensor<2xf32>):
    stablehlo.return
  }) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @while_arguments(%x: tensor<2xf32>) {
  // expected-error @below {{expected region arguments of the operands' types}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @barrier(%x: tensor<2xf32>) {
  // expected-error @below {{expected results of the operands' types}}
  "stablehlo.optimization_barrier"(%x) : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @tuple(%x: tensor<2xf32>) {
  // expected-error @below {{expected a tuple type, found 'tensor<2xf32>'}}
  %0 = stablehlo.tuple %x : tensor<2xf32>
  return
}

// -----

func.func @value(%x: i32) {
  // expected-error @below {{operand #0 must be variadic of tensor, token or tuple, but got 'i32'}}
  stablehlo.custom_call @f(%x) : (i32) -> ()
  return
}
