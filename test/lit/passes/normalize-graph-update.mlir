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
