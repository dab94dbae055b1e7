// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Verify.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace spyre::stablehlo {

static std::string shapeText(ArrayRef<int64_t> shape) {
  if (shape.empty())
    return "scalar";
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      shape, os,
      [&](int64_t size) {
        if (ShapedType::isDynamic(size))
          os << '?';
        else
          os << size;
      },
      "x");
  return text;
}

LogicalResult expectShape(Operation *op, StringRef what, ArrayRef<int64_t> expected,
                          ArrayRef<int64_t> found) {
  if (expected.size() == found.size() && llvm::all_of(llvm::zip(expected, found), [](auto pair) {
        return agrees(std::get<0>(pair), std::get<1>(pair));
      }))
    return success();
  return op->emitOpError() << "expected " << what << " of shape " << shapeText(expected)
                           << ", found " << shapeText(found);
}

LogicalResult expectCount(Operation *op, StringRef what, int64_t expected, int64_t found) {
  if (expected == found)
    return success();
  return op->emitOpError() << "expected " << expected << ' ' << what << ", found " << found;
}

LogicalResult expectElementType(Operation *op, StringRef what, Type expected, Type found) {
  if (expected == found || isa<quant::QuantizedType>(expected) || isa<quant::QuantizedType>(found))
    return success();
  return op->emitOpError() << "expected " << what << " of element type " << expected << ", found "
                           << found;
}

LogicalResult expectSizes(Operation *op, StringRef what, ArrayRef<int64_t> sizes) {
  for (int64_t size : sizes)
    if (size < 0)
      return op->emitOpError() << "expected " << what << " of at least 0, found " << size;
  return success();
}

LogicalResult expectDims(Operation *op, StringRef what, ArrayRef<int64_t> dims, int64_t rank) {
  llvm::SmallBitVector seen(rank);
  for (int64_t dim : dims) {
    if (dim < 0 || dim >= rank)
      return op->emitOpError() << "expected " << what << " between 0 and " << rank - 1 << ", found "
                               << dim;
    if (seen.test(dim))
      return op->emitOpError() << "expected distinct " << what << ", found " << dim << " twice";
    seen.set(dim);
  }
  return success();
}

} // namespace spyre::stablehlo
