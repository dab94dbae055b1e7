// RUN: spyre-opt %s -pass-pipeline='builtin.module(spyre-set-device,spyre-place)' | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>
#columns = affine_map<(d0, d1) -> (d1 floordiv 32, d1 mod 32)>
#all = affine_map<(d0) -> (d0)>
#vector = affine_map<(d0) -> (d0 floordiv 32, d0 mod 32)>

// A fold over rows that four cores share: every core fetches the partial
// results of all four, its own first, folds them into a buffer of its own, and
// what reads the fold reads that one. They are neighbours: the rows' digit of the
// core number is the last. All pairs of the four meet, as in a butterfly. The columns are shared too, unevenly: only
// what this core fills of a buffer is passed on.

// CHECK-LABEL: func.func private @reduce_0
// CHECK:       scf.forall ([[COLUMNS:%.+]], [[ROWS:%.+]]) in (2, 4)
// CHECK:         [[PARTIAL:%.+]] = memref.alloc() : memref<4x32xf32, #lx>
// CHECK-NEXT:    [[WHOLE:%.+]] = memref.alloc() : memref<4x32xf32, #lx>
// CHECK-NEXT:    [[ALL:%.+]] = memref.alloc() : memref<4x4x32xf32, #lx>
// CHECK:         linalg.generic {{.*}}["reduction", "parallel"]{{.*}} outs([[PARTIAL]] :
// CHECK:         [[FILLED:%.+]] = memref.subview [[PARTIAL]][0, 0] {{\[}}[[SIZE:%.+]], 32]
// CHECK:         memref.subview [[ALL]][0, 0, 0] [1, [[SIZE]], 32]
// CHECK:         [[TABLE:%.+]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]>
// CHECK-NEXT:    [[CORE:%.+]] = tensor.extract [[TABLE]]
// CHECK-NEXT:    spyre.copy ring [[FILLED]] to {{%.+}} from core [[CORE]]
// CHECK:         memref.subview [[ALL]][1, 0, 0] [1, [[SIZE]], 32]
// CHECK:         [[TABLE:%.+]] = arith.constant dense<[1, 0, 3, 2, 5, 4, 7, 6]>
// CHECK-NEXT:    [[CORE:%.+]] = tensor.extract [[TABLE]]
// CHECK-NEXT:    spyre.copy ring [[FILLED]] to {{%.+}} from core [[CORE]]
// CHECK-COUNT-2: spyre.copy ring
// CHECK-NOT:     spyre.copy ring
// CHECK:         [[DOMAIN:%.+]] = memref.alloca([[SIZE]]) : memref<4x?x32xi1>
// CHECK:         linalg.generic {{.*}}["reduction", "parallel", "parallel"]{{.*}} ins([[DOMAIN]], [[ALL]] : {{.*}} outs([[WHOLE]] :
// CHECK:           arith.addf
// CHECK:         linalg.generic {{.*}} ins({{%.+}}, [[WHOLE]] :
func.func @main(%x: tensor<15x3x64xf16> {spyre.role = "input", spyre.host = tensor<15x160xf16>}) -> (tensor<5x32xf32> {spyre.host = tensor<160xf32>}) {
  %0 = call @reduce_0(%x) {spyre.host = [tensor<160xf32>]} : (tensor<15x3x64xf16>) -> tensor<5x32xf32>
  return %0 : tensor<5x32xf32>
}
func.func private @reduce_0(%x: tensor<15x3x64xf16>) -> tensor<5x32xf32> attributes {spyre.kernel, spyre.division = {d0 = 2, d1 = 4}, spyre.tile = {}, spyre.order = []} {
  %zero = arith.constant 0.0 : f32
  %d = tensor.empty() : tensor<15x160xi1>
  %e = tensor.empty() : tensor<5x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x32xf32>) -> tensor<5x32xf32>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #columns], iterator_types = ["reduction", "parallel"]}
    ins(%d, %x : tensor<15x160xi1>, tensor<15x3x64xf16>) outs(%f : tensor<5x32xf32>) {
  ^bb0(%u: i1, %in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<5x32xf32>
  %d1 = tensor.empty() : tensor<160xi1>
  %e1 = tensor.empty() : tensor<5x32xf32>
  %r = linalg.generic {indexing_maps = [#all, #vector, #vector], iterator_types = ["parallel"]}
    ins(%d1, %a : tensor<160xi1>, tensor<5x32xf32>) outs(%e1 : tensor<5x32xf32>) {
  ^bb0(%u: i1, %in: f32, %out: f32):
    %0 = arith.negf %in : f32
    linalg.yield %0 : f32
  } -> tensor<5x32xf32>
  return %r : tensor<5x32xf32>
}
