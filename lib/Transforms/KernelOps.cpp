// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small questions about single linalg ops that several passes ask.
#include "spyre/Transforms/AffineUtils.h"
#include "spyre/Transforms/KernelGraph.h"
#include "spyre/Transforms/ProductBody.h"

using namespace mlir;
using namespace spyre;

bool spyre::isDomainOperand(OpOperand &operand) {
  auto generic = dyn_cast<linalg::GenericOp>(operand.getOwner());
  return generic && generic.isDpsInput(&operand) &&
         operand.get().getDefiningOp<tensor::EmptyOp>() &&
         cast<ShapedType>(operand.get().getType()).getElementType().isInteger(1) &&
         generic.getMatchingIndexingMap(&operand).isIdentity();
}

SmallVector<int64_t> spyre::loopExtents(linalg::GenericOp op) {
  for (OpOperand *input : op.getDpsInputOperands())
    if (isDomainOperand(*input))
      return llvm::to_vector(cast<ShapedType>(input->get().getType()).getShape());
  return op.getStaticLoopRanges();
}

FailureOr<ContractionLoops> spyre::matchContraction(linalg::GenericOp op) {
  std::optional<ProductBody> body = matchProductBody(op);
  if (!body || body->isUnsigned[0] != body->isUnsigned[1])
    return failure();
  auto [a, b] = body->inputs;
  Type type = op.getBody()->getArgument(a).getType();
  if (type != op.getBody()->getArgument(b).getType() ||
      !(type.isF16() || type.isBF16() || type.isInteger(8)))
    return failure();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  ContractionLoops loops;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    bool inA = maps[a].isFunctionOfDim(loop), inB = maps[b].isFunctionOfDim(loop);
    bool reduction = op.getIteratorTypesArray()[loop] == utils::IteratorType::reduction;
    if (reduction && inA && inB)
      loops.k.push_back(loop);
    else if (reduction)
      return failure(); // a sum of one operand alone: not a product
    else if (inA && inB)
      loops.batch.push_back(loop);
    else if (inB)
      loops.n.push_back(loop);
    else
      loops.m.push_back(loop); // also a loop of neither: repeated rows
  }
  return loops.k.empty() || loops.n.empty() ? FailureOr<ContractionLoops>(failure())
                                            : FailureOr<ContractionLoops>(loops);
}

Operation *spyre::combinerOf(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || !isFold(op))
    return nullptr;
  Block &body = *op.getBody();
  BlockArgument out = body.getArguments().back();
  Operation *fold = body.getTerminator()->getOperand(0).getDefiningOp();
  bool known =
      isa_and_nonnull<arith::AddFOp, arith::AddIOp, arith::MulFOp, arith::MulIOp, arith::MaximumFOp,
                      arith::MinimumFOp, arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp,
                      arith::MinUIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp>(fold);
  return known && out.hasOneUse() && llvm::is_contained(fold->getOperands(), out) ? fold : nullptr;
}

/// Adds factor * expr, a linear expression, to `term`.
static LogicalResult addLinear(AffineExpr expr, int64_t factor, solver::Term &term) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    term.c += factor * constant.getValue();
    return success();
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    int position = static_cast<int>(dim.getPosition());
    for (auto &[cls, coef] : term.linear)
      if (cls == position) {
        coef += factor;
        return success();
      }
    term.linear.emplace_back(position, factor);
    return success();
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return failure();
  if (binary.getKind() == AffineExprKind::Add)
    return failure(failed(addLinear(binary.getLHS(), factor, term)) ||
                   failed(addLinear(binary.getRHS(), factor, term)));
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (binary.getKind() == AffineExprKind::Mul && constant)
    return addLinear(binary.getLHS(), factor * constant.getValue(), term);
  return failure();
}

/// One summand: mul * ((linear floordiv div) mod mod).
static LogicalResult addTerm(AffineExpr expr, int64_t mul, solver::DimIndex &index,
                             solver::Term &linear) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return addLinear(expr, mul, linear);
  if (binary.getKind() == AffineExprKind::Add)
    return failure(failed(addTerm(binary.getLHS(), mul, index, linear)) ||
                   failed(addTerm(binary.getRHS(), mul, index, linear)));
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!constant)
    return failure();
  if (binary.getKind() == AffineExprKind::Mul)
    return addTerm(binary.getLHS(), mul * constant.getValue(), index, linear);
  solver::Term term;
  term.mul = mul;
  AffineExpr inner = binary.getLHS();
  if (binary.getKind() == AffineExprKind::Mod) {
    term.mod = constant.getValue();
    auto division = dyn_cast<AffineBinaryOpExpr>(inner);
    if (division && division.getKind() == AffineExprKind::FloorDiv)
      if (auto by = dyn_cast<AffineConstantExpr>(division.getRHS()))
        term.div = by.getValue(), inner = division.getLHS();
  } else if (binary.getKind() == AffineExprKind::FloorDiv) {
    term.div = constant.getValue();
    // (x mod a) floordiv b with b | a is (x floordiv b) mod (a / b).
    auto modulo = dyn_cast<AffineBinaryOpExpr>(inner);
    if (modulo && modulo.getKind() == AffineExprKind::Mod)
      if (auto by = dyn_cast<AffineConstantExpr>(modulo.getRHS()))
        if (by.getValue() % term.div == 0)
          term.mod = by.getValue() / term.div, inner = modulo.getLHS();
  } else {
    return failure();
  }
  if (failed(addLinear(inner, 1, term)))
    return failure();
  index.push_back(term);
  return success();
}

FailureOr<solver::DimIndex> spyre::flattenIndex(AffineExpr expr) {
  solver::DimIndex index;
  solver::Term linear;
  if (failed(addTerm(expr, 1, index, linear)))
    return failure();
  llvm::erase_if(linear.linear, [](auto &entry) { return entry.second == 0; });
  llvm::sort(linear.linear);
  if (!linear.linear.empty() || linear.c != 0)
    index.push_back(linear);
  for (solver::Term &term : index)
    llvm::sort(term.linear);
  return index;
}
