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

/// The same count as the device model's, on the body and the operands' lanes.
static void countVectorWork(const KernelGraph::Op &op, const KernelGraph &graph,
                            const device::Device &device, solver::KernelOp &work) {
  linalg::GenericOp generic = op.op;
  auto body = translateBody(generic);
  if (failed(body))
    return; // reported where the body is exported
  std::vector<plan::DType> types;
  std::vector<bool> broadcast;
  auto typeOf = [&](unsigned operand) {
    Type type = generic->getOperand(operand).getType();
    return *toDType(cast<ShapedType>(type).getElementType());
  };
  auto follows = [&](const KernelGraph::Access &access) {
    return work.vectorLoop < 0 || access.map.isFunctionOfDim(work.vectorLoop);
  };
  for (unsigned input : body->inputs) {
    types.push_back(typeOf(input));
    broadcast.push_back(false);
    for (const KernelGraph::Access &access : op.reads)
      if (access.operand == input)
        broadcast.back() = !follows(access);
  }
  size_t firstOutput = types.size();
  if (body->readsOutputs)
    for (unsigned out = 0; out < generic.getNumDpsInits(); ++out)
      types.push_back(typeOf(generic.getNumDpsInputs() + out));
  work.perElement = cost::countBody(device, body->program, types, broadcast, firstOutput);
  for (const auto *accesses : {&op.reads, &op.writes})
    for (const KernelGraph::Access &access : *accesses)
      if (follows(access))
        work.portBytesPerElement += static_cast<double>(plan::byteWidth(typeOf(access.operand)));
  for (const KernelGraph::Access &access : op.reads) {
    int loop = laneLoop(access);
    if (loop >= 0 && work.vectorLoop >= 0 && !alignedLanes(access, work.vectorLoop)) {
      ++work.laneMoves;
      work.lanes = graph.tensors[access.tensor].shape.back();
    }
  }
  // Whole sticks pass the lane shuffler; what is converted, made up or spread
  // over the lanes takes a pass of the vector units.
  if (cost::vectorCycles(device, work.perElement) > 0)
    return;
  bool spread = llvm::is_contained(broadcast, true);
  if (body->program.ops.empty() && !spread && !op.reads.empty())
    work.laneMoves = std::max(work.laneMoves, 1);
  else
    (spread ? work.perElement.broadcast : work.perElement.pointwise) = 1;
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
