// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The struct-like attributes: `<name = value, ...>` with fields in any order.
#include "Assembly.h"
#include "AttrParsing.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace spyre::stablehlo {

ParseResult parseStruct(AsmParser &parser, ArrayRef<StructField> fields) {
  llvm::SmallBitVector seen(fields.size());
  if (parser.parseLess())
    return failure();
  while (failed(parser.parseOptionalGreater())) {
    llvm::SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    auto *field = llvm::find_if(fields, [&](auto &f) { return f.name == name; });
    if (field == fields.end())
      return parser.emitError(loc, "expected ")
             << llvm::join(llvm::map_range(fields, [](auto &f) { return f.name; }), " or ")
             << ", found '" << name << "'";
    if (seen.test(field - fields.begin()))
      return parser.emitError(loc, "expected one value of '") << name << "', found two";
    seen.set(field - fields.begin());
    if (parser.parseEqual() || field->parse(parser))
      return failure();
    if (failed(parser.parseOptionalComma()))
      return parser.parseGreater();
  }
  return success();
}

StructField dimsField(StringRef name, SmallVector<int64_t> &dims) {
  return {name, [&](AsmParser &parser) { return parseDims(parser, dims); }};
}

StructField numberField(StringRef name, int64_t &number) {
  return {name, [&](AsmParser &parser) { return parser.parseInteger(number); }};
}

StructPrinter::StructPrinter(AsmPrinter &printer) : printer(printer) { printer << '<'; }
StructPrinter::~StructPrinter() { printer << '>'; }

AsmPrinter &StructPrinter::field(StringRef name) {
  printer << (first ? "" : ", ") << name << " = ";
  first = false;
  return printer;
}

void StructPrinter::dims(StringRef name, ArrayRef<int64_t> dims) {
  if (!dims.empty())
    printDims(field(name), dims);
}

void StructPrinter::number(StringRef name, int64_t number) {
  if (number != 0)
    field(name) << number;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

Attribute DotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsContract, rhsContract;
  if (parseStruct(parser, {dimsField("lhs_batching_dimensions", lhsBatch),
                           dimsField("rhs_batching_dimensions", rhsBatch),
                           dimsField("lhs_contracting_dimensions", lhsContract),
                           dimsField("rhs_contracting_dimensions", rhsContract)}))
    return {};
  return get(parser.getContext(), lhsBatch, rhsBatch, lhsContract, rhsContract);
}

void DotDimensionNumbersAttr::print(AsmPrinter &os) const {
  StructPrinter printer(os);
  printer.dims("lhs_batching_dimensions", getLhsBatchingDimensions());
  printer.dims("rhs_batching_dimensions", getRhsBatchingDimensions());
  printer.dims("lhs_contracting_dimensions", getLhsContractingDimensions());
  printer.dims("rhs_contracting_dimensions", getRhsContractingDimensions());
}

Attribute GatherDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> offset, collapsed, batching, indexBatching, map;
  int64_t indexVectorDim = 0;
  if (parseStruct(parser,
                  {dimsField("offset_dims", offset), dimsField("collapsed_slice_dims", collapsed),
                   dimsField("operand_batching_dims", batching),
                   dimsField("start_indices_batching_dims", indexBatching),
                   dimsField("start_index_map", map),
                   numberField("index_vector_dim", indexVectorDim)}))
    return {};
  return get(parser.getContext(), offset, collapsed, batching, indexBatching, map, indexVectorDim);
}

void GatherDimensionNumbersAttr::print(AsmPrinter &os) const {
  StructPrinter printer(os);
  printer.dims("offset_dims", getOffsetDims());
  printer.dims("collapsed_slice_dims", getCollapsedSliceDims());
  printer.dims("operand_batching_dims", getOperandBatchingDims());
  printer.dims("start_indices_batching_dims", getStartIndicesBatchingDims());
  printer.dims("start_index_map", getStartIndexMap());
  printer.number("index_vector_dim", getIndexVectorDim());
}

Attribute ScatterDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> window, inserted, batching, indexBatching, map;
  int64_t indexVectorDim = 0;
  if (parseStruct(parser, {dimsField("update_window_dims", window),
                           dimsField("inserted_window_dims", inserted),
                           dimsField("input_batching_dims", batching),
                           dimsField("scatter_indices_batching_dims", indexBatching),
                           dimsField("scatter_dims_to_operand_dims", map),
                           numberField("index_vector_dim", indexVectorDim)}))
    return {};
  return get(parser.getContext(), window, inserted, batching, indexBatching, map, indexVectorDim);
}

void ScatterDimensionNumbersAttr::print(AsmPrinter &os) const {
  StructPrinter printer(os);
  printer.dims("update_window_dims", getUpdateWindowDims());
  printer.dims("inserted_window_dims", getInsertedWindowDims());
  printer.dims("input_batching_dims", getInputBatchingDims());
  printer.dims("scatter_indices_batching_dims", getScatterIndicesBatchingDims());
  printer.dims("scatter_dims_to_operand_dims", getScatterDimsToOperandDims());
  printer.number("index_vector_dim", getIndexVectorDim());
}

Attribute ChannelHandleAttr::parse(AsmParser &parser, Type) {
  int64_t handle = 0, type = 0;
  if (parseStruct(parser, {numberField("handle", handle), numberField("type", type)}))
    return {};
  return get(parser.getContext(), handle, type);
}

void ChannelHandleAttr::print(AsmPrinter &os) const {
  StructPrinter printer(os);
  printer.field("handle") << getHandle();
  printer.field("type") << getType();
}

Attribute OutputOperandAliasAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> output, operand;
  int64_t index = 0;
  if (parseStruct(parser,
                  {dimsField("output_tuple_indices", output), numberField("operand_index", index),
                   dimsField("operand_tuple_indices", operand)}))
    return {};
  return get(parser.getContext(), output, index, operand);
}

void OutputOperandAliasAttr::print(AsmPrinter &os) const {
  StructPrinter printer(os);
  printDims(printer.field("output_tuple_indices"), getOutputTupleIndices());
  printer.field("operand_index") << getOperandIndex();
  printDims(printer.field("operand_tuple_indices"), getOperandTupleIndices());
}

} // namespace spyre::stablehlo
