// RUN: spyre-opt %s -verify-diagnostics -spyre-form-kernels
// RUN: not spyre-opt %s -spyre-schedule 2>&1 | FileCheck %s

// Prices belong to a device; none is assumed.

// CHECK: error: expected a #spyre.device on the module
// expected-error @+1 {{expected a #spyre.device on the module}}
module {
}
