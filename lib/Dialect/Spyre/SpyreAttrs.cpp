// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Dialect/Spyre/Spyre.h"

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spyre::ir;

#include "spyre/Dialect/Spyre/SpyreEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "spyre/Dialect/Spyre/SpyreAttrs.cpp.inc"

void SpyreDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "spyre/Dialect/Spyre/SpyreAttrs.cpp.inc"
      >();
}

int64_t spyre::ir::elementBytes(Type type) {
  if (type.isF16() || type.isBF16())
    return 2;
  if (type.isF32())
    return 4;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return 0;
  switch (integer.getWidth()) {
  case 1:
  case 8:
    return 1;
  case 16:
    return 2;
  case 32:
    return 4;
  case 64:
    return 8;
  default:
    return 0;
  }
}

int64_t spyre::ir::stickLanes(Type type) {
  int64_t bytes = elementBytes(type);
  return bytes == 0 ? 0 : kStickBytes / bytes;
}

bool spyre::ir::isLx(MemRefType type) {
  auto mem = dyn_cast_or_null<MemSpaceAttr>(type.getMemorySpace());
  return mem && mem.getValue() == MemSpace::lx;
}

//===- #spyre.layout ------------------------------------------------------===//

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> order;
  int64_t stickDim = kNoStickDim;
  if (parser.parseLess() || parser.parseLSquare())
    return {};
  if (failed(parser.parseOptionalVerticalBar())) {
    do {
      if (parser.parseInteger(order.emplace_back()))
        return {};
    } while (succeeded(parser.parseOptionalComma()));
    if (parser.parseVerticalBar())
      return {};
  }
  if (failed(parser.parseOptionalStar()) && parser.parseInteger(stickDim))
    return {};
  if (parser.parseRSquare() || parser.parseGreater())
    return {};
  return parser.getChecked<LayoutAttr>(parser.getContext(), order, stickDim);
}

void LayoutAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getOrder(), printer);
  printer << (getOrder().empty() ? "| " : " | ");
  if (getStickDim() == kNoStickDim)
    printer << "*";
  else
    printer << getStickDim();
  printer << "]>";
}

LogicalResult LayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> order, int64_t stickDim) {
  llvm::SmallBitVector seen(order.size());
  for (int64_t dim : order) {
    if (dim < 0 || dim >= static_cast<int64_t>(order.size()) || seen[dim])
      return emitError() << "expected a permutation of 0 to "
                         << static_cast<int64_t>(order.size()) - 1 << " as outer dims, found dim "
                         << dim
                         << (dim >= 0 && dim < static_cast<int64_t>(order.size()) ? " twice" : "");
    seen.set(dim);
  }
  if (stickDim != kNoStickDim && (stickDim < 0 || stickDim >= static_cast<int64_t>(order.size())))
    return emitError() << "expected a stick dim among the outer dims or '*', found " << stickDim;
  return success();
}

LogicalResult LayoutAttr::verifyEncoding(ArrayRef<int64_t> shape, Type elementType,
                                         function_ref<InFlightDiagnostic()> emitError) const {
  if (shape.size() != getOrder().size())
    return emitError() << "expected a layout of " << shape.size() << " dims, found "
                       << getOrder().size();
  if (stickLanes(elementType) == 0)
    return emitError() << "expected an element type that sticks can hold, found " << elementType;
  return success();
}

LayoutAttr LayoutAttr::getDefault(MLIRContext *context, int64_t rank) {
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  return get(context, order, rank == 0 ? kNoStickDim : rank - 1);
}

SmallVector<int64_t> LayoutAttr::getPhysicalShape(ArrayRef<int64_t> shape, Type type) const {
  int64_t lanes = stickLanes(type);
  SmallVector<int64_t> physical;
  for (int64_t dim : getOrder())
    physical.push_back(dim == getStickDim() ? llvm::divideCeil(shape[dim], lanes) : shape[dim]);
  physical.push_back(lanes);
  return physical;
}

AffineMap LayoutAttr::getPhysicalMap(int64_t rank, Type type) const {
  int64_t lanes = stickLanes(type);
  SmallVector<AffineExpr> results;
  for (int64_t dim : getOrder()) {
    AffineExpr expr = getAffineDimExpr(dim, getContext());
    results.push_back(dim == getStickDim() ? expr.floorDiv(lanes) : expr);
  }
  results.push_back(getStickDim() == kNoStickDim
                        ? getAffineConstantExpr(0, getContext())
                        : getAffineDimExpr(getStickDim(), getContext()) % lanes);
  return AffineMap::get(rank, 0, results, getContext());
}

//===- #spyre.core --------------------------------------------------------===//

int64_t CoreAttr::getMappingId() const { return getDigit(); }
bool CoreAttr::isLinearMapping() const { return false; }
int64_t CoreAttr::getRelativeIndex() const { return getDigit(); }
