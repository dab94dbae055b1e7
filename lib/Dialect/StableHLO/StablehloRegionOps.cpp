// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Printed forms of while and composite.
#include "Assembly.h"

using namespace mlir;
using namespace spyre::stablehlo;

//===----------------------------------------------------------------------===//
// while: (%it = %init, ...) : T, ... cond { ... } do { ... }
//===----------------------------------------------------------------------===//

void WhileOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments())
    setName(argument, "iterArg");
}

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  auto parsePair = [&]() -> ParseResult {
    return failure(parser.parseArgument(arguments.emplace_back()) || parser.parseEqual() ||
                   parser.parseOperand(operands.emplace_back()));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parsePair))
    return failure();
  if (!operands.empty() && parser.parseColonTypeList(types))
    return failure();
  if (types.size() != operands.size())
    return parser.emitError(loc, "expected ")
           << operands.size() << " types, found " << types.size();
  for (auto [argument, type] : llvm::zip_equal(arguments, types))
    argument.type = type;
  result.addTypes(types);
  return failure(parser.resolveOperands(operands, types, loc, result.operands) ||
                 parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
                 parser.parseKeyword("cond") ||
                 parser.parseRegion(*result.addRegion(), arguments) || parser.parseKeyword("do") ||
                 parser.parseRegion(*result.addRegion(), arguments));
}

/// Both regions print the names of the first, so their arguments must share
/// them; a region with names of its own cannot be read back.
void WhileOp::print(OpAsmPrinter &printer) {
  printer << '(';
  llvm::interleaveComma(llvm::zip(getCond().getArguments(), getOperand()), printer, [&](auto pair) {
    printer << std::get<0>(pair) << " = " << std::get<1>(pair);
  });
  printer << ')';
  if (getNumOperands()) {
    printer << " : ";
    llvm::interleaveComma(getOperand().getTypes(), printer);
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << " cond ";
  printer.shadowRegionArgs(getBody(), getCond().getArguments());
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

LogicalResult WhileOp::verifyRegions() {
  if (getResultTypes() != getOperandTypes())
    return emitOpError("expected results of the operands' types");
  for (Region *region : {&getCond(), &getBody()})
    if (region->getArgumentTypes() != getOperandTypes())
      return emitOpError("expected region arguments of the operands' types");
  return success();
}

//===----------------------------------------------------------------------===//
// composite: "name" %a, %b {attributes} : FT
//===----------------------------------------------------------------------===//

ParseResult CompositeOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  FunctionType type;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseAttribute(name, "name", result.attributes) || parser.parseOperandList(operands))
    return failure();
  if (succeeded(parser.parseOptionalLParen())) {
    do {
      if (parser.parseRegion(*result.addRegion()))
        return failure();
    } while (succeeded(parser.parseOptionalComma()));
    if (parser.parseRParen())
      return failure();
  }
  if (parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(type) ||
      parser.resolveOperands(operands, type.getInputs(), loc, result.operands))
    return failure();
  result.addTypes(type.getResults());
  return success();
}

void CompositeOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getNameAttr();
  if (getNumOperands())
    printer << ' ' << getInputs();
  if (getNumRegions()) {
    printer << " (";
    llvm::interleaveComma(getCompositeRegions(), printer,
                          [&](Region &region) { printer.printRegion(region); });
    printer << ')';
  }
  printer.printOptionalAttrDict((*this)->getAttrs(), {"name"});
  printer << " : ";
  printer.printFunctionalType(*this);
}
