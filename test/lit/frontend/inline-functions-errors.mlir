// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s --spyre-inline-functions -split-input-file -verify-diagnostics -allow-unregistered-dialect

func.func public @main() {
  call @a() : () -> ()
  return
}
func.func private @a() {
  call @b() : () -> ()
  return
}
func.func private @b() {
  // expected-error @below {{expected calls without recursion, found @a -> @b -> @a}}
  call @a() : () -> ()
  return
}

// -----

func.func public @main() {
  // expected-error @below {{expected a body of @outside, found a declaration}}
  call @outside() : () -> ()
  return
}
func.func private @outside()

// -----

func.func public @main() {
  // expected-error @below {{expected one block in @jumps, found branches between blocks}}
  call @jumps() : () -> ()
  return
}
func.func private @jumps() {
  cf.br ^next
^next:
  return
}

// -----

func.func public @main() {
  // expected-error @below {{expected a body of @ends that ends in return, found foo.end}}
  call @ends() : () -> ()
  return
}
func.func private @ends() {
  "foo.end"() : () -> ()
}
