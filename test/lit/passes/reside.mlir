// RUN: spyre-opt %s -split-input-file -pass-pipeline='builtin.module(spyre-set-device,spyre-divide,spyre-reside)' | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

// Row by row on both sides: the value never leaves the cores that made it, and
// no copy of it is priced.

// CHECK-LABEL: func.func private @neg
// CHECK-SAME:  -> (tensor<512x8x64xf16> {spyre.kept = {reason = "{{.*}} us instead of {{.*}} with all its readers", shard = array<i64: 16, 8, 64>}})
// CHECK-SAME:  spyre.division = {d0 = 32 : i64}
// CHECK-LABEL: func.func private @relu
// CHECK-SAME:  (%arg0: tensor<512x8x64xf16> {spyre.resident = {of = @neg, result = 0 : i64, shard = array<i64: 16, 8, 64>}})
// CHECK-SAME:  spyre.division = {d0 = 32 : i64}
// CHECK-SAME:  spyre.reason = "{{.*}}; argument 0 in LX, from neg"
func.func @main(%x: tensor<512x8x64xf16>) -> tensor<512x8x64xf16> {
  %0 = call @neg(%x) : (tensor<512x8x64xf16>) -> tensor<512x8x64xf16>
  %1 = call @relu(%0) : (tensor<512x8x64xf16>) -> tensor<512x8x64xf16>
  return %1 : tensor<512x8x64xf16>
}
func.func private @neg(%x: tensor<512x8x64xf16>) -> tensor<512x8x64xf16> attributes {spyre.kernel} {
  %d = tensor.empty() : tensor<512x512xi1>
  %e = tensor.empty() : tensor<512x8x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<512x512xi1>, tensor<512x8x64xf16>) outs(%e : tensor<512x8x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<512x8x64xf16>
  return %a : tensor<512x8x64xf16>
}
func.func private @relu(%x: tensor<512x8x64xf16>) -> tensor<512x8x64xf16> attributes {spyre.kernel} {
  %zero = arith.constant 0.0 : f16
  %d = tensor.empty() : tensor<512x512xi1>
  %e = tensor.empty() : tensor<512x8x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<512x512xi1>, tensor<512x8x64xf16>) outs(%e : tensor<512x8x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.maximumf %in, %zero : f16
    linalg.yield %0 : f16
  } -> tensor<512x8x64xf16>
  return %a : tensor<512x8x64xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

// A result of the program goes to device memory as well. One of two calls of
// @neg makes it: that call has a kernel of its own.

// CHECK-LABEL: func.func @main
// CHECK:         call @neg(
// CHECK:         [[A:%.+]] = call @neg_0(
// CHECK:         call @relu([[A]])
// CHECK-LABEL: func.func private @neg(
// CHECK-NOT:   spyre.kept
// CHECK-SAME:  {
// CHECK-LABEL: func.func private @neg_0
// CHECK-SAME:  spyre.kept
// CHECK-SAME:  spyre.stored
func.func @main(%x: tensor<512x8x64xf16>, %y: tensor<512x8x64xf16>) -> (tensor<512x8x64xf16>, tensor<512x8x64xf16>, tensor<512x8x64xf16>) {
  %other = call @neg(%y) : (tensor<512x8x64xf16>) -> tensor<512x8x64xf16>
  %0 = call @neg(%x) : (tensor<512x8x64xf16>) -> tensor<512x8x64xf16>
  %1 = call @relu(%0) : (tensor<512x8x64xf16>) -> tensor<512x8x64xf16>
  return %other, %0, %1 : tensor<512x8x64xf16>, tensor<512x8x64xf16>, tensor<512x8x64xf16>
}
func.func private @neg(%x: tensor<512x8x64xf16>) -> tensor<512x8x64xf16> attributes {spyre.kernel} {
  %d = tensor.empty() : tensor<512x512xi1>
  %e = tensor.empty() : tensor<512x8x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<512x512xi1>, tensor<512x8x64xf16>) outs(%e : tensor<512x8x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<512x8x64xf16>
  return %a : tensor<512x8x64xf16>
}
func.func private @relu(%x: tensor<512x8x64xf16>) -> tensor<512x8x64xf16> attributes {spyre.kernel} {
  %zero = arith.constant 0.0 : f16
  %d = tensor.empty() : tensor<512x512xi1>
  %e = tensor.empty() : tensor<512x8x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<512x512xi1>, tensor<512x8x64xf16>) outs(%e : tensor<512x8x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.maximumf %in, %zero : f16
    linalg.yield %0 : f16
  } -> tensor<512x8x64xf16>
  return %a : tensor<512x8x64xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

// A pin keeps a value out of LX.

// CHECK-LABEL: func.func private @pinned
// CHECK-NOT:   spyre.kept
// CHECK:       return
func.func @main(%x: tensor<512x8x64xf16>) -> tensor<512x8x64xf16> {
  %0 = call @pinned(%x) : (tensor<512x8x64xf16>) -> tensor<512x8x64xf16>
  %1 = call @reader(%0) : (tensor<512x8x64xf16>) -> tensor<512x8x64xf16>
  return %1 : tensor<512x8x64xf16>
}
func.func private @pinned(%x: tensor<512x8x64xf16>) -> tensor<512x8x64xf16> attributes {spyre.kernel, spyre.residency = "ddr"} {
  %d = tensor.empty() : tensor<512x512xi1>
  %e = tensor.empty() : tensor<512x8x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<512x512xi1>, tensor<512x8x64xf16>) outs(%e : tensor<512x8x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<512x8x64xf16>
  return %a : tensor<512x8x64xf16>
}
func.func private @reader(%x: tensor<512x8x64xf16>) -> tensor<512x8x64xf16> attributes {spyre.kernel} {
  %zero = arith.constant 0.0 : f16
  %d = tensor.empty() : tensor<512x512xi1>
  %e = tensor.empty() : tensor<512x8x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<512x512xi1>, tensor<512x8x64xf16>) outs(%e : tensor<512x8x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.maximumf %in, %zero : f16
    linalg.yield %0 : f16
  } -> tensor<512x8x64xf16>
  return %a : tensor<512x8x64xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

// A kernel that reads a value as its first operand in one call and as its second
// in another becomes two: each finds one operand in LX.

// CHECK-LABEL: func.func @main
// CHECK:         [[A:%.+]] = call @neg(
// CHECK:         call @sub([[A]], %arg1)
// CHECK:         call @sub_0(%arg2, [[A]])
// CHECK:       func.func private @sub(%arg0: tensor<512x8x64xf16> {spyre.resident = {of = @neg, {{.*}}, %arg1: tensor<512x8x64xf16>) ->
// CHECK:       func.func private @sub_0(%arg0: tensor<512x8x64xf16>, %arg1: tensor<512x8x64xf16> {spyre.resident = {of = @neg,
func.func @main(%x: tensor<512x8x64xf16>, %y: tensor<512x8x64xf16>, %z: tensor<512x8x64xf16>) -> (tensor<512x8x64xf16>, tensor<512x8x64xf16>) {
  %0 = call @neg(%x) : (tensor<512x8x64xf16>) -> tensor<512x8x64xf16>
  %1 = call @sub(%0, %y) : (tensor<512x8x64xf16>, tensor<512x8x64xf16>) -> tensor<512x8x64xf16>
  %2 = call @sub(%z, %0) : (tensor<512x8x64xf16>, tensor<512x8x64xf16>) -> tensor<512x8x64xf16>
  return %1, %2 : tensor<512x8x64xf16>, tensor<512x8x64xf16>
}
func.func private @neg(%x: tensor<512x8x64xf16>) -> tensor<512x8x64xf16> attributes {spyre.kernel} {
  %d = tensor.empty() : tensor<512x512xi1>
  %e = tensor.empty() : tensor<512x8x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<512x512xi1>, tensor<512x8x64xf16>) outs(%e : tensor<512x8x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<512x8x64xf16>
  return %a : tensor<512x8x64xf16>
}
func.func private @sub(%x: tensor<512x8x64xf16>, %y: tensor<512x8x64xf16>) -> tensor<512x8x64xf16> attributes {spyre.kernel} {
  %d = tensor.empty() : tensor<512x512xi1>
  %e = tensor.empty() : tensor<512x8x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x, %y : tensor<512x512xi1>, tensor<512x8x64xf16>, tensor<512x8x64xf16>) outs(%e : tensor<512x8x64xf16>) {
  ^bb0(%u: i1, %left: f16, %right: f16, %out: f16):
    %0 = arith.subf %left, %right : f16
    linalg.yield %0 : f16
  } -> tensor<512x8x64xf16>
  return %a : tensor<512x8x64xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#sticks = affine_map<(d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)>

// Equal layers one after the other: a call that reads the value of one makes the
// value of the next, so that not all of them can be the same kernel.

// CHECK-LABEL: func.func @main
// CHECK:         call @[[FIRST:[a-z_0-9]+]](%arg0)
// CHECK:         call @[[SECOND:[a-z_0-9]+]](
// CHECK:         call @neg(
// CHECK:       func.func private @neg({{.*}} {spyre.resident = {of = @[[SECOND]], {{.*}}) -> tensor<512x8x64xf16> attributes
// CHECK:       func.func private @[[FIRST]](%arg0: tensor<512x8x64xf16>) -> (tensor<512x8x64xf16> {spyre.kept
// CHECK:       func.func private @[[SECOND]]({{.*}} {spyre.resident = {of = @[[FIRST]], {{.*}}) -> (tensor<512x8x64xf16> {spyre.kept
func.func @main(%x: tensor<512x8x64xf16>) -> tensor<512x8x64xf16> {
  %0 = call @neg(%x) : (tensor<512x8x64xf16>) -> tensor<512x8x64xf16>
  %1 = call @neg(%0) : (tensor<512x8x64xf16>) -> tensor<512x8x64xf16>
  %2 = call @neg(%1) : (tensor<512x8x64xf16>) -> tensor<512x8x64xf16>
  return %2 : tensor<512x8x64xf16>
}
func.func private @neg(%x: tensor<512x8x64xf16>) -> tensor<512x8x64xf16> attributes {spyre.kernel} {
  %d = tensor.empty() : tensor<512x512xi1>
  %e = tensor.empty() : tensor<512x8x64xf16>
  %a = linalg.generic {indexing_maps = [#id, #sticks, #sticks], iterator_types = ["parallel", "parallel"]}
    ins(%d, %x : tensor<512x512xi1>, tensor<512x8x64xf16>) outs(%e : tensor<512x8x64xf16>) {
  ^bb0(%u: i1, %in: f16, %out: f16):
    %0 = arith.negf %in : f16
    linalg.yield %0 : f16
  } -> tensor<512x8x64xf16>
  return %a : tensor<512x8x64xf16>
}
