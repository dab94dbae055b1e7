// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of a kernel on one core, its buffers and its compute.
#include "Placer.h"
#include "spyre/Dialect/Spyre/Spyre.h"

using namespace mlir;
using namespace spyre;

void Placer::run(Block &body, const DenseMap<Value, Value> &memory,
                 const DenseMap<Value, Value> &shards) {
  this->memory = memory;
  this->shards = shards;
  builder.setInsertionPointToEnd(&body);
  buildForall();
  func::ReturnOp::create(builder, kernel.getLoc());
}

void Placer::buildForall() {
  for (size_t cls : solver::digitOrder(graph.problem))
    if (config.parts[cls] > 1)
      divided.push_back(cls);
  SmallVector<OpFoldResult> bounds;
  SmallVector<Attribute> mapping;
  for (auto [i, cls] : llvm::enumerate(divided)) {
    bounds.push_back(builder.getIndexAttr(config.parts[cls]));
    mapping.push_back(ir::CoreAttr::get(builder.getContext(), divided.size() - 1 - i));
  }
  if (divided.empty()) {
    bounds.push_back(builder.getIndexAttr(1));
    mapping.push_back(ir::CoreAttr::get(builder.getContext(), 0));
  }
  auto forall =
      scf::ForallOp::create(builder, loc(), bounds, ValueRange(), builder.getArrayAttr(mapping));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(forall.getBody());
  for (auto [i, cls] : llvm::enumerate(divided))
    digits[cls] = forall.getInductionVar(i);
  divide();
  allocate();
  openShards();
  emitLevel(0);
}

void Placer::divide() {
  for (auto [cls, info] : llvm::enumerate(graph.problem.classes)) {
    ClassRange range;
    range.tile = config.tile[cls];
    int64_t parts = config.parts[cls];
    if (parts > 1) {
      int64_t units = llvm::divideCeil(info.extent, info.unit);
      int64_t each = units / parts, more = units % parts;
      AffineExpr d = builder.getAffineSymbolExpr(0);
      MLIRContext *context = builder.getContext();
      auto begin = [&](AffineExpr part) {
        return AffineMap::get(0, 1,
                              {part * ((each + (more ? 1 : 0)) * info.unit),
                               part * (each * info.unit) + more * info.unit},
                              context);
      };
      auto value = [&](AffineMap map) -> Value {
        if (more == 0)
          map = AffineMap::get(0, 1, map.getResult(0));
        return more == 0
                   ? affine::AffineApplyOp::create(builder, loc(), map, digits[cls]).getResult()
                   : affine::AffineMinOp::create(builder, loc(), map, digits[cls]).getResult();
      };
      range.origin = value(begin(d));
      bool even = more == 0 && each * info.unit * parts == info.extent;
      if (!even || each * info.unit != range.tile) {
        Value end = value(begin(d + 1));
        AffineExpr e = builder.getAffineSymbolExpr(1);
        if (units * info.unit != info.extent)
          end = affine::AffineMinOp::create(
              builder, loc(),
              AffineMap::get(0, 1, {d, builder.getAffineConstantExpr(info.extent)}, context), end);
        Value rest = affine::AffineApplyOp::create(builder, loc(), AffineMap::get(0, 2, e - d),
                                                   ValueRange{range.origin, end});
        bool dividesTile = even && (each * info.unit) % range.tile == 0;
        range.rest = dividesTile ? Value() : rest;
      }
    }
    ranges.push_back(range);
    range.origin = range.rest = Value();
    fromShare.push_back(range);
  }
}

void Placer::allocate() {
  auto buffers = solver::kernelBuffers(graph.problem, config);
  for (auto [t, tensor] : llvm::enumerate(graph.tensors)) {
    boxes.push_back(tensorBox(graph, t, isSliced(t) ? sliceConfig : config));
    loadedAt.push_back(false);
    if (tensor.resident || tensor.kept) {
      lxBuffers.emplace_back(); // a view of the part, see openViews()
      continue;
    }
    Type element = cast<ShapedType>(tensor.value.getType()).getElementType();
    auto lx = ir::MemSpaceAttr::get(builder.getContext(), ir::MemSpace::lx);
    auto type = MemRefType::get(boxes.back().shape, element, MemRefLayoutAttrInterface(), lx);
    auto alloc = memref::AllocOp::create(builder, loc(), type);
    if (buffers[t].slots > 1) {
      alloc->setAttr("spyre.slots", builder.getI64IntegerAttr(buffers[t].slots));
      alloc->setAttr("spyre.rotates",
                     builder.getI64IntegerAttr(nest.tensorDepth[t] + (nest.inStream[t] ? 1 : 0)));
    }
    lxBuffers.push_back(alloc);
  }
}

void Placer::emitLevel(int depth) {
  int levels = nest.order.size();
  auto outside = lxBuffers;
  openViews();
  emitLoadsFor(depth);
  for (size_t i = 0; i < graph.ops.size(); ++i)
    if (nest.opDepth[i] == depth && !nest.opInStream[i] && !nest.opAfterStream[i])
      emitOp(i);
  if (depth < levels) {
    int cls = nest.order[depth];
    tileLoop(cls, solver::trips(graph.problem.classes[cls], config.parts[cls], config.tile[cls]),
             [&] { emitLevel(depth + 1); });
    llvm::for_each(parts, [&](Part &part) { lxBuffers[part.tensor] = outside[part.tensor]; });
    return;
  }
  if (nest.stream >= 0) {
    emitFills(graph.ops[nest.sink]);
    int64_t count = solver::trips(graph.problem.classes[nest.stream], config.parts[nest.stream],
                                  config.tile[nest.stream]);
    tileLoop(nest.stream, count, [&] {
      openViews(nest.stream);
      for (size_t i = 0; i < graph.ops.size(); ++i)
        if (nest.opInStream[i])
          emitOp(i);
    });
    emitShared(nest.sink);
    emitStores(nest.sink);
    for (size_t i = 0; i < graph.ops.size(); ++i)
      if (nest.opAfterStream[i])
        emitOp(i);
  }
  for (int tensor : updates)
    emitStore(tensor);
  updates.clear();
  llvm::for_each(parts, [&](Part &part) { lxBuffers[part.tensor] = outside[part.tensor]; });
}

void Placer::tileLoop(int cls, int64_t count, llvm::function_ref<void()> emitBody) {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc(), value);
  };
  auto loop = scf::ForOp::create(builder, loc(), constant(0), constant(count), constant(1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  ClassRange saved = ranges[cls];
  ClassRange &range = ranges[cls];
  Value iv = loop.getInductionVar();
  AffineExpr i = builder.getAffineSymbolExpr(0), base = builder.getAffineSymbolExpr(1);
  auto apply = [&](AffineExpr expr, ValueRange operands) -> Value {
    return affine::AffineApplyOp::create(builder, loc(), AffineMap::get(0, operands.size(), expr),
                                         operands);
  };
  const solver::KernelClass &info = graph.problem.classes[cls];
  bool even = !saved.rest && (config.parts[cls] == 1 ? info.extent % range.tile == 0 : true);
  Value rest = saved.rest;
  range.origin =
      saved.origin ? apply(base + i * range.tile, {iv, saved.origin}) : apply(i * range.tile, {iv});
  if (!even)
    range.rest =
        rest ? apply(base - i * range.tile, {iv, rest}) : apply(info.extent - i * range.tile, {iv});
  Value before = fromShare[cls].origin;
  fromShare[cls].origin = apply(i * range.tile, {iv});
  emitBody();
  ranges[cls] = saved;
  fromShare[cls].origin = before;
}

void Placer::emitOp(size_t index) {
  const KernelGraph::Op &op = graph.ops[index];
  SliceScope scope(*this, nest.scatter.cls >= 0 && nest.scatter.ops[index]);
  for (const KernelGraph::Access &read : op.reads)
    if (graph.tensors[read.tensor].loaded && !loadedAt[read.tensor]) {
      loadedAt[read.tensor] = true;
      emitLoad(read.tensor);
    }
  bool sink = nest.stream >= 0 && static_cast<int>(index) == nest.sink;
  if (isFold(op.op) && !sink)
    emitFills(op);
  emitGeneric(op);
  if (sink)
    return;
  emitShared(index);
  emitStores(index);
}

void Placer::emitShared(size_t index) {
  SliceScope scope(*this, nest.scatter.cls >= 0 && nest.scatter.ops[index]);
  int64_t parts = solver::foldParts(graph.problem.ops[index], config);
  if (parts > 1 && isSum(graph.ops[index]) && config.exchange != solver::Exchange::RingFetch)
    emitSums(graph.ops[index]);
  else if (parts > 1)
    emitExchange(graph.ops[index], parts);
}

void Placer::emitGeneric(const KernelGraph::Op &op) {
  SmallVector<OpFoldResult> sizes;
  SmallVector<int64_t> extents;
  MLIRContext *context = builder.getContext();
  linalg::GenericOp old = op.op;
  for (int cls : op.classes) {
    const ClassRange &range = ranges[cls];
    extents.push_back(range.tile);
    if (!range.rest) {
      sizes.push_back(builder.getIndexAttr(range.tile));
      continue;
    }
    AffineExpr s = builder.getAffineSymbolExpr(0);
    auto fit = affine::makeComposedFoldedAffineMin(
        builder, loc(),
        AffineMap::get(0, 1, {builder.getAffineConstantExpr(range.tile), s}, context),
        {range.rest});
    sizes.push_back(affine::makeComposedFoldedAffineMax(
        builder, loc(), AffineMap::get(0, 1, {s, builder.getAffineConstantExpr(0)}, context),
        {fit}));
  }
  SmallVector<Value> inputs, outputs;
  SmallVector<AffineMap> maps;
  inputs.push_back(domain(sizes));
  maps.push_back(builder.getMultiDimIdentityMap(extents.size()));
  for (const auto *accesses : {&op.reads, &op.writes})
    for (const KernelGraph::Access &access : *accesses) {
      (accesses == &op.reads ? inputs : outputs).push_back(lxBuffers[access.tensor]);
      maps.push_back(localMap(op, access, boxes[access.tensor], extents));
    }
  auto generic = linalg::GenericOp::create(builder, old.getLoc(), TypeRange(), inputs, outputs,
                                           maps, old.getIteratorTypesArray());
  cloneBody(op, generic);
}

Value Placer::domain(ArrayRef<OpFoldResult> sizes) {
  auto [shape, dynamic] = decomposeMixedValues(SmallVector<OpFoldResult>(sizes));
  return memref::AllocaOp::create(builder, loc(), MemRefType::get(shape, builder.getI1Type()),
                                  dynamic);
}

void Placer::cloneBody(const KernelGraph::Op &op, linalg::GenericOp generic) {
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(&generic.getRegion());
  IRMapping mapping;
  block->addArgument(builder.getI1Type(), loc());
  linalg::GenericOp source = op.op;
  Block *old = source.getBody();
  for (const auto *accesses : {&op.reads, &op.writes})
    for (const KernelGraph::Access &access : *accesses) {
      BlockArgument argument = old->getArgument(access.operand);
      mapping.map(argument, block->addArgument(argument.getType(), loc()));
    }
  for (Operation &inner : *old) {
    for (Value operand : inner.getOperands()) // constants from outside the body
      if (Operation *def = operand.getDefiningOp(); def && def->getBlock() != old)
        if (!mapping.contains(operand))
          builder.clone(*def, mapping);
    Operation *copy = builder.clone(inner, mapping);
    auto position = dyn_cast<linalg::IndexOp>(copy);
    if (!position)
      continue;
    Value origin = ranges[op.classes[position.getDim()]].origin;
    if (!origin)
      continue;
    auto moved = arith::AddIOp::create(builder, loc(), position.getResult(), origin);
    mapping.map(inner.getResult(0), moved.getResult());
  }
}

void Placer::emitFills(const KernelGraph::Op &op, Value other) {
  for (const KernelGraph::Access &write : op.writes)
    if (auto fill = op.op->getOperand(write.operand).getDefiningOp<linalg::FillOp>())
      linalg::FillOp::create(builder, loc(),
                             builder.clone(*fill.getInputs()[0].getDefiningOp())->getResult(0),
                             other ? other : lxBuffers[write.tensor]);
}
