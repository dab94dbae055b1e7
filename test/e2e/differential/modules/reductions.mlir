// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Initial values that count once, narrow sums, several operands, nothing to reduce.
module @reductions {
  func.func public @main() {
    %in:13 = call @inputs() : () -> (tensor<2x3xi32>, tensor<i32>, tensor<2x2xf32>, tensor<4097xbf16>, tensor<5000xf16>, tensor<3xui8>, tensor<3xi1>, tensor<3xf32>, tensor<3xf32>, tensor<f32>, tensor<0x3xf32>, tensor<2x3xf32>, tensor<2x3xi32>)
    %want:14 = call @expected() : () -> (tensor<i32>, tensor<2xi32>, tensor<3xi32>, tensor<2xf32>, tensor<bf16>, tensor<f16>, tensor<ui8>, tensor<i1>, tensor<i1>, tensor<f32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<2xi32>)
    %five = stablehlo.constant dense<5> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %fzero = stablehlo.constant dense<0.0> : tensor<f32>
    %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %bzero = stablehlo.constant dense<0.0> : tensor<bf16>
    %hone = stablehlo.constant dense<1.0> : tensor<f16>
    %umax = stablehlo.constant dense<255> : tensor<ui8>
    %false = stablehlo.constant dense<false> : tensor<i1>
    %s5 = stablehlo.reduce(%in#0 init: %five) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<i32>
    %sd = stablehlo.reduce(%in#0 init: %in#1) applies stablehlo.add across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
    %md = stablehlo.reduce(%in#0 init: %five) applies stablehlo.maximum across dimensions = [0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3xi32>
    %nan = stablehlo.reduce(%in#2 init: %ninf) applies stablehlo.maximum across dimensions = [1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
    %bs = stablehlo.reduce(%in#3 init: %bzero) applies stablehlo.add across dimensions = [0] : (tensor<4097xbf16>, tensor<bf16>) -> tensor<bf16>
    %hs = stablehlo.reduce(%in#4 init: %hone) applies stablehlo.add across dimensions = [0] : (tensor<5000xf16>, tensor<f16>) -> tensor<f16>
    %um = stablehlo.reduce(%in#5 init: %umax) applies stablehlo.minimum across dimensions = [0] : (tensor<3xui8>, tensor<ui8>) -> tensor<ui8>
    %any = stablehlo.reduce(%in#6 init: %false) applies stablehlo.or across dimensions = [0] : (tensor<3xi1>, tensor<i1>) -> tensor<i1>
    %odd = stablehlo.reduce(%in#6 init: %false) applies stablehlo.xor across dimensions = [0] : (tensor<3xi1>, tensor<i1>) -> tensor<i1>
    %am = stablehlo.reduce(%in#7 init: %in#9) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
     reducer(%l: tensor<f32>, %r: tensor<f32>) {
      %la = stablehlo.abs %l : tensor<f32>
      %ra = stablehlo.abs %r : tensor<f32>
      %lr = stablehlo.maximum %la, %ra : tensor<f32>
      stablehlo.return %lr : tensor<f32>
    }
    %no = stablehlo.reduce(%in#8 init: %in#9) applies stablehlo.multiply across dimensions = [] : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    %em = stablehlo.reduce(%in#10 init: %in#9) applies stablehlo.add across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>
    %arg:2 = stablehlo.reduce(%in#11 init: %ninf), (%in#12 init: %zero) across dimensions = [1] : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
     reducer(%l: tensor<f32>, %r: tensor<f32>) (%li: tensor<i32>, %ri: tensor<i32>) {
      %ge = stablehlo.compare GE, %l, %r, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %lr = stablehlo.select %ge, %l, %r : tensor<i1>, tensor<f32>
      %lri = stablehlo.select %ge, %li, %ri : tensor<i1>, tensor<i32>
      stablehlo.return %lr, %lri : tensor<f32>, tensor<i32>
    }
    stablehlo.custom_call @check.expect_eq(%s5, %want#0) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
    stablehlo.custom_call @check.expect_eq(%sd, %want#1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%md, %want#2) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%nan, %want#3) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%bs, %want#4) {has_side_effect = true} : (tensor<bf16>, tensor<bf16>) -> ()
    stablehlo.custom_call @check.expect_eq(%hs, %want#5) {has_side_effect = true} : (tensor<f16>, tensor<f16>) -> ()
    stablehlo.custom_call @check.expect_eq(%um, %want#6) {has_side_effect = true} : (tensor<ui8>, tensor<ui8>) -> ()
    stablehlo.custom_call @check.expect_eq(%any, %want#7) {has_side_effect = true} : (tensor<i1>, tensor<i1>) -> ()
    stablehlo.custom_call @check.expect_eq(%odd, %want#8) {has_side_effect = true} : (tensor<i1>, tensor<i1>) -> ()
    stablehlo.custom_call @check.expect_eq(%am, %want#9) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
    stablehlo.custom_call @check.expect_eq(%no, %want#10) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%em, %want#11) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%arg#0, %want#12) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%arg#1, %want#13) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3xi32>, tensor<i32>, tensor<2x2xf32>, tensor<4097xbf16>, tensor<5000xf16>, tensor<3xui8>, tensor<3xi1>, tensor<3xf32>, tensor<3xf32>, tensor<f32>, tensor<0x3xf32>, tensor<2x3xf32>, tensor<2x3xi32>) {
    %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
    %1 = stablehlo.constant dense<100> : tensor<i32>
    %2 = stablehlo.constant dense<[[1.0, -5.0], [0x7FC00000, 2.0]]> : tensor<2x2xf32>
    %3 = stablehlo.constant dense<1.0> : tensor<4097xbf16>
    %4 = stablehlo.constant dense<1.0> : tensor<5000xf16>
    %5 = stablehlo.constant dense<[200, 3, 100]> : tensor<3xui8>
    %6 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
    %7 = stablehlo.constant dense<[1.0, -7.0, 3.0]> : tensor<3xf32>
    %8 = stablehlo.constant dense<2.0> : tensor<3xf32>
    %9 = stablehlo.constant dense<-3.0> : tensor<f32>
    %10 = stablehlo.constant dense<> : tensor<0x3xf32>
    %11 = stablehlo.constant dense<[[1.0, 5.0, 5.0], [0.0, -1.0, 0.0]]> : tensor<2x3xf32>
    %12 = stablehlo.constant dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xi32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12 : tensor<2x3xi32>, tensor<i32>, tensor<2x2xf32>, tensor<4097xbf16>, tensor<5000xf16>, tensor<3xui8>, tensor<3xi1>, tensor<3xf32>, tensor<3xf32>, tensor<f32>, tensor<0x3xf32>, tensor<2x3xf32>, tensor<2x3xi32>
  }
  func.func private @expected() -> (tensor<i32>, tensor<2xi32>, tensor<3xi32>, tensor<2xf32>, tensor<bf16>, tensor<f16>, tensor<ui8>, tensor<i1>, tensor<i1>, tensor<f32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<2xi32>) {
    %0 = stablehlo.constant dense<26> : tensor<i32>
    %1 = stablehlo.constant dense<[106, 115]> : tensor<2xi32>
    %2 = stablehlo.constant dense<[5, 5, 6]> : tensor<3xi32>
    %3 = stablehlo.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32>
    %4 = stablehlo.constant dense<4096.0> : tensor<bf16>
    %5 = stablehlo.constant dense<5000.0> : tensor<f16>
    %6 = stablehlo.constant dense<3> : tensor<ui8>
    %7 = stablehlo.constant dense<true> : tensor<i1>
    %8 = stablehlo.constant dense<false> : tensor<i1>
    %9 = stablehlo.constant dense<7.0> : tensor<f32>
    %10 = stablehlo.constant dense<-6.0> : tensor<3xf32>
    %11 = stablehlo.constant dense<-3.0> : tensor<3xf32>
    %12 = stablehlo.constant dense<[5.0, 0.0]> : tensor<2xf32>
    %13 = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 : tensor<i32>, tensor<2xi32>, tensor<3xi32>, tensor<2xf32>, tensor<bf16>, tensor<f16>, tensor<ui8>, tensor<i1>, tensor<i1>, tensor<f32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<2xi32>
  }
}
