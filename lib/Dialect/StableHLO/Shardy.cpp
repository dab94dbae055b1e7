// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Dialect/StableHLO/Shardy.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace spyre::sdy;

namespace spyre::sdy {

/// One token of a mesh or sharding that is not a bracket, appended to `text`.
static ParseResult parseToken(OpAsmParser &parser, std::string &text) {
  std::string string;
  StringAttr symbol;
  StringRef keyword;
  int64_t number;
  if (succeeded(parser.parseOptionalString(&string)))
    text += '"' + string + '"';
  else if (succeeded(parser.parseOptionalSymbolName(symbol)))
    text += "@" + symbol.str();
  else if (succeeded(parser.parseOptionalKeyword(&keyword)))
    text += (" " + keyword).str();
  else if (succeeded(parser.parseOptionalComma()))
    text += ", ";
  else if (succeeded(parser.parseOptionalEqual()))
    text += "=";
  else if (succeeded(parser.parseOptionalColon()))
    text += ":";
  else if (succeeded(parser.parseOptionalQuestion()))
    text += "?";
  else if (OptionalParseResult parsed = parser.parseOptionalInteger(number); parsed.has_value()) {
    if (failed(*parsed)) // it has said why
      return failure();
    text += std::to_string(number);
  } else
    return parser.emitError(parser.getCurrentLocation(),
                            "expected a closing bracket of a sharding");
  return success();
}

/// Opening bracket at the front, if any: its closing one, else 0.
static char parseOpening(OpAsmParser &parser) {
  if (succeeded(parser.parseOptionalLess()))
    return '>';
  if (succeeded(parser.parseOptionalLSquare()))
    return ']';
  if (succeeded(parser.parseOptionalLBrace()))
    return '}';
  if (succeeded(parser.parseOptionalLParen()))
    return ')';
  return 0;
}

static bool parseClosing(OpAsmParser &parser, char bracket) {
  switch (bracket) {
  case '>':
    return succeeded(parser.parseOptionalGreater());
  case ']':
    return succeeded(parser.parseOptionalRSquare());
  case '}':
    return succeeded(parser.parseOptionalRBrace());
  default:
    return succeeded(parser.parseOptionalRParen());
  }
}

static ParseResult parseBracketed(OpAsmParser &parser, StringAttr &attr) {
  constexpr StringLiteral opening = "<[{(", closing = ">]})";
  std::string text, open;
  do {
    if (char bracket = parseOpening(parser)) {
      open += bracket;
      text += opening[closing.find(bracket)];
    } else if (open.empty()) {
      return parser.emitError(parser.getCurrentLocation(), "expected an opening bracket");
    } else if (parseClosing(parser, open.back())) {
      text += open.back();
      open.pop_back();
    } else if (parseToken(parser, text)) {
      return failure();
    }
  } while (!open.empty());
  attr = parser.getBuilder().getStringAttr(text);
  return success();
}

static void printBracketed(OpAsmPrinter &printer, Operation *, StringAttr attr) {
  printer << attr.getValue();
}

} // namespace spyre::sdy

#include "spyre/Dialect/StableHLO/ShardyDialect.cpp.inc"
#define GET_OP_CLASSES
#include "spyre/Dialect/StableHLO/Shardy.cpp.inc"

void ShardyDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "spyre/Dialect/StableHLO/Shardy.cpp.inc"
      >();
}

Attribute ShardyDialect::parseAttribute(DialectAsmParser &parser, Type) const {
  return OpaqueAttr::get(StringAttr::get(getContext(), getDialectNamespace()),
                         parser.getFullSymbolSpec(), NoneType::get(getContext()));
}

bool MeshOp::isTrivial() {
  StringRef rest = getMesh();
  while (true) {
    auto [before, after] = rest.split("\"=");
    if (after.empty())
      return true;
    if (after.take_while(llvm::isDigit) != "1")
      return false;
    rest = after;
  }
}

ParseResult ManualComputationOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<OpAsmParser::Argument> arguments;
  FunctionType type;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(operands, AsmParser::Delimiter::Paren))
    return failure();
  for (StringRef name : {"in_shardings", "out_shardings", "manual_axes"}) {
    StringAttr text;
    if (parser.parseKeyword(name) || parser.parseEqual() || parseBracketed(parser, text))
      return failure();
    result.addAttribute(name, text);
  }
  if (parser.parseArgumentList(arguments, AsmParser::Delimiter::Paren,
                               /*allowType=*/true) ||
      parser.parseRegion(*result.addRegion(), arguments) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColonType(type) ||
      parser.resolveOperands(operands, type.getInputs(), loc, result.operands))
    return failure();
  result.addTypes(type.getResults());
  return success();
}

void ManualComputationOp::print(OpAsmPrinter &printer) {
  printer << '(' << getInputs() << ") in_shardings=" << getInShardings()
          << " out_shardings=" << getOutShardings() << " manual_axes=" << getManualAxes() << " (";
  llvm::interleaveComma(getBody().getArguments(), printer,
                        [&](BlockArgument a) { printer.printRegionArgument(a); });
  printer << ") ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {"in_shardings", "out_shardings", "manual_axes"});
  printer << " : ";
  printer.printFunctionalType(*this);
}

LogicalResult ManualComputationOp::verifyRegions() {
  Block &body = getBody().front();
  if (body.getArgumentTypes() != getOperandTypes())
    return emitOpError("expected body arguments of the operands' types");
  if (body.getTerminator()->getOperandTypes() != getResultTypes())
    return emitOpError("expected a body that returns the results' types");
  return success();
}
