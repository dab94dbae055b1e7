// RUN: spyre-opt %s -split-input-file -pass-pipeline='builtin.module(func.func(spyre-fold-constants{max-bytes=64}))' | FileCheck %s

#id = affine_map<(d0) -> (d0)>

// A table of positions is computed here, rounded as the device rounds.

// CHECK-LABEL: @table
// CHECK:       [[T:%.+]] = arith.constant dense<[0.000000e+00, 5.000000e-01, 1.000000e+00, 1.500000e+00]> : tensor<4xf16>
// CHECK:       linalg.generic {{.*}} ins(%arg0, [[T]]
func.func @table(%x: tensor<4xf16>) -> tensor<4xf16> {
  %half = arith.constant 5.0e-01 : f16
  %e = tensor.empty() : tensor<4xf16>
  %t = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<4xf16>) {
  ^bb0(%out: f16):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f16
    %m = arith.mulf %f, %half : f16
    linalg.yield %m : f16
  } -> tensor<4xf16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
    ins(%x, %t : tensor<4xf16>, tensor<4xf16>) outs(%e : tensor<4xf16>) {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %s = arith.addf %a, %b : f16
    linalg.yield %s : f16
  } -> tensor<4xf16>
  return %r : tensor<4xf16>
}

// -----

#id = affine_map<(d0) -> (d0)>
#flip = affine_map<(d0) -> (-d0 + 2)>

// Constants are read through maps; i1 results are bits of the attribute.

// CHECK-LABEL: @reversed_compare
// CHECK:       arith.constant dense<[false, true, true]> : tensor<3xi1>
func.func @reversed_compare(%x: tensor<3xf16>) -> tensor<3xf16> {
  %c = arith.constant dense<[3, 2, 1]> : tensor<3xi32>
  %two = arith.constant 2 : i32
  %e1 = tensor.empty() : tensor<3xi1>
  %e = tensor.empty() : tensor<3xf16>
  %m = linalg.generic {indexing_maps = [#flip, #id], iterator_types = ["parallel"]}
    ins(%c : tensor<3xi32>) outs(%e1 : tensor<3xi1>) {
  ^bb0(%in: i32, %out: i1):
    %0 = arith.cmpi sge, %in, %two : i32
    linalg.yield %0 : i1
  } -> tensor<3xi1>
  %zero = arith.constant 0.0 : f16
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
    ins(%m, %x : tensor<3xi1>, tensor<3xf16>) outs(%e : tensor<3xf16>) {
  ^bb0(%a: i1, %b: f16, %out: f16):
    %s = arith.select %a, %b, %zero : f16
    linalg.yield %s : f16
  } -> tensor<3xf16>
  return %r : tensor<3xf16>
}

// -----

#id = affine_map<(d0) -> (d0)>

// Larger than max-bytes, and what the function returns: left alone.

// CHECK-LABEL: @left
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT:   arith.constant dense
func.func @left(%x: tensor<64xf16>) -> (tensor<64xf16>, tensor<4xi32>) {
  %e = tensor.empty() : tensor<64xf16>
  %large = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<64xf16>) {
  ^bb0(%out: f16):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f16
    linalg.yield %f : f16
  } -> tensor<64xf16>
  %e4 = tensor.empty() : tensor<4xi32>
  %returned = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e4 : tensor<4xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    linalg.yield %j : i32
  } -> tensor<4xi32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
    ins(%x, %large : tensor<64xf16>, tensor<64xf16>) outs(%e : tensor<64xf16>) {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %s = arith.addf %a, %b : f16
    linalg.yield %s : f16
  } -> tensor<64xf16>
  return %r, %returned : tensor<64xf16>, tensor<4xi32>
}
