// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parsers and printers behind `custom<...>` in the operators' formats.
#pragma once

#include "spyre/Dialect/StableHLO/Stablehlo.h"

namespace spyre::stablehlo {

using mlir::AsmParser;
using mlir::AsmPrinter;
using mlir::OpAsmParser;
using mlir::OpAsmPrinter;
using mlir::Operation;
using mlir::ParseResult;
using mlir::Type;
using mlir::TypeRange;

/// `[1, 0]`, any number of integers.
ParseResult parseDims(AsmParser &parser, llvm::SmallVectorImpl<int64_t> &dims);
void printDims(AsmPrinter &printer, llvm::ArrayRef<int64_t> dims);

/// One type if all are equal, else a function type of operands and result.
ParseResult parseUniformTypes(OpAsmParser &parser, llvm::MutableArrayRef<Type *> operands,
                              Type &result);
void printUniformTypes(OpAsmPrinter &printer, TypeRange operands, Type result);

inline ParseResult parseUniformType(OpAsmParser &parser, Type &a, Type &result) {
  Type *operands[] = {&a};
  return parseUniformTypes(parser, operands, result);
}
inline ParseResult parseUniformType(OpAsmParser &parser, Type &a, Type &b, Type &result) {
  Type *operands[] = {&a, &b};
  return parseUniformTypes(parser, operands, result);
}
inline ParseResult parseUniformType(OpAsmParser &parser, Type &a, Type &b, Type &c, Type &result) {
  Type *operands[] = {&a, &b, &c};
  return parseUniformTypes(parser, operands, result);
}
template <typename... Types>
void printUniformType(OpAsmPrinter &printer, Operation *, Type a, Types... rest) {
  llvm::SmallVector<Type> types{a, rest...};
  Type result = types.pop_back_val();
  printUniformTypes(printer, types, result);
}

/// Types of operands that are also the types of the results.
ParseResult parsePairwiseType(OpAsmParser &parser, llvm::SmallVectorImpl<Type> &operands,
                              llvm::SmallVectorImpl<Type> &results);
void printPairwiseType(OpAsmPrinter &printer, Operation *, TypeRange operands, TypeRange results);

/// `tuple<T, T>`: the operands' types are those of the elements.
ParseResult parseTupleTypes(OpAsmParser &parser, llvm::SmallVectorImpl<Type> &operands,
                            Type &result);
void printTupleTypes(OpAsmPrinter &printer, Operation *, TypeRange operands, Type result);

/// Complex result type alone, or a function type.
ParseResult parseComplexType(OpAsmParser &parser, Type &lhs, Type &rhs, Type &result);
void printComplexType(OpAsmPrinter &printer, Operation *, Type lhs, Type rhs, Type result);

/// `Tpred, T`, or a function type.
ParseResult parseSelectType(OpAsmParser &parser, Type &pred, Type &onTrue, Type &onFalse,
                            Type &result);
void printSelectType(OpAsmPrinter &printer, Operation *, Type pred, Type onTrue, Type onFalse,
                     Type result);

/// `%a, %b,`: the comma after the last operand belongs to what follows.
ParseResult parseOperandsThenComma(OpAsmParser &parser,
                                   llvm::SmallVectorImpl<OpAsmParser::UnresolvedOperand> &);
void printOperandsThenComma(OpAsmPrinter &printer, Operation *, mlir::OperandRange operands);

/// `[0:2, 0:4:2]`.
ParseResult parseSliceRanges(OpAsmParser &parser, mlir::DenseI64ArrayAttr &starts,
                             mlir::DenseI64ArrayAttr &limits, mlir::DenseI64ArrayAttr &strides);
void printSliceRanges(OpAsmPrinter &printer, Operation *, llvm::ArrayRef<int64_t> starts,
                      llvm::ArrayRef<int64_t> limits, llvm::ArrayRef<int64_t> strides);

/// `e8m7`.
ParseResult parseExponentMantissa(OpAsmParser &parser, mlir::IntegerAttr &exponent,
                                  mlir::IntegerAttr &mantissa);
void printExponentMantissa(OpAsmPrinter &printer, Operation *, mlir::IntegerAttr exponent,
                           mlir::IntegerAttr mantissa);

/// `@target` or `@"a target"`.
ParseResult parseCallTarget(OpAsmParser &parser, mlir::StringAttr &target);
void printCallTarget(OpAsmPrinter &printer, Operation *, mlir::StringAttr target);

/// A bare keyword of an enum.
template <typename AttrT> ParseResult parseEnumKeyword(OpAsmParser &parser, AttrT &attr) {
  using EnumT = decltype(attr.getValue());
  llvm::SMLoc loc = parser.getCurrentLocation();
  llvm::StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return mlir::failure();
  std::optional<EnumT> value = symbolizeEnum<EnumT>(keyword);
  if (!value)
    return parser.emitError(loc, "expected a keyword of ")
           << AttrT::getMnemonic() << ", found '" << keyword << "'";
  attr = AttrT::get(parser.getContext(), *value);
  return mlir::success();
}
template <typename AttrT> void printEnumKeyword(OpAsmPrinter &printer, Operation *, AttrT attr) {
  printer << stringifyEnum(attr.getValue());
}

} // namespace spyre::stablehlo
