// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-compile %s -o %t.spyre
// RUN: spyre-run %t.spyre --timing-only --report %t.json
// RUN: FileCheck %s < %t.json

// 512 KiB in and out. The kernel cannot do better than the program: it moves the
// same bytes. Both bounds stand beside the modelled time.
// CHECK-DAG: "bound_by": "memory"
// CHECK-DAG: "bound_hard_us": 5.12
// CHECK-DAG: "bound_sustained_us": 6.99
// CHECK: "kernels"
// CHECK-DAG: "bound_by": "memory"
// CHECK-DAG: "bound_hard_us": 5.12
// CHECK-DAG: "bound_sustained_us": 6.99
func.func public @main(%x: tensor<512x512xf16>) -> tensor<512x512xf16> {
  %0 = stablehlo.negate %x : tensor<512x512xf16>
  return %0 : tensor<512x512xf16>
}
