// RUN: spyre-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(spyre-set-device,spyre-place)'

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

func.func @main(%x: tensor<100x1x64xf16> {spyre.role = "input", spyre.host = tensor<100x64xf16>}) -> (tensor<100x1x64xf16> {spyre.host = tensor<100x64xf16>}) {
  %0 = call @pointwise_0(%x) {spyre.host = [tensor<100x64xf16>]} : (tensor<100x1x64xf16>) -> tensor<100x1x64xf16>
  return %0 : tensor<100x1x64xf16>
}
// expected-error @+1 {{expected the decisions spyre.division, spyre.tile and spyre.order on a kernel}}
func.func private @pointwise_0(%x: tensor<100x1x64xf16>) -> tensor<100x1x64xf16> attributes {spyre.kernel, spyre.division = {d0 = 32}} {
  %d = tensor.empty() : tensor<100x64xi1>
  %e = tensor.empty() : tensor<100x1x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<100x64xi1>, tensor<100x1x64xf16>) outs(%e : tensor<100x1x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<100x1x64xf16>
  return %a : tensor<100x1x64xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

func.func @main(%x: tensor<100x1x64xf16> {spyre.role = "input", spyre.host = tensor<100x64xf16>}) -> (tensor<100x1x64xf16> {spyre.host = tensor<100x64xf16>}) {
  %0 = call @pointwise_0(%x) {spyre.host = [tensor<100x64xf16>]} : (tensor<100x1x64xf16>) -> tensor<100x1x64xf16>
  return %0 : tensor<100x1x64xf16>
}
// expected-error @+1 {{expected a loop of the kernel (d0, d1) and a positive number, found "rows" = 32 : i64}}
func.func private @pointwise_0(%x: tensor<100x1x64xf16>) -> tensor<100x1x64xf16> attributes {spyre.kernel, spyre.division = {rows = 32}, spyre.tile = {}, spyre.order = []} {
  %d = tensor.empty() : tensor<100x64xi1>
  %e = tensor.empty() : tensor<100x1x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<100x64xi1>, tensor<100x1x64xf16>) outs(%e : tensor<100x1x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<100x1x64xf16>
  return %a : tensor<100x1x64xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

func.func @main(%x: tensor<100x1x64xf16> {spyre.role = "input", spyre.host = tensor<100x64xf16>}) -> (tensor<100x1x64xf16> {spyre.host = tensor<100x64xf16>}) {
  %0 = call @pointwise_0(%x) {spyre.host = [tensor<100x64xf16>]} : (tensor<100x1x64xf16>) -> tensor<100x1x64xf16>
  return %0 : tensor<100x1x64xf16>
}
// expected-error @+1 {{expected a loop of the kernel (d0, d1) and a positive number, found "d0" = 0 : i64}}
func.func private @pointwise_0(%x: tensor<100x1x64xf16>) -> tensor<100x1x64xf16> attributes {spyre.kernel, spyre.division = {d0 = 0}, spyre.tile = {}, spyre.order = []} {
  %d = tensor.empty() : tensor<100x64xi1>
  %e = tensor.empty() : tensor<100x1x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<100x64xi1>, tensor<100x1x64xf16>) outs(%e : tensor<100x1x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<100x1x64xf16>
  return %a : tensor<100x1x64xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

func.func @main(%x: tensor<100x1x64xf16> {spyre.role = "input", spyre.host = tensor<100x64xf16>}) -> (tensor<100x1x64xf16> {spyre.host = tensor<100x64xf16>}) {
  %0 = call @pointwise_0(%x) {spyre.host = [tensor<100x64xf16>]} : (tensor<100x1x64xf16>) -> tensor<100x1x64xf16>
  return %0 : tensor<100x1x64xf16>
}
// expected-error @+1 {{expected a loop of the kernel in spyre.order, found "rows"}}
func.func private @pointwise_0(%x: tensor<100x1x64xf16>) -> tensor<100x1x64xf16> attributes {spyre.kernel, spyre.division = {}, spyre.tile = {}, spyre.order = ["rows"]} {
  %d = tensor.empty() : tensor<100x64xi1>
  %e = tensor.empty() : tensor<100x1x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<100x64xi1>, tensor<100x1x64xf16>) outs(%e : tensor<100x1x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<100x1x64xf16>
  return %a : tensor<100x1x64xf16>
}
