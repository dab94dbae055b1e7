// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: spyre-opt %s | spyre-opt | FileCheck %s

// CHECK-LABEL: @while
func.func @while(%i: tensor<i32>, %x: tensor<2xf32>) {
  // CHECK: stablehlo.while(%[[N:.*]] = %{{.*}}, %[[ACC:.*]] = %{{.*}}) : tensor<i32>, tensor<2xf32>
  // CHECK-NEXT: cond {
  // CHECK-NEXT: stablehlo.compare LT, %[[N]]
  // CHECK: } do {
  // CHECK-NEXT: stablehlo.add %[[ACC]], %[[ACC]]
  %r:2 = stablehlo.while(%n = %i, %acc = %x) : tensor<i32>, tensor<2xf32>
   cond {
    %p = stablehlo.compare LT, %n, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %y = stablehlo.add %acc, %acc : tensor<2xf32>
    stablehlo.return %n, %y : tensor<i32>, tensor<2xf32>
  }
  // CHECK: stablehlo.while()
  stablehlo.while() attributes {mine}
   cond {
    %t = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    stablehlo.return
  }
  return
}

// CHECK-LABEL: @branches
func.func @branches(%p: tensor<i1>, %i: tensor<i32>, %x: tensor<2xf32>) {
  // CHECK: "stablehlo.if"(%{{.*}}) ({
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  // CHECK: "stablehlo.case"(%{{.*}}) ({
  %1 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: @calls
func.func @calls(%x: tensor<2xf32>) {
  // CHECK: stablehlo.custom_call @foo(%{{.*}}) {api_version = 2 : i32, backend_config = "opts", called_computations = [@impl], has_side_effect = true, operand_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> ()
  stablehlo.custom_call @foo(%x) {api_version = 2 : i32, backend_config = "opts", called_computations = [@impl], has_side_effect = true, operand_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2xf32>) -> ()
  // CHECK: stablehlo.custom_call @"a name"() {backend_config = {k = 1 : i64}, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]}
  %0 = stablehlo.custom_call @"a name"() {backend_config = {k = 1 : i64}, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : () -> tensor<2xf32>
  // CHECK: stablehlo.composite "my.gelu" %{{.*}} {composite_attributes = {approximate = true}, decomposition = @impl, version = 1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.composite "my.gelu" %x {composite_attributes = {approximate = true}, decomposition = @impl, version = 1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func private @impl(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// CHECK-LABEL: @small
func.func @small(%x: tensor<2xf32>, %i: tensor<2xi32>, %t: !stablehlo.token) {
  // CHECK: stablehlo.optimization_barrier %{{.*}}, %{{.*}} : tensor<2xf32>, tensor<2xi32>
  %0:2 = stablehlo.optimization_barrier %x, %i : tensor<2xf32>, tensor<2xi32>
  // CHECK: stablehlo.optimization_barrier()
  stablehlo.optimization_barrier ()
  // CHECK: stablehlo.tuple %{{.*}}, %{{.*}} : tuple<tensor<2xf32>, tensor<2xi32>>
  %1 = stablehlo.tuple %x, %i : tuple<tensor<2xf32>, tensor<2xi32>>
  // CHECK: stablehlo.get_tuple_element %{{.*}}[1] : (tuple<tensor<2xf32>, tensor<2xi32>>) -> tensor<2xi32>
  %2 = stablehlo.get_tuple_element %1[1] : (tuple<tensor<2xf32>, tensor<2xi32>>) -> tensor<2xi32>
  // CHECK: stablehlo.after_all %{{.*}}, %{{.*}} : !stablehlo.token
  %3 = stablehlo.after_all %t, %t : !stablehlo.token
  // CHECK: stablehlo.create_token : !stablehlo.token
  %4 = stablehlo.create_token : !stablehlo.token
  // CHECK: stablehlo.replica_id : tensor<ui32>
  %5 = stablehlo.replica_id : tensor<ui32>
  %6 = stablehlo.partition_id : tensor<ui32>
  return
}
