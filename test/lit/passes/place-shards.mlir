// RUN: spyre-opt %s -pass-pipeline='builtin.module(spyre-set-device,spyre-place)' | FileCheck %s --check-prefix=PLACE
// RUN: spyre-opt %s -pass-pipeline='builtin.module(spyre-set-device,spyre-place,spyre-schedule)' | FileCheck %s --check-prefix=SCHED

// A value that stays in LX, made by rows, read by rows on the core that has them
// (@relu), and by columns out of the parts of all cores (@columns).

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

// PLACE-LABEL: func.func @main
// PLACE:         [[V:%.+]] = memref.alloc() : memref<32x16x32x64xf16, #lx>
// PLACE:         call @neg({{%.+}}, [[V]])
// PLACE:         call @relu([[V]],
// PLACE:         call @columns([[V]],
// PLACE-LABEL: func.func private @neg
// PLACE-SAME:    [[V:%[^:]+]]: memref<32x16x32x64xf16, #lx>)
// PLACE:         scf.forall
// PLACE:           [[CORE:%.+]] = affine.apply
// PLACE:           [[PART:%.+]] = memref.subview [[V]]{{\[}}[[CORE]], 0, 0, 0] [1, 16, 32, 64]
// PLACE:           scf.for [[T:%.+]] = %c0 to %c4
// PLACE:             [[AT:%.+]] = affine.apply {{#.+}}(){{\[}}[[T]]]
// PLACE:             [[TILE:%.+]] = memref.subview [[PART]]{{\[}}[[AT]], 0, 0] [4, 32, 64]
// PLACE:             linalg.generic {{.*}} outs([[TILE]]
// PLACE-NOT:         memref.copy
// PLACE:         mapping
// PLACE-LABEL: func.func private @relu
// PLACE:           [[TILE:%.+]] = memref.subview {{%.+}}[0, 0, 0] [16, 32, 64]
// PLACE-NOT:       spyre.copy
// PLACE:           linalg.generic {{.*}}ins({{%.+}}, [[TILE]]

// Thirty-two rounds; the cores of each are a permutation, sources and targets
// differ from core to core.
// PLACE-LABEL: func.func private @columns
// PLACE:           [[PART:%.+]] = memref.subview
// PLACE:           [[OWN:%.+]] = memref.alloc() : memref<512x1x64xf16, #lx>
// PLACE-COUNT-32:  spyre.copy ring {{.*}} from core
// PLACE-NOT:       spyre.copy ring
// PLACE:           linalg.generic

// One buffer at the top of LX, before all launches.
// SCHED-LABEL: func.func @main
// SCHED:         [[V:%.+]] = spyre.buffer at 1559808 : memref<16x32x64xf16, #lx>
// SCHED:         spyre.launch "neg"
// SCHED:           memref.subview [[V]]
// SCHED:         spyre.launch "relu"
// SCHED:           memref.subview [[V]]
// SCHED:         spyre.launch "columns"
// SCHED:           memref.subview [[V]]
func.func @main(%x: tensor<512x32x64xf16> {spyre.role = "input", spyre.host = tensor<512x2048xf16>}) -> (tensor<512x32x64xf16> {spyre.host = tensor<512x2048xf16>}, tensor<512x32x64xf16> {spyre.host = tensor<512x2048xf16>}) {
  %0 = call @neg(%x) {spyre.host = [tensor<512x2048xf16>]} : (tensor<512x32x64xf16>) -> tensor<512x32x64xf16>
  %1 = call @relu(%0) {spyre.host = [tensor<512x2048xf16>]} : (tensor<512x32x64xf16>) -> tensor<512x32x64xf16>
  %2 = call @columns(%0) {spyre.host = [tensor<512x2048xf16>]} : (tensor<512x32x64xf16>) -> tensor<512x32x64xf16>
  return %1, %2 : tensor<512x32x64xf16>, tensor<512x32x64xf16>
}
func.func private @neg(%x: tensor<512x32x64xf16>) -> (tensor<512x32x64xf16> {spyre.kept = {shard = array<i64: 16, 32, 64>}}) attributes {spyre.kernel, spyre.division = {d0 = 32}, spyre.tile = {d0 = 4}, spyre.order = ["d0"]} {
  %d = tensor.empty() : tensor<512x2048xi1>
  %e = tensor.empty() : tensor<512x32x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<512x2048xi1>, tensor<512x32x64xf16>) outs(%e : tensor<512x32x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<512x32x64xf16>
  return %a : tensor<512x32x64xf16>
}
func.func private @relu(%x: tensor<512x32x64xf16> {spyre.resident = {of = @neg, result = 0, shard = array<i64: 16, 32, 64>}}) -> tensor<512x32x64xf16> attributes {spyre.kernel, spyre.division = {d0 = 32}, spyre.tile = {}, spyre.order = []} {
  %zero = arith.constant 0.0 : f16
  %d = tensor.empty() : tensor<512x2048xi1>
  %e = tensor.empty() : tensor<512x32x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<512x2048xi1>, tensor<512x32x64xf16>) outs(%e : tensor<512x32x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.maximumf %in, %zero : f16
    linalg.yield %0 : f16
  } -> tensor<512x32x64xf16>
  return %a : tensor<512x32x64xf16>
}
func.func private @columns(%x: tensor<512x32x64xf16> {spyre.resident = {of = @neg, result = 0, shard = array<i64: 16, 32, 64>}}) -> tensor<512x32x64xf16> attributes {spyre.kernel, spyre.division = {d1 = 32}, spyre.tile = {}, spyre.order = []} {
  %d = tensor.empty() : tensor<512x2048xi1>
  %e = tensor.empty() : tensor<512x32x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<512x2048xi1>, tensor<512x32x64xf16>) outs(%e : tensor<512x32x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.addf %in, %in : f16
    linalg.yield %0 : f16
  } -> tensor<512x32x64xf16>
  return %a : tensor<512x32x64xf16>
}
