// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPYRE_STABLEHLO_BINARY_OPS
#define SPYRE_STABLEHLO_BINARY_OPS

include "spyre/Dialect/StableHLO/StablehloAttrs.td"

class Hlo_BinaryOp<string mnemonic, Type type, list<Trait> traits = []>
    : Hlo_Op<mnemonic, !listconcat([Pure, Hlo_SameType], traits)> {
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:`
    custom<UniformType>(type($lhs), type($rhs), type($result))
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs), [{
    build($_builder, $_state, lhs.getType(), lhs, rhs);
  }]>];
}

def Hlo_AddOp : Hlo_BinaryOp<"add", Hlo_Tensor, [Commutative]> {
  let summary = "sum; of i1 logical or";
}
def Hlo_AndOp : Hlo_BinaryOp<"and", Hlo_IntTensor, [Commutative]> { let summary = "bitwise and"; }
def Hlo_Atan2Op : Hlo_BinaryOp<"atan2", Hlo_FpTensor> { let summary = "angle of (rhs, lhs)"; }
def Hlo_DivOp : Hlo_BinaryOp<"divide", Hlo_Tensor> {
  let summary = "quotient; of integers truncated towards zero";
}
def Hlo_MaxOp : Hlo_BinaryOp<"maximum", Hlo_Tensor, [Commutative]> {
  let summary = "the greater; NaN if either is NaN";
}
def Hlo_MinOp : Hlo_BinaryOp<"minimum", Hlo_Tensor, [Commutative]> {
  let summary = "the lesser; NaN if either is NaN";
}
def Hlo_MulOp : Hlo_BinaryOp<"multiply", Hlo_Tensor, [Commutative]> {
  let summary = "product; of i1 logical and";
}
def Hlo_OrOp : Hlo_BinaryOp<"or", Hlo_IntTensor, [Commutative]> { let summary = "bitwise or"; }
def Hlo_PowOp : Hlo_BinaryOp<"power", Hlo_Tensor> { let summary = "lhs to the rhs"; }
def Hlo_RemOp : Hlo_BinaryOp<"remainder", Hlo_Tensor> {
  let summary = "remainder of division, with the sign of lhs";
}
def Hlo_ShiftLeftOp : Hlo_BinaryOp<"shift_left", Hlo_IntTensor> {
  let summary = "shift left; 0 when the amount is out of range";
}
def Hlo_ShiftRightArithmeticOp : Hlo_BinaryOp<"shift_right_arithmetic", Hlo_IntTensor> {
  let summary = "shift right with sign; all sign bits when out of range";
}
def Hlo_ShiftRightLogicalOp : Hlo_BinaryOp<"shift_right_logical", Hlo_IntTensor> {
  let summary = "shift right with zeros; 0 when out of range";
}
def Hlo_SubtractOp : Hlo_BinaryOp<"subtract", Hlo_Tensor> { let summary = "difference"; }
def Hlo_XorOp : Hlo_BinaryOp<"xor", Hlo_IntTensor, [Commutative]> { let summary = "bitwise xor"; }

def Hlo_ComplexOp : Hlo_Op<"complex", [Pure, Hlo_SameShape]> {
  let summary = "complex number of real and imaginary part";
  let arguments = (ins Hlo_RealTensor:$lhs, Hlo_RealTensor:$rhs);
  let results = (outs Hlo_ComplexTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` custom<ComplexType>(type($lhs), type($rhs), type($result))
  }];
}

def Hlo_CompareOp : Hlo_Op<"compare", [Pure, Hlo_SameShape]> {
  let summary = "comparison of each element";
  let description = [{
    Without a compare type it follows the element type. `TOTALORDER` orders
    -NaN, -inf, ..., -0, +0, ..., inf, NaN.
  }];
  let arguments = (ins Hlo_Tensor:$lhs, Hlo_Tensor:$rhs,
                       Hlo_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<Hlo_ComparisonTypeAttr>:$compare_type);
  let results = (outs Hlo_PredTensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs,
    "::spyre::stablehlo::ComparisonDirection":$direction,
    CArg<"::spyre::stablehlo::ComparisonType",
         "::spyre::stablehlo::ComparisonType::NOTYPE">:$type)>];
  let assemblyFormat = [{
    ` ` custom<EnumKeyword>($comparison_direction) `,` $lhs `,` $rhs
    (`,` ` ` custom<EnumKeyword>($compare_type)^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Hlo_SelectOp : Hlo_Op<"select", [Pure]> {
  let summary = "on_true where pred, else on_false";
  let arguments = (ins Hlo_PredTensor:$pred, Hlo_Tensor:$on_true, Hlo_Tensor:$on_false);
  let results = (outs Hlo_Tensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$pred, "::mlir::Value":$onTrue,
                                 "::mlir::Value":$onFalse), [{
    build($_builder, $_state, onTrue.getType(), pred, onTrue, onFalse);
  }]>];
  let assemblyFormat = [{
    operands attr-dict `:` custom<SelectType>(type($pred), type($on_true),
                                              type($on_false), type($result))
  }];
  let hasVerifier = 1;
}

def Hlo_ClampOp : Hlo_Op<"clamp", [Pure]> {
  let summary = "min(max(operand, min), max); the bounds may be scalars";
  let arguments = (ins Hlo_Tensor:$min, Hlo_Tensor:$operand, Hlo_Tensor:$max);
  let results = (outs Hlo_Tensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$min, "::mlir::Value":$operand,
                                 "::mlir::Value":$max), [{
    build($_builder, $_state, operand.getType(), min, operand, max);
  }]>];
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict `:`
    custom<UniformType>(type($min), type($operand), type($max), type($result))
  }];
  let hasVerifier = 1;
}

#endif
