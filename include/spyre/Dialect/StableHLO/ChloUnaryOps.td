// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPYRE_CHLO_UNARY_OPS
#define SPYRE_CHLO_UNARY_OPS

include "spyre/Dialect/StableHLO/Chlo.td"

class Chlo_UnaryOp<string mnemonic, string what, Type type = Hlo_FpTensor>
    : Chlo_Op<mnemonic, [Hlo_SameType]> {
  let summary = what;
  let arguments = (ins type:$operand);
  let results = (outs type:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
  let builders = [OpBuilder<(ins "::mlir::Value":$operand), [{
    build($_builder, $_state, operand.getType(), operand);
  }]>];
}

class Chlo_UnaryTestOp<string mnemonic, string what> : Chlo_Op<mnemonic, [Hlo_SameShape]> {
  let summary = what;
  let arguments = (ins Hlo_RealTensor:$operand);
  let results = (outs Hlo_PredTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

def Chlo_AcosOp : Chlo_UnaryOp<"acos", "inverse cosine">;
def Chlo_AcoshOp : Chlo_UnaryOp<"acosh", "inverse hyperbolic cosine">;
def Chlo_AsinOp : Chlo_UnaryOp<"asin", "inverse sine">;
def Chlo_AsinhOp : Chlo_UnaryOp<"asinh", "inverse hyperbolic sine">;
def Chlo_AtanOp : Chlo_UnaryOp<"atan", "inverse tangent">;
def Chlo_AtanhOp : Chlo_UnaryOp<"atanh", "inverse hyperbolic tangent">;
def Chlo_BesselI1eOp : Chlo_UnaryOp<"bessel_i1e", "scaled Bessel function of order 1">;
def Chlo_ConjOp : Chlo_UnaryOp<"conj", "complex conjugate", Hlo_Tensor>;
def Chlo_CoshOp : Chlo_UnaryOp<"cosh", "hyperbolic cosine">;
def Chlo_DigammaOp : Chlo_UnaryOp<"digamma", "derivative of lgamma">;
def Chlo_ErfOp : Chlo_UnaryOp<"erf", "error function">;
def Chlo_ErfInvOp : Chlo_UnaryOp<"erf_inv", "inverse of the error function">;
def Chlo_ErfcOp : Chlo_UnaryOp<"erfc", "1 - erf, exact for large x">;
def Chlo_IsInfOp : Chlo_UnaryTestOp<"is_inf", "infinite">;
def Chlo_IsNegInfOp : Chlo_UnaryTestOp<"is_neg_inf", "-inf">;
def Chlo_IsPosInfOp : Chlo_UnaryTestOp<"is_pos_inf", "+inf">;
def Chlo_LgammaOp : Chlo_UnaryOp<"lgamma", "logarithm of the gamma function">;
def Chlo_SinhOp : Chlo_UnaryOp<"sinh", "hyperbolic sine">;
def Chlo_SquareOp : Chlo_UnaryOp<"square", "x times x", Hlo_Tensor>;
def Chlo_TanOp : Chlo_UnaryOp<"tan", "tangent">;

#endif
