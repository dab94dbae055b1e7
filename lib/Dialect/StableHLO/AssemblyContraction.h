// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parsers and printers of what products and convolutions say in their own way.
#pragma once

#include "Assembly.h"

namespace spyre::stablehlo {

/// `[DEFAULT, HIGHEST]`.
ParseResult parsePrecisions(OpAsmParser &parser, mlir::ArrayAttr &precisions);
void printPrecisions(OpAsmPrinter &printer, Operation *, mlir::ArrayAttr precisions);

/// `batching_dims = [0] x [0], contracting_dims = [2] x [1], precision =
/// [DEFAULT, DEFAULT], algorithm = <...>`: all but the second may be missing.
ParseResult parseDotTraits(OpAsmParser &parser, DotDimensionNumbersAttr &dims,
                           mlir::ArrayAttr &precisions, DotAlgorithmAttr &algorithm);
void printDotTraits(OpAsmPrinter &printer, Operation *, DotDimensionNumbersAttr dims,
                    mlir::ArrayAttr precisions, DotAlgorithmAttr algorithm);

/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.
ParseResult parseConvolutionDimensions(AsmParser &parser, ConvDimensionNumbersAttr &dims);
void printConvolutionDimensions(AsmPrinter &printer, ConvDimensionNumbersAttr dims);
inline void printConvolutionDimensions(OpAsmPrinter &printer, Operation *,
                                       ConvDimensionNumbersAttr dims) {
  printConvolutionDimensions(printer, dims);
}

/// `{stride = [2, 2], pad = [[1, 1], [1, 1]], reverse = [true, false]}`, each
/// member or nothing.
ParseResult parseWindowAttributes(OpAsmParser &parser, mlir::DenseI64ArrayAttr &strides,
                                  mlir::DenseIntElementsAttr &padding,
                                  mlir::DenseI64ArrayAttr &lhsDilation,
                                  mlir::DenseI64ArrayAttr &rhsDilation,
                                  mlir::DenseBoolArrayAttr &reversal);
void printWindowAttributes(OpAsmPrinter &printer, Operation *, mlir::DenseI64ArrayAttr strides,
                           mlir::DenseIntElementsAttr padding, mlir::DenseI64ArrayAttr lhsDilation,
                           mlir::DenseI64ArrayAttr rhsDilation, mlir::DenseBoolArrayAttr reversal);

} // namespace spyre::stablehlo
