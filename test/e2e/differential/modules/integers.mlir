// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Division by zero, the least integer, shifts out of range, powers, counts.
module @integers {
  func.func public @main() {
    %in:13 = call @inputs() : () -> (tensor<5xi32>, tensor<5xi32>, tensor<2xui8>, tensor<2xui8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<6xi32>, tensor<6xi32>, tensor<3xui8>, tensor<3xui8>, tensor<4xi16>)
    %want:14 = call @expected() : () -> (tensor<5xi32>, tensor<5xi32>, tensor<2xui8>, tensor<2xui8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<6xi32>, tensor<3xui8>, tensor<4xi16>, tensor<4xi16>, tensor<3xi8>, tensor<5xi32>, tensor<3xi8>)
    %div = stablehlo.divide %in#0, %in#1 : tensor<5xi32>
    %rem = stablehlo.remainder %in#0, %in#1 : tensor<5xi32>
    %udiv = stablehlo.divide %in#2, %in#3 : tensor<2xui8>
    %urem = stablehlo.remainder %in#2, %in#3 : tensor<2xui8>
    %shl = stablehlo.shift_left %in#4, %in#5 : tensor<3xi8>
    %shr = stablehlo.shift_right_logical %in#6, %in#7 : tensor<3xi8>
    %sar = stablehlo.shift_right_arithmetic %in#6, %in#7 : tensor<3xi8>
    %pow = stablehlo.power %in#8, %in#9 : tensor<6xi32>
    %upow = stablehlo.power %in#10, %in#11 : tensor<3xui8>
    %cnt = stablehlo.popcnt %in#12 : tensor<4xi16>
    %clz = stablehlo.count_leading_zeros %in#12 : tensor<4xi16>
    %abs = stablehlo.abs %in#4 : tensor<3xi8>
    %sgn = stablehlo.sign %in#0 : tensor<5xi32>
    %not = stablehlo.not %in#4 : tensor<3xi8>
    stablehlo.custom_call @check.expect_eq(%div, %want#0) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%rem, %want#1) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%udiv, %want#2) {has_side_effect = true} : (tensor<2xui8>, tensor<2xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%urem, %want#3) {has_side_effect = true} : (tensor<2xui8>, tensor<2xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%shl, %want#4) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%shr, %want#5) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%sar, %want#6) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%pow, %want#7) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%upow, %want#8) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%cnt, %want#9) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
    stablehlo.custom_call @check.expect_eq(%clz, %want#10) {has_side_effect = true} : (tensor<4xi16>, tensor<4xi16>) -> ()
    stablehlo.custom_call @check.expect_eq(%abs, %want#11) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
    stablehlo.custom_call @check.expect_eq(%sgn, %want#12) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%not, %want#13) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5xi32>, tensor<5xi32>, tensor<2xui8>, tensor<2xui8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<6xi32>, tensor<6xi32>, tensor<3xui8>, tensor<3xui8>, tensor<4xi16>) {
    %0 = stablehlo.constant dense<[7, -7, -2147483648, 5, 0]> : tensor<5xi32>
    %1 = stablehlo.constant dense<[0, 2, -1, -3, 0]> : tensor<5xi32>
    %2 = stablehlo.constant dense<[200, 7]> : tensor<2xui8>
    %3 = stablehlo.constant dense<[0, 2]> : tensor<2xui8>
    %4 = stablehlo.constant dense<[1, 1, -128]> : tensor<3xi8>
    %5 = stablehlo.constant dense<[7, 8, 1]> : tensor<3xi8>
    %6 = stablehlo.constant dense<[-128, -128, 64]> : tensor<3xi8>
    %7 = stablehlo.constant dense<[7, 100, 3]> : tensor<3xi8>
    %8 = stablehlo.constant dense<[2, 0, -1, -1, 3, 2]> : tensor<6xi32>
    %9 = stablehlo.constant dense<[10, -1, -3, -2, -1, 0]> : tensor<6xi32>
    %10 = stablehlo.constant dense<[2, 3, 255]> : tensor<3xui8>
    %11 = stablehlo.constant dense<[200, 5, 255]> : tensor<3xui8>
    %12 = stablehlo.constant dense<[0, 1, -1, 256]> : tensor<4xi16>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12 : tensor<5xi32>, tensor<5xi32>, tensor<2xui8>, tensor<2xui8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<6xi32>, tensor<6xi32>, tensor<3xui8>, tensor<3xui8>, tensor<4xi16>
  }
  func.func private @expected() -> (tensor<5xi32>, tensor<5xi32>, tensor<2xui8>, tensor<2xui8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<6xi32>, tensor<3xui8>, tensor<4xi16>, tensor<4xi16>, tensor<3xi8>, tensor<5xi32>, tensor<3xi8>) {
    %0 = stablehlo.constant dense<[-1, -3, -2147483648, -1, -1]> : tensor<5xi32>
    %1 = stablehlo.constant dense<[7, -1, 0, 2, 0]> : tensor<5xi32>
    %2 = stablehlo.constant dense<[255, 3]> : tensor<2xui8>
    %3 = stablehlo.constant dense<[200, 1]> : tensor<2xui8>
    %4 = stablehlo.constant dense<[-128, 0, 0]> : tensor<3xi8>
    %5 = stablehlo.constant dense<[1, 0, 8]> : tensor<3xi8>
    %6 = stablehlo.constant dense<[-1, -1, 8]> : tensor<3xi8>
    %7 = stablehlo.constant dense<[1024, 0, -1, 1, 0, 1]> : tensor<6xi32>
    %8 = stablehlo.constant dense<[0, 243, 255]> : tensor<3xui8>
    %9 = stablehlo.constant dense<[0, 1, 16, 1]> : tensor<4xi16>
    %10 = stablehlo.constant dense<[16, 15, 0, 7]> : tensor<4xi16>
    %11 = stablehlo.constant dense<[1, 1, -128]> : tensor<3xi8>
    %12 = stablehlo.constant dense<[1, -1, -1, 1, 0]> : tensor<5xi32>
    %13 = stablehlo.constant dense<[-2, -2, 127]> : tensor<3xi8>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : tensor<5xi32>, tensor<5xi32>, tensor<2xui8>, tensor<2xui8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<6xi32>, tensor<3xui8>, tensor<4xi16>, tensor<4xi16>, tensor<3xi8>, tensor<5xi32>, tensor<3xi8>
  }
}
