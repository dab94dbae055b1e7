// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPYRE_FRONTEND_PASSES
#define SPYRE_FRONTEND_PASSES

include "mlir/Pass/PassBase.td"

def CheckModule : Pass<"spyre-check-module", "::mlir::ModuleOp"> {
  let summary = "one public function @main, one replica, one partition, sizes of 63 bits";
  let description = [{
    Everything later assumes one entry, one device and tensors whose elements can
    be counted. A module of another kind is refused here, before any work, by what
    it lacks.

    ```mlir
    module attributes {mhlo.num_replicas = 2 : i32} { ... }
    // error: expected one replica, found 2
    ```
  }];
}

def OutlineChecks : Pass<"spyre-outline-checks", "::mlir::ModuleOp"> {
  let summary = "a module that checks itself, to a module with inputs and results";
  let description = [{
    Conformance modules call `@inputs` and `@expected` and compare inside. The
    device must compute on arguments and give results, so the literals become
    attributes of the module, which `takeChecks` hands to the caller.

    ```mlir
    func.func public @main() -> tensor<2xf32> {
      %0 = call @inputs() : () -> tensor<2xf32>
      %1 = call @expected() : () -> tensor<2xf32>
      %2 = stablehlo.abs %0 : tensor<2xf32>
      stablehlo.custom_call @check.expect_eq(%2, %1) {has_side_effect = true} : ...
      return %2 : tensor<2xf32>
    }
    ```
    becomes
    ```mlir
    module attributes {
      spyre.inputs = [dense<[-1.0, 2.0]> : tensor<2xf32>],
      spyre.checks = [{kind = "expect_eq", expected = dense<[1.0, 2.0]> : tensor<2xf32>} ]} {
      func.func public @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
        %0 = stablehlo.abs %arg0 : tensor<2xf32>
        return %0 : tensor<2xf32>
      }
    }
    ```
  }];
}

def StripAttributes : Pass<"spyre-strip-attributes", "::mlir::ModuleOp"> {
  let summary = "drop what the exporter wrote for other compilers";
  let description = [{
    `mhlo.*`, `jax.*`, `sdy.*` and `xla.*` attributes say nothing about what is
    computed. Kept are the names of arguments and results (`jax.arg_info`,
    `jax.result_info`) and donated storage (`tf.aliasing_output`,
    `jax.buffer_donor`). Meshes of one device and the shardings on them vanish;
    a mesh of more devices is an error.

    ```mlir
    sdy.mesh @mesh = <["x"=1]>
    func.func @main(%a: tensor<4xf32> {mhlo.sharding = "{replicated}"}) ...
      %0 = sdy.sharding_constraint %a <@mesh, [{"x"} ]> : tensor<4xf32>
    ```
    becomes
    ```mlir
    func.func @main(%a: tensor<4xf32>) ...
    ```
  }];
}

def ExpandComposites : Pass<"spyre-expand-composites", "::mlir::ModuleOp"> {
  let summary = "composites and known custom calls, to what they stand for";
  let description = [{
    A composite named as a chlo operator is that operator, which lowers better
    than its decomposition; any other becomes a call of the decomposition. Old
    exports write chlo operators as `custom_call @mhlo.erf` and the like.

    ```mlir
    %0 = stablehlo.composite "chlo.erf" %x {decomposition = @chlo.erf.impl} : ...
    %1 = stablehlo.composite "my.gelu" %x {decomposition = @gelu} : ...
    ```
    becomes
    ```mlir
    %0 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
    %1 = call @gelu(%x) : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let dependentDialects = ["::spyre::chlo::ChloDialect", "::mlir::func::FuncDialect"];
}

def InlineFunctions : Pass<"spyre-inline-functions", "::mlir::ModuleOp"> {
  let summary = "inline every private function; recursion is an error";
  let description = [{
    JAX writes a function per helper (`@silu`, `@_where`, `@clip`); kernels are
    chosen across them. Callees come first, so that each body is final when it
    is copied. Not upstream's inliner: that one falls over operators of unknown
    dialects, which must live until the report names them, and it leaves
    recursion half inlined. Functions nobody calls any more are erased.

    ```mlir
    func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = call @relu(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func private @relu ...
    ```
    becomes the body of `@relu` inside `@main`, alone.
  }];
}

def SimplifyCore : Pass<"spyre-simplify-core", "::mlir::func::FuncOp"> {
  let summary = "fold constants, identities and legacy forms of the core level";
  let description = [{
    A quarter of what JAX writes is scalars made into tensors and index
    arithmetic on constants. Folded here, so that later levels see splats:

    - pointwise operators on constants: splats at any size, other literals up to
      `max-elements`. Never transcendental ones: their rounding is the device's.
    - shape operators on splats; reshapes of literals; broadcasts of broadcasts;
    - neutral elements where the result is the operand bit for bit: `x * 1`,
      `max(x, -inf)`, not `x + 0.0`;
    - identities: conversion to the same type, reshape to the same shape, the
      identity permutation, whole slices, empty padding, one concatenated
      operand, barriers and custom calls that only place data;
    - legacy forms: `dot` and `broadcast`, chlo constants.

    ```mlir
    %c = stablehlo.constant dense<2.0> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %1 = stablehlo.convert %0 : (tensor<4x4xf32>) -> tensor<4x4xf16>
    ```
    becomes
    ```mlir
    %cst = stablehlo.constant dense<2.0> : tensor<4x4xf16>
    ```
  }];
  let options = [
    Option<"maxElements", "max-elements", "int64_t", /*default=*/"256",
           "largest literal, in elements, that a fold may write">
  ];
  let dependentDialects = ["::spyre::stablehlo::StablehloDialect"];
}

def VerifyCore : Pass<"spyre-verify-core", "::mlir::ModuleOp"> {
  let summary = "report everything the compiler cannot lower, all at once";
  let description = [{
    A user must learn from one run what stands between a model and the device:
    operators, element types, dynamic dimensions, tensors larger than memory or of
    more dimensions than a plan holds; each counted, with the first place it occurs.

    ```
    error: 3 operators cannot be compiled:
      stablehlo.sort x2, first at model.mlir:12:5: not supported
      stablehlo.add of f64 x1, first at model.mlir:20:5: not supported
    ```
  }];
  let options = [
    Option<"memoryBytes", "memory-bytes", "uint64_t", /*default=*/"0",
           "device memory; 0 = any size is accepted">,
    Option<"maxRank", "max-rank", "unsigned", /*default=*/"0",
           "dimensions of a tensor and of a product; 0 = any number is accepted">
  ];
}

#endif
