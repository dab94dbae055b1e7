// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-normalize-graph: pieces, fills under pieces and returned values become
// generics of their own.
#include "Outline.h"
#include "spyre/Transforms/AffineUtils.h"
#include "spyre/Transforms/GenericUtils.h"
#include "spyre/Transforms/Passes.h"

namespace spyre {
#define GEN_PASS_DEF_NORMALIZEGRAPH
#include "spyre/Transforms/Passes.h.inc"
} // namespace spyre

using namespace mlir;
using namespace spyre;

namespace {
struct NormalizeGraphPass : spyre::impl::NormalizeGraphBase<NormalizeGraphPass> {
  using NormalizeGraphBase::NormalizeGraphBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    SmallVector<tensor::InsertSliceOp> pieces, updates;
    func.walk([&](tensor::InsertSliceOp op) {
      bool fixed = llvm::all_of(op.getMixedOffsets(), [](OpFoldResult offset) {
        return getConstantIntValue(offset).has_value();
      });
      (fixed ? pieces : updates).push_back(op);
    });
    for (tensor::InsertSliceOp op : pieces) {
      ownChain(op);
      rewritePiece(op);
    }
    for (tensor::InsertSliceOp op : updates)
      if (movesWholeSticks(op))
        isolateUpdate(op);
      else
        selectUpdate(op);
    isolateResults(func);
  }

private:
  /// Two values may begin with the same pieces and have holes until then, and a
  /// hole cannot be copied: each gets pieces of its own.
  void ownChain(tensor::InsertSliceOp op) {
    SmallVector<linalg::GenericOp> chain; // rewritten already, the last piece first
    Value value = op.getDest();
    if (value.hasOneUse())
      return;
    while (auto piece = value.getDefiningOp<linalg::GenericOp>()) {
      chain.push_back(piece);
      value = piece.getDpsInitOperand(0)->get();
    }
    bool covers =
        chain.empty() ||
        chain.back().getMatchingIndexingMap(chain.back().getDpsInitOperand(0)).isPermutation();
    if (covers || !value.getDefiningOp<tensor::EmptyOp>())
      return;
    OpBuilder builder(op);
    for (linalg::GenericOp piece : llvm::reverse(chain)) {
      auto own = cast<linalg::GenericOp>(builder.clone(*piece));
      own.getDpsInitOperand(0)->set(value);
      value = own.getResult(0);
    }
    op.getDestMutable().assign(value);
  }

  /// The destination of a piece must be a buffer that only this chain writes.
  Value ownDestination(OpBuilder &builder, Value destination, bool exclusive) {
    if (auto fill = destination.getDefiningOp<linalg::FillOp>())
      return constantGeneric(builder, fill.getLoc(), fill.getInputs()[0],
                             cast<RankedTensorType>(destination.getType()));
    if (destination.getDefiningOp<tensor::EmptyOp>())
      return destination;
    if (destination.getDefiningOp<linalg::GenericOp>() && exclusive)
      return destination;
    return copyGeneric(builder, destination.getLoc(), destination);
  }

  void rewritePiece(tensor::InsertSliceOp op) {
    OpBuilder builder(op);
    RankedTensorType source = op.getSourceType(), target = op.getDestType();
    if (source.getNumElements() == 0) {
      op.replaceAllUsesWith(op.getDest());
      op.erase();
      return;
    }
    Value destination = ownDestination(builder, op.getDest(), op.getDest().hasOneUse());
    SmallVector<AffineExpr> piece;
    for (auto [dim, offset, stride] : llvm::enumerate(op.getStaticOffsets(), op.getStaticStrides()))
      piece.push_back(builder.getAffineDimExpr(dim) * stride + offset);
    unsigned rank = source.getRank();
    AffineMap map = guardPrefixReads(AffineMap::get(rank, 0, piece, op.getContext()),
                                     source.getShape(), target.getShape());
    SmallVector<utils::IteratorType> parallel(rank, utils::IteratorType::parallel);
    auto generic =
        linalg::GenericOp::create(builder, op.getLoc(), target, op.getSource(), destination,
                                  ArrayRef<AffineMap>{builder.getMultiDimIdentityMap(rank), map},
                                  parallel, [](OpBuilder &b, Location loc, ValueRange args) {
                                    linalg::YieldOp::create(b, loc, args[0]);
                                  });
    op.replaceAllUsesWith(generic.getResult(0));
    op.erase();
  }

  /// Copies move whole sticks: the last dim, which is the stick dim of a stored
  /// tensor, must be replaced as a whole.
  static bool movesWholeSticks(tensor::InsertSliceOp op) {
    int64_t rank = op.getDestType().getRank();
    return rank > 0 &&
           op.getSourceType().getDimSize(rank - 1) == op.getDestType().getDimSize(rank - 1);
  }

  /// An update inside sticks: every element of the destination takes the element
  /// of the source that falls on it, if one does.
  void selectUpdate(tensor::InsertSliceOp op) {
    OpBuilder builder(op);
    RankedTensorType source = op.getSourceType(), target = op.getDestType();
    unsigned rank = target.getRank();
    SmallVector<unsigned> moved; // dims that the source covers in part
    for (unsigned dim = 0; dim < rank; ++dim)
      if (source.getDimSize(dim) != target.getDimSize(dim))
        moved.push_back(dim);
    unsigned loops = rank + moved.size();
    SmallVector<AffineExpr> read, written;
    for (unsigned dim = 0; dim < rank; ++dim) {
      auto at = llvm::find(moved, dim);
      written.push_back(builder.getAffineDimExpr(dim));
      read.push_back(at == moved.end() ? builder.getAffineDimExpr(dim)
                                       : builder.getAffineDimExpr(rank + (at - moved.begin())));
    }
    MLIRContext *context = op.getContext();
    SmallVector<Value> inputs{op.getSource()};
    SmallVector<AffineMap> maps{AffineMap::get(loops, 0, read, context)};
    SmallVector<tensor::ExtractOp> positions = positionsOf(op);
    for (tensor::ExtractOp position : positions) {
      inputs.push_back(position.getTensor());
      maps.push_back(AffineMap::get(loops, 0, context));
    }
    maps.push_back(AffineMap::get(loops, 0, written, context));
    SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
    kinds.append(moved.size(), utils::IteratorType::reduction);
    Value destination = copyGeneric(builder, op.getLoc(), op.getDest());
    auto body = [&](OpBuilder &b, Location loc, ValueRange args) {
      IRMapping mapping;
      for (auto [i, position] : llvm::enumerate(positions))
        mapping.map(position.getResult(), args[1 + i]);
      Value hit;
      for (auto [i, dim] : llvm::enumerate(moved)) {
        Value offset = again(b, op.getMixedOffsets()[dim], mapping, loc);
        Value place =
            arith::AddIOp::create(b, loc, offset, linalg::IndexOp::create(b, loc, rank + i));
        Value equal = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, place,
                                            linalg::IndexOp::create(b, loc, dim));
        hit = hit ? arith::AndIOp::create(b, loc, hit, equal).getResult() : equal;
      }
      Value kept = args.back();
      linalg::YieldOp::create(
          b, loc, hit ? arith::SelectOp::create(b, loc, hit, args[0], kept).getResult() : args[0]);
    };
    auto select = linalg::GenericOp::create(builder, op.getLoc(), target, inputs, destination, maps,
                                            kinds, body);
    op.replaceAllUsesWith(select.getResult(0));
    op.erase();
  }

  /// An offset's scalar computation once more, inside a body.
  static Value again(OpBuilder &builder, OpFoldResult offset, IRMapping &mapping, Location loc) {
    if (auto fixed = getConstantIntValue(offset))
      return arith::ConstantIndexOp::create(builder, loc, *fixed);
    std::function<Value(Value)> copy = [&](Value value) -> Value {
      Operation *def = value.getDefiningOp();
      if (!def || mapping.contains(value))
        return mapping.lookupOrDefault(value);
      for (Value operand : def->getOperands())
        copy(operand);
      return builder.clone(*def, mapping)->getResult(0);
    };
    return copy(cast<Value>(offset));
  }

  void isolateUpdate(tensor::InsertSliceOp op) {
    OpBuilder builder(op);
    Value destination = op.getDest();
    auto argument = dyn_cast<BlockArgument>(destination);
    auto func = cast<func::FuncOp>(op->getParentOp());
    bool donated = argument && func.getArgAttr(argument.getArgNumber(), "tf.aliasing_output");
    bool chained = destination.getDefiningOp<tensor::InsertSliceOp>();
    if (!((donated || chained) && destination.hasOneUse()))
      op.getDestMutable().assign(copyGeneric(builder, op.getLoc(), destination));
    if (!op.getSource().getDefiningOp<linalg::GenericOp>() || !op.getSource().hasOneUse())
      op.getSourceMutable().assign(copyGeneric(builder, op.getLoc(), op.getSource()));
    ownPositions(op);
  }

  /// The scalars behind the offsets, read anew for this update alone: its kernel
  /// holds them in LX.
  void ownPositions(tensor::InsertSliceOp op) {
    OpBuilder builder(op);
    IRMapping mapping;
    for (tensor::ExtractOp extract : positionsOf(op))
      if (!mapping.contains(extract.getTensor()))
        mapping.map(extract.getTensor(), copyGeneric(builder, op.getLoc(), extract.getTensor()));
    for (OpOperand &offset : op.getOffsetsMutable())
      offset.set(again(builder, offset.get(), mapping, op.getLoc()));
  }

  void isolateResults(func::FuncOp func) {
    auto ret = cast<func::ReturnOp>(func.getBody().front().getTerminator());
    OpBuilder builder(ret);
    llvm::SmallDenseSet<Value> returned;
    for (OpOperand &operand : ret->getOpOperands()) {
      Operation *def = operand.get().getDefiningOp();
      bool fill = isa_and_nonnull<linalg::FillOp>(def);
      bool own = isa_and_nonnull<linalg::GenericOp, tensor::InsertSliceOp>(def) &&
                 returned.insert(operand.get()).second;
      auto type = cast<RankedTensorType>(operand.get().getType());
      if (fill)
        operand.set(
            constantGeneric(builder, ret.getLoc(), cast<linalg::FillOp>(def).getInputs()[0], type));
      else if (!own && type.getNumElements() > 0)
        operand.set(copyGeneric(builder, ret.getLoc(), operand.get()));
    }
  }
};
} // namespace
