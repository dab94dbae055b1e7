// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mixed types, batches anywhere, nothing to sum, scalars.
module @products {
  func.func public @main() {
    %in:12 = call @inputs() : () -> (tensor<2x3xi8>, tensor<3x2xui8>, tensor<2x2xf16>, tensor<2x2xf32>, tensor<2x2xi1>, tensor<2x3x2xf32>, tensor<2x2x2xf32>, tensor<2x0xf32>, tensor<0x2xf32>, tensor<f32>, tensor<f32>, tensor<2xf16>)
    %want:10 = call @expected() : () -> (tensor<2x2xi32>, tensor<2x2xi8>, tensor<2x2xf16>, tensor<2x2xf32>, tensor<2x2xi1>, tensor<2x3x2xf32>, tensor<f32>, tensor<2x2xf32>, tensor<f32>, tensor<2x2xf16>)
    %i = stablehlo.dot_general %in#0, %in#1, contracting_dims = [1] x [0] : (tensor<2x3xi8>, tensor<3x2xui8>) -> tensor<2x2xi32>
    %n = stablehlo.dot_general %in#0, %in#0, contracting_dims = [1] x [1] : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x2xi8>
    %hh = stablehlo.dot_general %in#2, %in#2, contracting_dims = [1] x [1] : (tensor<2x2xf16>, tensor<2x2xf16>) -> tensor<2x2xf16>
    %hw = stablehlo.dot_general %in#2, %in#3, contracting_dims = [1] x [0] : (tensor<2x2xf16>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %pp = stablehlo.dot_general %in#4, %in#4, contracting_dims = [1] x [0] : (tensor<2x2xi1>, tensor<2x2xi1>) -> tensor<2x2xi1>
    %qk = stablehlo.dot_general %in#5, %in#6, batching_dims = [0] x [1], contracting_dims = [2] x [2] : (tensor<2x3x2xf32>, tensor<2x2x2xf32>) -> tensor<2x3x2xf32>
    %all = stablehlo.dot_general %in#3, %in#3, contracting_dims = [0, 1] x [1, 0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<f32>
    %zy = stablehlo.dot_general %in#7, %in#8, contracting_dims = [1] x [0] : (tensor<2x0xf32>, tensor<0x2xf32>) -> tensor<2x2xf32>
    %st = stablehlo.dot_general %in#9, %in#10, contracting_dims = [] x [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %vv = stablehlo.dot_general %in#11, %in#11, contracting_dims = [] x [] : (tensor<2xf16>, tensor<2xf16>) -> tensor<2x2xf16>
    stablehlo.custom_call @check.expect_eq(%i, %want#0) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%n, %want#1) {has_side_effect = true} : (tensor<2x2xi8>, tensor<2x2xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%hh, %want#2) {has_side_effect = true} : (tensor<2x2xf16>, tensor<2x2xf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%hw, %want#3) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%pp, %want#4) {has_side_effect = true} : (tensor<2x2xi1>, tensor<2x2xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%qk, %want#5) {has_side_effect = true} : (tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%all, %want#6) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
    stablehlo.custom_call @check.expect_eq(%zy, %want#7) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%st, %want#8) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
    stablehlo.custom_call @check.expect_eq(%vv, %want#9) {has_side_effect = true} : (tensor<2x2xf16>, tensor<2x2xf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3xi8>, tensor<3x2xui8>, tensor<2x2xf16>, tensor<2x2xf32>, tensor<2x2xi1>, tensor<2x3x2xf32>, tensor<2x2x2xf32>, tensor<2x0xf32>, tensor<0x2xf32>, tensor<f32>, tensor<f32>, tensor<2xf16>) {
    %0 = stablehlo.constant dense<[[100, 100, 100], [-1, 2, -3]]> : tensor<2x3xi8>
    %1 = stablehlo.constant dense<[[200, 1], [200, 2], [200, 3]]> : tensor<3x2xui8>
    %2 = stablehlo.constant dense<[[300.0, 300.0], [1.0, 2.0]]> : tensor<2x2xf16>
    %3 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
    %4 = stablehlo.constant dense<[[true, false], [false, false]]> : tensor<2x2xi1>
    %5 = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]]> : tensor<2x3x2xf32>
    %6 = stablehlo.constant dense<[[[1.0, 1.0], [1.0, 0.0]], [[2.0, 0.0], [0.0, 2.0]]]> : tensor<2x2x2xf32>
    %7 = stablehlo.constant dense<> : tensor<2x0xf32>
    %8 = stablehlo.constant dense<> : tensor<0x2xf32>
    %9 = stablehlo.constant dense<3.0> : tensor<f32>
    %10 = stablehlo.constant dense<4.0> : tensor<f32>
    %11 = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf16>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<2x3xi8>, tensor<3x2xui8>, tensor<2x2xf16>, tensor<2x2xf32>, tensor<2x2xi1>, tensor<2x3x2xf32>, tensor<2x2x2xf32>, tensor<2x0xf32>, tensor<0x2xf32>, tensor<f32>, tensor<f32>, tensor<2xf16>
  }
  func.func private @expected() -> (tensor<2x2xi32>, tensor<2x2xi8>, tensor<2x2xf16>, tensor<2x2xf32>, tensor<2x2xi1>, tensor<2x3x2xf32>, tensor<f32>, tensor<2x2xf32>, tensor<f32>, tensor<2x2xf16>) {
    %0 = stablehlo.constant dense<[[60000, 600], [-400, -6]]> : tensor<2x2xi32>
    %1 = stablehlo.constant dense<[[48, 56], [56, 14]]> : tensor<2x2xi8>
    %2 = stablehlo.constant dense<[[0x7C00, 900.0], [900.0, 5.0]]> : tensor<2x2xf16>
    %3 = stablehlo.constant dense<[[1200.0, 1800.0], [7.0, 10.0]]> : tensor<2x2xf32>
    %4 = stablehlo.constant dense<[[true, false], [false, false]]> : tensor<2x2xi1>
    %5 = stablehlo.constant dense<[[[3.0, 2.0], [7.0, 6.0], [11.0, 10.0]], [[1.0, 0.0], [0.0, 2.0], [1.0, 2.0]]]> : tensor<2x3x2xf32>
    %6 = stablehlo.constant dense<29.0> : tensor<f32>
    %7 = stablehlo.constant dense<0.0> : tensor<2x2xf32>
    %8 = stablehlo.constant dense<12.0> : tensor<f32>
    %9 = stablehlo.constant dense<[[4.0, 6.0], [6.0, 9.0]]> : tensor<2x2xf16>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<2x2xi32>, tensor<2x2xi8>, tensor<2x2xf16>, tensor<2x2xf32>, tensor<2x2xi1>, tensor<2x3x2xf32>, tensor<f32>, tensor<2x2xf32>, tensor<f32>, tensor<2x2xf16>
  }
}
