// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NaN, infinities and signed zeros; total order; steps between neighbours.
module @floats {
  func.func public @main() {
    %in:13 = call @inputs() : () -> (tensor<4xf32>, tensor<4xf32>, tensor<7xf32>, tensor<7xf32>, tensor<5xf32>, tensor<5xf32>, tensor<3xf32>, tensor<f32>, tensor<f32>, tensor<i1>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>)
    %want:16 = call @expected() : () -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<7xi1>, tensor<4xi1>, tensor<4xi1>, tensor<5xf32>, tensor<3xf32>, tensor<4xi1>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>)
    %max = stablehlo.maximum %in#0, %in#1 : tensor<4xf32>
    %min = stablehlo.minimum %in#0, %in#1 : tensor<4xf32>
    %sgn = stablehlo.sign %in#0 : tensor<4xf32>
    %lt = stablehlo.compare LT, %in#2, %in#3, TOTALORDER : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
    %ge = stablehlo.compare GE, %in#0, %in#1, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %ne = stablehlo.compare NE, %in#0, %in#0, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %next = chlo.next_after %in#4, %in#5 : tensor<5xf32>, tensor<5xf32> -> tensor<5xf32>
    %inv = chlo.erf_inv %in#6 : tensor<3xf32> -> tensor<3xf32>
    %fin = stablehlo.is_finite %in#0 : (tensor<4xf32>) -> tensor<4xi1>
    %inf = chlo.is_inf %in#0 : tensor<4xf32> -> tensor<4xi1>
    %cl = stablehlo.clamp %in#7, %in#1, %in#8 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    %sel = stablehlo.select %in#9, %in#0, %in#1 : tensor<i1>, tensor<4xf32>
    %sq = stablehlo.sqrt %in#10 : tensor<4xf16>
    %rem = stablehlo.remainder %in#11, %in#12 : tensor<4xf16>
    %rne = stablehlo.round_nearest_even %in#10 : tensor<4xf16>
    %afz = stablehlo.round_nearest_afz %in#10 : tensor<4xf16>
    stablehlo.custom_call @check.expect_eq(%max, %want#0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%min, %want#1) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%sgn, %want#2) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%lt, %want#3) {has_side_effect = true} : (tensor<7xi1>, tensor<7xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%ge, %want#4) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%ne, %want#5) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%next, %want#6) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%inv, %want#7) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%fin, %want#8) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%inf, %want#9) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%cl, %want#10) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%sel, %want#11) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%sq, %want#12) {has_side_effect = true} : (tensor<4xf16>, tensor<4xf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%rem, %want#13) {has_side_effect = true} : (tensor<4xf16>, tensor<4xf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%rne, %want#14) {has_side_effect = true} : (tensor<4xf16>, tensor<4xf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%afz, %want#15) {has_side_effect = true} : (tensor<4xf16>, tensor<4xf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4xf32>, tensor<4xf32>, tensor<7xf32>, tensor<7xf32>, tensor<5xf32>, tensor<5xf32>, tensor<3xf32>, tensor<f32>, tensor<f32>, tensor<i1>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>) {
    %0 = stablehlo.constant dense<[0x7FC00000, 1.0, -0.0, 0xFF800000]> : tensor<4xf32>
    %1 = stablehlo.constant dense<[1.0, 0x7FC00000, -0.0, 2.0]> : tensor<4xf32>
    %2 = stablehlo.constant dense<[0xFFC00000, 0xFF800000, -1.0, -0.0, 0.0, 1.0, 0x7F800000]> : tensor<7xf32>
    %3 = stablehlo.constant dense<[0xFF800000, -1.0, -0.0, 0.0, 1.0, 0x7F800000, 0x7FC00000]> : tensor<7xf32>
    %4 = stablehlo.constant dense<[0.0, 1.0, 1.0, -0.0, 2.0]> : tensor<5xf32>
    %5 = stablehlo.constant dense<[1.0, 2.0, 0.0, -1.0, 2.0]> : tensor<5xf32>
    %6 = stablehlo.constant dense<[1.0, -1.0, 0.0]> : tensor<3xf32>
    %7 = stablehlo.constant dense<-1.0> : tensor<f32>
    %8 = stablehlo.constant dense<1.0> : tensor<f32>
    %9 = stablehlo.constant dense<false> : tensor<i1>
    %10 = stablehlo.constant dense<[4.0, 9.0, -1.0, 0.5]> : tensor<4xf16>
    %11 = stablehlo.constant dense<[-7.5, 7.5, 5.0, 0.25]> : tensor<4xf16>
    %12 = stablehlo.constant dense<[2.0, -2.0, 0x7C00, 0.5]> : tensor<4xf16>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12 : tensor<4xf32>, tensor<4xf32>, tensor<7xf32>, tensor<7xf32>, tensor<5xf32>, tensor<5xf32>, tensor<3xf32>, tensor<f32>, tensor<f32>, tensor<i1>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>
  }
  func.func private @expected() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<7xi1>, tensor<4xi1>, tensor<4xi1>, tensor<5xf32>, tensor<3xf32>, tensor<4xi1>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>) {
    %0 = stablehlo.constant dense<[0x7FC00000, 0x7FC00000, -0.0, 2.0]> : tensor<4xf32>
    %1 = stablehlo.constant dense<[0x7FC00000, 0x7FC00000, -0.0, 0xFF800000]> : tensor<4xf32>
    %2 = stablehlo.constant dense<[0x7FC00000, 1.0, -0.0, -1.0]> : tensor<4xf32>
    %3 = stablehlo.constant dense<true> : tensor<7xi1>
    %4 = stablehlo.constant dense<[false, false, true, false]> : tensor<4xi1>
    %5 = stablehlo.constant dense<[true, false, false, false]> : tensor<4xi1>
    %6 = stablehlo.constant dense<[0x00000001, 0x3F800001, 0x3F7FFFFF, 0x80000001, 2.0]> : tensor<5xf32>
    %7 = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0.0]> : tensor<3xf32>
    %8 = stablehlo.constant dense<[false, true, true, false]> : tensor<4xi1>
    %9 = stablehlo.constant dense<[false, false, false, true]> : tensor<4xi1>
    %10 = stablehlo.constant dense<[1.0, 0x7FC00000, -0.0, 1.0]> : tensor<4xf32>
    %11 = stablehlo.constant dense<[1.0, 0x7FC00000, -0.0, 2.0]> : tensor<4xf32>
    %12 = stablehlo.constant dense<[2.0, 3.0, 0x7E00, 0x39A8]> : tensor<4xf16>
    %13 = stablehlo.constant dense<[-1.5, 1.5, 5.0, 0.25]> : tensor<4xf16>
    %14 = stablehlo.constant dense<[4.0, 9.0, -1.0, 0.0]> : tensor<4xf16>
    %15 = stablehlo.constant dense<[4.0, 9.0, -1.0, 1.0]> : tensor<4xf16>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<7xi1>, tensor<4xi1>, tensor<4xi1>, tensor<5xf32>, tensor<3xf32>, tensor<4xi1>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>, tensor<4xf16>
  }
}
