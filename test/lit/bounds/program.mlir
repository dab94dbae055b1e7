// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s --split-input-file --spyre-set-device --spyre-bound-program | FileCheck %s

// 6 MiB in and out at 204.8 and 150 GB/s; the product alone would take 29.8 us.
// CHECK: @main{{.*}}bound_by = "memory"{{.*}}bound_hard_us = 3.072{{0*}}e+01{{.*}}bound_sustained_us = 41.94
func.func @main(%a: tensor<1024x1024xf16>, %b: tensor<1024x1024xf16>) -> tensor<1024x1024xf16> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1024x1024xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %p = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<1024x1024xf16>, tensor<1024x1024xf16>) outs(%fill : tensor<1024x1024xf32>) {
  ^bb0(%x: f16, %y: f16, %sum: f32):
    %xw = arith.extf %x : f16 to f32
    %yw = arith.extf %y : f16 to f32
    %xy = arith.mulf %xw, %yw : f32
    %next = arith.addf %sum, %xy : f32
    linalg.yield %next : f32
  } -> tensor<1024x1024xf32>
  %out = tensor.empty() : tensor<1024x1024xf16>
  %r = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<1024x1024xf32>) outs(%out : tensor<1024x1024xf16>) {
  ^bb0(%x: f32, %old: f16):
    %narrow = arith.truncf %x : f32 to f16
    linalg.yield %narrow : f16
  } -> tensor<1024x1024xf16>
  return %r : tensor<1024x1024xf16>
}

// -----

// Of a donated cache of 256 MiB only the row is written, and nothing is read but
// the row and the position: 2 * 2048 + 4 bytes.
// CHECK: @main{{.*}}bound_by = "memory"{{.*}}bound_hard_us = 0.0200{{.*}}bound_sustained_us = 0.0273
func.func @main(%cache: tensor<131072x1024xf16> {tf.aliasing_output = 0 : i32}, %row: tensor<1x1024xf16>, %at: tensor<i32>) -> tensor<131072x1024xf16> {
  %c0 = arith.constant 0 : index
  %room = arith.constant 131071 : index
  %raw = tensor.extract %at[] : tensor<i32>
  %index = arith.index_cast %raw : i32 to index
  %least = arith.maxsi %index, %c0 : index
  %offset = arith.minsi %least, %room : index
  %empty = tensor.empty() : tensor<1x1024xf16>
  %own = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%row : tensor<1x1024xf16>) outs(%empty : tensor<1x1024xf16>) {
  ^bb0(%x: f16, %old: f16):
    linalg.yield %x : f16
  } -> tensor<1x1024xf16>
  %r = tensor.insert_slice %own into %cache[%offset, 0] [1, 1024] [1, 1] : tensor<1x1024xf16> into tensor<131072x1024xf16>
  return %r : tensor<131072x1024xf16>
}

// -----

// The two halves of the first 4096 rows are read once each, the rest of the
// table and the unused argument not at all: 1 MiB in, 0.5 MiB out.
// CHECK: @main{{.*}}bound_by = "memory"{{.*}}bound_sustained_us = 10.48
func.func @main(%table: tensor<65536x128xf16>, %unused: tensor<65536x128xf16>) -> tensor<4096x64xf16> {
  %empty = tensor.empty() : tensor<4096x64xf16>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i mod 65536, j mod 128)>, affine_map<(i, j) -> (i mod 65536, (j + 64) mod 128)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%table, %table : tensor<65536x128xf16>, tensor<65536x128xf16>) outs(%empty : tensor<4096x64xf16>) {
  ^bb0(%low: f16, %high: f16, %old: f16):
    %sum = arith.addf %low, %high : f16
    linalg.yield %sum : f16
  } -> tensor<4096x64xf16>
  return %r : tensor<4096x64xf16>
}

// -----

// One exponential per row though 4096 columns use it, and a fold of all elements:
// 4096 * 4096 / (32 cores * 8 per cycle * 1.1 GHz) + 4096 / (32 * 11 * 1.1 GHz).
// CHECK: @main{{.*}}bound_by = "vector"{{.*}}bound_hard_us = 59.5{{.*}}bound_sustained_us = 59.5
func.func @main(%x: tensor<4096xf32>, %y: tensor<4096xf32>) -> tensor<4096xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4096xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<4096xf32>) -> tensor<4096xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<4096xf32>, tensor<4096xf32>) outs(%fill : tensor<4096xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %e = math.exp %a : f32
    %p = arith.mulf %e, %b : f32
    %next = arith.maximumf %sum, %p : f32
    linalg.yield %next : f32
  } -> tensor<4096xf32>
  return %r : tensor<4096xf32>
}

// -----

// An outer product is too thin for the array; the vector units may do it. What
// remains is the result, 2 MiB, and the factors.
// CHECK: @main{{.*}}bound_by = "memory"{{.*}}bound_sustained_us = 14.008
func.func @main(%a: tensor<1024x1xf16>, %b: tensor<1x1024xf16>) -> tensor<1024x1024xf16> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1024x1024xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %p = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<1024x1xf16>, tensor<1x1024xf16>) outs(%fill : tensor<1024x1024xf32>) {
  ^bb0(%x: f16, %y: f16, %sum: f32):
    %xw = arith.extf %x : f16 to f32
    %yw = arith.extf %y : f16 to f32
    %xy = arith.mulf %xw, %yw : f32
    %next = arith.addf %sum, %xy : f32
    linalg.yield %next : f32
  } -> tensor<1024x1024xf32>
  %out = tensor.empty() : tensor<1024x1024xf16>
  %r = linalg.generic {
      indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<1024x1024xf32>) outs(%out : tensor<1024x1024xf16>) {
  ^bb0(%x: f32, %old: f16):
    %narrow = arith.truncf %x : f32 to f16
    linalg.yield %narrow : f16
  } -> tensor<1024x1024xf16>
  return %r : tensor<1024x1024xf16>
}
