// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/IR/DialectImplementation.h"
#include "spyre/Dialect/StableHLO/Chlo.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spyre::chlo;

#include "spyre/Dialect/StableHLO/ChloDialect.cpp.inc"
#include "spyre/Dialect/StableHLO/ChloEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "spyre/Dialect/StableHLO/ChloAttrs.cpp.inc"

void ChloDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "spyre/Dialect/StableHLO/ChloAttrs.cpp.inc"
      >();
  addUnaryOps();
  addOtherOps();
  // scan, ragged_dot and their like stay in generic form.
  allowUnknownOperations();
}

Attribute ChloDialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  StringRef mnemonic;
  Attribute attr;
  OptionalParseResult parsed = generatedAttributeParser(parser, &mnemonic, type, attr);
  if (parsed.has_value())
    return attr;
  // An attribute of an operator without a definition is kept as written.
  return OpaqueAttr::get(StringAttr::get(parser.getContext(), getDialectNamespace()),
                         parser.getFullSymbolSpec(), NoneType::get(parser.getContext()));
}

void ChloDialect::printAttribute(Attribute attr, DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attr, printer);
}
