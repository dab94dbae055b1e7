// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Padding of every sign, slices, reverse, reshapes that do not nest, updates outside.
module @shapes {
  func.func public @main() {
    %in:9 = call @inputs() : () -> (tensor<4xf32>, tensor<f32>, tensor<4x6xi32>, tensor<3x3xi32>, tensor<2x2xi32>, tensor<i32>, tensor<i32>, tensor<ui8>, tensor<0x2xi32>)
    %want:14 = call @expected() : () -> (tensor<4xf32>, tensor<11xf32>, tensor<3xf32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x12xi32>, tensor<3x3xi32>, tensor<3x3xi32>, tensor<4x2xi32>, tensor<0x2xi32>, tensor<2x2x2xi32>, tensor<2x3xbf16>, tensor<1x1xi32>)
    %cut = stablehlo.pad %in#0, %in#1, low = [-1], high = [-2], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    %grow = stablehlo.pad %in#0, %in#1, low = [2], high = [-1], interior = [2] : (tensor<4xf32>, tensor<f32>) -> tensor<11xf32>
    %gone = stablehlo.pad %in#0, %in#1, low = [-4], high = [3], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
    %sl = stablehlo.slice %in#2 [1:4:2, 1:6:3] : (tensor<4x6xi32>) -> tensor<2x2xi32>
    %head = stablehlo.slice %in#2 [0:2, 0:2] : (tensor<4x6xi32>) -> tensor<2x2xi32>
    %rev = stablehlo.reverse %in#4, dims = [0, 1] : tensor<2x2xi32>
    %r1 = stablehlo.reshape %in#2 : (tensor<4x6xi32>) -> tensor<3x8xi32>
    %r2 = stablehlo.transpose %r1, dims = [1, 0] : (tensor<3x8xi32>) -> tensor<8x3xi32>
    %r3 = stablehlo.reshape %r2 : (tensor<8x3xi32>) -> tensor<2x12xi32>
    %u1 = stablehlo.dynamic_update_slice %in#3, %in#4, %in#5, %in#6 : (tensor<3x3xi32>, tensor<2x2xi32>, tensor<i32>, tensor<i32>) -> tensor<3x3xi32>
    %u2 = stablehlo.dynamic_update_slice %in#3, %in#4, %in#7, %in#7 : (tensor<3x3xi32>, tensor<2x2xi32>, tensor<ui8>, tensor<ui8>) -> tensor<3x3xi32>
    %cat = stablehlo.concatenate %in#4, %in#8, %in#4, dim = 0 : (tensor<2x2xi32>, tensor<0x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
    %none = stablehlo.add %in#8, %in#8 : tensor<0x2xi32>
    %b = stablehlo.broadcast_in_dim %in#4, dims = [2, 0] : (tensor<2x2xi32>) -> tensor<2x2x2xi32>
    %io = stablehlo.iota dim = 1 : tensor<2x3xbf16>
    %s0 = stablehlo.reshape %in#5 : (tensor<i32>) -> tensor<1x1xi32>
    stablehlo.custom_call @check.expect_eq(%cut, %want#0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%grow, %want#1) {has_side_effect = true} : (tensor<11xf32>, tensor<11xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%gone, %want#2) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%sl, %want#3) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%head, %want#4) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%rev, %want#5) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r3, %want#6) {has_side_effect = true} : (tensor<2x12xi32>, tensor<2x12xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%u1, %want#7) {has_side_effect = true} : (tensor<3x3xi32>, tensor<3x3xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%u2, %want#8) {has_side_effect = true} : (tensor<3x3xi32>, tensor<3x3xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%cat, %want#9) {has_side_effect = true} : (tensor<4x2xi32>, tensor<4x2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%none, %want#10) {has_side_effect = true} : (tensor<0x2xi32>, tensor<0x2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%b, %want#11) {has_side_effect = true} : (tensor<2x2x2xi32>, tensor<2x2x2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%io, %want#12) {has_side_effect = true} : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%s0, %want#13) {has_side_effect = true} : (tensor<1x1xi32>, tensor<1x1xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4xf32>, tensor<f32>, tensor<4x6xi32>, tensor<3x3xi32>, tensor<2x2xi32>, tensor<i32>, tensor<i32>, tensor<ui8>, tensor<0x2xi32>) {
    %0 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    %1 = stablehlo.constant dense<9.0> : tensor<f32>
    %2 = stablehlo.constant dense<[[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11], [12, 13, 14, 15, 16, 17], [18, 19, 20, 21, 22, 23]]> : tensor<4x6xi32>
    %3 = stablehlo.constant dense<0> : tensor<3x3xi32>
    %4 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
    %5 = stablehlo.constant dense<100> : tensor<i32>
    %6 = stablehlo.constant dense<-5> : tensor<i32>
    %7 = stablehlo.constant dense<255> : tensor<ui8>
    %8 = stablehlo.constant dense<> : tensor<0x2xi32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<4xf32>, tensor<f32>, tensor<4x6xi32>, tensor<3x3xi32>, tensor<2x2xi32>, tensor<i32>, tensor<i32>, tensor<ui8>, tensor<0x2xi32>
  }
  func.func private @expected() -> (tensor<4xf32>, tensor<11xf32>, tensor<3xf32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x12xi32>, tensor<3x3xi32>, tensor<3x3xi32>, tensor<4x2xi32>, tensor<0x2xi32>, tensor<2x2x2xi32>, tensor<2x3xbf16>, tensor<1x1xi32>) {
    %0 = stablehlo.constant dense<[9.0, 2.0, 9.0, 3.0]> : tensor<4xf32>
    %1 = stablehlo.constant dense<[9.0, 9.0, 1.0, 9.0, 9.0, 2.0, 9.0, 9.0, 3.0, 9.0, 9.0]> : tensor<11xf32>
    %2 = stablehlo.constant dense<9.0> : tensor<3xf32>
    %3 = stablehlo.constant dense<[[7, 10], [19, 22]]> : tensor<2x2xi32>
    %4 = stablehlo.constant dense<[[0, 1], [6, 7]]> : tensor<2x2xi32>
    %5 = stablehlo.constant dense<[[4, 3], [2, 1]]> : tensor<2x2xi32>
    %6 = stablehlo.constant dense<[[0, 8, 16, 1, 9, 17, 2, 10, 18, 3, 11, 19], [4, 12, 20, 5, 13, 21, 6, 14, 22, 7, 15, 23]]> : tensor<2x12xi32>
    %7 = stablehlo.constant dense<[[0, 0, 0], [1, 2, 0], [3, 4, 0]]> : tensor<3x3xi32>
    %8 = stablehlo.constant dense<[[0, 0, 0], [0, 1, 2], [0, 3, 4]]> : tensor<3x3xi32>
    %9 = stablehlo.constant dense<[[1, 2], [3, 4], [1, 2], [3, 4]]> : tensor<4x2xi32>
    %10 = stablehlo.constant dense<> : tensor<0x2xi32>
    %11 = stablehlo.constant dense<[[[1, 3], [1, 3]], [[2, 4], [2, 4]]]> : tensor<2x2x2xi32>
    %12 = stablehlo.constant dense<[[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]> : tensor<2x3xbf16>
    %13 = stablehlo.constant dense<100> : tensor<1x1xi32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : tensor<4xf32>, tensor<11xf32>, tensor<3xf32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x12xi32>, tensor<3x3xi32>, tensor<3x3xi32>, tensor<4x2xi32>, tensor<0x2xi32>, tensor<2x2x2xi32>, tensor<2x3xbf16>, tensor<1x1xi32>
  }
}
