// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s --spyre-check-module -split-input-file -verify-diagnostics

module attributes {mhlo.num_replicas = 1 : i32, mhlo.num_partitions = 1 : i32} {
  func.func public @main() { return }
  func.func private @helper() { return }
}

// -----

// expected-error @below {{expected one replica, found 2}}
module attributes {mhlo.num_replicas = 2 : i32} {
  func.func public @main() { return }
}

// -----

// expected-error @below {{expected one partition, found 4}}
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func public @main() { return }
}

// -----

// expected-error @below {{expected one public function @main, found none}}
module {
  func.func private @main() { return }
}

// -----

// expected-error @below {{expected one public function @main, found @main, @other}}
module {
  func.func public @main() { return }
  func.func public @other() { return }
}

// -----

// expected-error @below {{expected one public function @main, found @forward}}
module {
  func.func public @forward() { return }
}

// -----

module {
  // expected-error @below {{expected one block in @main, found branches between blocks}}
  func.func public @main() {
    cf.br ^next
  ^next:
    return
  }
}

// -----

module {
  // expected-error @below {{expected tensors of fewer than 2^63 elements, found 'tensor<4611686018427387905x4xf32>'}}
  func.func public @main(%x: tensor<4611686018427387905x4xf32>) { return }
}

// -----

// expected-error @below {{expected one replica, found 99999999999999999999}}
module attributes {mhlo.num_replicas = 99999999999999999999 : i128} {
  func.func public @main() { return }
}
