// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes with a form of their own: convolution dimensions, algorithm of a
// product, accuracy of a result, bounds of a dynamic shape.
#include "AssemblyContraction.h"
#include "AttrParsing.h"

using namespace mlir;

namespace spyre::stablehlo {

namespace {
/// One bracketed list of `b`, `f` (or `i`, `o`), spatial numbers and `?`.
struct DimensionList {
  int64_t first = -1, second = -1;
  SmallVector<int64_t> spatial;
};
} // namespace

static ParseResult parseDimensionList(AsmParser &parser, StringRef first, StringRef second,
                                      DimensionList &list) {
  int64_t position = 0;
  SmallVector<std::pair<int64_t, int64_t>> spatial;
  llvm::SMLoc loc = parser.getCurrentLocation();
  auto parseOne = [&]() -> ParseResult {
    int64_t here = position++;
    if (succeeded(parser.parseOptionalKeyword(first))) {
      list.first = here;
      return success();
    }
    if (succeeded(parser.parseOptionalKeyword(second))) {
      list.second = here;
      return success();
    }
    if (succeeded(parser.parseOptionalQuestion()))
      return success();
    int64_t number;
    if (parser.parseInteger(number))
      return failure();
    spatial.push_back({number, here});
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  if (list.first < 0 || list.second < 0)
    return parser.emitError(loc, "expected dimensions '") << first << "' and '" << second << "'";
  llvm::sort(spatial);
  for (auto [index, entry] : llvm::enumerate(spatial)) {
    if (entry.first != int64_t(index))
      return parser.emitError(loc, "expected spatial dimension ")
             << index << ", found " << entry.first;
    list.spatial.push_back(entry.second);
  }
  return success();
}

ParseResult parseConvolutionDimensions(AsmParser &parser, ConvDimensionNumbersAttr &dims) {
  DimensionList input, kernel, output;
  if (parseDimensionList(parser, "b", "f", input) || parser.parseKeyword("x") ||
      parseDimensionList(parser, "i", "o", kernel) || parser.parseArrow() ||
      parseDimensionList(parser, "b", "f", output))
    return failure();
  dims = ConvDimensionNumbersAttr::get(parser.getContext(), input.first, input.second,
                                       input.spatial, kernel.first, kernel.second, kernel.spatial,
                                       output.first, output.second, output.spatial);
  return success();
}

static void printDimensionList(AsmPrinter &printer, char first, int64_t firstDim, char second,
                               int64_t secondDim, ArrayRef<int64_t> spatial) {
  int64_t rank = std::max(firstDim, secondDim) + 1;
  for (int64_t dim : spatial)
    rank = std::max(rank, dim + 1);
  printer << '[';
  for (int64_t position = 0; position < rank; ++position) {
    printer << (position ? ", " : "");
    const auto *found = llvm::find(spatial, position);
    if (position == firstDim)
      printer << first;
    else if (position == secondDim)
      printer << second;
    else if (found != spatial.end())
      printer << (found - spatial.begin());
    else
      printer << '?';
  }
  printer << ']';
}

void printConvolutionDimensions(AsmPrinter &printer, ConvDimensionNumbersAttr dims) {
  printDimensionList(printer, 'b', dims.getInputBatchDimension(), 'f',
                     dims.getInputFeatureDimension(), dims.getInputSpatialDimensions());
  printer << 'x';
  printDimensionList(printer, 'i', dims.getKernelInputFeatureDimension(), 'o',
                     dims.getKernelOutputFeatureDimension(), dims.getKernelSpatialDimensions());
  printer << "->";
  printDimensionList(printer, 'b', dims.getOutputBatchDimension(), 'f',
                     dims.getOutputFeatureDimension(), dims.getOutputSpatialDimensions());
}

Attribute ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  ConvDimensionNumbersAttr dims;
  if (parser.parseLess() || parseConvolutionDimensions(parser, dims) || parser.parseGreater())
    return {};
  return dims;
}

void ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printConvolutionDimensions(printer, *this);
  printer << '>';
}

Attribute DotAlgorithmAttr::parse(AsmParser &parser, Type) {
  Type lhs, rhs, accumulation;
  int64_t lhsCount = 1, rhsCount = 1, operations = 1;
  bool imprecise = false;
  auto typeField = [](StringRef name, Type &type) -> StructField {
    return {name, [&](AsmParser &p) { return p.parseType(type); }};
  };
  auto parseFlag = [&](AsmParser &p) -> ParseResult {
    imprecise = succeeded(p.parseOptionalKeyword("true"));
    return imprecise ? ParseResult(success()) : p.parseKeyword("false");
  };
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parseStruct(parser, {typeField("lhs_precision_type", lhs),
                           typeField("rhs_precision_type", rhs),
                           typeField("accumulation_type", accumulation),
                           numberField("lhs_component_count", lhsCount),
                           numberField("rhs_component_count", rhsCount),
                           numberField("num_primitive_operations", operations),
                           {"allow_imprecise_accumulation", parseFlag}}))
    return {};
  if (!lhs || !rhs || !accumulation) {
    parser.emitError(loc, "expected the three types of a dot algorithm");
    return {};
  }
  return get(parser.getContext(), lhs, rhs, accumulation, lhsCount, rhsCount, operations,
             imprecise);
}

void DotAlgorithmAttr::print(AsmPrinter &os) const {
  StructPrinter printer(os);
  printer.field("lhs_precision_type") << getLhsPrecisionType();
  printer.field("rhs_precision_type") << getRhsPrecisionType();
  printer.field("accumulation_type") << getAccumulationType();
  printer.field("lhs_component_count") << getLhsComponentCount();
  printer.field("rhs_component_count") << getRhsComponentCount();
  printer.field("num_primitive_operations") << getNumPrimitiveOperations();
  printer.field("allow_imprecise_accumulation")
      << (getAllowImpreciseAccumulation() ? "true" : "false");
}

Attribute ResultAccuracyAttr::parse(AsmParser &parser, Type) {
  double atol = 0, rtol = 0;
  int64_t ulps = 0;
  ResultAccuracyModeAttr mode;
  auto floatField = [](StringRef name, double &value) -> StructField {
    return {name, [&](AsmParser &p) { return p.parseFloat(value); }};
  };
  auto parseMode = [&](AsmParser &p) { return p.parseAttribute(mode); };
  if (parseStruct(parser, {floatField("atol", atol),
                           floatField("rtol", rtol),
                           numberField("ulps", ulps),
                           {"mode", parseMode}}))
    return {};
  if (!mode)
    mode = ResultAccuracyModeAttr::get(parser.getContext(), ResultAccuracyMode::DEFAULT);
  return get(parser.getContext(), APFloat(atol), APFloat(rtol), ulps, mode);
}

void ResultAccuracyAttr::print(AsmPrinter &os) const {
  StructPrinter printer(os);
  if (getAtol().isNonZero())
    printer.field("atol") << getAtol();
  if (getRtol().isNonZero())
    printer.field("rtol") << getRtol();
  printer.number("ulps", getUlps());
  printer.field("mode") << getMode();
}

Attribute TypeExtensionsAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> bounds;
  auto parseBound = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalQuestion())) {
      bounds.push_back(ShapedType::kDynamic);
      return success();
    }
    return parser.parseInteger(bounds.emplace_back());
  };
  // `#stablehlo.type_extensions<bounds = [3, ?]>` is the older spelling.
  if (parser.parseLess())
    return {};
  bool older = succeeded(parser.parseOptionalKeyword("bounds"));
  if (older && parser.parseEqual())
    return {};
  auto delimiter = older ? AsmParser::Delimiter::Square : AsmParser::Delimiter::None;
  if (parser.parseCommaSeparatedList(delimiter, parseBound) || parser.parseGreater())
    return {};
  return get(parser.getContext(), bounds);
}

void TypeExtensionsAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(getBounds(), printer, [&](int64_t bound) {
    if (ShapedType::isDynamic(bound))
      printer << '?';
    else
      printer << bound;
  });
  printer << '>';
}

} // namespace spyre::stablehlo
