// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds shared by cores (partial results over the ring), products with operands by
// multicast, values that pass through memory, and a cache kept in place.
module {
  func.func public @main(%x: tensor<256x512xf16>, %w: tensor<512x640xf16>, %cache: tensor<8x640xf16> {tf.aliasing_output = 1 : i32}, %at: tensor<i32>) -> (tensor<1x640xf16>, tensor<8x640xf16>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f16>
    %low = stablehlo.constant dense<0xFC00> : tensor<f16>
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<256x512xf16>, tensor<512x640xf16>) -> tensor<256x640xf16>
    %m = stablehlo.reduce(%y init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<256x640xf16>, tensor<f16>) -> tensor<640xf16>
    %mb = stablehlo.broadcast_in_dim %m, dims = [1] : (tensor<640xf16>) -> tensor<256x640xf16>
    %d = stablehlo.subtract %y, %mb : tensor<256x640xf16>
    %e = stablehlo.exponential %d : tensor<256x640xf16>
    %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<256x640xf16>, tensor<f16>) -> tensor<640xf16>
    %row = stablehlo.reshape %s : (tensor<640xf16>) -> tensor<1x640xf16>
    %new = stablehlo.dynamic_update_slice %cache, %row, %at, %c0 : (tensor<8x640xf16>, tensor<1x640xf16>, tensor<i32>, tensor<i32>) -> tensor<8x640xf16>
    return %row, %new : tensor<1x640xf16>, tensor<8x640xf16>
  }
}
