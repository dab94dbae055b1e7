// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPYRE_ATTRS
#define SPYRE_ATTRS

include "mlir/Dialect/SCF/IR/DeviceMappingInterface.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/TensorEncoding.td"
include "spyre/Dialect/Spyre/SpyreDialect.td"

class Spyre_Attr<string attrName, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<SpyreDialect, attrName, traits> {
  let mnemonic = attrMnemonic;
}

def Spyre_LayoutAttr : Spyre_Attr<"Layout", "layout",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "how a tensor lies in 128-byte sticks";
  let description = [{
    `#spyre.layout<[outer dims | stick dim]>`: the logical dims from outermost
    to innermost; the stick dim stands among them counted in sticks, and once
    more after the bar as the lanes of one stick. `[1, 0 | 1]` on
    `tensor<512x1024xf16>` lies as `16x512x64`; `[0, 1 | 1]` (the default,
    row-major) as `512x16x64`. `[0 | *]` is one element per stick. A part-filled
    last stick is padded; padded lanes hold no promise.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$order, "int64_t":$stickDim);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    static constexpr int64_t kNoStickDim = -1;
    /// Row-major with the last dim in sticks; 0-D: one element per stick.
    static LayoutAttr getDefault(::mlir::MLIRContext *context, int64_t rank);
    /// Physical shape: outer sizes, then the lanes of one stick.
    ::llvm::SmallVector<int64_t> getPhysicalShape(::llvm::ArrayRef<int64_t> shape,
                                                  ::mlir::Type elementType) const;
    /// Where element (d0, ...) lies: one result per physical dim.
    ::mlir::AffineMap getPhysicalMap(int64_t rank, ::mlir::Type elementType) const;
  }];
}

def Spyre_MemSpace : I32EnumAttr<"MemSpace", "memory of a buffer", [
    I32EnumAttrCase<"ddr", 0>, I32EnumAttrCase<"lx", 1>]> {
  let cppNamespace = "::spyre::ir";
  let genSpecializedAttr = 0;
}
def Spyre_MemAttr : EnumAttr<SpyreDialect, Spyre_MemSpace, "mem"> {
  let summary = "memory space: device memory (ddr) or the core's scratchpad (lx)";
  let assemblyFormat = "`<` $value `>`";
}

def Spyre_Unit : I32EnumAttr<"Unit", "unit of a core", [
    I32EnumAttrCase<"load", 0>, I32EnumAttrCase<"store", 1>,
    I32EnumAttrCase<"ring", 2>, I32EnumAttrCase<"psum", 3>,
    I32EnumAttrCase<"pt", 4>, I32EnumAttrCase<"sfu", 5>]> {
  let cppNamespace = "::spyre::ir";
  let genSpecializedAttr = 0;
}
def Spyre_UnitAttr : EnumAttr<SpyreDialect, Spyre_Unit, "unit"> {
  let summary = "the unit that runs a step; each has one in-order queue per core";
  let assemblyFormat = "`<` $value `>`";
}

def Spyre_CoreAttr : Spyre_Attr<"Core", "core",
    [DeclareAttrInterfaceMethods<DeviceMappingAttrInterface>]> {
  let summary = "digit n of the core number; digit 0 varies fastest";
  let description = [{
    Maps a dimension of an `scf.forall` to a digit of the core number. Cores
    whose numbers differ by one in digit 0 are neighbours on the ring.
  }];
  let parameters = (ins "int64_t":$digit);
  let assemblyFormat = "`<` $digit `>`";
}

def Spyre_DeviceAttr : Spyre_Attr<"Device", "device"> {
  let summary = "the device a module is compiled for";
  let description = [{
    Name and digest of the description file, with the three numbers that
    verifiers need: cores, allocatable scratchpad bytes, device memory bytes.
  }];
  let parameters = (ins StringRefParameter<>:$name, StringRefParameter<>:$digest,
                        "int64_t":$cores, "int64_t":$lxBytes, "int64_t":$memoryBytes);
  let assemblyFormat =
      "`<` $name `,` `digest` `=` $digest `,` `cores` `=` $cores `,` `lx` `=` $lxBytes `,` `memory` `=` $memoryBytes `>`";
}

#endif
