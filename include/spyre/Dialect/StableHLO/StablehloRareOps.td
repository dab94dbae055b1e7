// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators this compiler reads but cannot lower; they exist because their
// printed form is their own. Their rules are not checked.
#ifndef SPYRE_STABLEHLO_RARE_OPS
#define SPYRE_STABLEHLO_RARE_OPS

include "spyre/Dialect/StableHLO/StablehloAttrs.td"

class Hlo_RareOp<string mnemonic, string what> : Hlo_Op<mnemonic, [Pure]> {
  let summary = what;
  let results = (outs Hlo_Value:$result);
}

def Hlo_FftOp : Hlo_RareOp<"fft", "discrete Fourier transform"> {
  let arguments = (ins Hlo_Tensor:$operand, Hlo_FftTypeAttr:$fft_type,
                       DenseI64ArrayAttr:$fft_length);
  let assemblyFormat = [{
    $operand `,` `type` `=` custom<EnumKeyword>($fft_type) `,` `length` `=` $fft_length
    attr-dict `:` functional-type(operands, results)
  }];
}

def Hlo_RngOp : Hlo_Op<"rng"> {
  let summary = "random numbers of a distribution";
  let arguments = (ins Hlo_Tensor:$a, Hlo_Tensor:$b, Hlo_DimTensor:$shape,
                       Hlo_RngDistributionAttr:$rng_distribution);
  let results = (outs Hlo_Tensor:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $shape `,` `distribution` `=` custom<EnumKeyword>($rng_distribution)
    attr-dict `:` functional-type(operands, results)
  }];
}

def Hlo_RngBitGeneratorOp : Hlo_Op<"rng_bit_generator", [Pure]> {
  let summary = "random bits from a state";
  let arguments = (ins Hlo_RngAlgorithmAttr:$rng_algorithm, Hlo_IntTensor:$initial_state);
  let results = (outs Hlo_IntTensor:$output_state, Hlo_Tensor:$output);
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` custom<EnumKeyword>($rng_algorithm) attr-dict `:`
    functional-type(operands, results)
  }];
}

def Hlo_CholeskyOp : Hlo_RareOp<"cholesky", "Cholesky decomposition"> {
  let arguments = (ins Hlo_FpTensor:$a, DefaultValuedOptionalAttr<BoolAttr, "false">:$lower);
  let assemblyFormat = [{
    $a (`,` `lower` `=` $lower^)? attr-dict `:` custom<UniformType>(type($a), type($result))
  }];
}

def Hlo_EinsumOp : Hlo_RareOp<"einsum", "product in index notation"> {
  let arguments = (ins Hlo_Tensor:$lhs, Hlo_Tensor:$rhs, StrAttr:$einsum_config);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:`
    functional-type(operands, results)
  }];
}
def Hlo_UnaryEinsumOp : Hlo_RareOp<"unary_einsum", "sum in index notation"> {
  let arguments = (ins Hlo_Tensor:$operand, StrAttr:$einsum_config);
  let assemblyFormat = [{
    $operand `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Dynamic shapes
//===----------------------------------------------------------------------===//

def Hlo_GetDimensionSizeOp : Hlo_RareOp<"get_dimension_size", "size of a dimension"> {
  let arguments = (ins Hlo_Tensor:$operand, I64Attr:$dimension);
  let assemblyFormat = [{
    $operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)
  }];
}
def Hlo_SetDimensionSizeOp : Hlo_RareOp<"set_dimension_size", "a dimension of another size"> {
  let arguments = (ins Hlo_Tensor:$operand, Hlo_IntTensor:$size, I64Attr:$dimension);
  let assemblyFormat = [{
    $operand `,` $size `,` `dim` `=` $dimension attr-dict `:`
    functional-type(operands, results)
  }];
}
def Hlo_DynamicBroadcastInDimOp
    : Hlo_RareOp<"dynamic_broadcast_in_dim", "broadcast_in_dim to a run-time shape"> {
  let arguments = (ins Hlo_Tensor:$operand, Hlo_DimTensor:$output_dimensions,
                       DenseI64ArrayAttr:$broadcast_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$known_expanding_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$known_nonexpanding_dimensions);
  let assemblyFormat = [{
    $operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions attr-dict `:`
    functional-type(operands, results)
  }];
}
def Hlo_DynamicIotaOp : Hlo_RareOp<"dynamic_iota", "iota of a run-time shape"> {
  let arguments = (ins Hlo_DimTensor:$output_shape, I64Attr:$iota_dimension);
  let assemblyFormat = [{
    $output_shape `,` `dim` `=` $iota_dimension attr-dict `:`
    functional-type(operands, results)
  }];
}
def Hlo_DynamicPadOp : Hlo_RareOp<"dynamic_pad", "pad by run-time amounts"> {
  let arguments = (ins Hlo_Tensor:$operand, Hlo_Tensor:$padding_value,
                       Hlo_DimTensor:$edge_padding_low, Hlo_DimTensor:$edge_padding_high,
                       Hlo_DimTensor:$interior_padding);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
def Hlo_DynamicReshapeOp : Hlo_RareOp<"dynamic_reshape", "reshape to a run-time shape"> {
  let arguments = (ins Hlo_Tensor:$operand, Hlo_DimTensor:$output_shape);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}
def Hlo_RealDynamicSliceOp
    : Hlo_RareOp<"real_dynamic_slice", "slice with run-time start, limit and stride"> {
  let arguments = (ins Hlo_Tensor:$operand, Hlo_DimTensor:$start_indices,
                       Hlo_DimTensor:$limit_indices, Hlo_DimTensor:$strides);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

#endif
