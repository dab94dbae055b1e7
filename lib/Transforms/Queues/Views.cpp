// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Views.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace spyre {

SmallVector<int64_t> View::rootStrides() const {
  ArrayRef<int64_t> shape = rootType().getShape();
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  return strides;
}

std::optional<SmallVector<OpFoldResult>> domainSizes(Value value) {
  auto shape = value.getDefiningOp<memref::AllocaOp>();
  if (!shape || shape.getType().getMemorySpace())
    return std::nullopt;
  Builder builder(shape.getContext());
  return getMixedValues(shape.getType().getShape(), shape.getDynamicSizes(), builder);
}

Value viewRoot(Value value) {
  while (auto view = value.getDefiningOp<memref::SubViewOp>())
    value = view.getSource();
  return value;
}

static View wholeOf(Value root, int64_t cores) {
  View view{root, {}, {}, {}};
  LoopForm zero = LoopForm::constant(0, cores);
  Builder builder(root.getContext());
  for (auto [dim, size] : llvm::enumerate(view.rootType().getShape())) {
    view.offsets.push_back({zero, zero});
    view.sizes.push_back(builder.getIndexAttr(size));
    view.dims.push_back(dim);
  }
  return view;
}

/// Adds `offset` to where a dim of the view starts.
static LogicalResult move(MovingForm &at, const MovingForm &offset) {
  if (at.scale != 0 && offset.scale != 0)
    return failure();
  at.linear.add(offset.linear);
  if (offset.scale != 0) {
    at.turning = offset.turning;
    at.scale = offset.scale, at.modulus = offset.modulus;
  }
  return success();
}

FailureOr<View> resolveView(Value value, LoopForms &forms, Operation *user) {
  SmallVector<memref::SubViewOp> chain;
  for (Value at = value; auto sub = at.getDefiningOp<memref::SubViewOp>(); at = sub.getSource())
    chain.push_back(sub);
  View view = wholeOf(viewRoot(value), forms.numCores());
  for (memref::SubViewOp sub : llvm::reverse(chain)) {
    llvm::SmallBitVector dropped = sub.getDroppedDims();
    SmallVector<unsigned> kept;
    SmallVector<OpFoldResult> offsets = sub.getMixedOffsets(), sizes = sub.getMixedSizes();
    for (auto [i, dim] : llvm::enumerate(view.dims)) {
      FailureOr<MovingForm> offset = forms.moving(offsets[i]);
      if (failed(offset) || failed(move(view.offsets[dim], *offset))) {
        InFlightDiagnostic error =
            user->emitOpError() << "expected offsets linear in the loops (or one slot modulo the "
                                   "number of slots), found another in dim "
                                << i;
        error.attachNote(sub.getLoc()) << "of this view";
        return failure();
      }
      view.sizes[dim] = sizes[i];
      if (!dropped.test(i))
        kept.push_back(dim);
    }
    view.dims = kept;
  }
  return view;
}

} // namespace spyre
