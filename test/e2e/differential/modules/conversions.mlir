// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floats to integers truncate and saturate, NaN is 0; narrow floats; rounding to small formats.
module @conversions {
  func.func public @main() {
    %in:10 = call @inputs() : () -> (tensor<7xf32>, tensor<3xf32>, tensor<3xf16>, tensor<2xi1>, tensor<3xi32>, tensor<2xui32>, tensor<2xbf16>, tensor<7xf32>, tensor<3xi32>, tensor<2xui8>)
    %want:17 = call @expected() : () -> (tensor<7xi32>, tensor<7xi8>, tensor<7xui8>, tensor<7xi64>, tensor<7xui64>, tensor<7xi1>, tensor<3xi1>, tensor<3xi8>, tensor<2xf16>, tensor<2xi32>, tensor<3xf16>, tensor<2xf32>, tensor<2xf16>, tensor<7xf32>, tensor<3xi8>, tensor<2xi32>, tensor<2xf32>)
    %i32 = stablehlo.convert %in#0 : (tensor<7xf32>) -> tensor<7xi32>
    %i8 = stablehlo.convert %in#0 : (tensor<7xf32>) -> tensor<7xi8>
    %u8 = stablehlo.convert %in#0 : (tensor<7xf32>) -> tensor<7xui8>
    %i64 = stablehlo.convert %in#0 : (tensor<7xf32>) -> tensor<7xi64>
    %u64 = stablehlo.convert %in#0 : (tensor<7xf32>) -> tensor<7xui64>
    %b1 = stablehlo.convert %in#0 : (tensor<7xf32>) -> tensor<7xi1>
    %zb = stablehlo.convert %in#1 : (tensor<3xf32>) -> tensor<3xi1>
    %h8 = stablehlo.convert %in#2 : (tensor<3xf16>) -> tensor<3xi8>
    %pf = stablehlo.convert %in#3 : (tensor<2xi1>) -> tensor<2xf16>
    %pi = stablehlo.convert %in#3 : (tensor<2xi1>) -> tensor<2xi32>
    %ih = stablehlo.convert %in#4 : (tensor<3xi32>) -> tensor<3xf16>
    %uf = stablehlo.convert %in#5 : (tensor<2xui32>) -> tensor<2xf32>
    %bh = stablehlo.convert %in#6 : (tensor<2xbf16>) -> tensor<2xf16>
    %red = stablehlo.reduce_precision %in#7, format = e5m2 : tensor<7xf32>
    %w8 = stablehlo.convert %in#8 : (tensor<3xi32>) -> tensor<3xi8>
    %g32 = stablehlo.convert %in#9 : (tensor<2xui8>) -> tensor<2xi32>
    %bits = stablehlo.bitcast_convert %in#5 : (tensor<2xui32>) -> tensor<2xf32>
    stablehlo.custom_call @check.expect_eq(%i32, %want#0) {has_side_effect = true} : (tensor<7xi32>, tensor<7xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%i8, %want#1) {has_side_effect = true} : (tensor<7xi8>, tensor<7xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%u8, %want#2) {has_side_effect = true} : (tensor<7xui8>, tensor<7xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%i64, %want#3) {has_side_effect = true} : (tensor<7xi64>, tensor<7xi64>) -> ()
    stablehlo.custom_call @check.expect_eq(%u64, %want#4) {has_side_effect = true} : (tensor<7xui64>, tensor<7xui64>) -> ()
    stablehlo.custom_call @check.expect_eq(%b1, %want#5) {has_side_effect = true} : (tensor<7xi1>, tensor<7xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%zb, %want#6) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
    stablehlo.custom_call @check.expect_eq(%h8, %want#7) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%pf, %want#8) {has_side_effect = true} : (tensor<2xf16>, tensor<2xf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%pi, %want#9) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%ih, %want#10) {has_side_effect = true} : (tensor<3xf16>, tensor<3xf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%uf, %want#11) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%bh, %want#12) {has_side_effect = true} : (tensor<2xf16>, tensor<2xf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%red, %want#13) {has_side_effect = true} : (tensor<7xf32>, tensor<7xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%w8, %want#14) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%g32, %want#15) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%bits, %want#16) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<7xf32>, tensor<3xf32>, tensor<3xf16>, tensor<2xi1>, tensor<3xi32>, tensor<2xui32>, tensor<2xbf16>, tensor<7xf32>, tensor<3xi32>, tensor<2xui8>) {
    %0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 3.0e10, -3.0e10, 2.9, -2.9]> : tensor<7xf32>
    %1 = stablehlo.constant dense<[0.0, -0.0, 0.5]> : tensor<3xf32>
    %2 = stablehlo.constant dense<[0x7C00, -300.0, 100.5]> : tensor<3xf16>
    %3 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    %4 = stablehlo.constant dense<[65519, 65520, -1]> : tensor<3xi32>
    %5 = stablehlo.constant dense<[4294967295, 7]> : tensor<2xui32>
    %6 = stablehlo.constant dense<[1.0e5, 1.5]> : tensor<2xbf16>
    %7 = stablehlo.constant dense<[1.3, 1.375, 1.0e6, -1.0e6, 1.0e-8, 0x7FC00000, 1.125]> : tensor<7xf32>
    %8 = stablehlo.constant dense<[300, -1, 127]> : tensor<3xi32>
    %9 = stablehlo.constant dense<[200, 3]> : tensor<2xui8>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<7xf32>, tensor<3xf32>, tensor<3xf16>, tensor<2xi1>, tensor<3xi32>, tensor<2xui32>, tensor<2xbf16>, tensor<7xf32>, tensor<3xi32>, tensor<2xui8>
  }
  func.func private @expected() -> (tensor<7xi32>, tensor<7xi8>, tensor<7xui8>, tensor<7xi64>, tensor<7xui64>, tensor<7xi1>, tensor<3xi1>, tensor<3xi8>, tensor<2xf16>, tensor<2xi32>, tensor<3xf16>, tensor<2xf32>, tensor<2xf16>, tensor<7xf32>, tensor<3xi8>, tensor<2xi32>, tensor<2xf32>) {
    %0 = stablehlo.constant dense<[0, 2147483647, -2147483648, 2147483647, -2147483648, 2, -2]> : tensor<7xi32>
    %1 = stablehlo.constant dense<[0, 127, -128, 127, -128, 2, -2]> : tensor<7xi8>
    %2 = stablehlo.constant dense<[0, 255, 0, 255, 0, 2, 0]> : tensor<7xui8>
    %3 = stablehlo.constant dense<[0, 9223372036854775807, -9223372036854775808, 30000001024, -30000001024, 2, -2]> : tensor<7xi64>
    %4 = stablehlo.constant dense<[0, 18446744073709551615, 0, 30000001024, 0, 2, 0]> : tensor<7xui64>
    %5 = stablehlo.constant dense<true> : tensor<7xi1>
    %6 = stablehlo.constant dense<[false, false, true]> : tensor<3xi1>
    %7 = stablehlo.constant dense<[127, -128, 100]> : tensor<3xi8>
    %8 = stablehlo.constant dense<[1.0, 0.0]> : tensor<2xf16>
    %9 = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
    %10 = stablehlo.constant dense<[65504.0, 0x7C00, -1.0]> : tensor<3xf16>
    %11 = stablehlo.constant dense<[4294967296.0, 7.0]> : tensor<2xf32>
    %12 = stablehlo.constant dense<[0x7C00, 1.5]> : tensor<2xf16>
    %13 = stablehlo.constant dense<[1.25, 1.5, 0x7F800000, 0xFF800000, 0.0, 0x7FC00000, 1.0]> : tensor<7xf32>
    %14 = stablehlo.constant dense<[44, -1, 127]> : tensor<3xi8>
    %15 = stablehlo.constant dense<[200, 3]> : tensor<2xi32>
    %16 = stablehlo.constant dense<[0x7FC00000, 0x00000007]> : tensor<2xf32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16 : tensor<7xi32>, tensor<7xi8>, tensor<7xui8>, tensor<7xi64>, tensor<7xui64>, tensor<7xi1>, tensor<3xi1>, tensor<3xi8>, tensor<2xf16>, tensor<2xi32>, tensor<3xf16>, tensor<2xf32>, tensor<2xf16>, tensor<7xf32>, tensor<3xi8>, tensor<2xi32>, tensor<2xf32>
  }
}
