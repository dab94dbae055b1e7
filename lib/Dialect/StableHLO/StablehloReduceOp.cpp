// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two printed forms of reduce, and its rules.
#include "Assembly.h"
#include "Verify.h"

using namespace mlir;
using namespace spyre::stablehlo;

namespace {
/// What stands before the body: pairs of operands, dimensions, types.
struct ReduceHeader {
  SmallVector<OpAsmParser::UnresolvedOperand> inputs, inits;
  SmallVector<int64_t> dimensions;
  FunctionType type;
  std::optional<OperationName> applied;
  llvm::SMLoc loc;
};
} // namespace

static ParseResult parsePair(OpAsmParser &parser, ReduceHeader &header) {
  return failure(parser.parseLParen() || parser.parseOperand(header.inputs.emplace_back()) ||
                 parser.parseKeyword("init") || parser.parseColon() ||
                 parser.parseOperand(header.inits.emplace_back()) || parser.parseRParen());
}

static ParseResult parseHeader(OpAsmParser &parser, OperationState &result, ReduceHeader &header) {
  header.loc = parser.getCurrentLocation();
  do {
    if (parsePair(parser, header))
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  if (succeeded(parser.parseOptionalKeyword("applies"))) {
    FailureOr<OperationName> name = parser.parseCustomOperationName();
    if (failed(name))
      return failure();
    header.applied = *name;
  }
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") || parser.parseEqual() ||
      parseDims(parser, header.dimensions) || parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColon() || parser.parseType(header.type))
    return failure();
  SmallVector<OpAsmParser::UnresolvedOperand> operands(header.inputs);
  llvm::append_range(operands, header.inits);
  if (parser.resolveOperands(operands, header.type.getInputs(), header.loc, result.operands))
    return failure();
  result.addTypes(header.type.getResults());
  result.addAttribute("dimensions", parser.getBuilder().getDenseI64ArrayAttr(header.dimensions));
  return success();
}

/// `applies op`: a body that returns op of its two scalar arguments.
static ParseResult buildAppliedBody(OpAsmParser &parser, const ReduceHeader &header,
                                    OperationState &result) {
  auto init =
      header.inputs.size() == 1 ? dyn_cast<RankedTensorType>(header.type.getInput(1)) : nullptr;
  if (!init)
    return parser.emitError(header.loc, "expected one tensor and one init value "
                                        "before 'applies'");
  auto scalar = RankedTensorType::get({}, init.getElementType());
  Location loc = parser.getEncodedSourceLoc(header.loc);
  Block &block = result.addRegion()->emplaceBlock();
  block.addArguments({scalar, scalar}, {loc, loc});
  OpBuilder builder(parser.getContext()); // the block has no operation yet
  builder.setInsertionPointToEnd(&block);
  OperationState state(loc, *header.applied);
  state.addOperands(block.getArguments());
  state.addTypes(scalar);
  Operation *combiner = builder.create(state);
  ReturnOp::create(builder, loc, combiner->getResults());
  return success();
}

/// `reducer(%a: T, %b: T) (%c: T, %d: T) { ... }`: pair k is arguments k, k +
/// n.
static ParseResult parseReducer(OpAsmParser &parser, const ReduceHeader &header,
                                OperationState &result) {
  SmallVector<OpAsmParser::Argument> accumulators, elements;
  if (parser.parseKeyword("reducer"))
    return failure();
  for (size_t i = 0; i < header.inputs.size(); ++i) {
    if (parser.parseLParen() ||
        parser.parseArgument(accumulators.emplace_back(), /*allowType=*/true) ||
        parser.parseComma() || parser.parseArgument(elements.emplace_back(), /*allowType=*/true) ||
        parser.parseRParen())
      return failure();
  }
  llvm::append_range(accumulators, elements);
  return parser.parseRegion(*result.addRegion(), accumulators);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  ReduceHeader header;
  if (parseHeader(parser, result, header))
    return failure();
  return header.applied ? buildAppliedBody(parser, header, result)
                        : parseReducer(parser, header, result);
}

/// The single combiner of a body the compact form can say: commutative, applied
/// to the arguments in order, without attributes, its result returned.
static Operation *getAppliedCombiner(ReduceOp op) {
  Block &block = op.getBody().front();
  if (op.getInputs().size() != 1 || !llvm::hasNItems(block, 2))
    return nullptr;
  Operation &combiner = block.front(), &terminator = block.back();
  bool simple = combiner.hasTrait<OpTrait::IsCommutative>() && combiner.getNumOperands() == 2 &&
                combiner.getNumResults() == 1 && combiner.getDiscardableAttrDictionary().empty() &&
                llvm::equal(combiner.getOperands(), block.getArguments()) &&
                llvm::equal(terminator.getOperands(), combiner.getResults());
  auto elementType = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getElementType();
  };
  Type element = elementType(op.getInitValues().front());
  bool scalar = llvm::all_of(block.getArgumentTypes(),
                             [&](Type type) { return type == RankedTensorType::get({}, element); });
  return simple && scalar && combiner.getResult(0).getType() == block.getArgument(0).getType()
             ? &combiner
             : nullptr;
}

void ReduceOp::print(OpAsmPrinter &printer) {
  llvm::interleave(
      llvm::zip(getInputs(), getInitValues()),
      [&](auto pair) {
        printer << '(' << std::get<0>(pair) << " init: " << std::get<1>(pair) << ')';
      },
      [&] { printer << ", "; });
  Operation *combiner = getAppliedCombiner(*this);
  if (combiner)
    printer << " applies " << combiner->getName();
  printer << " across dimensions = ";
  printDims(printer, getDimensions());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"dimensions"});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (combiner)
    return;
  printer.printNewline();
  printer << " reducer";
  Block &block = getBody().front();
  size_t count = getInputs().size();
  for (size_t i = 0; i < count; ++i) {
    printer << '(';
    printer.printRegionArgument(block.getArgument(i));
    printer << ", ";
    printer.printRegionArgument(block.getArgument(i + count));
    printer << ") ";
  }
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

LogicalResult ReduceOp::verify() {
  if (getInputs().empty())
    return emitOpError("expected at least one input, found none");
  size_t count = getInputs().size();
  auto first = cast<RankedTensorType>(getInputs().front().getType());
  if (failed(expectDims(*this, "dimensions", getDimensions(), first.getRank())) ||
      failed(expectCount(*this, "results", count, getNumResults())))
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t dim = 0; dim < first.getRank(); ++dim)
    if (!llvm::is_contained(getDimensions(), dim))
      shape.push_back(first.getDimSize(dim));
  for (auto [input, init, result] : llvm::zip(getInputs(), getInitValues(), getResults())) {
    auto inputType = cast<RankedTensorType>(input.getType());
    auto initType = cast<RankedTensorType>(init.getType());
    auto resultType = cast<RankedTensorType>(result.getType());
    if (failed(expectShape(*this, "input", first.getShape(), inputType.getShape())) ||
        failed(expectShape(*this, "init value", {}, initType.getShape())) ||
        failed(expectElementType(*this, "init value", inputType.getElementType(),
                                 initType.getElementType())) ||
        failed(expectShape(*this, "result", shape, resultType.getShape())))
      return failure();
  }
  return success();
}

/// What the body takes and returns for one input: scalars of one type, that of the result.
static LogicalResult verifyScalar(ReduceOp op, StringRef what, Value value, Type element) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getRank() != 0)
    return op.emitOpError() << "expected scalar tensors as " << what << ", found "
                            << value.getType();
  return expectElementType(op, what, element, type.getElementType());
}

LogicalResult ReduceOp::verifyRegions() {
  size_t count = getInputs().size();
  Block &body = getBody().front();
  if (failed(expectCount(*this, "body arguments", 2 * count, body.getNumArguments())))
    return failure();
  auto terminator = dyn_cast<ReturnOp>(body.back());
  if (!terminator)
    return emitOpError("expected a body that ends in stablehlo.return");
  if (failed(expectCount(*this, "body results", count, terminator.getNumOperands())))
    return failure();
  for (size_t i = 0; i < count; ++i) {
    Type element = getElementTypeOrSelf(getResultTypes()[i]);
    if (failed(verifyScalar(*this, "body arguments", body.getArgument(i), element)) ||
        failed(verifyScalar(*this, "body arguments", body.getArgument(i + count), element)) ||
        failed(verifyScalar(*this, "body results", terminator.getOperand(i), element)))
      return failure();
  }
  return success();
}
