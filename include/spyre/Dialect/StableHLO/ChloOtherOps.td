// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPYRE_CHLO_OTHER_OPS
#define SPYRE_CHLO_OTHER_OPS

include "spyre/Dialect/StableHLO/Chlo.td"

class Chlo_Enum<string name, list<I32EnumAttrCase> cases> : I32EnumAttr<name, "", cases> {
  let cppNamespace = "::spyre::chlo";
  let genSpecializedAttr = 0;
}
def Chlo_ComparisonDirection : Chlo_Enum<"ComparisonDirection", [
    I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>, I32EnumAttrCase<"GE", 2>,
    I32EnumAttrCase<"GT", 3>, I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def Chlo_ComparisonDirectionAttr
    : EnumAttr<ChloDialect, Chlo_ComparisonDirection, "comparison_direction">;
def Chlo_ComparisonType : Chlo_Enum<"ComparisonType", [
    I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>,
    I32EnumAttrCase<"TOTALORDER", 2>, I32EnumAttrCase<"SIGNED", 3>,
    I32EnumAttrCase<"UNSIGNED", 4>]>;
def Chlo_ComparisonTypeAttr : EnumAttr<ChloDialect, Chlo_ComparisonType, "comparison_type">;

class Chlo_BinaryOp<string mnemonic, string what, Type type = Hlo_FpTensor>
    : Chlo_Op<mnemonic, [Hlo_SameType]> {
  let summary = what;
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
}
def Chlo_MulhiOp : Chlo_BinaryOp<"mulhi", "upper half of a product", Hlo_IntTensor>;
def Chlo_NextAfterOp : Chlo_BinaryOp<"next_after", "the next float from lhs towards rhs">;
def Chlo_PolygammaOp : Chlo_BinaryOp<"polygamma", "derivatives of digamma">;
def Chlo_ZetaOp : Chlo_BinaryOp<"zeta", "Hurwitz zeta function">;

// Operands of different shapes, broadcast as numpy does.
class Chlo_BroadcastOp<string mnemonic> : Chlo_Op<"broadcast_" # mnemonic> {
  let summary = mnemonic # " of operands that broadcast";
  let arguments = (ins Hlo_Tensor:$lhs, Hlo_Tensor:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions);
  let results = (outs Hlo_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($result)
  }];
}
def Chlo_BroadcastAddOp : Chlo_BroadcastOp<"add">;
def Chlo_BroadcastAndOp : Chlo_BroadcastOp<"and">;
def Chlo_BroadcastDivOp : Chlo_BroadcastOp<"divide">;
def Chlo_BroadcastMaxOp : Chlo_BroadcastOp<"maximum">;
def Chlo_BroadcastMinOp : Chlo_BroadcastOp<"minimum">;
def Chlo_BroadcastMulOp : Chlo_BroadcastOp<"multiply">;
def Chlo_BroadcastOrOp : Chlo_BroadcastOp<"or">;
def Chlo_BroadcastPowOp : Chlo_BroadcastOp<"power">;
def Chlo_BroadcastRemOp : Chlo_BroadcastOp<"remainder">;
def Chlo_BroadcastSubOp : Chlo_BroadcastOp<"subtract">;
def Chlo_BroadcastCompareOp : Chlo_BroadcastOp<"compare"> {
  let arguments = (ins Hlo_Tensor:$lhs, Hlo_Tensor:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions,
                       Chlo_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<Chlo_ComparisonTypeAttr>:$compare_type);
}
def Chlo_BroadcastSelectOp : Chlo_Op<"broadcast_select"> {
  let summary = "select of operands that broadcast";
  let arguments = (ins Hlo_PredTensor:$pred, Hlo_Tensor:$on_true, Hlo_Tensor:$on_false);
  let results = (outs Hlo_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Chlo_ConstantOp : Chlo_Op<"constant"> {
  let summary = "a literal";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Hlo_Tensor:$output);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}
def Chlo_ConstantLikeOp : Chlo_Op<"constant_like"> {
  let summary = "a splat of the operand's shape";
  let arguments = (ins TypedAttrInterface:$value, Hlo_Tensor:$operand);
  let results = (outs Hlo_Tensor:$result);
}

def Chlo_TopKOp : Chlo_Op<"top_k"> {
  let summary = "the k largest of the last dimension, with their positions";
  let arguments = (ins Hlo_Tensor:$operand, I64Attr:$k,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let results = (outs Hlo_Tensor:$values, Hlo_Tensor:$indices);
  let assemblyFormat = [{
    `(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict `:`
    type($operand) `->` `(` type($values) `,` type($indices) `)`
  }];
}

#endif
