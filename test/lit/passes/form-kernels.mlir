// RUN: spyre-opt %s -split-input-file -pass-pipeline='builtin.module(spyre-set-device,spyre-form-kernels)' | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>
#lane0 = affine_map<(d0, d1) -> (d0, 0)>

// A fold and its reader run as one launch: the row sums stay in LX. The kernel
// is named after what it does and called with what it reads.

// CHECK-LABEL: func.func @main
// CHECK-SAME:  ([[X:%[^:]+]]: tensor<512x16x64xf16>
// CHECK-NEXT:  [[Y:%.+]] = call @reduce_0([[X]])
// CHECK-NEXT:  return [[Y]]
// CHECK-LABEL: func.func private @reduce_0
// CHECK-SAME:  attributes {spyre.formed = "2 kernels joined in one: {{.*}} us instead of {{.*}}", spyre.kernel}
// CHECK-COUNT-2: linalg.generic
func.func @main(%x: tensor<512x16x64xf16>) -> tensor<512x16x64xf16> {
  %zero = arith.constant 0.0 : f32
  %d = tensor.empty() : tensor<512x1024xi1>
  %es = tensor.empty() : tensor<512x32xf32>
  %e = tensor.empty() : tensor<512x16x64xf16>
  %f = linalg.fill ins(%zero : f32) outs(%es : tensor<512x32xf32>) -> tensor<512x32xf32>
  %s = linalg.generic {indexing_maps = [#id, #sticks, #lane0], iterator_types = ["parallel", "reduction"]}
    ins(%d, %x : tensor<512x1024xi1>, tensor<512x16x64xf16>) outs(%f : tensor<512x32xf32>)
    attrs = {spyre.host = [tensor<512xf32, #spyre.layout<[0 | *]>>]} {
  ^bb0(%u: i1, %in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<512x32xf32>
  %y = linalg.generic {indexing_maps = [#id, #sticks, #lane0, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x, %s : tensor<512x1024xi1>, tensor<512x16x64xf16>, tensor<512x32xf32>) outs(%e : tensor<512x16x64xf16>)
    attrs = {spyre.host = [tensor<512x1024xf16, #spyre.layout<[0, 1 | 1]>>]} {
  ^bb0(%u: i1, %in: f16, %t: f32, %out: f16):
    %0 = arith.extf %in : f16 to f32
    %1 = arith.subf %0, %t : f32
    %2 = arith.truncf %1 : f32 to f16
    linalg.yield %2 : f16
  } -> tensor<512x16x64xf16>
  return %y : tensor<512x16x64xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

// Equal kernels are one function, so that equal layers are compiled once.

// CHECK-LABEL: func.func @main
// CHECK-SAME:  ([[X:%[^:]+]]: tensor<64x2x64xf16>, [[Y:%[^:]+]]: tensor<64x2x64xf16>)
// CHECK-DAG:   call @pointwise_0([[X]])
// CHECK-DAG:   call @pointwise_0([[Y]])
// CHECK:       func.func private @pointwise_0
// CHECK-NOT:   func.func
func.func @main(%x: tensor<64x2x64xf16>, %y: tensor<64x2x64xf16>) -> (tensor<64x2x64xf16>, tensor<64x2x64xf16>) {
  %d = tensor.empty() : tensor<64x128xi1>
  %e = tensor.empty() : tensor<64x2x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<64x128xi1>, tensor<64x2x64xf16>) outs(%e : tensor<64x2x64xf16>)
    attrs = {spyre.host = [tensor<64x128xf16, #spyre.layout<[0, 1 | 1]>>]} {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<64x2x64xf16>
  %b = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %y : tensor<64x128xi1>, tensor<64x2x64xf16>) outs(%e : tensor<64x2x64xf16>)
    attrs = {spyre.host = [tensor<64x128xf16, #spyre.layout<[0, 1 | 1]>>]} {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<64x2x64xf16>
  return %a, %b : tensor<64x2x64xf16>, tensor<64x2x64xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>
#zero = affine_map<() -> (0)>

// An update in place belongs to the kernel that makes its source and reads its
// position.

// CHECK-LABEL: func.func @main
// CHECK-SAME:  ([[CACHE:%[^:]+]]: tensor<4x2x64xf16>, [[ROW:%[^:]+]]: tensor<1x2x64xf16>, [[AT:%[^:]+]]: tensor<32xi32>)
// CHECK-NEXT:  [[NEW:%.+]] = call @update_0({{.*}}) {{.*}} -> tensor<4x2x64xf16>
// CHECK-NEXT:  return [[NEW]]
// CHECK-LABEL: func.func private @update_0
// CHECK:       tensor.extract
// CHECK:       tensor.insert_slice
func.func @main(%cache: tensor<4x2x64xf16>, %row: tensor<1x2x64xf16>, %at: tensor<32xi32>) -> tensor<4x2x64xf16> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %d = tensor.empty() : tensor<1x128xi1>
  %e = tensor.empty() : tensor<1x2x64xf16>
  %d0 = tensor.empty() : tensor<i1>
  %e0 = tensor.empty() : tensor<32xi32>
  %n = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %row : tensor<1x128xi1>, tensor<1x2x64xf16>) outs(%e : tensor<1x2x64xf16>)
    attrs = {spyre.host = [tensor<1x128xf16, #spyre.layout<[0, 1 | 1]>>]} {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<1x2x64xf16>
  %q = linalg.generic {indexing_maps = [affine_map<() -> ()>, #zero, #zero], iterator_types = []}
    ins(%d0, %at : tensor<i1>, tensor<32xi32>) outs(%e0 : tensor<32xi32>)
    attrs = {spyre.host = [tensor<i32, #spyre.layout<[ | *]>>]} {
  ^bb0(%u: i1, %in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<32xi32>
  %p = tensor.extract %q[%c0] : tensor<32xi32>
  %i = arith.index_cast %p : i32 to index
  %lo = arith.maxsi %i, %c0 : index
  %hi = arith.minsi %lo, %c3 : index
  %new = tensor.insert_slice %n into %cache[%hi, 0, 0] [1, 2, 64] [1, 1, 1]
    {spyre.host = [tensor<4x128xf16, #spyre.layout<[0, 1 | 1]>>]} : tensor<1x2x64xf16> into tensor<4x2x64xf16>
  return %new : tensor<4x2x64xf16>
}
