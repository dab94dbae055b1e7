// RUN: spyre-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(spyre-set-device,spyre-place)'

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

func.func @main(%x: tensor<100x1x64xf16> {spyre.role = "input", spyre.host = tensor<100x64xf16>}) -> (tensor<100x1x64xf16> {spyre.host = tensor<100x64xf16>}) {
  %0 = call @pointwise_0(%x) {spyre.host = [tensor<100x64xf16>]} : (tensor<100x1x64xf16>) -> tensor<100x1x64xf16>
  return %0 : tensor<100x1x64xf16>
}
// expected-error @+1 {{expected the decisions spyre.division, spyre.tile and spyre.order on a kernel}}
func.func private @pointwise_0(%x: tensor<100x1x64xf16>) -> tensor<100x1x64xf16> attributes {spyre.kernel, spyre.division = {d0 = 32}} {
  %d = tensor.empty() : tensor<100x64xi1>
  %e = tensor.empty() : tensor<100x1x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<100x64xi1>, tensor<100x1x64xf16>) outs(%e : tensor<100x1x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<100x1x64xf16>
  return %a : tensor<100x1x64xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

func.func @main(%x: tensor<100x1x64xf16> {spyre.role = "input", spyre.host = tensor<100x64xf16>}) -> (tensor<100x1x64xf16> {spyre.host = tensor<100x64xf16>}) {
  %0 = call @pointwise_0(%x) {spyre.host = [tensor<100x64xf16>]} : (tensor<100x1x64xf16>) -> tensor<100x1x64xf16>
  return %0 : tensor<100x1x64xf16>
}
// expected-error @+1 {{expected a loop of the kernel (d0, d1) and a positive number, found "rows" = 32 : i64}}
func.func private @pointwise_0(%x: tensor<100x1x64xf16>) -> tensor<100x1x64xf16> attributes {spyre.kernel, spyre.division = {rows = 32}, spyre.tile = {}, spyre.order = []} {
  %d = tensor.empty() : tensor<100x64xi1>
  %e = tensor.empty() : tensor<100x1x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<100x64xi1>, tensor<100x1x64xf16>) outs(%e : tensor<100x1x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<100x1x64xf16>
  return %a : tensor<100x1x64xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

func.func @main(%x: tensor<100x1x64xf16> {spyre.role = "input", spyre.host = tensor<100x64xf16>}) -> (tensor<100x1x64xf16> {spyre.host = tensor<100x64xf16>}) {
  %0 = call @pointwise_0(%x) {spyre.host = [tensor<100x64xf16>]} : (tensor<100x1x64xf16>) -> tensor<100x1x64xf16>
  return %0 : tensor<100x1x64xf16>
}
// expected-error @+1 {{expected a loop of the kernel (d0, d1) and a positive number, found "d0" = 0 : i64}}
func.func private @pointwise_0(%x: tensor<100x1x64xf16>) -> tensor<100x1x64xf16> attributes {spyre.kernel, spyre.division = {d0 = 0}, spyre.tile = {}, spyre.order = []} {
  %d = tensor.empty() : tensor<100x64xi1>
  %e = tensor.empty() : tensor<100x1x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<100x64xi1>, tensor<100x1x64xf16>) outs(%e : tensor<100x1x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<100x1x64xf16>
  return %a : tensor<100x1x64xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

func.func @main(%x: tensor<100x1x64xf16> {spyre.role = "input", spyre.host = tensor<100x64xf16>}) -> (tensor<100x1x64xf16> {spyre.host = tensor<100x64xf16>}) {
  %0 = call @pointwise_0(%x) {spyre.host = [tensor<100x64xf16>]} : (tensor<100x1x64xf16>) -> tensor<100x1x64xf16>
  return %0 : tensor<100x1x64xf16>
}
// expected-error @+1 {{expected a loop of the kernel in spyre.order, found "rows"}}
func.func private @pointwise_0(%x: tensor<100x1x64xf16>) -> tensor<100x1x64xf16> attributes {spyre.kernel, spyre.division = {}, spyre.tile = {}, spyre.order = ["rows"]} {
  %d = tensor.empty() : tensor<100x64xi1>
  %e = tensor.empty() : tensor<100x1x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<100x64xi1>, tensor<100x1x64xf16>) outs(%e : tensor<100x1x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<100x1x64xf16>
  return %a : tensor<100x1x64xf16>
}

// -----

#id = affine_map<(m, n, k) -> (m, n, k)>
#rows = affine_map<(m, n, k) -> (m, k floordiv 64, k mod 64)>
#columns = affine_map<(m, n, k) -> (n floordiv 64, k, n mod 64)>
#out = affine_map<(m, n, k) -> (m, n floordiv 32, n mod 32)>

// expected-error @+1 {{expected at most 4 cores to share k, found 5}}
func.func private @matmul_0(%x: tensor<64x4x64xf16>, %w: tensor<4x256x64xf16>) -> tensor<64x8x32xf32>
    attributes {spyre.kernel, spyre.division = {k = 5}, spyre.tile = {}, spyre.order = []} {
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

// -----

#id = affine_map<(m, n, k) -> (m, n, k)>
#rows = affine_map<(m, n, k) -> (m, k floordiv 64, k mod 64)>
#columns = affine_map<(m, n, k) -> (n floordiv 64, k, n mod 64)>
#out = affine_map<(m, n, k) -> (m, n floordiv 32, n mod 32)>

// expected-error @+1 {{expected "psum-chain", "psum-fetch" or "ring-fetch" as spyre.exchange, found "all"}}
func.func private @matmul_0(%x: tensor<64x4x64xf16>, %w: tensor<4x256x64xf16>) -> tensor<64x8x32xf32>
    attributes {spyre.kernel, spyre.division = {k = 2}, spyre.tile = {}, spyre.order = [], spyre.exchange = "all"} {
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

// -----

#id = affine_map<(m, n, k) -> (m, n, k)>
#rows = affine_map<(m, n, k) -> (m, k floordiv 64, k mod 64)>
#columns = affine_map<(m, n, k) -> (n floordiv 64, k, n mod 64)>
#out = affine_map<(m, n, k) -> (m, n floordiv 32, n mod 32)>

// expected-error @+1 {{expected 1 or 2 as spyre.accumulators, found 3 : i64}}
func.func private @matmul_0(%x: tensor<64x4x64xf16>, %w: tensor<4x256x64xf16>) -> tensor<64x8x32xf32>
    attributes {spyre.kernel, spyre.division = {m = 2}, spyre.tile = {}, spyre.order = [], spyre.accumulators = 3} {
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

// -----

#id = affine_map<(m, n, k) -> (m, n, k)>
#rows = affine_map<(m, n, k) -> (m, k floordiv 64, k mod 64)>
#columns = affine_map<(m, n, k) -> (n floordiv 64, k, n mod 64)>
#out = affine_map<(m, n, k) -> (m, n floordiv 32, n mod 32)>

// The sum of all needs all slices.
// expected-error @+1 {{expected shared sums that can be completed in slices}}
func.func private @matmul_0(%x: tensor<64x4x64xf16>, %w: tensor<4x256x64xf16>) -> tensor<1x32xf32>
    attributes {spyre.kernel, spyre.division = {k = 2}, spyre.tile = {}, spyre.order = []} {
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
  %e1 = tensor.empty() : tensor<1x32xf32>
  %d1 = tensor.empty() : tensor<64x256xi1>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x32xf32>) -> tensor<1x32xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n floordiv 32, n mod 32)>, affine_map<(m, n) -> (0, 0)>], iterator_types = ["reduction", "reduction"]}
    ins(%d1, %a : tensor<64x256xi1>, tensor<64x8x32xf32>) outs(%f1 : tensor<1x32xf32>) {
  ^bb0(%u: i1, %s: f32, %out: f32):
    %0 = arith.addf %out, %s : f32
    linalg.yield %0 : f32
  } -> tensor<1x32xf32>
  return %r : tensor<1x32xf32>
}
