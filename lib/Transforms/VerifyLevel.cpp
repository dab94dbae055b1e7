// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-verify-level: what does not belong at a level, reported all at once.
#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Transforms/Decisions.h"
#include "spyre/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spyre {
#define GEN_PASS_DEF_VERIFYLEVEL
#include "spyre/Transforms/Passes.h.inc"
} // namespace spyre

using namespace mlir;
using namespace spyre;

namespace {
bool isScalarOp(Operation *op) {
  return isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) ||
         isa<linalg::YieldOp, linalg::IndexOp>(op);
}

bool belongs(Operation *op, Level level) {
  if (isa<ModuleOp, func::FuncOp, func::ReturnOp>(op) || isScalarOp(op))
    return true;
  bool tensors = isa<linalg::GenericOp, linalg::FillOp, tensor::EmptyOp, tensor::InsertSliceOp,
                     tensor::ExtractOp, func::CallOp>(op);
  switch (level) {
  case Level::Graph:
    return tensors;
  case Level::LaidOut:
    return tensors || isa<ir::RelayoutOp>(op);
  case Level::Physical:
    return tensors;
  case Level::Placed:
    return isa<linalg::GenericOp, linalg::FillOp, tensor::EmptyOp, tensor::ExtractOp, func::CallOp,
               ir::CopyOp>(op) ||
           isa<affine::AffineDialect, memref::MemRefDialect, scf::SCFDialect>(op->getDialect());
  default:
    return true;
  }
}

/// What is wrong with a type at a level, or an empty string.
StringRef typeFault(Value value, Level level) {
  Type type = value.getType();
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    if (!tensor.hasStaticShape() && level != Level::Placed)
      return "expected a static shape";
    bool encoded = isa_and_nonnull<ir::LayoutAttr>(tensor.getEncoding());
    // The extents of a loop: a shape without contents.
    bool domain = tensor.getElementType().isInteger(1) && value.getDefiningOp<tensor::EmptyOp>();
    if (level == Level::LaidOut && !encoded)
      return "expected a #spyre.layout on every tensor";
    if (level != Level::LaidOut && encoded)
      return "expected no #spyre.layout";
    int64_t lanes = ir::stickLanes(tensor.getElementType());
    if (level == Level::Physical && !domain &&
        (tensor.getRank() == 0 || tensor.getShape().back() != lanes))
      return "expected one stick as innermost dim";
  }
  if (auto memref = dyn_cast<MemRefType>(type))
    if (!memref.getElementType().isInteger(1) &&
        !isa_and_nonnull<ir::MemSpaceAttr>(memref.getMemorySpace()))
      return "expected a memory space ddr or lx";
  return "";
}

struct VerifyLevelPass : spyre::impl::VerifyLevelBase<VerifyLevelPass> {
  using VerifyLevelBase::VerifyLevelBase;

  void runOnOperation() override {
    auto parsed = parseLevel(level);
    if (!parsed) {
      getOperation().emitError() << "expected a level (graph, laid-out, physical, placed), found "
                                 << level;
      return signalPassFailure();
    }
    bool broken = false;
    getOperation().walk([&](Operation *op) {
      if (!belongs(op, *parsed)) {
        op->emitOpError() << "does not belong at the " << level << " level";
        broken = true;
        return;
      }
      SmallVector<Value> values(op->getResults());
      if (auto function = dyn_cast<func::FuncOp>(op); function && !function.isExternal())
        llvm::append_range(values, function.getArguments());
      for (Value value : values)
        if (StringRef fault = typeFault(value, *parsed); !fault.empty()) {
          op->emitOpError() << fault << " at the " << level << " level, found " << value.getType();
          broken = true;
        }
    });
    if (broken)
      signalPassFailure();
  }
};
} // namespace
