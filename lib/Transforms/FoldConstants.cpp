// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-fold-constants: runs generics on constants with the device model's own
// kernels.
#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Model/Kernels.h"
#include "spyre/Support/Error.h"
#include "spyre/Transforms/KernelGraph.h"
#include "spyre/Transforms/Passes.h"
#include "spyre/Transforms/TranslateBody.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"

namespace spyre {
#define GEN_PASS_DEF_FOLDCONSTANTS
#include "spyre/Transforms/Passes.h.inc"
} // namespace spyre

using namespace mlir;
using namespace spyre;

namespace {
/// Row-major bytes as the device holds them: i1 in bytes, splats written out.
std::vector<uint8_t> bytesOf(DenseElementsAttr values) {
  auto type = cast<RankedTensorType>(values.getType());
  if (type.getElementType().isInteger(1)) {
    std::vector<uint8_t> bytes;
    for (bool value : values.getValues<bool>())
      bytes.push_back(value);
    return bytes;
  }
  int64_t width = ir::elementBytes(type.getElementType());
  ArrayRef<char> raw = values.getRawData();
  std::vector<uint8_t> bytes(type.getNumElements() * width);
  for (size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<uint8_t>(raw[values.isSplat() ? i % width : i]);
  return bytes;
}

DenseElementsAttr attrOf(RankedTensorType type, ArrayRef<uint8_t> bytes) {
  if (type.getElementType().isInteger(1)) {
    SmallVector<bool> values(bytes.begin(), bytes.end());
    return DenseElementsAttr::get(type, values);
  }
  return DenseElementsAttr::getFromRawBuffer(
      type, ArrayRef(reinterpret_cast<const char *>(bytes.data()), bytes.size()));
}

/// Terms of a row-major access; fails on maps that are too deep.
FailureOr<plan::Access> accessOf(AffineMap map, RankedTensorType type) {
  plan::Access access;
  int64_t width = ir::elementBytes(type.getElementType());
  for (auto [expr, stride] : llvm::zip_equal(map.getResults(), computeStrides(type.getShape()))) {
    auto index = flattenIndex(expr);
    if (failed(index))
      return failure();
    for (const solver::Term &term : *index) {
      plan::Access::Term entry;
      entry.mul = term.mul * stride * width;
      entry.coef.assign(map.getNumDims(), 0);
      for (auto [loop, coef] : term.linear)
        entry.coef[loop] = coef;
      entry.c = term.c, entry.div = term.div, entry.mod = term.mod;
      access.terms.push_back(entry);
    }
  }
  return access;
}

DenseElementsAttr constantOf(Value value) {
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  return constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : DenseElementsAttr();
}

struct FoldConstantsPass : spyre::impl::FoldConstantsBase<FoldConstantsPass> {
  using FoldConstantsBase::FoldConstantsBase;

  void runOnOperation() override {
    for (auto op : llvm::make_early_inc_range(getOperation().getOps<linalg::GenericOp>()))
      if (isFoldable(op) && succeeded(fold(op)))
        ++numFolded;
  }

private:
  bool isFoldable(linalg::GenericOp op) const {
    // What a function returns stays: its kernel writes the result. So does what
    // others write into.
    for (OpOperand &use : op->getUses()) {
      auto writer = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
      if (isa<func::ReturnOp>(use.getOwner()) || (writer && writer.isDpsInit(&use)))
        return false;
    }
    if (op.getNumResults() != 1 || op.getNumReductionLoops() > 0 ||
        !op.getDpsInits()[0].getDefiningOp<tensor::EmptyOp>())
      return false;
    auto type = cast<RankedTensorType>(op.getResultTypes()[0]);
    return type.getNumElements() * ir::elementBytes(type.getElementType()) <= maxBytes &&
           llvm::all_of(op.getDpsInputs(),
                        [](Value input) { return constantOf(input) != nullptr; });
  }

  LogicalResult fold(linalg::GenericOp op) {
    auto body = translateBody(op);
    if (failed(body))
      return failure();
    SmallVector<std::vector<uint8_t>> memory;
    std::vector<plan::Operand> operands;
    auto add = [&](OpOperand &operand, std::vector<uint8_t> bytes) -> LogicalResult {
      auto type = cast<RankedTensorType>(operand.get().getType());
      auto access = accessOf(op.getMatchingIndexingMap(&operand), type);
      auto dtype = toDType(type.getElementType());
      if (failed(access) || failed(dtype))
        return failure();
      plan::Operand entry;
      entry.type = *dtype, entry.access = *access;
      operands.push_back(entry);
      memory.push_back(std::move(bytes));
      return success();
    };
    for (unsigned input : body->inputs)
      if (failed(add(op->getOpOperand(input), bytesOf(constantOf(op->getOperand(input))))))
        return failure();
    auto type = cast<RankedTensorType>(op.getResultTypes()[0]);
    std::vector<uint8_t> result(type.getNumElements() * ir::elementBytes(type.getElementType()));
    if (failed(add(*op.getDpsInitOperand(0), result)))
      return failure();
    SmallVector<int64_t> extents = op.getStaticLoopRanges();
    std::vector<int64_t> sizes(extents.begin(), extents.end());
    std::vector<uint8_t> reduction(sizes.size(), 0);
    model::ExecView view;
    view.sizes = sizes, view.reduction = reduction, view.operands = operands;
    view.body = &body->program;
    SmallVector<uint8_t *> bases;
    for (auto &bytes : memory)
      bases.push_back(bytes.data());
    try {
      model::runExec(view, bases.data());
    } catch (const spyre::Error &) {
      return failure(); // the device decides at run time
    }
    OpBuilder builder(op);
    auto constant =
        arith::ConstantOp::create(builder, op.getLoc(), type, attrOf(type, memory.back()));
    op.getResult(0).replaceAllUsesWith(constant.getResult());
    op.erase();
    return success();
  }
};
} // namespace
