// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AssemblyContraction.h"
#include "Verify.h"

using namespace mlir;
using namespace spyre::stablehlo;

#define GET_OP_CLASSES
#include "spyre/Dialect/StableHLO/StablehloStructuredOps.cpp.inc"

void StablehloDialect::addStructuredOps() {
  addOperations<
#define GET_OP_LIST
#include "spyre/Dialect/StableHLO/StablehloStructuredOps.cpp.inc"
      >();
}

LogicalResult DotOp::verify() {
  auto lhs = getLhs().getType(), rhs = getRhs().getType();
  if (lhs.getRank() < 1 || lhs.getRank() > 2 || rhs.getRank() < 1 || rhs.getRank() > 2)
    return emitOpError() << "expected operands of rank 1 or 2, found " << lhs << " and " << rhs;
  int64_t lhsSize = lhs.getShape().back(), rhsSize = rhs.getShape().front();
  if (!agrees(lhsSize, rhsSize))
    return emitOpError() << "expected contracting dimensions of one size, found " << lhsSize
                         << " and " << rhsSize;
  SmallVector<int64_t> shape(lhs.getShape().drop_back());
  llvm::append_range(shape, rhs.getShape().drop_front());
  return expectShape(*this, "result", shape, getType().getShape());
}

/// Paired dimensions exist, are distinct from `used`, and have one size.
static LogicalResult verifyPairs(Operation *op, StringRef what, RankedTensorType lhs,
                                 RankedTensorType rhs, ArrayRef<int64_t> lhsDims,
                                 ArrayRef<int64_t> rhsDims) {
  if (failed(
          expectCount(op, ("rhs " + what + " dimensions").str(), lhsDims.size(), rhsDims.size())))
    return failure();
  for (auto [l, r] : llvm::zip(lhsDims, rhsDims))
    if (!agrees(lhs.getDimSize(l), rhs.getDimSize(r)))
      return op->emitOpError() << "expected " << what << " dimensions of one size, found "
                               << lhs.getDimSize(l) << " and " << rhs.getDimSize(r);
  return success();
}

static SmallVector<int64_t> concatDims(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  SmallVector<int64_t> all(a);
  llvm::append_range(all, b);
  return all;
}

LogicalResult DotGeneralOp::verify() {
  auto lhs = getLhs().getType(), rhs = getRhs().getType();
  DotDimensionNumbersAttr dims = getDotDimensionNumbers();
  ArrayRef<int64_t> lhsBatch = dims.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatch = dims.getRhsBatchingDimensions();
  ArrayRef<int64_t> lhsContract = dims.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsContract = dims.getRhsContractingDimensions();
  SmallVector<int64_t> lhsUsed = concatDims(lhsBatch, lhsContract);
  SmallVector<int64_t> rhsUsed = concatDims(rhsBatch, rhsContract);
  if (failed(expectDims(*this, "lhs dimensions", lhsUsed, lhs.getRank())) ||
      failed(expectDims(*this, "rhs dimensions", rhsUsed, rhs.getRank())) ||
      failed(verifyPairs(*this, "batching", lhs, rhs, lhsBatch, rhsBatch)) ||
      failed(verifyPairs(*this, "contracting", lhs, rhs, lhsContract, rhsContract)))
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t dim : lhsBatch)
    shape.push_back(lhs.getDimSize(dim));
  for (int64_t dim = 0; dim < lhs.getRank(); ++dim)
    if (!llvm::is_contained(lhsUsed, dim))
      shape.push_back(lhs.getDimSize(dim));
  for (int64_t dim = 0; dim < rhs.getRank(); ++dim)
    if (!llvm::is_contained(rhsUsed, dim))
      shape.push_back(rhs.getDimSize(dim));
  if (ArrayAttr precisions = getPrecisionConfigAttr())
    if (failed(expectCount(*this, "precisions", 2, precisions.size())))
      return failure();
  return expectShape(*this, "result", shape, getType().getShape());
}
