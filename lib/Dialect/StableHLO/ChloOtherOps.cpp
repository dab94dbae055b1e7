// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Dialect/StableHLO/Chlo.h"

using namespace mlir;
using namespace spyre::chlo;

#define GET_OP_CLASSES
#include "spyre/Dialect/StableHLO/ChloOtherOps.cpp.inc"

void ChloDialect::addOtherOps() {
  addOperations<
#define GET_OP_LIST
#include "spyre/Dialect/StableHLO/ChloOtherOps.cpp.inc"
      >();
}

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  ElementsAttr value;
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseAttribute(value, "value", result.attributes))
    return failure();
  result.addTypes(value.getType());
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  printer.printOptionalAttrDict((*this)->getAttrs(), {"value"});
  printer << ' ' << getValueAttr();
}

LogicalResult ConstantOp::verify() {
  ShapedType value = getValue().getShapedType();
  if (!isa<RankedTensorType>(value))
    return emitOpError() << "expected a tensor literal, found " << value;
  return success();
}
