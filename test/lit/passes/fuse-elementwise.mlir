// RUN: spyre-opt %s -split-input-file -spyre-fuse-elementwise | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>

// A pointwise producer with one reader goes into the reader's body.

// CHECK-LABEL: @chain
// CHECK:       linalg.generic {{.*}} ins(%arg0
// CHECK-NEXT:  ^bb0
// CHECK-NEXT:    arith.negf
// CHECK-NEXT:    arith.maximumf
// CHECK-NOT:   linalg.generic
func.func @chain(%x: tensor<8x64xf16>) -> tensor<8x64xf16> {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<8x64xf16>
  %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<8x64xf16>) outs(%e : tensor<8x64xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<8x64xf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%n : tensor<8x64xf16>) outs(%e : tensor<8x64xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.maximumf %in, %zero : f16
    linalg.yield %0 : f16
  } -> tensor<8x64xf16>
  return %r : tensor<8x64xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Work is not repeated: a value per row stays a value of its own when a whole
// matrix reads it, and so does a value with two readers.

// CHECK-LABEL: @not_repeated
// CHECK:         math.exp
// CHECK:         arith.addf
// CHECK:       linalg.generic
// CHECK:         arith.mulf
// CHECK:         arith.subf
// CHECK-NOT:   linalg.generic
func.func @not_repeated(%x: tensor<8x64xf16>, %r: tensor<8xf32>) -> (tensor<8x64xf16>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8x64xf16>
  %er = tensor.empty() : tensor<8xf32>
  %one = arith.constant 1.0 : f32
  %p = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    ins(%r : tensor<8xf32>) outs(%er : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    ins(%p : tensor<8xf32>) outs(%er : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %one : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x, %q : tensor<8x64xf16>, tensor<8xf32>) outs(%e : tensor<8x64xf16>) {
  ^bb0(%in: f16, %s: f32, %out: f16):
    %0 = arith.extf %in : f16 to f32
    %1 = arith.mulf %0, %s : f32
    %2 = arith.subf %1, %s : f32
    %3 = arith.truncf %2 : f32 to f16
    linalg.yield %3 : f16
  } -> tensor<8x64xf16>
  return %y, %q : tensor<8x64xf16>, tensor<8xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>

// Movement is an index map of its reader, a product's too, and the factors keep
// their places. Arithmetic stays outside products: they run on the array.

// CHECK-DAG:   [[KT:#.+]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-LABEL: @product
// CHECK-SAME:  ([[A:%.+]]: tensor<64x64xf16>, [[K:%.+]]: tensor<64x64xf16>)
// CHECK:       [[N:%.+]] = linalg.generic {{.*}} ins([[A]]
// CHECK:         arith.negf
// CHECK:       linalg.generic {indexing_maps = [{{#.+}}, [[KT]], {{#.+}}]{{.*}} ins([[N]], [[K]]
func.func @product(%a: tensor<64x64xf16>, %k: tensor<64x64xf16>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf16>
  %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<64x64xf16>) outs(%e : tensor<64x64xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<64x64xf16>
  %kt = linalg.generic {indexing_maps = [#swap, #id], iterator_types = ["parallel", "parallel"]}
    ins(%k : tensor<64x64xf16>) outs(%e : tensor<64x64xf16>) {
  ^bb0(%in: f16, %out: f16):
    linalg.yield %in : f16
  } -> tensor<64x64xf16>
  %ef = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%ef : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%n, %kt : tensor<64x64xf16>, tensor<64x64xf16>) outs(%f : tensor<64x64xf32>) {
  ^bb0(%x: f16, %y: f16, %out: f32):
    %0 = arith.extf %x : f16 to f32
    %1 = arith.extf %y : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64x64xf32>
  return %s : tensor<64x64xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// A causal mask costs nothing: positions become positions of the reader.

// CHECK-LABEL: @mask
// CHECK:       linalg.generic {{.*}} ins(%arg0
// CHECK-DAG:     [[I:%.+]] = linalg.index 0
// CHECK-DAG:     [[J:%.+]] = linalg.index 1
// CHECK:         arith.cmpi sge
// CHECK:         arith.select
// CHECK-NOT:   linalg.generic
func.func @mask(%x: tensor<8x64xf16>) -> tensor<8x64xf16> {
  %low = arith.constant 0xFC00 : f16
  %e = tensor.empty() : tensor<8x64xf16>
  %em = tensor.empty() : tensor<8x64xi1>
  %m = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%em : tensor<8x64xi1>) {
  ^bb0(%out: i1):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %a = arith.index_cast %i : index to i32
    %b = arith.index_cast %j : index to i32
    %0 = arith.cmpi sge, %a, %b : i32
    linalg.yield %0 : i1
  } -> tensor<8x64xi1>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%m, %x : tensor<8x64xi1>, tensor<8x64xf16>) outs(%e : tensor<8x64xf16>) {
  ^bb0(%c: i1, %in: f16, %out: f16):
    %0 = arith.select %c, %in, %low : f16
    linalg.yield %0 : f16
  } -> tensor<8x64xf16>
  return %y : tensor<8x64xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>

// Movement that no reader absorbs is sunk into the result map of its producer.

// CHECK-DAG:   [[SWAP:#.+]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: @sink
// CHECK:       linalg.generic {indexing_maps = [{{#.+}}, [[SWAP]]]{{.*}} ins(%arg0 : tensor<8x64xf16>) outs({{%.+}} : tensor<64x8xf16>)
// CHECK-NEXT:  ^bb0
// CHECK-NEXT:    arith.negf
// CHECK-NOT:   linalg.generic
func.func @sink(%x: tensor<8x64xf16>) -> tensor<64x8xf16> {
  %e = tensor.empty() : tensor<8x64xf16>
  %et = tensor.empty() : tensor<64x8xf16>
  %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<8x64xf16>) outs(%e : tensor<8x64xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<8x64xf16>
  %t = linalg.generic {indexing_maps = [#swap, #id], iterator_types = ["parallel", "parallel"]}
    ins(%n : tensor<8x64xf16>) outs(%et : tensor<64x8xf16>) {
  ^bb0(%in: f16, %out: f16):
    linalg.yield %in : f16
  } -> tensor<64x8xf16>
  return %t : tensor<64x8xf16>
}
