// RUN: spyre-opt %s -spyre-set-device=device=spyre-1core | FileCheck %s
// RUN: not spyre-opt %s -spyre-set-device=device=spyre-9000 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CHECK: module attributes {spyre.device = #spyre.device<"spyre-1core", digest = "{{[0-9a-f]+}}", cores = 1, lx = {{[0-9]+}}, memory = {{[0-9]+}}>}
// UNKNOWN: error: expected a device (spyre-1core, spyre-datasheet, spyre-default) or a description ending in .json, found 'spyre-9000'
module {
}
