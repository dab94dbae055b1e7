// RUN: not spyre-opt %s -pass-pipeline='builtin.module(spyre-set-device,spyre-divide{pin=division@matmul_1=m:2})' 2>&1 | FileCheck %s --check-prefix=NO-KERNEL
// RUN: not spyre-opt %s -pass-pipeline='builtin.module(spyre-set-device,spyre-divide{pin=layout@matmul_0=m:2})' 2>&1 | FileCheck %s --check-prefix=NO-KEY
// RUN: not spyre-opt %s -pass-pipeline='builtin.module(spyre-set-device,spyre-divide{pin=division@matmul_0=h:2})' 2>&1 | FileCheck %s --check-prefix=NO-LOOP
// RUN: not spyre-opt %s -pass-pipeline='builtin.module(spyre-set-device,spyre-divide{pin=division@matmul_0=m:two})' 2>&1 | FileCheck %s --check-prefix=NO-COUNT
// RUN: not spyre-opt %s -pass-pipeline='builtin.module(spyre-set-device,spyre-divide{pin=division@matmul_0=k:5})' 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: not spyre-opt %s -pass-pipeline='builtin.module(spyre-set-device,spyre-divide{pin=division@matmul_0=n:5})' 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not spyre-opt %s -pass-pipeline='builtin.module(spyre-set-device,spyre-divide{pin=tile@matmul_0=n:100})' 2>&1 | FileCheck %s --check-prefix=UNIT
// RUN: not spyre-opt %s -pass-pipeline='builtin.module(spyre-set-device,spyre-divide{pin=division@matmul_0=m:64})' 2>&1 | FileCheck %s --check-prefix=CORES
// RUN: not spyre-opt %s -pass-pipeline='builtin.module(spyre-set-device,spyre-divide{pin=residency@matmul_0=lx})' 2>&1 | FileCheck %s --check-prefix=NO-PLACE

// A pin that cannot be kept is an error, never ignored. No core may be left
// without a share of a loop.

#id = affine_map<(m, n, k) -> (m, n, k)>
#rows = affine_map<(m, n, k) -> (m, k floordiv 64, k mod 64)>
#columns = affine_map<(m, n, k) -> (n floordiv 64, k, n mod 64)>
#out = affine_map<(m, n, k) -> (m, n floordiv 32, n mod 32)>

// NO-KERNEL: error: expected the name of a kernel, found matmul_1
// NO-KEY: error: expected division@KERNEL, tile@KERNEL, order@KERNEL or residency@KERNEL, found layout@matmul_0
// NO-PLACE: error: expected ddr as residency, found lx
// NO-LOOP: error: {{.*}}expected LOOP:NUMBER with a loop of m, n, k, found h:2
// NO-COUNT: error: {{.*}}expected LOOP:NUMBER with a loop of m, n, k, found m:two
// EMPTY: error: {{.*}}expected a legal division of n (unit 64), found 5
// FOLD: error: {{.*}}expected a legal division of k (unit 64), found 5
// UNIT: error: {{.*}}expected a legal tile of n (unit 64), found 100
// CORES: error: {{.*}}expected a division over at most 32 cores and tiles that fit
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
