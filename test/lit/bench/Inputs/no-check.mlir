// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
func.func public @main(%x: tensor<64x256xf16>) -> tensor<64x256xf16> {
  %0 = stablehlo.negate %x : tensor<64x256xf16>
  return %0 : tensor<64x256xf16>
}
