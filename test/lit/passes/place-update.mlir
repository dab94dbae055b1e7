// RUN: spyre-opt %s -pass-pipeline='builtin.module(spyre-set-device,spyre-place)' | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>
#zero = affine_map<() -> (0)>

// An update in place is a store into the argument itself. Its position is read
// from LX by the copy and clamped to the room that the box has; the argument is
// state, and no result is allocated.

// CHECK-LABEL: func.func @main
// CHECK-SAME:  ([[CACHE:%[^:]+]]: memref<4x2x64xf16, #ddr> {{{.*}}spyre.result = 0 : i64, spyre.role = "state"}, [[ROW:%[^:]+]]: {{.*}}, [[AT:%[^:]+]]: {{.*}})
// CHECK-NOT:   memref.alloc
// CHECK:       call @update_0([[CACHE]], [[ROW]], [[AT]])
// CHECK-LABEL: func.func private @update_0
// CHECK-SAME:  ([[CACHE:%[^:]+]]: memref<4x2x64xf16
// CHECK-SAME:  spyre.updates = array<i64: 0>
// CHECK:       linalg.generic {{.*}} outs([[POSITION:%.+]] : memref<32xi32, #lx>)
// CHECK:       [[BOX:%.+]] = memref.subview [[CACHE]]
// CHECK:       spyre.copy store {{%.+}} to [[BOX]] position([[POSITION]] : memref<32xi32, #lx>) dims [0] ranges [0, 3]
func.func @main(%cache: tensor<4x2x64xf16> {spyre.role = "input", spyre.host = tensor<4x128xf16>},
                %row: tensor<1x2x64xf16> {spyre.role = "input", spyre.host = tensor<1x128xf16>},
                %at: tensor<32xi32> {spyre.role = "input", spyre.host = tensor<i32>})
    -> (tensor<4x2x64xf16> {spyre.host = tensor<4x128xf16>}) {
  %0 = call @update_0(%cache, %row, %at) {spyre.host = [tensor<4x128xf16>]} : (tensor<4x2x64xf16>, tensor<1x2x64xf16>, tensor<32xi32>) -> tensor<4x2x64xf16>
  return %0 : tensor<4x2x64xf16>
}
func.func private @update_0(%cache: tensor<4x2x64xf16>, %row: tensor<1x2x64xf16>, %at: tensor<32xi32>) -> tensor<4x2x64xf16>
    attributes {spyre.kernel, spyre.division = {d1 = 2}, spyre.tile = {}, spyre.order = []} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %d = tensor.empty() : tensor<1x128xi1>
  %e = tensor.empty() : tensor<1x2x64xf16>
  %d0 = tensor.empty() : tensor<i1>
  %e0 = tensor.empty() : tensor<32xi32>
  %q = linalg.generic {indexing_maps = [affine_map<() -> ()>, #zero, #zero], iterator_types = []}
    ins(%d0, %at : tensor<i1>, tensor<32xi32>) outs(%e0 : tensor<32xi32>) {
  ^bb0(%u: i1, %in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<32xi32>
  %n = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %row : tensor<1x128xi1>, tensor<1x2x64xf16>) outs(%e : tensor<1x2x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<1x2x64xf16>
  %p = tensor.extract %q[%c0] : tensor<32xi32>
  %i = arith.index_cast %p : i32 to index
  %lo = arith.maxsi %i, %c0 : index
  %hi = arith.minsi %lo, %c3 : index
  %new = tensor.insert_slice %n into %cache[%hi, 0, 0] [1, 2, 64] [1, 1, 1] : tensor<1x2x64xf16> into tensor<4x2x64xf16>
  return %new : tensor<4x2x64xf16>
}
