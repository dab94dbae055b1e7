// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An exec has the loops of its linalg.generic. Further loops of size 1 stand in
// front of them where needed: one per index value that the body takes from
// outside (its origin is that value), one to switch idle cores off.
#include "BodyTranslator.h"
#include "Exporter.h"

#include "spyre/Transforms/ProductBody.h"
#include "spyre/Transforms/TranslateBody.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using spyre::plan::ExecKind;
using spyre::plan::Opcode;

namespace spyre {

//===- domain and operands ------------------------------------------------===//

/// The operand and dim that give a loop its extent: the shape-only operand if
/// there is one, else the first that a plain dim indexes.
static std::pair<Value, unsigned> extentSource(linalg::GenericOp op, unsigned loop) {
  std::pair<Value, unsigned> found{Value(), 0};
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<ShapedType>(operand.get().getType()))
      continue;
    bool isShape = domainSizes(operand.get()).has_value();
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [i, expr] : llvm::enumerate(map.getResults()))
      if (expr == getAffineDimExpr(loop, op.getContext()) && (isShape || !found.first))
        found = {operand.get(), unsigned(i)};
  }
  return found;
}

LogicalResult Exporter::exportDomain(linalg::GenericOp op, plan::Exec &exec, size_t numExtra) {
  exec.loops.assign(numExtra, plan::Extent{plan::Index{1, {}, -1}, 1});
  exec.reduction.assign(numExtra, 0);
  int idleLoop = -1;
  auto kinds = op.getIteratorTypesArray();
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    auto [value, dim] = extentSource(op, loop);
    if (!value)
      return op.emitOpError() << "expected an operand that says how long loop " << loop << " is";
    OpFoldResult size;
    auto type = cast<ShapedType>(value.getType());
    if (!type.isDynamicDim(dim))
      size = IntegerAttr::get(IndexType::get(op.getContext()), type.getDimSize(dim));
    else if (auto sizes = domainSizes(value))
      size = (*sizes)[dim];
    else if (auto view = value.getDefiningOp<memref::SubViewOp>();
             view && !view.getDroppedDims().any())
      size = view.getMixedSizes()[dim];
    FailureOr<SizeForm> form = size ? forms->size(size) : FailureOr<SizeForm>(failure());
    if (failed(form))
      return op.emitOpError() << "expected sizes of the form max(0, min(const, linear)) in the "
                                 "loops, found another for loop "
                              << loop;
    bool isParallel = kinds[loop] == utils::IteratorType::parallel;
    bool switchesOff = isParallel && idleLoop < 0;
    if (switchesOff)
      idleLoop = int(loop);
    exec.loops.push_back(toExtent(*form, switchesOff));
    exec.reduction.push_back(!isParallel);
  }
  if (hasIdleCores() && idleLoop < 0) // no output element must be touched there
    exec.loops[0] = oneOnActiveCores();
  return success();
}

FailureOr<plan::Operand> Exporter::exportOperand(ir::ExecOp op, linalg::GenericOp generic,
                                                 OpOperand &operand, const plan::Exec &exec,
                                                 size_t numExtra) {
  FailureOr<View> view = resolveView(operand.get(), *forms, op);
  if (failed(view))
    return failure();
  plan::Operand result;
  int64_t laneBytes = 0;
  FailureOr<plan::LxAddr> addr = toLxAddr(op, *view, laneBytes);
  FailureOr<plan::DType> type = toDType(view->rootType().getElementType());
  if (failed(addr) || failed(type))
    return failure();
  result.addr = *addr;
  result.type = *type;
  int64_t width = plan::byteWidth(*type);
  SmallVector<int64_t> strides = view->rootStrides();
  AffineMap map = generic.getMatchingIndexingMap(&operand);
  AffineExpr bytes = getAffineConstantExpr(laneBytes, op.getContext());
  for (auto [i, expr] : llvm::enumerate(map.getResults()))
    bytes = bytes + expr * (strides[view->dims[i]] * width);
  SmallVector<int64_t> sizes;
  for (const plan::Extent &extent : ArrayRef(exec.loops).drop_front(numExtra))
    sizes.push_back(extent.max);
  FailureOr<plan::Access> access = flattenAccess(bytes, sizes, numExtra);
  if (failed(access))
    return op.emitOpError() << "expected an index map of sums of (linear floordiv const) mod "
                               "const, found "
                            << AffineMapAttr::get(map) << " for operand "
                            << operand.getOperandNumber();
  result.access = std::move(*access);
  return result;
}

//===- bodies -------------------------------------------------------------===//

/// Initial values are the fills' constants, one per output or none.
LogicalResult Exporter::exportInit(ir::ExecOp op, linalg::GenericOp generic, plan::Exec &exec) {
  for (Value out : generic.getDpsInits())
    for (auto fill : op.getBody().getOps<linalg::FillOp>()) {
      if (fill.getOutputs()[0] != out)
        continue;
      Attribute value;
      std::optional<plan::Scalar> scalar;
      if (matchPattern(fill.getInputs()[0], m_Constant(&value)))
        scalar = toScalar(value);
      if (!scalar)
        return fill.emitOpError() << "expected a constant";
      exec.init.push_back(*scalar);
    }
  if (!exec.init.empty() && int64_t(exec.init.size()) != generic.getNumDpsInits())
    return op.emitOpError() << "expected a fill of every output or of none, found "
                            << exec.init.size() << " of " << generic.getNumDpsInits();
  if (!op.getFirst() || exec.init.empty())
    return success();
  if (getConstantIntValue(op.getFirst()) == 0)
    return success();
  auto arg = dyn_cast<BlockArgument>(op.getFirst());
  auto loop = arg ? dyn_cast<scf::ForOp>(arg.getOwner()->getParentOp()) : scf::ForOp();
  if (!loop)
    return op.emitOpError() << "expected the counter of a loop around it as 'first'";
  for (Operation *outer = loop->getParentOp(); outer; outer = outer->getParentOp())
    exec.initLoop += isa<scf::ForOp>(outer);
  exec.initLoop += 1; // from -1
  return success();
}

LogicalResult Exporter::addOperands(ir::ExecOp op, linalg::GenericOp generic,
                                    ArrayRef<unsigned> operands, size_t numExtra,
                                    plan::Exec &exec) {
  for (unsigned number : operands) {
    FailureOr<plan::Operand> next =
        exportOperand(op, generic, generic->getOpOperand(number), exec, numExtra);
    if (failed(next))
      return failure();
    exec.operands.push_back(std::move(*next));
  }
  return success();
}

static SmallVector<unsigned> outputsOf(linalg::GenericOp op) {
  return llvm::to_vector(llvm::seq<unsigned>(op.getNumDpsInputs(), op->getNumOperands()));
}

/// With idle cores, and no parallel loop to be empty there, one more loop.
static bool needsIdleLoop(linalg::GenericOp op, bool hasIdleCores) {
  return hasIdleCores && op.getNumParallelLoops() == 0;
}

LogicalResult Exporter::exportContraction(ir::ExecOp op, linalg::GenericOp generic,
                                          plan::Exec &exec) {
  std::optional<ProductBody> contraction = matchProductBody(generic);
  if (!contraction)
    return op.emitOpError() << "expected a product with f32 or i32 sums on the matrix array";
  exec.kind = ExecKind::Contract;
  size_t numExtra = needsIdleLoop(generic, hasIdleCores());
  if (failed(exportDomain(generic, exec, numExtra)) ||
      failed(addOperands(op, generic, contraction->inputs, numExtra, exec)) ||
      failed(addOperands(op, generic, outputsOf(generic), numExtra, exec)))
    return failure();
  for (unsigned i = 0; i < 2; ++i) {
    plan::DType &type = exec.operands[i].type;
    if (type != plan::DType::F16 && type != plan::DType::BF16 && type != plan::DType::I8)
      return op.emitOpError() << "expected factors of f16, bf16 or i8 on the matrix array, found "
                              << plan::name(type);
    if (contraction->isUnsigned[i])
      type = unsignedOf(type);
  }
  return success();
}

/// The indices that the body reads: captured ones came last, and stand first now.
LogicalResult Exporter::exportIndices(ir::ExecOp op, ArrayRef<Value> captured, size_t numExtra,
                                      int64_t numLoops, plan::Exec &exec) {
  size_t numFront = numExtra - captured.size();
  for (plan::ScalarOp &scalar : exec.body.ops)
    if (scalar.op == Opcode::Index)
      scalar.imm.i += scalar.imm.i < numLoops ? int64_t(numExtra) : int64_t(numFront) - numLoops;
  if (captured.empty())
    return success();
  exec.origin.assign(exec.loops.size(), plan::Index());
  for (auto [i, value] : llvm::enumerate(captured)) {
    FailureOr<LoopForm> form = forms->linear(value);
    if (failed(form))
      return op.emitOpError() << "expected indices from outside to be linear in the loops";
    exec.origin[i + numFront] = toIndex(*form);
  }
  return success();
}

LogicalResult Exporter::exportBody(ir::ExecOp op, linalg::GenericOp generic, plan::Exec &exec) {
  FailureOr<TranslatedBody> body = translateBody(generic);
  if (failed(body))
    return failure();
  size_t numExtra = body->captured.size() + needsIdleLoop(generic, hasIdleCores());
  if (failed(exportDomain(generic, exec, numExtra)) ||
      failed(addOperands(op, generic, body->inputs, numExtra, exec)))
    return failure();
  bool isFold = generic.getNumReductionLoops() > 0;
  exec.kind =
      isFold || (body->readsOutputs && !exec.init.empty()) ? ExecKind::Reduce : ExecKind::Map;
  if (exec.kind == ExecKind::Map) {
    exec.init.clear(), exec.initLoop = -1;
    // Without a fold, old outputs are inputs like others.
    if (body->readsOutputs && failed(addOperands(op, generic, outputsOf(generic), numExtra, exec)))
      return failure();
  }
  exec.body = std::move(body->program);
  if (failed(exportIndices(op, body->captured, numExtra, generic.getNumLoops(), exec)))
    return failure();
  return addOperands(op, generic, outputsOf(generic), numExtra, exec);
}

FailureOr<plan::Exec> Exporter::exportExec(ir::ExecOp op) {
  plan::Exec exec;
  auto generic = *op.getBody().getOps<linalg::GenericOp>().begin();
  exec.unit = plan::Unit(op.getUnit());
  exec.numOutputs = int32_t(generic.getNumDpsInits());
  if (auto source = op->getAttrOfType<StringAttr>("spyre.source"))
    exec.source = source.str();
  if (failed(enterKernel(op, exec.kernel)) || failed(exportInit(op, generic, exec)))
    return failure();
  LogicalResult result = op.getUnit() == ir::Unit::pt ? exportContraction(op, generic, exec)
                                                      : exportBody(op, generic, exec);
  return failed(result) ? FailureOr<plan::Exec>(failure()) : std::move(exec);
}

} // namespace spyre
