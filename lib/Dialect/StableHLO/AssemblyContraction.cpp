// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AssemblyContraction.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace spyre::stablehlo {

static ParseResult parseDimsPair(OpAsmParser &parser, SmallVectorImpl<int64_t> &lhs,
                                 SmallVectorImpl<int64_t> &rhs) {
  return failure(parser.parseEqual() || parseDims(parser, lhs) || parser.parseKeyword("x") ||
                 parseDims(parser, rhs));
}

static ParseResult parseDotDimensions(OpAsmParser &parser, DotDimensionNumbersAttr &dims) {
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsContract, rhsContract;
  if (succeeded(parser.parseOptionalKeyword("batching_dims")))
    if (parseDimsPair(parser, lhsBatch, rhsBatch) || parser.parseComma())
      return failure();
  if (parser.parseKeyword("contracting_dims") || parseDimsPair(parser, lhsContract, rhsContract))
    return failure();
  dims = DotDimensionNumbersAttr::get(parser.getContext(), lhsBatch, rhsBatch, lhsContract,
                                      rhsContract);
  return success();
}

static void printDotDimensions(OpAsmPrinter &printer, DotDimensionNumbersAttr dims) {
  auto printPair = [&](StringRef name, ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
    printer << name << " = ";
    printDims(printer, lhs);
    printer << " x ";
    printDims(printer, rhs);
  };
  if (!dims.getLhsBatchingDimensions().empty()) {
    printPair("batching_dims", dims.getLhsBatchingDimensions(), dims.getRhsBatchingDimensions());
    printer << ", ";
  }
  printPair("contracting_dims", dims.getLhsContractingDimensions(),
            dims.getRhsContractingDimensions());
}

ParseResult parsePrecisions(OpAsmParser &parser, ArrayAttr &precisions) {
  SmallVector<Attribute> list;
  auto parseOne = [&]() -> ParseResult {
    PrecisionAttr precision;
    if (parseEnumKeyword(parser, precision))
      return failure();
    list.push_back(precision);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  precisions = parser.getBuilder().getArrayAttr(list);
  return success();
}

void printPrecisions(OpAsmPrinter &printer, Operation *, ArrayAttr precisions) {
  printer << '[';
  llvm::interleaveComma(precisions, printer, [&](Attribute precision) {
    printer << stringifyEnum(cast<PrecisionAttr>(precision).getValue());
  });
  printer << ']';
}

ParseResult parseDotTraits(OpAsmParser &parser, DotDimensionNumbersAttr &dims,
                           ArrayAttr &precisions, DotAlgorithmAttr &algorithm) {
  if (parseDotDimensions(parser, dims))
    return failure();
  while (succeeded(parser.parseOptionalComma())) {
    if (!precisions && succeeded(parser.parseOptionalKeyword("precision"))) {
      if (parser.parseEqual() || parsePrecisions(parser, precisions))
        return failure();
      continue;
    }
    if (parser.parseKeyword("algorithm") || parser.parseEqual())
      return failure();
    algorithm = dyn_cast_or_null<DotAlgorithmAttr>(DotAlgorithmAttr::parse(parser, {}));
    if (!algorithm)
      return failure();
  }
  return success();
}

void printDotTraits(OpAsmPrinter &printer, Operation *op, DotDimensionNumbersAttr dims,
                    ArrayAttr precisions, DotAlgorithmAttr algorithm) {
  printDotDimensions(printer, dims);
  if (precisions) {
    printer << ", precision = ";
    printPrecisions(printer, op, precisions);
  }
  if (algorithm) {
    printer << ", algorithm = ";
    algorithm.print(printer);
  }
}

static ParseResult parsePadding(OpAsmParser &parser, DenseIntElementsAttr &padding) {
  SmallVector<int64_t> amounts;
  auto parsePair = [&]() -> ParseResult {
    return failure(parser.parseLSquare() || parser.parseInteger(amounts.emplace_back()) ||
                   parser.parseComma() || parser.parseInteger(amounts.emplace_back()) ||
                   parser.parseRSquare());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parsePair))
    return failure();
  auto type =
      RankedTensorType::get({int64_t(amounts.size() / 2), 2}, parser.getBuilder().getI64Type());
  padding = DenseIntElementsAttr::get(type, amounts);
  return success();
}

static ParseResult parseReversal(OpAsmParser &parser, DenseBoolArrayAttr &reversal) {
  SmallVector<bool> flags;
  auto parseFlag = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalKeyword("true")))
      flags.push_back(true);
    else if (succeeded(parser.parseOptionalKeyword("false")))
      flags.push_back(false);
    else {
      int64_t flag;
      if (parser.parseInteger(flag))
        return failure();
      flags.push_back(flag != 0);
    }
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseFlag))
    return failure();
  reversal = DenseBoolArrayAttr::get(parser.getContext(), flags);
  return success();
}

ParseResult parseWindowAttributes(OpAsmParser &parser, DenseI64ArrayAttr &strides,
                                  DenseIntElementsAttr &padding, DenseI64ArrayAttr &lhsDilation,
                                  DenseI64ArrayAttr &rhsDilation, DenseBoolArrayAttr &reversal) {
  auto parseMember = [&]() -> ParseResult {
    llvm::SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    if (name == "pad")
      return parsePadding(parser, padding);
    if (name == "reverse")
      return parseReversal(parser, reversal);
    DenseI64ArrayAttr *member = llvm::StringSwitch<DenseI64ArrayAttr *>(name)
                                    .Case("stride", &strides)
                                    .Case("lhs_dilate", &lhsDilation)
                                    .Case("rhs_dilate", &rhsDilation)
                                    .Default(nullptr);
    if (!member)
      return parser.emitError(loc, "expected stride, pad, lhs_dilate, rhs_dilate or "
                                   "reverse, found '")
             << name << "'";
    SmallVector<int64_t> values;
    if (parseDims(parser, values))
      return failure();
    *member = parser.getBuilder().getDenseI64ArrayAttr(values);
    return success();
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseMember);
}

void printWindowAttributes(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr strides,
                           DenseIntElementsAttr padding, DenseI64ArrayAttr lhsDilation,
                           DenseI64ArrayAttr rhsDilation, DenseBoolArrayAttr reversal) {
  StringRef separator = "";
  auto begin = [&](StringRef name) {
    printer << separator << name << " = ";
    separator = ", ";
  };
  auto printMember = [&](StringRef name, DenseI64ArrayAttr values) {
    if (!values)
      return;
    begin(name);
    printDims(printer, values.asArrayRef());
  };
  printer << '{';
  printMember("stride", strides);
  if (padding) {
    begin("pad");
    SmallVector<int64_t> amounts(padding.getValues<int64_t>());
    printer << '[';
    for (size_t i = 0; i + 1 < amounts.size(); i += 2) {
      printer << (i ? ", " : "");
      printDims(printer, ArrayRef<int64_t>(amounts).slice(i, 2));
    }
    printer << ']';
  }
  printMember("lhs_dilate", lhsDilation);
  printMember("rhs_dilate", rhsDilation);
  if (reversal) {
    begin("reverse");
    printer << '[';
    llvm::interleaveComma(reversal.asArrayRef(), printer,
                          [&](bool flag) { printer << (flag ? "true" : "false"); });
    printer << ']';
  }
  printer << '}';
}

} // namespace spyre::stablehlo
