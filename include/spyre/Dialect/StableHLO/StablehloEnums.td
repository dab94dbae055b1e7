// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPYRE_STABLEHLO_ENUMS
#define SPYRE_STABLEHLO_ENUMS

include "mlir/IR/EnumAttr.td"
include "spyre/Dialect/StableHLO/StablehloBase.td"

class Hlo_Enum<string name, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, "", cases> {
  let cppNamespace = "::spyre::stablehlo";
  let genSpecializedAttr = 0;
}
class Hlo_EnumAttr<EnumInfo info, string mnemonic>
    : EnumAttr<StablehloDialect, info, mnemonic>;

def Hlo_ComparisonDirection : Hlo_Enum<"ComparisonDirection", [
    I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>,
    I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
    I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def Hlo_ComparisonDirectionAttr
    : Hlo_EnumAttr<Hlo_ComparisonDirection, "comparison_direction">;

def Hlo_ComparisonType : Hlo_Enum<"ComparisonType", [
    I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>,
    I32EnumAttrCase<"TOTALORDER", 2>, I32EnumAttrCase<"SIGNED", 3>,
    I32EnumAttrCase<"UNSIGNED", 4>]>;
def Hlo_ComparisonTypeAttr : Hlo_EnumAttr<Hlo_ComparisonType, "comparison_type">;

def Hlo_Precision : Hlo_Enum<"Precision", [
    I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>,
    I32EnumAttrCase<"HIGHEST", 2>]>;
def Hlo_PrecisionAttr : Hlo_EnumAttr<Hlo_Precision, "precision">;
def Hlo_PrecisionArrayAttr
    : TypedArrayAttrBase<Hlo_PrecisionAttr, "array of precisions">;

def Hlo_FftType : Hlo_Enum<"FftType", [
    I32EnumAttrCase<"FFT", 0>, I32EnumAttrCase<"IFFT", 1>,
    I32EnumAttrCase<"RFFT", 2>, I32EnumAttrCase<"IRFFT", 3>]>;
def Hlo_FftTypeAttr : Hlo_EnumAttr<Hlo_FftType, "fft_type">;

def Hlo_Transpose : Hlo_Enum<"Transpose", [
    I32EnumAttrCase<"TRANSPOSE_INVALID", 0>, I32EnumAttrCase<"NO_TRANSPOSE", 1>,
    I32EnumAttrCase<"TRANSPOSE", 2>, I32EnumAttrCase<"ADJOINT", 3>]>;
def Hlo_TransposeAttr : Hlo_EnumAttr<Hlo_Transpose, "transpose">;

def Hlo_RngDistribution : Hlo_Enum<"RngDistribution", [
    I32EnumAttrCase<"UNIFORM", 1>, I32EnumAttrCase<"NORMAL", 2>]>;
def Hlo_RngDistributionAttr
    : Hlo_EnumAttr<Hlo_RngDistribution, "rng_distribution">;

def Hlo_RngAlgorithm : Hlo_Enum<"RngAlgorithm", [
    I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"THREE_FRY", 1>,
    I32EnumAttrCase<"PHILOX", 2>]>;
def Hlo_RngAlgorithmAttr : Hlo_EnumAttr<Hlo_RngAlgorithm, "rng_algorithm">;

def Hlo_ResultAccuracyMode : Hlo_Enum<"ResultAccuracyMode", [
    I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGHEST", 1>,
    I32EnumAttrCase<"TOLERANCE", 2>]>;
def Hlo_ResultAccuracyModeAttr
    : Hlo_EnumAttr<Hlo_ResultAccuracyMode, "result_accuracy_mode"> {
  // The one enum whose own attribute is written with angle brackets.
  let assemblyFormat = "`<` $value `>`";
}

#endif
