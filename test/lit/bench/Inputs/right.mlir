// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
module @right {
  func.func public @main() {
    %in = call @inputs() : () -> tensor<2xf32>
    %want = call @expected() : () -> tensor<2xf32>
    %0 = stablehlo.abs %in : tensor<2xf32>
    stablehlo.custom_call @check.expect_close(%0, %want) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
    return
  }
  func.func private @inputs() -> tensor<2xf32> {
    %0 = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func private @expected() -> tensor<2xf32> {
    %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
