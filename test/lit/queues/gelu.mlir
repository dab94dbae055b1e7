// RUN: split-file %s %t
// RUN: spyre-compile %t/0.mlir -o %t/0.spyre && spyre-run --disassemble %t/0.spyre | FileCheck %s --check-prefix=GELU
// RUN: spyre-compile %t/1.mlir -o %t/1.spyre && spyre-run --disassemble %t/1.spyre | FileCheck %s --check-prefix=GELU
// RUN: spyre-compile %t/2.mlir -o %t/2.spyre && spyre-run --disassemble %t/2.spyre | FileCheck %s --check-prefix=GELU
// RUN: spyre-compile %t/3.mlir -o %t/3.spyre && spyre-run --disassemble %t/3.spyre | FileCheck %s --check-prefix=OTHER
// RUN: spyre-compile %t/4.mlir -o %t/4.spyre && spyre-run --disassemble %t/4.spyre | FileCheck %s --check-prefix=OTHER
// RUN: spyre-compile %t/5.mlir -o %t/5.spyre && spyre-run --disassemble %t/5.spyre | FileCheck %s --check-prefix=OTHER

// gelu is one operation of the device, with its constants as each type rounds them.
// What is near it is another function and stays what it is.

// GELU-NOT: erf
// GELU: gelu
// GELU-NOT: erf
// OTHER-NOT: gelu
// OTHER: erf
//--- 0.mlir
  func.func public @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %half = stablehlo.constant dense<0.5> : tensor<64x64xf32>
    %root = stablehlo.constant dense<0.70710678> : tensor<64x64xf32>
    %one = stablehlo.constant dense<1.0> : tensor<64x64xf32>
    %0 = stablehlo.multiply %x, %root : tensor<64x64xf32>
    %1 = chlo.erf %0 : tensor<64x64xf32> -> tensor<64x64xf32>
    %2 = stablehlo.add %1, %one : tensor<64x64xf32>
    %3 = stablehlo.multiply %x, %half : tensor<64x64xf32>
    %4 = stablehlo.multiply %3, %2 : tensor<64x64xf32>
    return %4 : tensor<64x64xf32>
  }
//--- 1.mlir
  func.func public @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %half = stablehlo.constant dense<0.5> : tensor<64x64xf16>
    %root = stablehlo.constant dense<0.7071> : tensor<64x64xf16>
    %one = stablehlo.constant dense<1.0> : tensor<64x64xf16>
    %0 = stablehlo.multiply %x, %root : tensor<64x64xf16>
    %1 = chlo.erf %0 : tensor<64x64xf16> -> tensor<64x64xf16>
    %2 = stablehlo.add %1, %one : tensor<64x64xf16>
    %3 = stablehlo.multiply %x, %half : tensor<64x64xf16>
    %4 = stablehlo.multiply %3, %2 : tensor<64x64xf16>
    return %4 : tensor<64x64xf16>
  }
//--- 2.mlir
  func.func public @main(%x: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
    %half = stablehlo.constant dense<0.5> : tensor<64x64xbf16>
    %root = stablehlo.constant dense<0.7071> : tensor<64x64xbf16>
    %one = stablehlo.constant dense<1.0> : tensor<64x64xbf16>
    %0 = stablehlo.multiply %x, %root : tensor<64x64xbf16>
    %1 = chlo.erf %0 : tensor<64x64xbf16> -> tensor<64x64xbf16>
    %2 = stablehlo.add %1, %one : tensor<64x64xbf16>
    %3 = stablehlo.multiply %x, %half : tensor<64x64xbf16>
    %4 = stablehlo.multiply %3, %2 : tensor<64x64xbf16>
    return %4 : tensor<64x64xbf16>
  }
//--- 3.mlir
  func.func public @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %half = stablehlo.constant dense<0.5> : tensor<64x64xf32>
    %root = stablehlo.constant dense<0.7072> : tensor<64x64xf32>
    %one = stablehlo.constant dense<1.0> : tensor<64x64xf32>
    %0 = stablehlo.multiply %x, %root : tensor<64x64xf32>
    %1 = chlo.erf %0 : tensor<64x64xf32> -> tensor<64x64xf32>
    %2 = stablehlo.add %1, %one : tensor<64x64xf32>
    %3 = stablehlo.multiply %x, %half : tensor<64x64xf32>
    %4 = stablehlo.multiply %3, %2 : tensor<64x64xf32>
    return %4 : tensor<64x64xf32>
  }
//--- 4.mlir
  func.func public @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %half = stablehlo.constant dense<0.503> : tensor<64x64xf16>
    %root = stablehlo.constant dense<0.7071> : tensor<64x64xf16>
    %one = stablehlo.constant dense<1.0> : tensor<64x64xf16>
    %0 = stablehlo.multiply %x, %root : tensor<64x64xf16>
    %1 = chlo.erf %0 : tensor<64x64xf16> -> tensor<64x64xf16>
    %2 = stablehlo.add %1, %one : tensor<64x64xf16>
    %3 = stablehlo.multiply %x, %half : tensor<64x64xf16>
    %4 = stablehlo.multiply %3, %2 : tensor<64x64xf16>
    return %4 : tensor<64x64xf16>
  }
//--- 5.mlir
  func.func public @main(%x: tensor<64x64xf16>) -> tensor<64x64xf16> {
    %half = stablehlo.constant dense<0.5> : tensor<64x64xf16>
    %root = stablehlo.constant dense<0.71> : tensor<64x64xf16>
    %one = stablehlo.constant dense<1.0> : tensor<64x64xf16>
    %0 = stablehlo.multiply %x, %root : tensor<64x64xf16>
    %1 = chlo.erf %0 : tensor<64x64xf16> -> tensor<64x64xf16>
    %2 = stablehlo.add %1, %one : tensor<64x64xf16>
    %3 = stablehlo.multiply %x, %half : tensor<64x64xf16>
    %4 = stablehlo.multiply %3, %2 : tensor<64x64xf16>
    return %4 : tensor<64x64xf16>
  }
