// RUN: spyre-opt %s -split-input-file -spyre-materialize-layouts | FileCheck %s

#rows = #spyre.layout<[0, 1 | 1]>
#one = #spyre.layout<[0 | *]>
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Loops count elements, 250 of them, though 256 lanes lie there: the first
// operand gives the extents and nothing else. A fold along the stick writes
// lane 0.

// CHECK-DAG:   [[LOOPS:#.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG:   [[STICKS:#.+]] = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>
// CHECK-DAG:   [[LANE0:#.+]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-LABEL: @fold
// CHECK-SAME:  [[X:%.+]]: tensor<8x4x64xf16> {spyre.host = tensor<8x250xf16, {{#.+}}>}
// CHECK:       [[DOMAIN:%.+]] = tensor.empty() : tensor<8x250xi1>
// CHECK:       linalg.generic {indexing_maps = [[[LOOPS]], [[STICKS]], [[LANE0]]]
// CHECK-SAME:    ins([[DOMAIN]], [[X]] : tensor<8x250xi1>, tensor<8x4x64xf16>) outs({{%.+}} : tensor<8x32xf32>)
func.func @fold(%x: tensor<8x250xf16, #rows>) -> tensor<8xf32, #one> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32, #one>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32, #one>) -> tensor<8xf32, #one>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<8x250xf16, #rows>) outs(%f : tensor<8xf32, #one>) {
  ^bb0(%in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32, #one>
  return %s : tensor<8xf32, #one>
}

// -----

#rows = #spyre.layout<[0, 1 | 1]>
#id = affine_map<(d0, d1) -> (d0, d1)>

// f16 and f32 in one op: each map has its own lanes, nothing is reshaped.

// CHECK-DAG:   [[LANES64:#.+]] = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>
// CHECK-DAG:   [[LANES32:#.+]] = affine_map<(d0, d1) -> (d0, d1 floordiv 32, d1 mod 32)>
// CHECK-LABEL: @widths
// CHECK:       linalg.generic {indexing_maps = [{{#.+}}, [[LANES64]], [[LANES32]]]
// CHECK-SAME:    tensor<8x2x64xf16>) outs({{%.+}} : tensor<8x4x32xf32>)
func.func @widths(%x: tensor<8x128xf16, #rows>) -> tensor<8x128xf32, #rows> {
  %e = tensor.empty() : tensor<8x128xf32, #rows>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<8x128xf16, #rows>) outs(%e : tensor<8x128xf32, #rows>) {
  ^bb0(%in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    linalg.yield %0 : f32
  } -> tensor<8x128xf32, #rows>
  return %s : tensor<8x128xf32, #rows>
}

// -----

#rows = #spyre.layout<[0, 1 | 1]>
#turned = #spyre.layout<[0, 1 | 0]>

// A relayout is a generic whose two maps differ; it yields what it reads.

// CHECK-DAG:   [[FROM:#.+]] = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>
// CHECK-DAG:   [[TO:#.+]] = affine_map<(d0, d1) -> (d0 floordiv 64, d1, d0 mod 64)>
// CHECK-LABEL: @relayout
// CHECK:       linalg.generic {indexing_maps = [{{#.+}}, [[FROM]], [[TO]]]
// CHECK-SAME:    outs({{%.+}} : tensor<2x128x64xf16>)
// CHECK-NEXT:  ^bb0({{%.+}}: i1, [[V:%.+]]: f16,
// CHECK-NEXT:    linalg.yield [[V]]
func.func @relayout(%x: tensor<128x128xf16, #rows>) -> tensor<128x128xf16, #turned> {
  %0 = spyre.relayout %x : tensor<128x128xf16, #rows> to tensor<128x128xf16, #turned>
  return %0 : tensor<128x128xf16, #turned>
}

// -----

#one = #spyre.layout<[0 | *]>

// Constants lie as their layout says; padding is zero in the file.

// CHECK-LABEL: @constant
// CHECK:       arith.constant {spyre.host = tensor<2xi64, {{#.+}}>}
// CHECK-SAME:    dense<{{\[}}[3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [5, 0,
// CHECK-SAME:    tensor<2x16xi64>
func.func @constant() -> tensor<2xi64, #one> {
  %c = arith.constant dense<[3, 5]> : tensor<2xi64, #one>
  return %c : tensor<2xi64, #one>
}

// -----

#rows = #spyre.layout<[0, 1 | 1]>
#scalar = #spyre.layout<[ | *]>

// An update in place moves whole sticks; its position counts rows.

// CHECK-LABEL: @update
// CHECK:       tensor.extract {{%.+}}[{{%.+}}] : tensor<32xi32>
// CHECK:       tensor.insert_slice {{%.+}} into {{%.+}}[{{%.+}}, 0, 0] [1, 2, 64] [1, 1, 1] {{.*}} : tensor<1x2x64xf16> into tensor<4x2x64xf16>
func.func @update(%cache: tensor<4x128xf16, #rows>, %row: tensor<1x128xf16, #rows>, %at: tensor<i32, #scalar>) -> tensor<4x128xf16, #rows> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %p = tensor.extract %at[] : tensor<i32, #scalar>
  %i = arith.index_cast %p : i32 to index
  %lo = arith.maxsi %i, %c0 : index
  %hi = arith.minsi %lo, %c3 : index
  %new = tensor.insert_slice %row into %cache[%hi, 0] [1, 128] [1, 1] : tensor<1x128xf16, #rows> into tensor<4x128xf16, #rows>
  return %new : tensor<4x128xf16, #rows>
}
