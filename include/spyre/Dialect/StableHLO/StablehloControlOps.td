// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPYRE_STABLEHLO_CONTROL_OPS
#define SPYRE_STABLEHLO_CONTROL_OPS

include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "spyre/Dialect/StableHLO/StablehloAttrs.td"

def Hlo_ReturnOp : Hlo_Op<"return", [Pure, ReturnLike, Terminator]> {
  let summary = "the results of a region";
  let arguments = (ins Variadic<Hlo_Value>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

def Hlo_WhileOp : Hlo_Op<"while", [RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "body repeated while cond holds";
  let arguments = (ins Variadic<Hlo_Value>:$operand);
  let results = (outs Variadic<Hlo_Value>);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def Hlo_IfOp : Hlo_Op<"if", [RecursiveMemoryEffects]> {
  let summary = "one of two regions by a condition";
  let arguments = (ins Hlo_PredTensor:$pred);
  let results = (outs Variadic<Hlo_Value>);
  let regions = (region SizedRegion<1>:$true_branch, SizedRegion<1>:$false_branch);
}

def Hlo_CaseOp : Hlo_Op<"case", [RecursiveMemoryEffects]> {
  let summary = "one of several regions by an index; out of range = the last";
  let arguments = (ins Hlo_IntTensor:$index);
  let results = (outs Variadic<Hlo_Value>);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
}

def Hlo_CustomCallOp : Hlo_Op<"custom_call",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a call of something the exporter knows by name";
  let arguments = (ins Variadic<Hlo_Value>:$inputs, StrAttr:$call_target_name,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$has_side_effect,
      OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr]>>:$backend_config,
      DefaultValuedOptionalAttr<I32Attr, "1">:$api_version,
      DefaultValuedOptionalAttr<ArrayAttr, "{}">:$called_computations,
      OptionalAttr<ArrayAttr>:$operand_layouts, OptionalAttr<ArrayAttr>:$result_layouts,
      OptionalAttr<ArrayAttr>:$output_operand_aliases);
  let results = (outs Variadic<Hlo_Value>);
  let assemblyFormat = [{
    custom<CallTarget>($call_target_name) `(` $inputs `)` attr-dict `:`
    functional-type(operands, results)
  }];
}

def Hlo_CompositeOp : Hlo_Op<"composite"> {
  let summary = "a named operation with a function that says what it computes";
  let arguments = (ins Variadic<Hlo_Value>:$inputs, StrAttr:$name,
      DefaultValuedOptionalAttr<DictionaryAttr, "{}">:$composite_attributes,
      FlatSymbolRefAttr:$decomposition, DefaultValuedOptionalAttr<I32Attr, "0">:$version);
  let results = (outs Variadic<Hlo_Value>);
  let regions = (region VariadicRegion<AnyRegion>:$composite_regions);
  let hasCustomAssemblyFormat = 1;
}

def Hlo_OptimizationBarrierOp : Hlo_Op<"optimization_barrier", [Pure]> {
  let summary = "identity that asks the compiler not to move code across";
  let arguments = (ins Variadic<Hlo_Value>:$operand);
  let results = (outs Variadic<Hlo_Value>:$result);
  let assemblyFormat = [{
    attr-dict ($operand^ `:` custom<PairwiseType>(type($operand), type($result))):(`(` `)`)?
  }];
  let hasVerifier = 1;
}

def Hlo_TupleOp : Hlo_Op<"tuple", [Pure]> {
  let summary = "several values as one";
  let arguments = (ins Variadic<Hlo_Value>:$val);
  let results = (outs Hlo_Tuple:$result);
  let assemblyFormat = "$val attr-dict `:` custom<TupleTypes>(type($val), type($result))";
}

def Hlo_GetTupleElementOp : Hlo_Op<"get_tuple_element", [Pure]> {
  let summary = "one value of a tuple";
  let arguments = (ins Hlo_Tuple:$operand, I32Attr:$index);
  let results = (outs Hlo_Value:$result);
  let assemblyFormat = "$operand `[` $index `]` attr-dict `:` functional-type(operands, results)";
}

def Hlo_AfterAllOp : Hlo_Op<"after_all", [Pure]> {
  let summary = "a token after all of some tokens";
  let arguments = (ins Variadic<Hlo_AnyToken>:$inputs);
  let results = (outs Hlo_AnyToken:$result);
  let assemblyFormat = "$inputs attr-dict `:` type($result)";
}

def Hlo_CreateTokenOp : Hlo_Op<"create_token", [Pure]> {
  let summary = "a new token";
  let results = (outs Hlo_AnyToken:$output);
  let assemblyFormat = "attr-dict `:` type($output)";
}
def Hlo_ReplicaIdOp : Hlo_Op<"replica_id", [Pure]> {
  let summary = "number of the replica that runs this";
  let results = (outs Hlo_IntTensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}
def Hlo_PartitionIdOp : Hlo_Op<"partition_id", [Pure]> {
  let summary = "number of the partition that runs this";
  let results = (outs Hlo_IntTensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

#endif
