// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each element of an op costs, counted on its scalar program with the
// rates that the device model charges.
#include "KernelWork.h"

#include "spyre/Transforms/TranslateBody.h"

using namespace mlir;
using namespace spyre;

/// The loop that runs along the lanes of an access, or -1.
static int laneLoop(const KernelGraph::Access &access) {
  auto index = flattenIndex(access.map.getResults().back());
  if (failed(index))
    return -1;
  for (const solver::Term &term : *index)
    for (auto [loop, coef] : term.linear)
      if (coef == 1 || coef == -1)
        return loop;
  return -1;
}

/// Whether the lanes of a read follow the vector loop without a shift.
static bool alignedLanes(const KernelGraph::Access &access, int vectorLoop) {
  auto index = flattenIndex(access.map.getResults().back());
  return succeeded(index) && index->size() == 1 && index->front().linear.size() == 1 &&
         index->front().linear[0] == std::pair<int, int64_t>(vectorLoop, 1) &&
         index->front().c == 0 && index->front().div == 1;
}

static void countVectorWork(const KernelGraph::Op &op, const KernelGraph &graph,
                            const device::Device &device, solver::KernelOp &work) {
  linalg::GenericOp generic = op.op;
  auto body = translateBody(generic);
  if (failed(body))
    return; // reported where the body is exported
  SmallVector<plan::DType> types;
  SmallVector<char> broadcast, folded;
  auto addOperand = [&](unsigned operand, bool old) {
    Type type = generic->getOperand(operand).getType();
    types.push_back(*toDType(cast<ShapedType>(type).getElementType()));
    AffineMap map = generic.getIndexingMapsArray()[operand];
    for (const KernelGraph::Access &access : op.reads)
      if (access.operand == operand)
        map = access.map;
    bool follows = work.vectorLoop < 0 || map.isFunctionOfDim(work.vectorLoop);
    broadcast.push_back(!old && !follows);
    folded.push_back(old);
  };
  for (unsigned input : body->inputs)
    addOperand(input, false);
  if (body->readsOutputs)
    for (unsigned out = 0; out < generic.getNumDpsInits(); ++out)
      addOperand(generic.getNumDpsInputs() + out, true);
  for (const plan::ScalarOp &scalar : body->program.ops) {
    bool wide = false, fold = false;
    for (int arg : scalar.args)
      wide |= broadcast[arg] != 0, fold |= folded[arg] != 0;
    plan::DType operandType = scalar.args.empty() ? scalar.type : types[scalar.args[0]];
    if (!fold)
      cost::countOp(device, scalar.op, scalar.type, operandType, wide, work.perElement);
    types.push_back(scalar.type);
    broadcast.push_back(0);
    folded.push_back(fold);
  }
  if (isFold(generic))
    work.perElement.reduce += generic.getNumDpsInits();
  for (const KernelGraph::Access &access : op.reads) {
    int loop = laneLoop(access);
    if (loop >= 0 && work.vectorLoop >= 0 && !alignedLanes(access, work.vectorLoop)) {
      ++work.laneMoves;
      work.lanes = graph.tensors[access.tensor].shape.back();
    }
  }
  // A plain move of whole sticks still passes the vector unit once.
  if (body->program.ops.empty() && work.laneMoves == 0 && !isFold(generic))
    work.perElement.pointwise += 1;
}

solver::KernelOp spyre::describeWork(const KernelGraph::Op &op, const KernelGraph &graph,
                                     const device::Device &device) {
  solver::KernelOp work;
  for (const KernelGraph::Access &access : op.writes)
    if (work.vectorLoop < 0)
      work.vectorLoop = laneLoop(access);
  for (const KernelGraph::Access &access : op.reads)
    if (work.vectorLoop < 0)
      work.vectorLoop = laneLoop(access);
  auto contraction = matchContraction(op.op);
  if (succeeded(contraction)) {
    work.kind = solver::KernelOp::Kind::Contract;
    work.mLoops.assign(contraction->m.begin(), contraction->m.end());
    work.nLoops.assign(contraction->n.begin(), contraction->n.end());
    work.kLoops.assign(contraction->k.begin(), contraction->k.end());
    Type type = op.op->getOperand(op.reads.front().operand).getType();
    work.productType = *toDType(cast<ShapedType>(type).getElementType());
    return work;
  }
  work.kind = isFold(op.op) ? solver::KernelOp::Kind::Reduce : solver::KernelOp::Kind::Map;
  countVectorWork(op, graph, device, work);
  return work;
}
