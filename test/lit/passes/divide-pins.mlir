// RUN: spyre-opt %s -pass-pipeline='builtin.module(spyre-set-device,spyre-divide{pin=division@matmul_0=m:2 pin=division@matmul_0=k:1 pin=tile@matmul_0=k:64})' | FileCheck %s
// RUN: spyre-opt %s -pass-pipeline='builtin.module(spyre-set-device,spyre-divide{pin=division@matmul_0=m:2 pin=division@matmul_0=n:1 pin=division@matmul_0=k:3})' | FileCheck %s --check-prefix=SUMS

// What is pinned is kept; the rest is chosen around it.

#id = affine_map<(m, n, k) -> (m, n, k)>
#rows = affine_map<(m, n, k) -> (m, k floordiv 64, k mod 64)>
#columns = affine_map<(m, n, k) -> (n floordiv 64, k, n mod 64)>
#out = affine_map<(m, n, k) -> (m, n floordiv 32, n mod 32)>

// CHECK-LABEL: @matmul_0
// CHECK-SAME:  spyre.division = {m = 2 : i64
// CHECK-SAME:  spyre.tile = {{{.*}}k = 64 : i64

// Cores may share the sums of a product, here 4 sticks of k over 3 cores; how
// they add them up is chosen.
// SUMS-LABEL: @matmul_0
// SUMS-SAME:  spyre.division = {k = 3 : i64, m = 2 : i64}
// SUMS-SAME:  spyre.exchange = "psum-{{chain|fetch}}"
// SUMS-SAME:  sums of 3 cores exchanged in {{.*}} us, each of {{[0-9]+}} along m
func.func private @matmul_0(%x: tensor<64x4x64xf16>, %w: tensor<4x256x64xf16>) -> tensor<64x8x32xf32> attributes {spyre.kernel} {
  %zero = arith.constant 0.0 : f32
  %d = tensor.empty() : tensor<64x256x256xi1>
  %e = tensor.empty() : tensor<64x8x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x8x32xf32>) -> tensor<64x8x32xf32>
  %a = linalg.generic {indexing_maps = [#id, #rows, #columns, #out], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%d, %x, %w : tensor<64x256x256xi1>, tensor<64x4x64xf16>, tensor<4x256x64xf16>) outs(%f : tensor<64x8x32xf32>) {
  ^bb0(%u: i1, %p: f16, %q: f16, %out: f32):
    %0 = arith.extf %p : f16 to f32
    %1 = arith.extf %q : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64x8x32xf32>
  return %a : tensor<64x8x32xf32>
}
