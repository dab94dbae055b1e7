// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s --spyre-strip-attributes -verify-diagnostics

// expected-error @below {{expected a mesh of one device, found <["x"=1, "y"=8]>}}
sdy.mesh @mesh = <["x"=1, "y"=8]>
