// RUN: spyre-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(spyre-set-device,spyre-place)'

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

// Nobody keeps the value.

func.func @main(%x: tensor<64x1x64xf16> {spyre.role = "input", spyre.host = tensor<64x64xf16>}) -> (tensor<64x1x64xf16> {spyre.host = tensor<64x64xf16>}) {
  %0 = call @neg(%x) {spyre.host = [tensor<64x64xf16>]} : (tensor<64x1x64xf16>) -> tensor<64x1x64xf16>
  return %0 : tensor<64x1x64xf16>
}
// expected-error @+1 {{expected a kept result of a kernel in spyre.resident of argument 0, found {of = @other, result = 0 : i64, shard = array<i64: 2, 1, 64>}}}
func.func private @neg(%x: tensor<64x1x64xf16> {spyre.resident = {of = @other, result = 0, shard = array<i64: 2, 1, 64>}}) -> tensor<64x1x64xf16> attributes {spyre.kernel, spyre.division = {d0 = 32}, spyre.tile = {}, spyre.order = []} {
  %d = tensor.empty() : tensor<64x64xi1>
  %e = tensor.empty() : tensor<64x1x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<64x64xi1>, tensor<64x1x64xf16>) outs(%e : tensor<64x1x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<64x1x64xf16>
  return %a : tensor<64x1x64xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

// The reader runs on fewer cores than have the value: no round of copies is a
// permutation.

func.func @main(%x: tensor<64x1x64xf16> {spyre.role = "input", spyre.host = tensor<64x64xf16>}) -> (tensor<64x1x64xf16> {spyre.host = tensor<64x64xf16>}) {
  %0 = call @neg(%x) {spyre.host = [tensor<64x64xf16>]} : (tensor<64x1x64xf16>) -> tensor<64x1x64xf16>
  %1 = call @again(%0) {spyre.host = [tensor<64x64xf16>]} : (tensor<64x1x64xf16>) -> tensor<64x1x64xf16>
  return %1 : tensor<64x1x64xf16>
}
func.func private @neg(%x: tensor<64x1x64xf16>) -> (tensor<64x1x64xf16> {spyre.kept = {shard = array<i64: 2, 1, 64>}}) attributes {spyre.kernel, spyre.division = {d0 = 32}, spyre.tile = {}, spyre.order = []} {
  %d = tensor.empty() : tensor<64x64xi1>
  %e = tensor.empty() : tensor<64x1x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<64x64xi1>, tensor<64x1x64xf16>) outs(%e : tensor<64x1x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<64x1x64xf16>
  return %a : tensor<64x1x64xf16>
}
// expected-error @+1 {{expected a division under which argument 0 can reach each core from the LX of the others, found spyre.division = {d0 = 8 : i64}}}
func.func private @again(%x: tensor<64x1x64xf16> {spyre.resident = {of = @neg, result = 0, shard = array<i64: 2, 1, 64>}}) -> tensor<64x1x64xf16> attributes {spyre.kernel, spyre.division = {d0 = 8}, spyre.tile = {}, spyre.order = []} {
  %d = tensor.empty() : tensor<64x64xi1>
  %e = tensor.empty() : tensor<64x1x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<64x64xi1>, tensor<64x1x64xf16>) outs(%e : tensor<64x1x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<64x1x64xf16>
  return %a : tensor<64x1x64xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

func.func @main(%x: tensor<64x1x64xf16> {spyre.role = "input", spyre.host = tensor<64x64xf16>}) -> (tensor<64x1x64xf16> {spyre.host = tensor<64x64xf16>}) {
  %0 = call @neg(%x) {spyre.host = [tensor<64x64xf16>]} : (tensor<64x1x64xf16>) -> tensor<64x1x64xf16>
  return %0 : tensor<64x1x64xf16>
}
// expected-error @+1 {{expected a shard of 3 sizes in spyre.kept of result 0, found {shard = array<i64: 2>}}}
func.func private @neg(%x: tensor<64x1x64xf16>) -> (tensor<64x1x64xf16> {spyre.kept = {shard = array<i64: 2>}}) attributes {spyre.kernel, spyre.division = {d0 = 32}, spyre.tile = {}, spyre.order = []} {
  %d = tensor.empty() : tensor<64x64xi1>
  %e = tensor.empty() : tensor<64x1x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<64x64xi1>, tensor<64x1x64xf16>) outs(%e : tensor<64x1x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<64x1x64xf16>
  return %a : tensor<64x1x64xf16>
}
