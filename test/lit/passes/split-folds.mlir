// RUN: spyre-opt %s -split-input-file -spyre-split-folds | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#none = affine_map<(d0, d1) -> ()>

// A large fold of everything: first all but the last dim, from the neutral element,
// then the rest, from the value that the whole started with.

// CHECK-LABEL: @maximum
// CHECK-DAG:   %[[START:.+]] = arith.constant 1.000000e+00 : f16
// CHECK-DAG:   %[[LOW:.+]] = arith.constant 0xFC00 : f16
// CHECK:       %[[COLUMNS:.+]] = linalg.fill ins(%[[LOW]] : f16) outs(%{{.+}} : tensor<256xf16>)
// CHECK:       %[[PARTIAL:.+]] = linalg.generic
// CHECK-SAME:    iterator_types = ["reduction", "parallel"]
// CHECK-SAME:    outs(%[[COLUMNS]] : tensor<256xf16>)
// CHECK:         math.absf
// CHECK:       linalg.generic
// CHECK-SAME:    iterator_types = ["reduction"]
// CHECK-SAME:    ins(%[[PARTIAL]] : tensor<256xf16>)
// CHECK-NOT:     math.absf
// CHECK:         arith.maximumf
func.func @maximum(%x: tensor<512x256xf16>) -> tensor<f16> {
  %start = arith.constant 1.0 : f16
  %e = tensor.empty() : tensor<f16>
  %f = linalg.fill ins(%start : f16) outs(%e : tensor<f16>) -> tensor<f16>
  %m = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
    ins(%x : tensor<512x256xf16>) outs(%f : tensor<f16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = math.absf %in : f16
    %1 = arith.maximumf %out, %0 : f16
    linalg.yield %1 : f16
  } -> tensor<f16>
  return %m : tensor<f16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#none = affine_map<(d0, d1) -> ()>

// A small one stays as it is.

// CHECK-LABEL: @small
// CHECK:       iterator_types = ["reduction", "reduction"]
// CHECK-NOT:   linalg.generic
func.func @small(%x: tensor<64x64xf16>, %start: tensor<f16>) -> tensor<f16> {
  %m = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
    ins(%x : tensor<64x64xf16>) outs(%start : tensor<f16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.addf %out, %in : f16
    linalg.yield %0 : f16
  } -> tensor<f16>
  return %m : tensor<f16>
}
