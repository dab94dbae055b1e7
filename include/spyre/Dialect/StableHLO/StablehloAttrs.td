// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPYRE_STABLEHLO_ATTRS
#define SPYRE_STABLEHLO_ATTRS

include "mlir/IR/AttrTypeBase.td"
include "spyre/Dialect/StableHLO/StablehloEnums.td"

class Hlo_Attr<string name, string attrMnemonic>
    : AttrDef<StablehloDialect, name> {
  let mnemonic = attrMnemonic;
}

// Fields of the struct-like attributes come in any order, a missing list is
// empty, and a comma may trail: hence a parser of our own (StablehloAttrs.cpp).
class Hlo_StructAttr<string name, string attrMnemonic>
    : Hlo_Attr<name, attrMnemonic> {
  let hasCustomAssemblyFormat = 1;
}

class Hlo_Dims<string desc = ""> : ArrayRefParameter<"int64_t", desc>;

def Hlo_DotDimensionNumbers : Hlo_StructAttr<"DotDimensionNumbers", "dot"> {
  let summary = "which dimensions of a product are batched and contracted";
  let parameters = (ins
    Hlo_Dims<>:$lhsBatchingDimensions, Hlo_Dims<>:$rhsBatchingDimensions,
    Hlo_Dims<>:$lhsContractingDimensions, Hlo_Dims<>:$rhsContractingDimensions);
}

def Hlo_DotAlgorithm : Hlo_StructAttr<"DotAlgorithm", "dot_algorithm"> {
  let summary = "the arithmetic a product is asked to use";
  let parameters = (ins "::mlir::Type":$lhsPrecisionType,
    "::mlir::Type":$rhsPrecisionType, "::mlir::Type":$accumulationType,
    "int64_t":$lhsComponentCount, "int64_t":$rhsComponentCount,
    "int64_t":$numPrimitiveOperations, "bool":$allowImpreciseAccumulation);
}

def Hlo_GatherDimensionNumbers : Hlo_StructAttr<"GatherDimensionNumbers", "gather"> {
  let summary = "how the indices of a gather map to its operand";
  let parameters = (ins Hlo_Dims<>:$offsetDims, Hlo_Dims<>:$collapsedSliceDims,
    Hlo_Dims<>:$operandBatchingDims, Hlo_Dims<>:$startIndicesBatchingDims,
    Hlo_Dims<>:$startIndexMap, "int64_t":$indexVectorDim);
}

def Hlo_ScatterDimensionNumbers : Hlo_StructAttr<"ScatterDimensionNumbers", "scatter"> {
  let summary = "how the indices of a scatter map to its result";
  let parameters = (ins Hlo_Dims<>:$updateWindowDims, Hlo_Dims<>:$insertedWindowDims,
    Hlo_Dims<>:$inputBatchingDims, Hlo_Dims<>:$scatterIndicesBatchingDims,
    Hlo_Dims<>:$scatterDimsToOperandDims, "int64_t":$indexVectorDim);
}

def Hlo_ConvDimensionNumbers : Hlo_Attr<"ConvDimensionNumbers", "conv"> {
  let summary = "which dimensions of a convolution are batch, feature and space";
  let parameters = (ins
    "int64_t":$inputBatchDimension, "int64_t":$inputFeatureDimension,
    Hlo_Dims<>:$inputSpatialDimensions,
    "int64_t":$kernelInputFeatureDimension, "int64_t":$kernelOutputFeatureDimension,
    Hlo_Dims<>:$kernelSpatialDimensions,
    "int64_t":$outputBatchDimension, "int64_t":$outputFeatureDimension,
    Hlo_Dims<>:$outputSpatialDimensions);
  let hasCustomAssemblyFormat = 1;
}

def Hlo_ChannelHandle : Hlo_StructAttr<"ChannelHandle", "channel_handle"> {
  let summary = "the channel of a collective";
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
}

def Hlo_OutputOperandAlias : Hlo_StructAttr<"OutputOperandAlias", "output_operand_alias"> {
  let summary = "an operand whose storage a custom call reuses";
  let parameters = (ins Hlo_Dims<>:$outputTupleIndices, "int64_t":$operandIndex,
    Hlo_Dims<>:$operandTupleIndices);
}

def Hlo_ResultAccuracy : Hlo_Attr<"ResultAccuracy", "result_accuracy"> {
  let summary = "how exact a transcendental function is asked to be";
  let parameters = (ins "::llvm::APFloat":$atol, "::llvm::APFloat":$rtol,
    "int64_t":$ulps, "::spyre::stablehlo::ResultAccuracyModeAttr":$mode);
  let hasCustomAssemblyFormat = 1;
}

def Hlo_TypeExtensions : Hlo_Attr<"TypeExtensions", "bounds"> {
  let summary = "upper bounds of dynamic dimensions (a tensor encoding)";
  let parameters = (ins Hlo_Dims<"bound of each dimension, kDynamic if none">:$bounds);
  let hasCustomAssemblyFormat = 1;
}

class Hlo_Type<string name, string typeMnemonic> : TypeDef<StablehloDialect, name> {
  let mnemonic = typeMnemonic;
}
def Hlo_Token : Hlo_Type<"Token", "token"> {
  let summary = "an order between side effects";
}
// The operands of after_all need no printed type.
def Hlo_AnyToken : Type<Hlo_Token.predicate, "token", "::spyre::stablehlo::TokenType">,
    BuildableType<"::spyre::stablehlo::TokenType::get($_builder.getContext())">;
def Hlo_Future : Hlo_Type<"Future", "future"> {
  let summary = "results of an operator that has started";
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$types);
  let assemblyFormat = "`<` $types `>`";
}

#endif
