// RUN: spyre-opt %s -split-input-file -spyre-normalize-graph | FileCheck %s

// An update at run-time offsets into a donated argument stays in place; its
// source and its position are ops of their own, so that one kernel holds them.

// CHECK-LABEL: @in_place
// CHECK-SAME:  ([[CACHE:%.+]]: tensor<4x128xf16> {{.*}}, [[ROW:%.+]]: tensor<1x128xf16>, [[AT:%.+]]: tensor<i32>)
// CHECK:       [[SOURCE:%.+]] = linalg.generic {{.*}} ins([[ROW]]
// CHECK:       [[POSITION:%.+]] = linalg.generic {{.*}} ins([[AT]]
// CHECK:       tensor.extract [[POSITION]][]
// CHECK:       [[NEW:%.+]] = tensor.insert_slice [[SOURCE]] into [[CACHE]]
// CHECK:       return [[NEW]]
func.func @in_place(%cache: tensor<4x128xf16> {tf.aliasing_output = 0 : i32}, %row: tensor<1x128xf16>, %at: tensor<i32>) -> tensor<4x128xf16> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %p = tensor.extract %at[] : tensor<i32>
  %i = arith.index_cast %p : i32 to index
  %lo = arith.maxsi %i, %c0 : index
  %hi = arith.minsi %lo, %c3 : index
  %new = tensor.insert_slice %row into %cache[%hi, 0] [1, 128] [1, 1] : tensor<1x128xf16> into tensor<4x128xf16>
  return %new : tensor<4x128xf16>
}

// -----

// Not donated: the caller keeps its value, the update writes a copy.

// CHECK-LABEL: @copied
// CHECK-SAME:  ([[CACHE:%.+]]: tensor<4x128xf16>, [[ROW:%.+]]: tensor<1x128xf16>, {{.*}})
// CHECK:       [[COPY:%.+]] = linalg.generic {{.*}} ins([[CACHE]]
// CHECK:       tensor.insert_slice {{%.+}} into [[COPY]]
func.func @copied(%cache: tensor<4x128xf16>, %row: tensor<1x128xf16>, %at: tensor<i32>) -> tensor<4x128xf16> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %p = tensor.extract %at[] : tensor<i32>
  %i = arith.index_cast %p : i32 to index
  %lo = arith.maxsi %i, %c0 : index
  %hi = arith.minsi %lo, %c3 : index
  %new = tensor.insert_slice %row into %cache[%hi, 0] [1, 128] [1, 1] : tensor<1x128xf16> into tensor<4x128xf16>
  return %new : tensor<4x128xf16>
}

// -----

// Donated, but read afterwards: the old value must survive.

// CHECK-LABEL: @still_read
// CHECK-SAME:  ([[CACHE:%.+]]: tensor<4x128xf16>
// CHECK:       [[COPY:%.+]] = linalg.generic {{.*}} ins([[CACHE]]
// CHECK:       tensor.insert_slice {{%.+}} into [[COPY]]
func.func @still_read(%cache: tensor<4x128xf16> {tf.aliasing_output = 0 : i32}, %row: tensor<1x128xf16>, %at: tensor<i32>) -> (tensor<4x128xf16>, tensor<4x128xf16>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %p = tensor.extract %at[] : tensor<i32>
  %i = arith.index_cast %p : i32 to index
  %lo = arith.maxsi %i, %c0 : index
  %hi = arith.minsi %lo, %c3 : index
  %new = tensor.insert_slice %row into %cache[%hi, 0] [1, 128] [1, 1] : tensor<1x128xf16> into tensor<4x128xf16>
  return %new, %cache : tensor<4x128xf16>, tensor<4x128xf16>
}

// -----

// A part of the last dim: copies move whole sticks, so each element of the
// destination takes the element of the source that falls on it, if one does.

// CHECK-DAG:   [[READ:#.+]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG:   [[WRITTEN:#.+]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: @inside_sticks
// CHECK-SAME:  ([[X:%.+]]: tensor<4x128xf16>, [[PART:%.+]]: tensor<4x8xf16>, [[AT:%.+]]: tensor<i32>)
// CHECK:       linalg.generic {indexing_maps = [[[READ]], {{#.+}}, [[WRITTEN]]], iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK-SAME:    ins([[PART]], [[AT]] :
// CHECK:         [[HIT:%.+]] = arith.cmpi eq
// CHECK:         arith.select [[HIT]]
// CHECK-NOT:   tensor.insert_slice
func.func @inside_sticks(%x: tensor<4x128xf16>, %part: tensor<4x8xf16>, %at: tensor<i32>) -> tensor<4x128xf16> {
  %c0 = arith.constant 0 : index
  %c120 = arith.constant 120 : index
  %p = tensor.extract %at[] : tensor<i32>
  %i = arith.index_cast %p : i32 to index
  %lo = arith.maxsi %i, %c0 : index
  %hi = arith.minsi %lo, %c120 : index
  %new = tensor.insert_slice %part into %x[0, %hi] [4, 8] [1, 1] : tensor<4x8xf16> into tensor<4x128xf16>
  return %new : tensor<4x128xf16>
}
