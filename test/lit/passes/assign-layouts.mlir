// RUN: spyre-opt %s -split-input-file -spyre-assign-layouts | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// A fold along the stick dim leaves one element per stick; its reader
// broadcasts that element, and nothing moves.

// CHECK-DAG:   [[ROWS:#.+]] = #spyre.layout<[0, 1 | 1]>
// CHECK-DAG:   [[ONE:#.+]] = #spyre.layout<[0 | *]>
// CHECK-LABEL: @fold_inside
// CHECK-SAME:  %arg0: tensor<8x250xf16, [[ROWS]]> {spyre.role = "input"}
// CHECK-NOT:   spyre.relayout
// CHECK:       -> tensor<8xf16, [[ONE]]>
// CHECK:       -> tensor<8x250xf16, [[ROWS]]>
func.func @fold_inside(%x: tensor<8x250xf16>) -> tensor<8x250xf16> {
  %low = arith.constant 0xFC00 : f16
  %em = tensor.empty() : tensor<8xf16>
  %e = tensor.empty() : tensor<8x250xf16>
  %f = linalg.fill ins(%low : f16) outs(%em : tensor<8xf16>) -> tensor<8xf16>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<8x250xf16>) outs(%f : tensor<8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.maximumf %out, %in : f16
    linalg.yield %0 : f16
  } -> tensor<8xf16>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %m : tensor<8x250xf16>, tensor<8xf16>) outs(%e : tensor<8x250xf16>) {
  ^bb0(%in: f16, %s: f16, %out: f16):
    %0 = arith.subf %in, %s : f16
    linalg.yield %0 : f16
  } -> tensor<8x250xf16>
  return %y : tensor<8x250xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d1)>

// A fold across sticks keeps the lanes.

// CHECK-DAG:   [[LANES:#.+]] = #spyre.layout<[0 | 0]>
// CHECK-LABEL: @fold_across
// CHECK-NOT:   spyre.relayout
// CHECK:       -> tensor<256xf32, [[LANES]]>
func.func @fold_across(%x: tensor<8x256xf32>) -> tensor<256xf32> {
  %zero = arith.constant 0.0 : f32
  %em = tensor.empty() : tensor<256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%em : tensor<256xf32>) -> tensor<256xf32>
  %m = linalg.generic {indexing_maps = [#id, #col], iterator_types = ["reduction", "parallel"]}
    ins(%x : tensor<8x256xf32>) outs(%f : tensor<256xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  return %m : tensor<256xf32>
}

// -----

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

// An argument that is only ever the second factor is a weight: blocks of its
// columns are one run of memory, laid out by the host. A value that is also
// something else keeps the layout of an input and is moved.

// CHECK-DAG:   [[ROWS:#.+]] = #spyre.layout<[0, 1 | 1]>
// CHECK-DAG:   [[BLOCKS:#.+]] = #spyre.layout<[1, 0 | 1]>
// CHECK-DAG:   [[TURNED:#.+]] = #spyre.layout<[0, 1 | 0]>
// CHECK-LABEL: @products
// CHECK-SAME:  [[X:%.+]]: tensor<64x128xf16, [[ROWS]]> {spyre.role = "input"}
// CHECK-SAME:  [[W:%.+]]: tensor<128x64xf16, [[BLOCKS]]> {spyre.role = "weight"}
// CHECK:       linalg.generic {{.*}} ins([[X]], [[W]]
// CHECK:       [[XT:%.+]] = spyre.relayout [[X]] : tensor<64x128xf16, [[ROWS]]> to tensor<64x128xf16, [[TURNED]]>
// CHECK:       linalg.generic {{.*}} ins([[X]], [[XT]]
func.func @products(%x: tensor<64x128xf16>, %w: tensor<128x64xf16>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<64x128xf16>, tensor<128x64xf16>) outs(%f : tensor<64x64xf32>) {
  ^bb0(%a: f16, %b: f16, %out: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64x64xf32>
  %q = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %x : tensor<64x128xf16>, tensor<64x128xf16>) outs(%f : tensor<64x64xf32>) {
  ^bb0(%a: f16, %b: f16, %out: f32):
    %0 = arith.extf %a : f16 to f32
    %1 = arith.extf %b : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64x64xf32>
  return %p, %q : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>

// A result keeps the default layout: the move stands where it is cheapest, at
// the smaller operand of a sum.

// CHECK-LABEL: @least_moved
// CHECK-SAME:  [[X:%[^:]+]]: tensor<64x128xf16, {{#.+}}> {spyre.role = "input"}, [[Y:%[^:]+]]: tensor<128x64xf16,
// CHECK:       spyre.relayout [[Y]]
// CHECK-NOT:   spyre.relayout
// CHECK:       return
func.func @least_moved(%x: tensor<64x128xf16>, %y: tensor<128x64xf16>) -> tensor<64x128xf16> {
  %e = tensor.empty() : tensor<64x128xf16>
  %s = linalg.generic {indexing_maps = [#id, #swap, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %y : tensor<64x128xf16>, tensor<128x64xf16>) outs(%e : tensor<64x128xf16>) {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %0 = arith.addf %a, %b : f16
    linalg.yield %0 : f16
  } -> tensor<64x128xf16>
  return %s : tensor<64x128xf16>
}
