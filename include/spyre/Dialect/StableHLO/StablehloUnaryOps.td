// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPYRE_STABLEHLO_UNARY_OPS
#define SPYRE_STABLEHLO_UNARY_OPS

include "spyre/Dialect/StableHLO/StablehloAttrs.td"

class Hlo_UnaryOp<string mnemonic, Type type, list<Trait> traits = [Hlo_SameType]>
    : Hlo_Op<mnemonic, !listconcat([Pure], traits)> {
  let arguments = (ins type:$operand);
  let results = (outs Hlo_Tensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` custom<UniformType>(type($operand), type($result))
  }];
}

// Result and operand have one type: a builder needs the operand only.
class Hlo_SameUnaryOp<string mnemonic, Type type> : Hlo_UnaryOp<mnemonic, type> {
  let builders = [OpBuilder<(ins "::mlir::Value":$operand), [{
    build($_builder, $_state, operand.getType(), operand);
  }]>];
}

class Hlo_MathOp<string mnemonic, Type type = Hlo_FpTensor>
    : Hlo_UnaryOp<mnemonic, type> {
  let arguments = (ins type:$operand,
                       OptionalAttr<Hlo_ResultAccuracy>:$result_accuracy);
  let builders = [OpBuilder<(ins "::mlir::Value":$operand), [{
    build($_builder, $_state, operand.getType(), operand, /*result_accuracy=*/nullptr);
  }]>];
}

def Hlo_AbsOp : Hlo_UnaryOp<"abs", Hlo_Tensor, [Hlo_SameShape]> {
  let summary = "absolute value (of a complex number: its modulus)";
}
def Hlo_CbrtOp : Hlo_MathOp<"cbrt"> { let summary = "cube root"; }
def Hlo_CeilOp : Hlo_SameUnaryOp<"ceil", Hlo_RealTensor> { let summary = "round up"; }
def Hlo_ClzOp : Hlo_SameUnaryOp<"count_leading_zeros", Hlo_IntTensor> {
  let summary = "number of leading zero bits";
}
def Hlo_ConvertOp : Hlo_UnaryOp<"convert", Hlo_Tensor, [Hlo_SameShape]> {
  let summary = "change of element type, by value";
}
def Hlo_CosineOp : Hlo_MathOp<"cosine"> { let summary = "cosine"; }
def Hlo_ExpOp : Hlo_MathOp<"exponential"> { let summary = "e to the x"; }
def Hlo_Expm1Op : Hlo_MathOp<"exponential_minus_one"> {
  let summary = "e to the x, minus 1, exact near 0";
}
def Hlo_FloorOp : Hlo_SameUnaryOp<"floor", Hlo_RealTensor> { let summary = "round down"; }
def Hlo_ImagOp : Hlo_UnaryOp<"imag", Hlo_FpTensor, [Hlo_SameShape]> {
  let summary = "imaginary part";
}
def Hlo_IsFiniteOp : Hlo_UnaryOp<"is_finite", Hlo_RealTensor, [Hlo_SameShape]> {
  let summary = "neither infinite nor NaN";
  let arguments = (ins Hlo_RealTensor:$x);
  let results = (outs Hlo_PredTensor:$y);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
}
def Hlo_LogOp : Hlo_MathOp<"log"> { let summary = "natural logarithm"; }
def Hlo_Log1pOp : Hlo_MathOp<"log_plus_one"> {
  let summary = "logarithm of 1 + x, exact near 0";
}
def Hlo_LogisticOp : Hlo_MathOp<"logistic"> { let summary = "1 / (1 + e to the -x)"; }
def Hlo_NegOp : Hlo_SameUnaryOp<"negate", Hlo_Tensor> { let summary = "change of sign"; }
def Hlo_NotOp : Hlo_SameUnaryOp<"not", Hlo_IntTensor> {
  let summary = "complement of each bit, of i1 logical not";
}
def Hlo_PopulationCountOp : Hlo_SameUnaryOp<"popcnt", Hlo_IntTensor> {
  let summary = "number of set bits";
}
def Hlo_RealOp : Hlo_UnaryOp<"real", Hlo_FpTensor, [Hlo_SameShape]> {
  let summary = "real part";
}
def Hlo_RoundOp : Hlo_SameUnaryOp<"round_nearest_afz", Hlo_RealTensor> {
  let summary = "round to nearest, ties away from zero";
}
def Hlo_RoundNearestEvenOp : Hlo_SameUnaryOp<"round_nearest_even", Hlo_RealTensor> {
  let summary = "round to nearest, ties to even";
}
def Hlo_RsqrtOp : Hlo_MathOp<"rsqrt"> { let summary = "1 / square root"; }
def Hlo_SignOp : Hlo_SameUnaryOp<"sign", Hlo_Tensor> {
  let summary = "-1, 0 or 1; NaN and the sign of zero are kept";
}
def Hlo_SineOp : Hlo_MathOp<"sine"> { let summary = "sine"; }
def Hlo_SqrtOp : Hlo_MathOp<"sqrt"> { let summary = "square root"; }
def Hlo_TanOp : Hlo_MathOp<"tan"> { let summary = "tangent"; }
def Hlo_TanhOp : Hlo_MathOp<"tanh"> { let summary = "hyperbolic tangent"; }

def Hlo_ReducePrecisionOp : Hlo_Op<"reduce_precision", [Pure, Hlo_SameType]> {
  let summary = "rounding to fewer exponent and mantissa bits, type unchanged";
  let arguments = (ins Hlo_RealTensor:$operand, I32Attr:$exponent_bits,
                       I32Attr:$mantissa_bits);
  let results = (outs Hlo_RealTensor:$output);
  let assemblyFormat = [{
    $operand `,` `format` `=` custom<ExponentMantissa>($exponent_bits, $mantissa_bits)
    attr-dict `:` custom<UniformType>(type($operand), type($output))
  }];
  let hasVerifier = 1;
}

def Hlo_BitcastConvertOp : Hlo_Op<"bitcast_convert", [Pure]> {
  let summary = "the same bits as another element type";
  let description = [{
    Between types of different width the result has one dimension less or more,
    whose size is the ratio of the widths.
  }];
  let arguments = (ins Hlo_Tensor:$operand);
  let results = (outs Hlo_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Hlo_UniformQuantizeOp : Hlo_UnaryOp<"uniform_quantize", Hlo_Tensor, [Hlo_SameShape]> {
  let summary = "floats to a quantized type";
}
def Hlo_UniformDequantizeOp : Hlo_UnaryOp<"uniform_dequantize", Hlo_Tensor, [Hlo_SameShape]> {
  let summary = "a quantized type to floats";
}

#endif
