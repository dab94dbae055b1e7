// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As much of the sdy dialect as JAX writes for one device: meshes and shardings
// are read as balanced brackets and dropped when every axis has size 1.
#ifndef SPYRE_SHARDY
#define SPYRE_SHARDY

include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def ShardyDialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::spyre::sdy";
  let summary = "shardings, kept as text: this compiler has one device";
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
  }];
}

class Sdy_Op<string mnemonic, list<Trait> traits = []>
    : Op<ShardyDialect, mnemonic, traits>;

def Sdy_MeshOp : Sdy_Op<"mesh", [Symbol]> {
  let summary = "a named mesh of devices";
  let arguments = (ins SymbolNameAttr:$sym_name, StrAttr:$mesh);
  let assemblyFormat = "$sym_name `=` custom<Bracketed>($mesh) attr-dict";
  let extraClassDeclaration = [{
    /// Every axis has one device.
    bool isTrivial();
  }];
}

class Sdy_IdentityOp<string mnemonic>
    : Sdy_Op<mnemonic, [Pure, AllTypesMatch<["input", "result"]>]> {
  let summary = "the operand, under a sharding";
  let arguments = (ins AnyType:$input, StrAttr:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $input custom<Bracketed>($sharding) attr-dict `:` type($input)
  }];
}
def Sdy_ShardingConstraintOp : Sdy_IdentityOp<"sharding_constraint">;
def Sdy_ReshardOp : Sdy_IdentityOp<"reshard">;

def Sdy_ManualComputationOp : Sdy_Op<"manual_computation", [RecursiveMemoryEffects]> {
  let summary = "a region that each device runs on its shard";
  let arguments = (ins Variadic<AnyType>:$inputs, StrAttr:$in_shardings,
                       StrAttr:$out_shardings, StrAttr:$manual_axes);
  let results = (outs Variadic<AnyType>);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def Sdy_ReturnOp : Sdy_Op<"return", [Pure, ReturnLike, Terminator]> {
  let summary = "the results of a region";
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

#endif
