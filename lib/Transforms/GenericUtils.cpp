// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Transforms/GenericUtils.h"

#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Transforms/AffineUtils.h"
#include "spyre/Transforms/KernelGraph.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace spyre;

Value spyre::copyGeneric(OpBuilder &builder, Location loc, Value source) {
  auto type = cast<RankedTensorType>(source.getType());
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> parallel(type.getRank(), utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(), type.getElementType());
  return linalg::GenericOp::create(builder, loc, type, source, empty, ArrayRef<AffineMap>{map, map},
                                   parallel,
                                   [](OpBuilder &b, Location l, ValueRange args) {
                                     linalg::YieldOp::create(b, l, args[0]);
                                   })
      .getResult(0);
}

Value spyre::constantGeneric(OpBuilder &builder, Location loc, Value scalar,
                             RankedTensorType type) {
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> parallel(type.getRank(), utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(), type.getElementType());
  Operation *constant = scalar.getDefiningOp();
  return linalg::GenericOp::create(
             builder, loc, type, ValueRange(), empty, ArrayRef<AffineMap>{map}, parallel,
             [&](OpBuilder &b, Location l, ValueRange args) {
               linalg::YieldOp::create(b, l, b.clone(*constant)->getResult(0));
             })
      .getResult(0);
}

bool spyre::isPointwise(linalg::GenericOp op) {
  return op.getNumLoops() == op.getNumParallelLoops() && op.getNumResults() == 1 &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() &&
         op.getDpsInits()[0].getDefiningOp<tensor::EmptyOp>();
}

bool spyre::isMovement(linalg::GenericOp op) {
  auto yielded = dyn_cast<BlockArgument>(op.getBody()->getTerminator()->getOperand(0));
  return isPointwise(op) && op.getBody()->getOperations().size() == 1 && yielded &&
         yielded.getOwner() == op.getBody() && op.getNumDpsInputs() == 1 &&
         yielded.getArgNumber() == 0;
}

bool spyre::isFreeBody(linalg::GenericOp op) {
  bool noTensors = op.getNumDpsInputs() == 0;
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (isa<arith::ExtFOp, arith::ConstantOp, linalg::IndexOp>(inner))
      continue;
    bool integer =
        llvm::all_of(inner.getOperandTypes(), [](Type type) { return type.isIntOrIndex(); }) &&
        isa<arith::ArithDialect>(inner.getDialect());
    if (!(noTensors && integer))
      return false;
  }
  return true;
}

/// linalg.index of a composed producer: its loop as seen from the consumer.
static Value indexFrom(OpBuilder &builder, Location loc, AffineExpr expr) {
  auto index = flattenIndex(expr);
  Value sum = arith::ConstantIndexOp::create(builder, loc, 0);
  bool first = true;
  for (const solver::Term &term : *index) {
    auto add = [&](Value value) {
      sum = first ? value : arith::AddIOp::create(builder, loc, sum, value).getResult();
      first = false;
    };
    for (auto [dim, coef] : term.linear) {
      Value value = linalg::IndexOp::create(builder, loc, dim);
      if (coef * term.mul != 1)
        value = arith::MulIOp::create(
            builder, loc, value, arith::ConstantIndexOp::create(builder, loc, coef * term.mul));
      add(value);
    }
    if (term.c != 0)
      add(arith::ConstantIndexOp::create(builder, loc, term.c * term.mul));
  }
  return sum;
}

static bool isLinear(AffineExpr expr) {
  auto index = flattenIndex(expr);
  return succeeded(index) && llvm::all_of(*index, [](const solver::Term &term) {
           return term.div == 1 && term.mod == 0;
         });
}

/// Whether every index is followable, also once sticks cut it.
static bool isFollowable(AffineMap map, RankedTensorType type, ArrayRef<int64_t> extents) {
  auto layout = ir::LayoutAttr::getDefault(type.getContext(), type.getRank());
  AffineMap physical = simplifyWithRanges(
      layout.getPhysicalMap(type.getRank(), type.getElementType()).compose(map), extents);
  return llvm::all_of(physical.getResults(),
                      [](AffineExpr expr) { return succeeded(flattenIndex(expr)); });
}

namespace {
/// Collects the inputs of a composed op; equal reads become one.
struct Inputs {
  SmallVector<Value> values;
  SmallVector<AffineMap> maps;
  unsigned add(Value value, AffineMap map) {
    for (unsigned i = 0; i < values.size(); ++i)
      if (values[i] == value && maps[i] == map)
        return i;
    values.push_back(value);
    maps.push_back(map);
    return values.size() - 1;
  }
};
} // namespace

FailureOr<linalg::GenericOp> spyre::composeProducer(linalg::GenericOp producer,
                                                    linalg::GenericOp consumer, unsigned operand) {
  SmallVector<int64_t> extents = consumer.getStaticLoopRanges();
  AffineMap use = consumer.getIndexingMapsArray()[operand];
  bool tooDeep = false;
  producer.walk([&](linalg::IndexOp op) { tooDeep |= !isLinear(use.getResult(op.getDim())); });
  // The consumer's order stays; the producer's inputs stand where its result was.
  Inputs inputs;
  SmallVector<unsigned> fromConsumer, fromProducer;
  for (OpOperand *input : consumer.getDpsInputOperands()) {
    if (input->getOperandNumber() != operand) {
      fromConsumer.push_back(inputs.add(input->get(), consumer.getMatchingIndexingMap(input)));
      continue;
    }
    fromConsumer.push_back(0);
    for (OpOperand *own : producer.getDpsInputOperands()) {
      AffineMap map = composeAndSimplify(producer.getMatchingIndexingMap(own), use, extents);
      auto type = cast<RankedTensorType>(own->get().getType());
      tooDeep |= !isFollowable(map, type, extents);
      fromProducer.push_back(
          inputs.add(own->get(), guardPrefixReads(map, extents, type.getShape())));
    }
  }
  if (tooDeep)
    return failure();
  OpBuilder builder(consumer);
  SmallVector<AffineMap> maps = inputs.maps;
  for (OpOperand &init : consumer.getDpsInitsMutable())
    maps.push_back(consumer.getMatchingIndexingMap(&init));
  // Some operand must still give each loop its bound.
  if (!inversePermutation(concatAffineMaps(maps, builder.getContext())))
    return failure();
  auto fused = linalg::GenericOp::create(
      builder, builder.getFusedLoc({producer.getLoc(), consumer.getLoc()}),
      consumer.getResultTypes(), inputs.values, consumer.getDpsInits(), maps,
      consumer.getIteratorTypesArray());
  Block *block = builder.createBlock(&fused.getRegion());
  for (Value value : fused->getOperands())
    block->addArgument(getElementTypeOrSelf(value.getType()), consumer.getLoc());
  IRMapping mapping;
  for (auto [i, id] : llvm::enumerate(fromProducer))
    mapping.map(producer.getBody()->getArgument(i), block->getArgument(id));
  for (Operation &inner : producer.getBody()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      mapping.map(index.getResult(),
                  indexFrom(builder, inner.getLoc(), use.getResult(index.getDim())));
    else
      builder.clone(inner, mapping);
  }
  Value produced = mapping.lookupOrDefault(producer.getBody()->getTerminator()->getOperand(0));
  for (auto [i, id] : llvm::enumerate(fromConsumer))
    mapping.map(consumer.getBody()->getArgument(i),
                i == operand ? produced : block->getArgument(id));
  for (unsigned i = 0; i < consumer.getNumDpsInits(); ++i)
    mapping.map(consumer.getBody()->getArgument(consumer.getNumDpsInputs() + i),
                block->getArgument(inputs.values.size() + i));
  for (Operation &inner : *consumer.getBody())
    builder.clone(inner, mapping);
  consumer.replaceAllUsesWith(fused.getResults());
  consumer.erase();
  return fused;
}

FailureOr<AffineMap> spyre::invertIndexMap(AffineMap map, ArrayRef<int64_t> outShape,
                                           ArrayRef<int64_t> inShape) {
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> out(outShape.size(), getAffineConstantExpr(0, context));
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    auto index = flattenIndex(expr);
    if (failed(index))
      return failure();
    // Split what a linear term merges into one digit per dim.
    SmallVector<solver::Term> digits;
    for (const solver::Term &term : *index)
      for (auto entry : term.linear) {
        solver::Term digit = term;
        if (term.div == 1 && term.mod == 0)
          digit.mul *= entry.second, entry.second = 1;
        if (entry.second != 1 || term.c != 0 || digit.mul < 1 ||
            (term.linear.size() > 1 && (term.div != 1 || term.mod != 0)))
          return failure();
        digit.linear = {entry};
        digits.push_back(digit);
      }
    for (const solver::Term &digit : digits) {
      unsigned k = digit.linear[0].first;
      int64_t range = llvm::divideCeil(outShape[k], digit.div);
      if (digit.mod > 0)
        range = std::min(range, digit.mod);
      AffineExpr value = (getAffineDimExpr(dim, context).floorDiv(digit.mul)) % range;
      out[k] = out[k] + value * digit.div;
    }
  }
  AffineMap inverse = simplifyWithRanges(AffineMap::get(inShape.size(), 0, out, context), inShape);
  AffineMap round = composeAndSimplify(inverse, map, outShape);
  for (auto [dim, expr] : llvm::enumerate(round.getResults()))
    if (outShape[dim] != 1 && expr != getAffineDimExpr(dim, context))
      return failure();
  return inverse;
}
