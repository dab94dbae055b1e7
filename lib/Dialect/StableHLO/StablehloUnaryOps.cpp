// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Assembly.h"
#include "Verify.h"

using namespace mlir;
using namespace spyre::stablehlo;

#define GET_OP_CLASSES
#include "spyre/Dialect/StableHLO/StablehloUnaryOps.cpp.inc"

void StablehloDialect::addUnaryOps() {
  addOperations<
#define GET_OP_LIST
#include "spyre/Dialect/StableHLO/StablehloUnaryOps.cpp.inc"
      >();
}

LogicalResult ReducePrecisionOp::verify() {
  int64_t exponent = getExponentBits(), mantissa = getMantissaBits();
  if (exponent < 1 || mantissa < 0)
    return emitOpError() << "expected at least 1 exponent bit and 0 mantissa bits, "
                            "found e"
                         << exponent << "m" << mantissa;
  return success();
}

/// Bits of an element, 0 when that is not a plain number.
static int64_t bitWidth(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * bitWidth(complex.getElementType());
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
}

LogicalResult BitcastConvertOp::verify() {
  auto from = getOperand().getType(), to = getResult().getType();
  int64_t fromBits = bitWidth(from.getElementType());
  int64_t toBits = bitWidth(to.getElementType());
  if (!fromBits || !toBits)
    return success();
  if (fromBits == toBits)
    return expectShape(*this, "result", from.getShape(), to.getShape());
  // The wider side has one dimension less: that of the parts.
  auto narrow = fromBits < toBits ? from : to;
  auto wide = fromBits < toBits ? to : from;
  int64_t parts = std::max(fromBits, toBits) / std::min(fromBits, toBits);
  SmallVector<int64_t> expected(wide.getShape());
  expected.push_back(parts);
  return expectShape(*this, "tensor of the narrower elements", expected, narrow.getShape());
}
