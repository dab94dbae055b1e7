// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Dialect/Spyre/Spyre.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace spyre::ir;

//===- relayout -----------------------------------------------------------===//

LogicalResult RelayoutOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  if (source.getShape() != result.getShape() || source.getElementType() != result.getElementType())
    return emitOpError() << "expected equal shapes and element types, found " << source << " and "
                         << result;
  for (RankedTensorType type : {source, result})
    if (!isa_and_nonnull<LayoutAttr>(type.getEncoding()))
      return emitOpError() << "expected a #spyre.layout on both sides, found " << type;
  return success();
}

OpFoldResult RelayoutOp::fold(FoldAdaptor) {
  return getSource().getType() == getResult().getType() ? getSource() : Value();
}

//===- units: a bare keyword in ops ---------------------------------------===//

static ParseResult parseUnit(OpAsmParser &parser, spyre::ir::UnitAttr &unit) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Unit> value = symbolizeUnit(keyword);
  if (!value)
    return parser.emitError(loc) << "expected a unit (load, store, ring, psum, pt, sfu), found '"
                                 << keyword << "'";
  unit = spyre::ir::UnitAttr::get(parser.getContext(), *value);
  return success();
}

static void printUnit(OpAsmPrinter &printer, Operation *, spyre::ir::UnitAttr unit) {
  printer << stringifyUnit(unit.getValue());
}

//===- await: the cores it is about ---------------------------------------===//

static ParseResult parseOnCores(OpAsmParser &parser,
                                std::optional<OpAsmParser::UnresolvedOperand> &core,
                                mlir::UnitAttr &all) {
  if (failed(parser.parseOptionalKeyword("on")))
    return success();
  if (succeeded(parser.parseOptionalKeyword("all"))) {
    all = mlir::UnitAttr::get(parser.getContext());
    return success();
  }
  return failure(parser.parseKeyword("core", " or 'all' after 'on'") ||
                 parser.parseOperand(core.emplace()));
}

static void printOnCores(OpAsmPrinter &printer, Operation *, Value core, mlir::UnitAttr all) {
  if (core)
    printer << " on core " << core;
  if (all)
    printer << " on all";
}

//===- launch and queue: a region with the core number --------------------===//

static ParseResult parseCoreRegion(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::Argument core;
  core.type = parser.getBuilder().getIndexType();
  Region *body = state.addRegion();
  if (parser.parseLParen() || parser.parseArgument(core) || parser.parseRParen())
    return failure();
  int64_t cores = -1;
  if (succeeded(parser.parseOptionalKeyword("in"))) {
    if (parser.parseLParen() || parser.parseInteger(cores) || parser.parseRParen())
      return failure();
    state.addAttribute("cores", parser.getBuilder().getI64IntegerAttr(cores));
  }
  return failure(parser.parseOptionalAttrDictWithKeyword(state.attributes) ||
                 parser.parseRegion(*body, core));
}

static void printCoreRegion(OpAsmPrinter &printer, Operation *op, StringRef suffix,
                            ArrayRef<StringRef> elided) {
  Region &body = op->getRegion(0);
  printer << " (";
  printer.printRegionArgument(body.getArgument(0), {}, /*omitType=*/true);
  printer << ")" << suffix;
  printer.printOptionalAttrDictWithKeyword(op->getAttrs(), elided);
  printer << ' ';
  printer.printRegion(body, /*printEntryBlockArgs=*/false, /*printBlockTerminators=*/false);
}

ParseResult LaunchOp::parse(OpAsmParser &parser, OperationState &state) {
  StringAttr kernel;
  return failure(parser.parseAttribute(kernel, "kernel", state.attributes) ||
                 parseCoreRegion(parser, state));
}

void LaunchOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getKernelAttr();
  printCoreRegion(printer, *this, " in (" + std::to_string(getCores()) + ")", {"kernel", "cores"});
}

LogicalResult LaunchOp::verify() {
  if (getCores() < 1)
    return emitOpError() << "expected at least one core, found " << getCores();
  if (getBody().getNumArguments() != 1 || !getBody().getArgument(0).getType().isIndex())
    return emitOpError() << "expected one region argument of type index, the core's number";
  return success();
}

ParseResult QueueOp::parse(OpAsmParser &parser, OperationState &state) {
  spyre::ir::UnitAttr unit;
  if (parseUnit(parser, unit))
    return failure();
  state.addAttribute("unit", unit);
  return parseCoreRegion(parser, state);
}

void QueueOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printUnit(printer, *this, getUnitAttr());
  printCoreRegion(printer, *this, "", {"unit"});
}

//===- buffer -------------------------------------------------------------===//

LogicalResult BufferOp::verify() {
  auto type = cast<MemRefType>(getResult().getType());
  if (!isLx(type))
    return emitOpError() << "expected a memref in #spyre.mem<lx>, found " << type;
  if (!type.hasStaticShape() || !type.getLayout().isIdentity())
    return emitOpError() << "expected a static, contiguous memref, found " << type;
  int64_t lanes = stickLanes(type.getElementType());
  if (type.getRank() == 0 || lanes == 0 || type.getShape().back() != lanes)
    return emitOpError() << "expected one stick (" << kStickBytes
                         << " bytes) as innermost dim, found " << type;
  if (getSlots() < 1 || (getSlots() > 1 && type.getDimSize(0) != static_cast<int64_t>(getSlots())))
    return emitOpError() << "expected a leading dim of " << getSlots() << " slots, found " << type;
  if (getOffset() && (static_cast<int64_t>(*getOffset()) < 0 || *getOffset() % kStickBytes != 0))
    return emitOpError() << "expected an offset that is a multiple of " << kStickBytes << ", found "
                         << *getOffset();
  return success();
}

//===- copy ---------------------------------------------------------------===//

LogicalResult CopyOp::verify() {
  auto source = cast<MemRefType>(getSource().getType());
  auto target = cast<MemRefType>(getTarget().getType());
  if (source.getShape() != target.getShape() || source.getElementType() != target.getElementType())
    return emitOpError() << "expected equal shapes and element types, found " << source << " and "
                         << target;
  int64_t lanes = stickLanes(source.getElementType());
  if (source.getRank() == 0 || source.getShape().back() != lanes)
    return emitOpError() << "expected whole sticks of " << lanes << " elements, found " << source;
  Unit unit = getUnit();
  bool fromLx = isLx(source), toLx = isLx(target);
  bool fits = (unit == Unit::load && !fromLx && toLx) || (unit == Unit::store && fromLx && !toLx) ||
              (isBetweenCores(unit) && fromLx && toLx);
  if (!fits)
    return emitOpError()
           << "expected load (ddr to lx), store (lx to ddr), ring or psum (lx to lx), found "
           << stringifyUnit(unit) << " from " << source << " to " << target;
  if (isBetweenCores(unit) != static_cast<bool>(getFrom()))
    return emitOpError() << "expected 'from core' exactly on ring and psum copies";
  if (unit == Unit::psum && !source.getElementType().isF32())
    return emitOpError() << "expected f32 on the partial-sum rings, found " << source;
  if (getMulticast() && unit != Unit::load)
    return emitOpError() << "expected 'multicast' on loads only, found it on "
                         << stringifyUnit(unit);
  if (getPositionDims().size() != getPositions().size() ||
      getRanges().size() != 2 * getPositions().size())
    return emitOpError() << "expected one dim and two range numbers per position, found "
                         << getPositionDims().size() << " dims and " << getRanges().size()
                         << " range numbers for " << getPositions().size() << " positions";
  return success();
}

//===- exec ---------------------------------------------------------------===//

LogicalResult ExecOp::verify() {
  Unit unit = getUnit();
  if (unit != Unit::pt && unit != Unit::sfu)
    return emitOpError() << "expected unit pt or sfu, found " << stringifyUnit(unit);
  linalg::GenericOp generic;
  for (Operation &op : *getBody().begin()) {
    if (auto fill = dyn_cast<linalg::FillOp>(op)) {
      if (generic)
        return emitOpError() << "expected fills before the linalg.generic";
      continue;
    }
    auto next = dyn_cast<linalg::GenericOp>(op);
    if (!next && !isa<arith::ConstantOp, tensor::EmptyOp>(op))
      return emitOpError("expected linalg ops only").attachNote(op.getLoc())
             << "found " << op.getName();
    if (next && generic)
      return emitOpError("expected one linalg.generic").attachNote(op.getLoc()) << "second one";
    if (next)
      generic = next;
  }
  if (!generic)
    return emitOpError() << "expected one linalg.generic, found none";
  for (Value operand : generic->getOperands()) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    bool isShapeOnly = type && !type.getMemorySpace(); // says how long loops are
    if (type && !isShapeOnly && !isLx(type))
      return emitOpError() << "expected operands in LX, found " << type;
  }
  return success();
}

#define GET_OP_CLASSES
#include "spyre/Dialect/Spyre/SpyreOps.cpp.inc"
