// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPYRE_CHLO
#define SPYRE_CHLO

include "mlir/IR/EnumAttr.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "spyre/Dialect/StableHLO/StablehloBase.td"

def ChloDialect : Dialect {
  let name = "chlo";
  let cppNamespace = "::spyre::chlo";
  let summary = "functions JAX exports that StableHLO itself has no operator for";
  let extraClassDeclaration = [{
    void addUnaryOps();
    void addOtherOps();
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attr,
                        ::mlir::DialectAsmPrinter &printer) const override;
  }];
}

class Chlo_Op<string mnemonic, list<Trait> traits = []>
    : Op<ChloDialect, mnemonic, !listconcat([Pure], traits)>;

#endif
