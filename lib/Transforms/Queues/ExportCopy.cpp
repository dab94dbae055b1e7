// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Exporter.h"

#include "spyre/Transforms/TranslateBody.h"

using namespace mlir;

namespace spyre {

static std::string sourceOf(Operation *op) {
  auto source = op->getAttrOfType<StringAttr>("spyre.source");
  return source ? source.str() : std::string();
}

/// Bytes from one entry of a kept dim to the next.
static int64_t strideOf(const View &view, size_t dim) {
  return view.rootStrides()[view.dims[dim]] * ir::elementBytes(view.rootType().getElementType());
}

/// The innermost dim stays whole: copies move sticks.
static LogicalResult checkSticks(ir::CopyOp op, const View &view) {
  size_t last = view.offsets.size() - 1;
  bool isWhole = !view.dims.empty() && view.dims.back() == last && view.offsets[last].scale == 0 &&
                 view.offsets[last].linear.asConstant() == 0 &&
                 getConstantIntValue(view.sizes[last]) == view.rootType().getShape().back();
  if (!isWhole)
    return op.emitOpError() << "expected whole sticks on both sides, found a part of dim " << last;
  return success();
}

LogicalResult Exporter::exportBox(ir::CopyOp op, plan::Copy &copy) {
  bool isLoad = op.getUnit() == ir::Unit::load, isRing = ir::isBetweenCores(op.getUnit());
  FailureOr<View> source = resolveView(op.getSource(), *forms, op);
  FailureOr<View> target = resolveView(op.getTarget(), *forms, op);
  if (failed(source) || failed(target) || failed(checkSticks(op, *source)) ||
      failed(checkSticks(op, *target)))
    return failure();
  // The side whose dims the box counts: device memory, or the ring's source.
  View &far = isLoad || isRing ? *source : *target;
  const View &near = isLoad || isRing ? *target : *source;
  int64_t laneBytes = 0;
  FailureOr<plan::LxAddr> lx = toLxAddr(op, near, laneBytes);
  if (failed(lx))
    return failure();
  copy.lx = *lx;
  std::vector<plan::Index> ownOffsets(far.offsets.size()); // ring: what differs per core
  if (isRing) {
    // The address is that of all cores; the box says what differs on each.
    for (auto [offset, own] : llvm::zip_equal(far.offsets, ownOffsets)) {
      if (offset.linear.isUniform())
        continue;
      LoopForm differs = LoopForm::constant(0, forms->numCores());
      int64_t least = *llvm::min_element(offset.linear.base);
      for (auto [base, part] : llvm::zip_equal(offset.linear.base, differs.base))
        part = base - least, base = least;
      own = toIndex(differs);
    }
    FailureOr<plan::LxAddr> src = toLxAddr(op, far, laneBytes);
    if (failed(src))
      return failure();
    copy.src = *src;
  } else {
    auto it = tensorOf.find(far.root);
    if (it == tensorOf.end())
      return op.emitOpError() << "expected an argument, memref.alloc or memref.get_global as "
                                 "device memory";
    copy.tensor = it->second;
  }
  size_t numDims = isRing ? far.dims.size() - 1 : far.offsets.size() - 1;
  for (size_t i = 0; i < numDims; ++i) {
    size_t dim = isRing ? far.dims[i] : i;
    const auto *kept = llvm::find(far.dims, dim);
    plan::BoxDim box;
    FailureOr<SizeForm> size = forms->size(far.sizes[dim]);
    if (failed(size))
      return op.emitOpError() << "expected sizes of the form max(0, min(const, linear)) in the "
                                 "loops, found another in dim "
                              << dim;
    box.size = toExtent(*size, i == 0);
    if (!isRing && far.offsets[dim].scale != 0)
      return op.emitOpError() << "expected offsets in device memory linear in the loops, found a "
                                 "modulus in dim "
                              << dim;
    box.offset = isRing ? ownOffsets[dim] : toIndex(far.offsets[dim].linear);
    if (kept != far.dims.end())
      box.lxStride = strideOf(near, size_t(kept - far.dims.begin()));
    if (isRing)
      box.srcStride = strideOf(far, i);
    copy.box.push_back(std::move(box));
  }
  if (numDims == 0) { // a single stick; a dim of one entry says which cores move it
    copy.box.emplace_back();
    copy.box.back().size = oneOnActiveCores();
    copy.box.back().lxStride = ir::kStickBytes;
    copy.box.back().srcStride = isRing ? ir::kStickBytes : 0;
  }
  return isRing ? success() : exportPositions(op, copy, far);
}

LogicalResult Exporter::exportPositions(ir::CopyOp op, plan::Copy &copy, const View &memory) {
  for (auto [i, position] : llvm::enumerate(op.getPositions())) {
    plan::IndexOperand index;
    FailureOr<View> view = resolveView(position, *forms, op);
    if (failed(view))
      return failure();
    int64_t laneBytes = 0;
    FailureOr<plan::LxAddr> addr = toLxAddr(op, *view, laneBytes);
    if (failed(addr))
      return failure();
    int64_t dim = op.getPositionDims()[i];
    bool isOuter = dim >= 0 && dim + 1 < int64_t(memory.dims.size());
    if (!view->rootType().getElementType().isInteger(32) || laneBytes != 0 || !isOuter)
      return op.emitOpError() << "expected an i32 in lane 0 and an outer dim as position " << i;
    index.addr = *addr;
    index.dim = int32_t(memory.dims[size_t(dim)]);
    index.lo = op.getRanges()[2 * i], index.hi = op.getRanges()[2 * i + 1];
    copy.indices.push_back(std::move(index));
  }
  return success();
}

FailureOr<plan::Copy> Exporter::exportCopy(ir::CopyOp op) {
  plan::Copy copy;
  copy.source = sourceOf(op);
  if (failed(enterKernel(op, copy.kernel)) || failed(exportBox(op, copy)))
    return failure();
  auto perCore = [&](Value value) -> FailureOr<LoopForm> {
    FailureOr<LoopForm> form = forms->linear(value);
    if (failed(form) || form->hasTerms())
      return op.emitOpError() << "expected source cores and multicast groups that depend on the "
                                 "core only";
    return form;
  };
  if (op.getFrom()) {
    FailureOr<LoopForm> from = perCore(op.getFrom());
    if (failed(from))
      return failure();
    copy.coreMap = coreTable(*from);
  }
  if (op.getMulticast()) {
    FailureOr<LoopForm> group = perCore(op.getMulticast());
    if (failed(group))
      return failure();
    // Idle cores are alone: each a group of its own.
    int64_t next = *llvm::max_element(group->base) + 1;
    while (int64_t(group->base.size()) < numCores)
      group->base.push_back(next++);
    copy.multicast = addTable(std::vector<int64_t>(group->base.begin(), group->base.end()));
  }
  return copy;
}

} // namespace spyre
