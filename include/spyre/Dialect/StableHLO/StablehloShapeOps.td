// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPYRE_STABLEHLO_SHAPE_OPS
#define SPYRE_STABLEHLO_SHAPE_OPS

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "spyre/Dialect/StableHLO/StablehloAttrs.td"

def Hlo_ConstantOp : Hlo_Op<"constant", [Pure, ConstantLike,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a literal";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Hlo_Tensor:$output);
  let builders = [OpBuilder<(ins "::mlir::ElementsAttr":$value), [{
    build($_builder, $_state, value.getType(), value);
  }]>];
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Hlo_IotaOp : Hlo_Op<"iota", [Pure]> {
  let summary = "each element is its position along one dimension";
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs Hlo_Tensor:$output);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
  let hasVerifier = 1;
}

def Hlo_ReshapeOp : Hlo_Op<"reshape", [Pure]> {
  let summary = "the same elements, row-major, under another shape";
  let arguments = (ins Hlo_Tensor:$operand);
  let results = (outs Hlo_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Hlo_TransposeOp : Hlo_Op<"transpose", [Pure]> {
  let summary = "dimension i of the result is dimension permutation[i] of the operand";
  let arguments = (ins Hlo_Tensor:$operand, DenseI64ArrayAttr:$permutation);
  let results = (outs Hlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $permutation attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Hlo_BroadcastInDimOp : Hlo_Op<"broadcast_in_dim", [Pure]> {
  let summary = "operand dimension i becomes broadcast_dimensions[i], the rest repeat";
  let arguments = (ins Hlo_Tensor:$operand, DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs Hlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $broadcast_dimensions attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Hlo_BroadcastOp : Hlo_Op<"broadcast", [Pure]> {
  let summary = "new leading dimensions (legacy form of broadcast_in_dim)";
  let arguments = (ins Hlo_Tensor:$operand, DenseI64ArrayAttr:$broadcast_sizes);
  let results = (outs Hlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `sizes` `=` $broadcast_sizes attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Hlo_SliceOp : Hlo_Op<"slice", [Pure]> {
  let summary = "elements start : limit : stride of each dimension";
  let arguments = (ins Hlo_Tensor:$operand, DenseI64ArrayAttr:$start_indices,
                       DenseI64ArrayAttr:$limit_indices, DenseI64ArrayAttr:$strides);
  let results = (outs Hlo_Tensor:$result);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides)
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Hlo_DynamicSliceOp : Hlo_Op<"dynamic_slice", [Pure]> {
  let summary = "a slice at run-time positions, clamped into the operand";
  let arguments = (ins Hlo_Tensor:$operand, Variadic<Hlo_IntTensor>:$start_indices,
                       DenseI64ArrayAttr:$slice_sizes);
  let results = (outs Hlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` custom<OperandsThenComma>($start_indices) `sizes` `=` $slice_sizes
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Hlo_DynamicUpdateSliceOp : Hlo_Op<"dynamic_update_slice", [Pure]> {
  let summary = "operand with update written at run-time positions, clamped";
  let arguments = (ins Hlo_Tensor:$operand, Hlo_Tensor:$update,
                       Variadic<Hlo_IntTensor>:$start_indices);
  let results = (outs Hlo_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Hlo_ConcatenateOp : Hlo_Op<"concatenate", [Pure]> {
  let summary = "operands after each other along one dimension";
  let arguments = (ins Variadic<Hlo_Tensor>:$inputs, I64Attr:$dimension);
  let results = (outs Hlo_Tensor:$result);
  let assemblyFormat = [{
    custom<OperandsThenComma>($inputs) `dim` `=` $dimension attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Hlo_PadOp : Hlo_Op<"pad", [Pure]> {
  let summary = "a value added before, after and between elements; negative = cut";
  let arguments = (ins Hlo_Tensor:$operand, Hlo_Tensor:$padding_value,
                       DenseI64ArrayAttr:$edge_padding_low,
                       DenseI64ArrayAttr:$edge_padding_high,
                       DenseI64ArrayAttr:$interior_padding);
  let results = (outs Hlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low `,`
    `high` `=` $edge_padding_high `,` `interior` `=` $interior_padding
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Hlo_ReverseOp : Hlo_Op<"reverse", [Pure, Hlo_SameType]> {
  let summary = "elements in opposite order along some dimensions";
  let arguments = (ins Hlo_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs Hlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions attr-dict `:`
    custom<UniformType>(type($operand), type($result))
  }];
  let hasVerifier = 1;
}

#endif
