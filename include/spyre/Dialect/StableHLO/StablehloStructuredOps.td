// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPYRE_STABLEHLO_STRUCTURED_OPS
#define SPYRE_STABLEHLO_STRUCTURED_OPS

include "spyre/Dialect/StableHLO/StablehloAttrs.td"

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

def Hlo_DotOp : Hlo_Op<"dot", [Pure]> {
  let summary = "product of matrices or vectors (legacy form of dot_general)";
  let arguments = (ins Hlo_Tensor:$lhs, Hlo_Tensor:$rhs,
                       OptionalAttr<Hlo_PrecisionArrayAttr>:$precision_config);
  let results = (outs Hlo_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`,` `precision` `=` custom<Precisions>($precision_config)^)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Hlo_DotGeneralOp : Hlo_Op<"dot_general", [Pure]> {
  let summary = "product with any batch and contracting dimensions";
  let description = [{
    The result has the batch dimensions, then the free dimensions of lhs, then
    those of rhs, each in operand order.
  }];
  let arguments = (ins Hlo_Tensor:$lhs, Hlo_Tensor:$rhs,
                       Hlo_DotDimensionNumbers:$dot_dimension_numbers,
                       OptionalAttr<Hlo_PrecisionArrayAttr>:$precision_config,
                       OptionalAttr<Hlo_DotAlgorithm>:$algorithm);
  let results = (outs Hlo_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotTraits>($dot_dimension_numbers, $precision_config,
    $algorithm) attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Hlo_ConvolutionOp : Hlo_Op<"convolution", [Pure]> {
  let summary = "convolution with any dimension order, strides and dilations";
  let arguments = (ins Hlo_Tensor:$lhs, Hlo_Tensor:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<I64ElementsAttr>:$padding,
                       OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
                       OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
                       OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
                       Hlo_ConvDimensionNumbers:$dimension_numbers,
                       I64Attr:$feature_group_count, I64Attr:$batch_group_count,
                       OptionalAttr<Hlo_PrecisionArrayAttr>:$precision_config);
  let results = (outs Hlo_Tensor:$result);
  let assemblyFormat = [{
    `(` operands `)` `dim_numbers` `=` custom<ConvolutionDimensions>($dimension_numbers)
    `,` `window` `=` custom<WindowAttributes>($window_strides, $padding,
    $lhs_dilation, $rhs_dilation, $window_reversal) attr-dict `:`
    functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Reductions and other operators with a body
//===----------------------------------------------------------------------===//

def Hlo_ReduceOp : Hlo_Op<"reduce", [RecursiveMemoryEffects, RecursivelySpeculatable,
    SameVariadicOperandSize]> {
  let summary = "combination of all elements along some dimensions, in any order";
  let description = [{
    Input k starts from init value k. The body takes one accumulator per input,
    then one element per input, and returns the new accumulators.
  }];
  let arguments = (ins Variadic<Hlo_Tensor>:$inputs, Variadic<Hlo_Tensor>:$init_values,
                       DenseI64ArrayAttr:$dimensions);
  let results = (outs Variadic<Hlo_Tensor>);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Hlo_ReduceWindowOp : Hlo_Op<"reduce_window", [RecursiveMemoryEffects,
    RecursivelySpeculatable, SameVariadicOperandSize]> {
  let summary = "reduction of every window of the inputs";
  let arguments = (ins Variadic<Hlo_Tensor>:$inputs, Variadic<Hlo_Tensor>:$init_values,
                       DenseI64ArrayAttr:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dilations,
                       OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs Variadic<Hlo_Tensor>);
  let regions = (region SizedRegion<1>:$body);
}

def Hlo_SelectAndScatterOp : Hlo_Op<"select_and_scatter", [RecursiveMemoryEffects,
    RecursivelySpeculatable]> {
  let summary = "source values added where the window's selection lies";
  let arguments = (ins Hlo_Tensor:$operand, Hlo_Tensor:$source, Hlo_Tensor:$init_value,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs Hlo_Tensor:$result);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
}

def Hlo_SortOp : Hlo_Op<"sort", [RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let summary = "sort along one dimension by a comparator";
  let arguments = (ins Variadic<Hlo_Tensor>:$inputs,
                       DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let results = (outs Variadic<Hlo_Tensor>);
  let regions = (region SizedRegion<1>:$comparator);
}

def Hlo_MapOp : Hlo_Op<"map", [RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let summary = "a scalar computation applied to each element";
  let arguments = (ins Variadic<Hlo_Tensor>:$inputs, DenseI64ArrayAttr:$dimensions);
  let results = (outs Hlo_Tensor:$result);
  let regions = (region SizedRegion<1>:$computation);
}

//===----------------------------------------------------------------------===//
// Indexed access
//===----------------------------------------------------------------------===//

def Hlo_GatherOp : Hlo_Op<"gather", [Pure]> {
  let summary = "slices at run-time positions, each clamped into the operand";
  let arguments = (ins Hlo_Tensor:$operand, Hlo_IntTensor:$start_indices,
                       Hlo_GatherDimensionNumbers:$dimension_numbers,
                       DenseI64ArrayAttr:$slice_sizes,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs Hlo_Tensor:$result);
}

def Hlo_ScatterOp : Hlo_Op<"scatter", [RecursiveMemoryEffects, RecursivelySpeculatable,
    SameVariadicOperandSize]> {
  let summary = "updates combined into the inputs at run-time positions";
  let description = "An update element that falls outside the input is dropped.";
  let arguments = (ins Variadic<Hlo_Tensor>:$inputs, Hlo_IntTensor:$scatter_indices,
                       Variadic<Hlo_Tensor>:$updates,
                       Hlo_ScatterDimensionNumbers:$scatter_dimension_numbers,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$unique_indices);
  let results = (outs Variadic<Hlo_Tensor>);
  let regions = (region SizedRegion<1>:$update_computation);
}

def Hlo_BatchNormInferenceOp : Hlo_Op<"batch_norm_inference", [Pure]> {
  let summary = "normalisation by given mean and variance per feature";
  let arguments = (ins Hlo_RealTensor:$operand, Hlo_RealTensor:$scale,
                       Hlo_RealTensor:$offset, Hlo_RealTensor:$mean,
                       Hlo_RealTensor:$variance, F32Attr:$epsilon, I64Attr:$feature_index);
  let results = (outs Hlo_RealTensor:$result);
}

#endif
