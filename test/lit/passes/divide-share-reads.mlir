// RUN: spyre-opt %s -spyre-set-device -spyre-divide | FileCheck %s

// A row is folded and then read again: going over it together, whole, saves the
// second load, at the price that both ops divide the loop alike.

#rows = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>
#one = affine_map<(d0, d1) -> (d0, 0)>

// CHECK-LABEL: func.func private @norm_0
// CHECK-SAME:  spyre.share_reads
module {
  func.func private @norm_0(%x: tensor<512x64x64xf16>) -> tensor<512x64x64xf16> attributes {spyre.kernel} {
    %zero = arith.constant 0.0 : f32
    %d = tensor.empty() : tensor<512x4096xi1>
    %e = tensor.empty() : tensor<512x32xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x32xf32>) -> tensor<512x32xf32>
    %s = linalg.generic {indexing_maps = [#rows, #sticks, #one], iterator_types = ["parallel", "reduction"]}
      ins(%d, %x : tensor<512x4096xi1>, tensor<512x64x64xf16>) outs(%f : tensor<512x32xf32>) {
    ^bb0(%u: i1, %v: f16, %o: f32):
      %w = arith.extf %v : f16 to f32
      %a = arith.addf %o, %w : f32
      linalg.yield %a : f32
    } -> tensor<512x32xf32>
    %y = tensor.empty() : tensor<512x64x64xf16>
    %r = linalg.generic {indexing_maps = [#rows, #sticks, #one, #sticks], iterator_types = ["parallel", "parallel"]}
      ins(%d, %x, %s : tensor<512x4096xi1>, tensor<512x64x64xf16>, tensor<512x32xf32>) outs(%y : tensor<512x64x64xf16>) {
    ^bb0(%u: i1, %v: f16, %m: f32, %o: f16):
      %w = arith.extf %v : f16 to f32
      %n = arith.mulf %w, %m : f32
      %t = arith.truncf %n : f32 to f16
      linalg.yield %t : f16
    } -> tensor<512x64x64xf16>
    return %r : tensor<512x64x64xf16>
  }
}
