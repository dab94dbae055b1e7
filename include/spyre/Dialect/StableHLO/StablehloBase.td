// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPYRE_STABLEHLO_BASE
#define SPYRE_STABLEHLO_BASE

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def StablehloDialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::spyre::stablehlo";
  let summary = "the operators JAX exports, as the core level of this compiler";
  let description = [{
    StableHLO as frameworks print it. Both front ends meet here. Every operator
    parses, also the ones this compiler cannot lower: they must reach the report
    that names them. The rarest (collectives, send, recv, ...) have no definition
    and are kept in generic form.
  }];
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  // One per .td file of operators, defined beside their generated code, so that
  // each file compiles alone.
  let extraClassDeclaration = [{
    void addUnaryOps();
    void addBinaryOps();
    void addShapeOps();
    void addStructuredOps();
    void addControlOps();
    void addRareOps();
    void addAttributesAndTypes();
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attr,
                        ::mlir::DialectAsmPrinter &printer) const override;
  }];
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

class Hlo_TensorOf<string predicate, string what>
    : Type<CPred<"::spyre::stablehlo::" # predicate # "($_self)">,
           "ranked tensor of " # what, "::mlir::RankedTensorType">;

def Hlo_Tensor : Hlo_TensorOf<"isNumericTensor", "integers, floats or complex numbers">;
def Hlo_FpTensor : Hlo_TensorOf<"isInexactTensor", "floats or complex numbers">;
def Hlo_RealTensor : Hlo_TensorOf<"isFloatTensor", "floats">;
def Hlo_IntTensor : Hlo_TensorOf<"isIntegerTensor", "integers">;
def Hlo_PredTensor : Hlo_TensorOf<"isBoolTensor", "i1">;
def Hlo_ComplexTensor : Hlo_TensorOf<"isComplexTensor", "complex numbers">;
def Hlo_DimTensor : Hlo_TensorOf<"isDimTensor", "integers or index values">;

// A tensor, a token, or a tuple of such: what control flow passes around.
def Hlo_Value : Type<CPred<"::spyre::stablehlo::isValueType($_self)">,
                     "tensor, token or tuple", "::mlir::Type">;
def Hlo_Tuple : Type<CPred<"::llvm::isa<::mlir::TupleType>($_self)">, "tuple",
                     "::mlir::TupleType">;

//===----------------------------------------------------------------------===//
// Operator classes
//===----------------------------------------------------------------------===//

class Hlo_Op<string mnemonic, list<Trait> traits = []>
    : Op<StablehloDialect, mnemonic, traits>;

// Operands and results have one shape and element type; printed once if they
// are textually equal (dynamic dimensions may differ).
def Hlo_SameType : NativeOpTrait<"SameTypeTrait"> {
  let cppNamespace = "::spyre::stablehlo";
}

// Operands and results have one shape; element types are free.
def Hlo_SameShape : NativeOpTrait<"SameShapeTrait"> {
  let cppNamespace = "::spyre::stablehlo";
}

#endif
