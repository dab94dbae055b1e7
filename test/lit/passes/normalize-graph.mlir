// RUN: spyre-opt %s -split-input-file -spyre-normalize-graph | FileCheck %s

// A static piece writes through an offset result map; two pieces fill one tensor.

// (d1 mod 64: linalg takes a piece at the origin for the whole without it.)

// CHECK-DAG: [[LEFT:#.+]] = affine_map<(d0, d1) -> (d0, d1 mod 64)>
// CHECK-DAG: [[RIGHT:#.+]] = affine_map<(d0, d1) -> (d0, d1 + 32)>
// CHECK-LABEL: @concatenate
// CHECK-SAME:  ([[A:%.+]]: tensor<8x32xf16>, [[B:%.+]]: tensor<8x32xf16>)
// CHECK:       [[E:%.+]] = tensor.empty() : tensor<8x64xf16>
// CHECK:       [[FIRST:%.+]] = linalg.generic {indexing_maps = [{{#.+}}, [[LEFT]]]{{.*}} ins([[A]] : {{.*}} outs([[E]]
// CHECK:       linalg.generic {indexing_maps = [{{#.+}}, [[RIGHT]]]{{.*}} ins([[B]] : {{.*}} outs([[FIRST]]
// CHECK-NOT:   tensor.insert_slice
func.func @concatenate(%a: tensor<8x32xf16>, %b: tensor<8x32xf16>) -> tensor<8x64xf16> {
  %e = tensor.empty() : tensor<8x64xf16>
  %0 = tensor.insert_slice %a into %e[0, 0] [8, 32] [1, 1] : tensor<8x32xf16> into tensor<8x64xf16>
  %1 = tensor.insert_slice %b into %0[0, 32] [8, 32] [1, 1] : tensor<8x32xf16> into tensor<8x64xf16>
  return %1 : tensor<8x64xf16>
}

// -----

// Padding: a fill under a piece is a generic that yields the constant. Interior
// padding is a stride.

// CHECK: [[SPREAD:#.+]] = affine_map<(d0) -> (d0 * 2 + 1)>
// CHECK-LABEL: @pad
// CHECK-SAME:  ([[X:%.+]]: tensor<8xf16>)
// CHECK:       [[FILLED:%.+]] = linalg.generic
// CHECK-NEXT:  ^bb0
// CHECK-NEXT:    [[C:%.+]] = arith.constant 2.0
// CHECK-NEXT:    linalg.yield [[C]]
// CHECK:       linalg.generic {indexing_maps = [{{#.+}}, [[SPREAD]]]{{.*}} ins([[X]] : {{.*}} outs([[FILLED]]
func.func @pad(%x: tensor<8xf16>) -> tensor<17xf16> {
  %two = arith.constant 2.0 : f16
  %e = tensor.empty() : tensor<17xf16>
  %f = linalg.fill ins(%two : f16) outs(%e : tensor<17xf16>) -> tensor<17xf16>
  %0 = tensor.insert_slice %x into %f[1] [8] [2] : tensor<8xf16> into tensor<17xf16>
  return %0 : tensor<17xf16>
}

// -----

// A piece without elements is nothing.

// CHECK-LABEL: @empty_piece
// CHECK-NOT:   tensor.insert_slice
// CHECK:       linalg.generic {{.*}} ins(%arg0
func.func @empty_piece(%x: tensor<8xf16>, %none: tensor<0xf16>) -> tensor<8xf16> {
  %0 = tensor.insert_slice %none into %x[4] [0] [1] : tensor<0xf16> into tensor<8xf16>
  return %0 : tensor<8xf16>
}

// -----

// What is returned is made by an op of its own: an argument, a value twice.

// CHECK-LABEL: @results
// CHECK-SAME:  ([[X:%.+]]: tensor<8xf16>)
// CHECK:       [[N:%.+]] = linalg.generic {{.*}} ins([[X]]
// CHECK:         arith.negf
// CHECK:       [[COPY:%.+]] = linalg.generic {{.*}} ins([[X]]
// CHECK:       [[AGAIN:%.+]] = linalg.generic {{.*}} ins([[N]]
// CHECK:       return [[COPY]], [[N]], [[AGAIN]]
func.func @results(%x: tensor<8xf16>) -> (tensor<8xf16>, tensor<8xf16>, tensor<8xf16>) {
  %e = tensor.empty() : tensor<8xf16>
  %n = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    ins(%x : tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<8xf16>
  return %x, %n, %n : tensor<8xf16>, tensor<8xf16>, tensor<8xf16>
}

// -----

// Two values begin with one piece. It leaves a hole, which nothing may read: it
// is written twice, not copied.

// CHECK-LABEL: @common_piece
// CHECK-SAME:  ([[X:%.+]]: tensor<1x8xf16>, [[Y:%.+]]: tensor<1x8xf16>, [[Z:%.+]]: tensor<1x8xf16>)
// CHECK:       [[E:%.+]] = tensor.empty() : tensor<2x8xf16>
// CHECK:       [[A:%.+]] = linalg.generic {{.*}} ins([[X]] : {{.*}} outs([[E]]
// CHECK:       [[B:%.+]] = linalg.generic {{.*}} ins([[X]] : {{.*}} outs([[E]]
// CHECK:       [[FIRST:%.+]] = linalg.generic {{.*}} ins([[Y]] : {{.*}} outs([[B]]
// CHECK:       [[SECOND:%.+]] = linalg.generic {{.*}} ins([[Z]] : {{.*}} outs([[A]]
// CHECK:       return [[FIRST]], [[SECOND]]
func.func @common_piece(%x: tensor<1x8xf16>, %y: tensor<1x8xf16>, %z: tensor<1x8xf16>) -> (tensor<2x8xf16>, tensor<2x8xf16>) {
  %e = tensor.empty() : tensor<2x8xf16>
  %0 = tensor.insert_slice %x into %e[0, 0] [1, 8] [1, 1] : tensor<1x8xf16> into tensor<2x8xf16>
  %1 = tensor.insert_slice %y into %0[1, 0] [1, 8] [1, 1] : tensor<1x8xf16> into tensor<2x8xf16>
  %2 = tensor.insert_slice %z into %0[1, 0] [1, 8] [1, 1] : tensor<1x8xf16> into tensor<2x8xf16>
  return %1, %2 : tensor<2x8xf16>, tensor<2x8xf16>
}
