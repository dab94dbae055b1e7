// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/IR/DialectImplementation.h"
#include "spyre/Dialect/StableHLO/Stablehlo.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spyre::stablehlo;

#include "spyre/Dialect/StableHLO/StablehloDialect.cpp.inc"
#include "spyre/Dialect/StableHLO/StablehloEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "spyre/Dialect/StableHLO/StablehloAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "spyre/Dialect/StableHLO/StablehloTypes.cpp.inc"

void StablehloDialect::initialize() {
  addAttributesAndTypes();
  addUnaryOps();
  addBinaryOps();
  addShapeOps();
  addStructuredOps();
  addControlOps();
  addRareOps();
  // Collectives, send, recv and their like stay in generic form.
  allowUnknownOperations();
  // `!quant.uniform` element types need their dialect.
  getContext()->loadDialect<quant::QuantDialect>();
}

void StablehloDialect::addAttributesAndTypes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "spyre/Dialect/StableHLO/StablehloAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "spyre/Dialect/StableHLO/StablehloTypes.cpp.inc"
      >();
}

/// Attributes of operators without a definition are kept as written.
static Attribute parseOpaque(DialectAsmParser &parser, StringRef dialect) {
  return OpaqueAttr::get(StringAttr::get(parser.getContext(), dialect), parser.getFullSymbolSpec(),
                         NoneType::get(parser.getContext()));
}

Attribute StablehloDialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  StringRef mnemonic;
  Attribute attr;
  OptionalParseResult parsed = generatedAttributeParser(parser, &mnemonic, type, attr);
  if (parsed.has_value())
    return attr;
  if (mnemonic == "type_extensions")
    return TypeExtensionsAttr::parse(parser, type);
  return parseOpaque(parser, getDialectNamespace());
}

void StablehloDialect::printAttribute(Attribute attr, DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attr, printer);
}

Operation *StablehloDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                                 Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, elements);
}
