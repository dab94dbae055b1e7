// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-verify-scheduled: what later passes rely on, checked once.
#include "LoopForms.h"
#include "Views.h"

#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Transforms/Queues.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringSet.h"

namespace spyre {
#define GEN_PASS_DEF_VERIFYSCHEDULED
#include "spyre/Transforms/Queues.h.inc"
} // namespace spyre

using namespace mlir;
using namespace spyre;

namespace {

class Verifier {
public:
  Verifier(func::FuncOp func, ir::DeviceAttr device) : func(func), device(device) {}

  LogicalResult run() {
    checkArguments();
    if (!func.getBody().hasOneBlock())
      error(func) << "expected one block";
    for (Operation &op : func.getBody().front())
      checkTopLevel(&op);
    return success(!bad);
  }

private:
  InFlightDiagnostic error(Operation *op) {
    bad = true;
    return op->emitOpError();
  }

  void checkArguments();
  void checkTopLevel(Operation *op);
  void checkMemref(Operation *op, Value memref);
  void checkBuffer(ir::BufferOp buffer);
  void checkLaunch(ir::LaunchOp launch);
  void checkInLaunch(Operation *op);
  void checkCopy(ir::CopyOp copy);
  void checkExec(ir::ExecOp exec);

  func::FuncOp func;
  ir::DeviceAttr device;
  llvm::StringMap<ir::LaunchOp> kernels;
  bool bad = false;
};

bool isInDdr(MemRefType type) {
  auto mem = dyn_cast_or_null<ir::MemSpaceAttr>(type.getMemorySpace());
  return mem && mem.getValue() == ir::MemSpace::ddr;
}

void Verifier::checkMemref(Operation *op, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  int64_t lanes = ir::stickLanes(type.getElementType());
  if (type.getRank() == 0 || lanes == 0 || type.getShape().back() != lanes)
    error(op) << "expected one stick (" << ir::kStickBytes << " bytes) as innermost dim, found "
              << type;
}

void Verifier::checkArguments() {
  for (BlockArgument arg : func.getArguments()) {
    auto type = dyn_cast<MemRefType>(arg.getType());
    if (!type || !isInDdr(type) || !type.hasStaticShape()) {
      error(func) << "expected arguments that are static memrefs in #spyre.mem<ddr>, found "
                  << arg.getType() << " as argument " << arg.getArgNumber();
      continue;
    }
    checkMemref(func, arg);
    for (StringRef name : {"spyre.host", "spyre.role"})
      if (!func.getArgAttr(arg.getArgNumber(), name))
        error(func) << "expected '" << name << "' on argument " << arg.getArgNumber();
  }
}

void Verifier::checkTopLevel(Operation *op) {
  if (auto launch = dyn_cast<ir::LaunchOp>(op))
    return checkLaunch(launch);
  if (auto buffer = dyn_cast<ir::BufferOp>(op))
    return checkBuffer(buffer);
  if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
    if (!isInDdr(alloc.getType()) || !alloc.getType().hasStaticShape())
      error(op) << "expected a static memref in #spyre.mem<ddr>, found " << alloc.getType();
    else
      checkMemref(op, alloc.getResult());
    if (!alloc->hasAttr("spyre.host"))
      error(op) << "expected 'spyre.host', the tensor's logical type";
    return;
  }
  if (!isa<arith::ConstantOp, memref::GetGlobalOp, func::ReturnOp>(op))
    error(op) << "does not belong at the scheduled level outside a spyre.launch";
  if (isa<func::ReturnOp>(op) && op->getNumOperands() > 0)
    error(op) << "expected results as arguments, found " << op->getNumOperands() << " operands";
}

void Verifier::checkBuffer(ir::BufferOp buffer) {
  if (!buffer.getOffset()) {
    error(buffer) << "expected an offset ('at') at the scheduled level";
    return;
  }
  auto type = cast<MemRefType>(buffer.getResult().getType());
  int64_t end =
      *buffer.getOffset() + type.getNumElements() * ir::elementBytes(type.getElementType());
  if (end > device.getLxBytes())
    error(buffer) << "expected buffers within the " << device.getLxBytes()
                  << " bytes of LX, found one that ends at " << end;
}

void Verifier::checkLaunch(ir::LaunchOp launch) {
  if (launch.getCores() > uint64_t(device.getCores()))
    error(launch) << "expected at most the device's " << device.getCores() << " cores, found "
                  << launch.getCores();
  auto [it, isNew] = kernels.try_emplace(launch.getKernel(), launch);
  if (!isNew) {
    InFlightDiagnostic diagnostic = error(launch) << "expected a kernel name of its own, found '"
                                                  << launch.getKernel() << "' again";
    diagnostic.attachNote(it->second.getLoc()) << "the first is here";
  }
  for (Operation &op : launch.getBody().front())
    checkInLaunch(&op);
}

void Verifier::checkInLaunch(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    if (!tripCount(loop))
      error(op) << "expected a loop from 0 in steps of 1 to a static end";
    if (loop.getNumRegionIterArgs() > 0)
      error(op) << "expected a loop without carried values";
    for (Operation &inner : loop.getBody()->without_terminator())
      checkInLaunch(&inner);
    return;
  }
  if (auto copy = dyn_cast<ir::CopyOp>(op))
    return checkCopy(copy);
  if (auto exec = dyn_cast<ir::ExecOp>(op))
    return checkExec(exec);
  if (auto view = dyn_cast<memref::SubViewOp>(op)) {
    if (llvm::any_of(view.getMixedStrides(),
                     [](OpFoldResult stride) { return getConstantIntValue(stride) != 1; }))
      error(op) << "expected unit strides";
    return;
  }
  if (isa<linalg::LinalgOp>(op)) {
    error(op) << "expected compute inside a spyre.exec at the scheduled level";
    return;
  }
  bool isIndexMath = isa<affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp,
                         tensor::ExtractOp>(op) || // a table of the cores
                     (op->getDialect() && isa<arith::ArithDialect>(op->getDialect()));
  bool isDomain = op->getNumResults() == 1 && domainSizes(op->getResult(0));
  if (!isIndexMath && !isDomain && !isa<memref::GetGlobalOp>(op))
    error(op) << "does not belong at the scheduled level";
}

void Verifier::checkCopy(ir::CopyOp copy) {
  for (Value side : {copy.getSource(), copy.getTarget()}) {
    auto type = cast<MemRefType>(viewRoot(side).getType());
    if (!ir::isLx(type) && !isInDdr(type))
      error(copy) << "expected operands in #spyre.mem<ddr> or #spyre.mem<lx>, found " << type;
  }
  for (Value position : copy.getPositions())
    if (!cast<MemRefType>(position.getType()).getElementType().isInteger(32))
      error(copy) << "expected positions of i32, found " << position.getType();
}

void Verifier::checkExec(ir::ExecOp exec) {
  for (Operation &op : exec.getBody().front()) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (!linalgOp)
      continue;
    for (OpOperand &operand : linalgOp->getOpOperands()) {
      Value value = operand.get();
      if (!isa<MemRefType>(value.getType()) && isa<ShapedType>(value.getType())) {
        error(&op) << "expected no tensors, found operand " << operand.getOperandNumber();
        continue;
      }
      if (domainSizes(value)) {
        bool isDomain =
            isa<linalg::GenericOp>(op) && linalgOp.getMatchingBlockArgument(&operand).use_empty();
        if (!isDomain)
          error(&op) << "expected a shape in no memory as unused input only, found operand "
                     << operand.getOperandNumber();
        continue;
      }
      if (!isa<MemRefType>(value.getType()))
        continue;
      if (!viewRoot(value).getDefiningOp<ir::BufferOp>()) {
        InFlightDiagnostic diagnostic = error(exec)
                                        << "expected operands in a spyre.buffer, found operand "
                                        << operand.getOperandNumber() << " of " << op.getName();
        diagnostic.attachNote(viewRoot(value).getLoc()) << "in this memory";
      }
      checkMemref(&op, viewRoot(value));
    }
    auto fill = dyn_cast<linalg::FillOp>(op);
    auto generic = cast<linalg::GenericOp>(*llvm::find_if(
        exec.getBody().front(), [](Operation &o) { return isa<linalg::GenericOp>(o); }));
    if (fill && !llvm::is_contained(generic.getDpsInits(), fill.getOutputs()[0]))
      error(fill) << "expected the fill of an output of the linalg.generic";
  }
}

struct VerifyScheduledPass : spyre::impl::VerifyScheduledBase<VerifyScheduledPass> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    auto device = func->getParentOp()->getAttrOfType<ir::DeviceAttr>("spyre.device");
    if (!device) {
      func.emitOpError() << "expected a #spyre.device on the module";
      return signalPassFailure();
    }
    if (!func.isDeclaration() && failed(Verifier(func, device).run()))
      signalPassFailure();
  }
};

} // namespace
