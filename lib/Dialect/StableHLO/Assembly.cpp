// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Assembly.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace spyre::stablehlo {

ParseResult parseDims(AsmParser &parser, SmallVectorImpl<int64_t> &dims) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                        [&] { return parser.parseInteger(dims.emplace_back()); });
}

void printDims(AsmPrinter &printer, ArrayRef<int64_t> dims) {
  printer << '[';
  llvm::interleaveComma(dims, printer.getStream());
  printer << ']';
}

/// Takes the types from `type` if it is a function type of `count` operands.
static ParseResult splitFunctionType(OpAsmParser &parser, llvm::SMLoc loc, FunctionType type,
                                     size_t count) {
  if (type.getNumInputs() != count)
    return parser.emitError(loc, "expected ")
           << count << " operand types, found " << type.getNumInputs();
  if (type.getNumResults() != 1)
    return parser.emitError(loc, "expected one result type, found ") << type.getNumResults();
  return success();
}

ParseResult parseUniformTypes(OpAsmParser &parser, MutableArrayRef<Type *> operands, Type &result) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  auto function = dyn_cast<FunctionType>(type);
  if (!function) {
    for (Type *operand : operands)
      *operand = type;
    result = type;
    return success();
  }
  if (splitFunctionType(parser, loc, function, operands.size()))
    return failure();
  for (auto [operand, input] : llvm::zip_equal(operands, function.getInputs()))
    *operand = input;
  result = function.getResult(0);
  return success();
}

void printUniformTypes(OpAsmPrinter &printer, TypeRange operands, Type result) {
  if (llvm::all_of(operands, [&](Type type) { return type == result; }))
    printer << result;
  else
    printer.printFunctionalType(operands, TypeRange(result));
}

ParseResult parsePairwiseType(OpAsmParser &parser, SmallVectorImpl<Type> &operands,
                              SmallVectorImpl<Type> &results) {
  if (parser.parseTypeList(operands))
    return failure();
  results = operands;
  return success();
}

void printPairwiseType(OpAsmPrinter &printer, Operation *, TypeRange operands, TypeRange) {
  llvm::interleaveComma(operands, printer);
}

ParseResult parseTupleTypes(OpAsmParser &parser, SmallVectorImpl<Type> &operands, Type &result) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  auto tuple = dyn_cast<TupleType>(result);
  if (!tuple)
    return parser.emitError(loc, "expected a tuple type, found ") << result;
  llvm::append_range(operands, tuple.getTypes());
  return success();
}

void printTupleTypes(OpAsmPrinter &printer, Operation *, TypeRange, Type result) {
  printer << result;
}

ParseResult parseComplexType(OpAsmParser &parser, Type &lhs, Type &rhs, Type &result) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  Type *operands[] = {&lhs, &rhs};
  if (parseUniformTypes(parser, operands, result))
    return failure();
  if (lhs != result)
    return success();
  auto tensor = dyn_cast<RankedTensorType>(result);
  auto element = tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : nullptr;
  if (!element)
    return parser.emitError(loc, "expected a tensor of complex numbers, found ") << result;
  lhs = rhs = tensor.clone(element.getElementType());
  return success();
}

void printComplexType(OpAsmPrinter &printer, Operation *, Type lhs, Type rhs, Type result) {
  auto tensor = cast<RankedTensorType>(result);
  Type part = tensor.clone(cast<ComplexType>(tensor.getElementType()).getElementType());
  if (lhs == part && rhs == part)
    printer << result;
  else
    printer.printFunctionalType(TypeRange{lhs, rhs}, TypeRange(result));
}

ParseResult parseSelectType(OpAsmParser &parser, Type &pred, Type &onTrue, Type &onFalse,
                            Type &result) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  SmallVector<Type> types;
  if (parser.parseTypeList(types))
    return failure();
  if (types.size() == 2) {
    pred = types[0];
    onTrue = onFalse = result = types[1];
    return success();
  }
  auto function = types.size() == 1 ? dyn_cast<FunctionType>(types[0]) : nullptr;
  if (!function)
    return parser.emitError(loc, "expected two types or a function type");
  if (splitFunctionType(parser, loc, function, 3))
    return failure();
  pred = function.getInput(0);
  onTrue = function.getInput(1);
  onFalse = function.getInput(2);
  result = function.getResult(0);
  return success();
}

void printSelectType(OpAsmPrinter &printer, Operation *, Type pred, Type onTrue, Type onFalse,
                     Type result) {
  if (onTrue == result && onFalse == result)
    printer << pred << ", " << result;
  else
    printer.printFunctionalType(TypeRange{pred, onTrue, onFalse}, TypeRange(result));
}

ParseResult parseOperandsThenComma(OpAsmParser &parser,
                                   SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  while (true) {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value())
      return success();
    if (failed(*parsed) || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
}

void printOperandsThenComma(OpAsmPrinter &printer, Operation *, OperandRange operands) {
  llvm::interleave(
      operands, [&](Value operand) { printer << operand << ','; }, [&] { printer << ' '; });
}

ParseResult parseSliceRanges(OpAsmParser &parser, DenseI64ArrayAttr &starts,
                             DenseI64ArrayAttr &limits, DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> start, limit, stride;
  auto parseRange = [&]() -> ParseResult {
    if (parser.parseInteger(start.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limit.emplace_back()))
      return failure();
    stride.push_back(1);
    if (succeeded(parser.parseOptionalColon()))
      return parser.parseInteger(stride.back());
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRange))
    return failure();
  starts = parser.getBuilder().getDenseI64ArrayAttr(start);
  limits = parser.getBuilder().getDenseI64ArrayAttr(limit);
  strides = parser.getBuilder().getDenseI64ArrayAttr(stride);
  return success();
}

void printSliceRanges(OpAsmPrinter &printer, Operation *, ArrayRef<int64_t> starts,
                      ArrayRef<int64_t> limits, ArrayRef<int64_t> strides) {
  printer << '[';
  llvm::interleaveComma(llvm::zip(starts, limits, strides), printer, [&](auto range) {
    auto [start, limit, stride] = range;
    printer << start << ':' << limit;
    if (stride != 1)
      printer << ':' << stride;
  });
  printer << ']';
}

ParseResult parseExponentMantissa(OpAsmParser &parser, IntegerAttr &exponent,
                                  IntegerAttr &mantissa) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  StringRef format;
  if (parser.parseKeyword(&format))
    return failure();
  auto [exponentText, mantissaText] = format.drop_front().split('m');
  int32_t exponentBits, mantissaBits;
  if (format.front() != 'e' || exponentText.getAsInteger(10, exponentBits) ||
      mantissaText.getAsInteger(10, mantissaBits))
    return parser.emitError(loc, "expected a format like e8m7, found '") << format << "'";
  exponent = parser.getBuilder().getI32IntegerAttr(exponentBits);
  mantissa = parser.getBuilder().getI32IntegerAttr(mantissaBits);
  return success();
}

void printExponentMantissa(OpAsmPrinter &printer, Operation *, IntegerAttr exponent,
                           IntegerAttr mantissa) {
  printer << 'e' << exponent.getInt() << 'm' << mantissa.getInt();
}

ParseResult parseCallTarget(OpAsmParser &parser, StringAttr &target) {
  return parser.parseSymbolName(target);
}

void printCallTarget(OpAsmPrinter &printer, Operation *, StringAttr target) {
  printer.printSymbolName(target);
}

} // namespace spyre::stablehlo
