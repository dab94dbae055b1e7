// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-place: writes a kernel's division and tiles out as scf.forall over cores,
// scf.for over tiles, LX buffers and copies. All choices are in attributes; this
// pass makes none.
#include "Boxes.h"
#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Transforms/Decisions.h"
#include "spyre/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/RegionUtils.h"

namespace spyre {
#define GEN_PASS_DEF_PLACE
#include "spyre/Transforms/Passes.h.inc"
} // namespace spyre

using namespace mlir;
using namespace spyre;

namespace {
class Placer {
public:
  Placer(func::FuncOp kernel, const KernelGraph &graph, const solver::KernelConfig &config)
      : kernel(kernel), graph(graph), config(config),
        nest(solver::kernelNest(graph.problem, config)), builder(kernel.getContext()) {}

  /// Fills `body` (the new function's entry block): arguments are the kernel's
  /// inputs, then one memref per result.
  void run(Block &body, const DenseMap<Value, Value> &memory) {
    this->memory = memory;
    builder.setInsertionPointToEnd(&body);
    buildForall();
    func::ReturnOp::create(builder, kernel.getLoc());
  }

private:
  Location loc() { return kernel.getLoc(); }

  void buildForall() {
    for (auto [cls, parts] : llvm::enumerate(config.parts))
      if (parts > 1)
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
    auto forall = scf::ForallOp::create(builder, loc(), bounds, ValueRange(),
                                        builder.getArrayAttr(mapping));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(forall.getBody());
    for (auto [i, cls] : llvm::enumerate(divided))
      digits[cls] = forall.getInductionVar(i);
    divide();
    allocate();
    emitLevel(0);
  }

  /// Origin and rest of each class on this core: units are shared so that the
  /// first parts hold one more when they do not divide evenly.
  void divide() {
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
          return more == 0 ? affine::AffineApplyOp::create(builder, loc(), map, digits[cls]).getResult()
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
    }
  }

  void allocate() {
    auto buffers = solver::kernelBuffers(graph.problem, config);
    for (auto [t, tensor] : llvm::enumerate(graph.tensors)) {
      boxes.push_back(tensorBox(graph, t, config));
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
      loadedAt.push_back(false);
    }
  }

  /// Everything at this depth, then the next loop.
  void emitLevel(int depth) {
    int levels = nest.order.size();
    emitLoadsFor(depth);
    for (size_t i = 0; i < graph.ops.size(); ++i)
      if (nest.opDepth[i] == depth && !nest.opInStream[i] && !nest.opAfterStream[i])
        emitOp(i);
    if (depth < levels) {
      int cls = nest.order[depth];
      tileLoop(cls, solver::trips(graph.problem.classes[cls], config.parts[cls], config.tile[cls]),
               [&] { emitLevel(depth + 1); });
      return;
    }
    if (nest.stream >= 0) {
      emitFills(graph.ops[nest.sink]);
      int64_t extent = graph.problem.classes[nest.stream].extent;
      tileLoop(nest.stream, llvm::divideCeil(extent, config.tile[nest.stream]), [&] {
        for (size_t i = 0; i < graph.ops.size(); ++i)
          if (nest.opInStream[i])
            emitOp(i);
      });
      emitStores(nest.sink);
      for (size_t i = 0; i < graph.ops.size(); ++i)
        if (nest.opAfterStream[i])
          emitOp(i);
    }
    for (int tensor : updates)
      emitStore(tensor);
    updates.clear();
  }

  /// Loads of this depth for ops further inside; an op at this depth loads its
  /// operands itself, just before it runs.
  void emitLoadsFor(int depth) {
    int levels = nest.order.size();
    for (size_t i = 0; i < graph.ops.size(); ++i) {
      if (nest.opDepth[i] < depth || (nest.opDepth[i] == depth && !nest.opInStream[i]))
        continue;
      for (const KernelGraph::Access &read : graph.ops[i].reads)
        if (graph.tensors[read.tensor].loaded && !loadedAt[read.tensor] &&
            nest.tensorDepth[read.tensor] == depth && !nest.inStream[read.tensor] && depth <= levels) {
          loadedAt[read.tensor] = true;
          emitLoad(read.tensor);
        }
    }
  }

  void tileLoop(int cls, int64_t count, llvm::function_ref<void()> emitBody) {
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
      return affine::AffineApplyOp::create(builder, loc(),
                                           AffineMap::get(0, operands.size(), expr), operands);
    };
    const solver::KernelClass &info = graph.problem.classes[cls];
    bool even = !saved.rest && (config.parts[cls] == 1 ? info.extent % range.tile == 0 : true);
    Value rest = saved.rest;
    range.origin = saved.origin ? apply(base + i * range.tile, {iv, saved.origin})
                                : apply(i * range.tile, {iv});
    if (!even)
      range.rest = rest ? apply(base - i * range.tile, {iv, rest})
                        : apply(info.extent - i * range.tile, {iv});
    emitBody();
    ranges[cls] = saved;
  }

  /// A view of the first `dims` of a buffer or of a box in device memory.
  Value view(Value source, ArrayRef<BoxDim> dims, bool inMemory) {
    SmallVector<OpFoldResult> offsets, sizes, strides;
    for (const BoxDim &dim : dims) {
      offsets.push_back(inMemory ? dim.offset : OpFoldResult(builder.getIndexAttr(0)));
      sizes.push_back(dim.size);
      strides.push_back(builder.getIndexAttr(1));
    }
    return memref::SubViewOp::create(builder, loc(), source, offsets, sizes, strides);
  }

  void emitLoad(int tensor) {
    SmallVector<BoxDim> dims = boxAt(builder, loc(), graph, tensor, boxes[tensor], ranges);
    Value source = view(memory.lookup(graph.tensors[tensor].value), dims, true);
    auto copy = memref::CopyOp::create(builder, loc(), source, view(lxBuffers[tensor], dims, false));
    SmallVector<int64_t> shared;
    for (auto [i, cls] : llvm::enumerate(divided))
      if (!follows(tensor, cls))
        shared.push_back(i);
    if (!shared.empty())
      copy->setAttr("spyre.multicast", builder.getDenseI64ArrayAttr(shared));
  }

  bool follows(int tensor, size_t cls) {
    for (const solver::KernelOp &op : graph.problem.ops)
      for (const auto *accesses : {&op.reads, &op.writes})
        for (const solver::KernelAccess &access : *accesses)
          if (access.tensor == tensor &&
              solver::dependsOn(access, graph.problem.classes.size())[cls])
            return true;
    return false;
  }

  void emitStores(size_t opIndex) {
    for (const KernelGraph::Access &write : graph.ops[opIndex].writes) {
      const KernelGraph::Tensor &tensor = graph.tensors[write.tensor];
      if (!tensor.stored || lastWriter(write.tensor) != opIndex)
        continue;
      if (tensor.storedTo) // its position may come from a later op
        updates.push_back(write.tensor);
      else
        emitStore(write.tensor);
    }
  }

  void emitStore(int index) {
    const KernelGraph::Tensor &tensor = graph.tensors[index];
    SmallVector<Value> guard;
    for (size_t cls : divided)
      if (!follows(index, cls))
        guard.push_back(digits[cls]);
    SmallVector<BoxDim> dims = boxAt(builder, loc(), graph, index, boxes[index], ranges, guard);
    Value source = view(lxBuffers[index], dims, false);
    if (tensor.storedTo)
      emitUpdate(tensor.storedTo.getDefiningOp<tensor::InsertSliceOp>(), source, dims);
    else
      memref::CopyOp::create(builder, loc(), source, view(memory.lookup(tensor.value), dims, true));
  }

  /// Stores into a box of an argument at run-time positions.
  void emitUpdate(tensor::InsertSliceOp update, Value source, SmallVector<BoxDim> dims) {
    SmallVector<Value> positions;
    SmallVector<int64_t> positionDims, bounds;
    for (auto [dim, offset] : llvm::enumerate(update.getMixedOffsets())) {
      auto fixed = getConstantIntValue(offset);
      AffineExpr s = builder.getAffineSymbolExpr(0);
      if (fixed)
        dims[dim].offset = affine::makeComposedFoldedAffineApply(
            builder, loc(), AffineMap::get(0, 1, s + *fixed), {dims[dim].offset});
      if (fixed)
        continue;
      positions.push_back(positionBuffer(cast<Value>(offset)));
      positionDims.push_back(dim);
      int64_t room = update.getDestType().getDimSize(dim) - update.getSourceType().getDimSize(dim);
      llvm::append_values(bounds, 0, room);
    }
    Value target = view(memory.lookup(update.getResult()), dims, true);
    auto unit = ir::UnitAttr::get(builder.getContext(), ir::Unit::store);
    ir::CopyOp::create(builder, loc(), unit, source, target, Value(), Value(), positions,
                       builder.getDenseI64ArrayAttr(positionDims),
                       builder.getDenseI64ArrayAttr(bounds));
  }

  /// The LX buffer behind a position: clamps are the copy's own range.
  Value positionBuffer(Value position) {
    while (Operation *op = position.getDefiningOp()) {
      if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
        for (auto [t, tensor] : llvm::enumerate(graph.tensors))
          if (tensor.value == extract.getTensor())
            return lxBuffers[t];
        break;
      }
      // index_cast, max(x, 0), min(x, room)
      position = op->getOperand(isa<arith::MaxSIOp, arith::MinSIOp>(op) &&
                                        getConstantIntValue(op->getOperand(0))
                                    ? 1
                                    : 0);
    }
    return {};
  }

  size_t lastWriter(int tensor) {
    size_t last = 0;
    for (auto [i, op] : llvm::enumerate(graph.ops))
      for (const KernelGraph::Access &write : op.writes)
        if (write.tensor == tensor)
          last = i;
    return last;
  }

  /// Initial values of a fold, in its own buffers or in `other`.
  void emitFills(const KernelGraph::Op &op, Value other = {}) {
    for (const KernelGraph::Access &write : op.writes)
      if (auto fill = op.op->getOperand(write.operand).getDefiningOp<linalg::FillOp>())
        linalg::FillOp::create(builder, loc(), scalarCopy(fill.getInputs()[0]),
                               other ? other : lxBuffers[write.tensor]);
  }

  Value scalarCopy(Value scalar) { return builder.clone(*scalar.getDefiningOp())->getResult(0); }

  void emitOp(size_t index) {
    const KernelGraph::Op &op = graph.ops[index];
    for (const KernelGraph::Access &read : op.reads)
      if (graph.tensors[read.tensor].loaded && !loadedAt[read.tensor]) {
        loadedAt[read.tensor] = true;
        emitLoad(read.tensor);
      }
    bool sink = nest.stream >= 0 && static_cast<int>(index) == nest.sink;
    if (isFold(op.op) && !sink)
      emitFills(op);
    emitGeneric(op);
    if (int64_t parts = solver::foldParts(graph.problem.ops[index], config); parts > 1)
      emitExchange(op, parts);
    if (!sink)
      emitStores(index);
  }

  /// Cores that share a fold hold partial results: each fetches those of all,
  /// starting with its own, and folds them. Later ops read the whole result.
  void emitExchange(const KernelGraph::Op &op, int64_t parts) {
    int tensor = op.writes.front().tensor;
    Value partial = lxBuffers[tensor];
    auto type = cast<MemRefType>(partial.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.begin(), parts);
    Value all, whole;
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointAfter(partial.getDefiningOp());
      auto space = type.getMemorySpace();
      all = memref::AllocOp::create(
          builder, loc(),
          MemRefType::get(shape, type.getElementType(), MemRefLayoutAttrInterface(), space));
      whole = memref::AllocOp::create(builder, loc(), type);
    }
    // What this tile fills of the buffers; the rest was never written.
    SmallVector<BoxDim> dims = boxAt(builder, loc(), graph, tensor, boxes[tensor], ranges);
    SmallVector<OpFoldResult> sizes{builder.getIndexAttr(1)};
    for (const BoxDim &dim : dims)
      sizes.push_back(dim.size);
    auto ring = ir::UnitAttr::get(builder.getContext(), ir::Unit::ring);
    Value source = view(partial, dims, false);
    for (int64_t step = 0; step < parts; ++step) {
      SmallVector<OpFoldResult> offsets(shape.size(), builder.getIndexAttr(0)),
          strides(shape.size(), builder.getIndexAttr(1));
      offsets[0] = builder.getIndexAttr(step);
      auto slot = memref::SubViewOp::inferRankReducedResultType(
          cast<MemRefType>(source.getType()).getShape(), cast<MemRefType>(all.getType()), offsets,
          sizes, strides);
      Value target = memref::SubViewOp::create(builder, loc(), slot, all, offsets, sizes, strides);
      ir::CopyOp::create(builder, loc(), ring, source, target, neighbour(op, step), Value(),
                         ValueRange(), builder.getDenseI64ArrayAttr({}),
                         builder.getDenseI64ArrayAttr({}));
    }
    sizes[0] = builder.getIndexAttr(parts);
    emitFold(op, all, whole, sizes);
    lxBuffers[tensor] = whole;
  }

  /// Number of the core `step` further among those that share the op's folds.
  Value neighbour(const KernelGraph::Op &op, int64_t step) {
    AffineExpr number = builder.getAffineConstantExpr(0), group = number;
    SmallVector<Value> operands;
    int64_t parts = 1;
    linalg::GenericOp generic = op.op;
    auto kinds = generic.getIteratorTypesArray();
    auto folded = [&](size_t cls) {
      for (auto [loop, kind] : llvm::enumerate(kinds))
        if (op.classes[loop] == static_cast<int>(cls) && kind == utils::IteratorType::reduction)
          return true;
      return false;
    };
    for (size_t cls : divided)
      operands.push_back(digits[cls]);
    // The folded digits as one number, moved on by `step`, split up again.
    for (auto [i, cls] : llvm::enumerate(divided))
      if (folded(cls)) {
        group = group * config.parts[cls] + builder.getAffineSymbolExpr(i);
        parts *= config.parts[cls];
      }
    group = (group + step) % parts;
    int64_t stride = parts;
    for (auto [i, cls] : llvm::enumerate(divided)) {
      AffineExpr digit = builder.getAffineSymbolExpr(i);
      if (folded(cls)) {
        stride /= config.parts[cls];
        digit = group.floorDiv(stride) % config.parts[cls];
      }
      number = number * config.parts[cls] + digit;
    }
    return affine::AffineApplyOp::create(builder, loc(),
                                         AffineMap::get(0, operands.size(), number), operands);
  }

  /// whole = fold of all[i] with the op's combiner, over `sizes`.
  void emitFold(const KernelGraph::Op &op, Value all, Value whole, ArrayRef<OpFoldResult> sizes) {
    emitFills(op, whole);
    unsigned rank = sizes.size();
    // Partials first, so that lanes stay innermost.
    AffineMap identity = builder.getMultiDimIdentityMap(rank);
    SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
    kinds[0] = utils::IteratorType::reduction;
    linalg::GenericOp source = op.op;
    Operation *combiner = combinerOf(source);
    linalg::GenericOp::create(
        builder, source.getLoc(), TypeRange(), ValueRange{domain(sizes), all}, whole,
        ArrayRef<AffineMap>{identity, identity, identity.dropResult(0)}, kinds,
        [&](OpBuilder &b, Location l, ValueRange args) {
          Operation *fold = b.clone(*combiner);
          fold->setOperands({args[2], args[1]});
          linalg::YieldOp::create(b, l, fold->getResult(0));
        });
  }

  void emitGeneric(const KernelGraph::Op &op) {
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

  /// A shape without contents (and without a memory): the extents of the loops.
  Value domain(ArrayRef<OpFoldResult> sizes) {
    auto [shape, dynamic] = decomposeMixedValues(SmallVector<OpFoldResult>(sizes));
    return memref::AllocaOp::create(builder, loc(), MemRefType::get(shape, builder.getI1Type()),
                                    dynamic);
  }

  /// The body again, with the domain's argument first and domain indices moved
  /// from the tile to the whole tensor.
  void cloneBody(const KernelGraph::Op &op, linalg::GenericOp generic) {
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

  func::FuncOp kernel;
  const KernelGraph &graph;
  const solver::KernelConfig &config;
  solver::KernelNest nest;
  OpBuilder builder;
  DenseMap<Value, Value> memory;
  SmallVector<size_t> divided;
  DenseMap<size_t, Value> digits;
  SmallVector<ClassRange> ranges;
  SmallVector<TensorBox> boxes;
  SmallVector<Value> lxBuffers;
  SmallVector<bool> loadedAt;
  SmallVector<int> updates; // tensors that update an argument, to be stored last
};
} // namespace

namespace {
struct PlacePass : spyre::impl::PlaceBase<PlacePass> {
  using PlaceBase::PlaceBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto device = deviceOf(module);
    if (failed(device))
      return signalPassFailure();
    for (auto kernel : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (kernel->hasAttr(kKernelAttr) && failed(placeKernel(kernel, *device)))
        return signalPassFailure();
    for (auto main : module.getOps<func::FuncOp>())
      if (!main->hasAttr(kKernelAttr) && failed(bufferizeCaller(main)))
        return signalPassFailure();
    IRRewriter rewriter(&getContext()); // index arithmetic that no view needed
    (void)runRegionDCE(rewriter, module->getRegions());
  }

private:
  static MemRefType inMemory(Type type) {
    auto tensor = cast<RankedTensorType>(type);
    return MemRefType::get(tensor.getShape(), tensor.getElementType(), MemRefLayoutAttrInterface(),
                           ir::MemSpaceAttr::get(type.getContext(), ir::MemSpace::ddr));
  }

  LogicalResult placeKernel(func::FuncOp kernel, const device::Device &device) {
    Block &body = kernel.getBody().front();
    SmallVector<Operation *> ops;
    for (Operation &op : body)
      ops.push_back(&op);
    auto results = body.getTerminator()->getOperands();
    auto isOutput = [&](Value value) { return llvm::is_contained(results, value); };
    auto graph =
        buildKernelGraph(ops, isOutput, device, /*shareReads=*/kernel->hasAttr(kShareReadsAttr));
    if (failed(graph))
      return failure();
    auto config = readDecision(kernel, *graph);
    if (failed(config))
      return failure();
    ++numKernels;
    return rebuild(kernel, *graph, *config);
  }

  /// The argument that a result writes into: the destination of an update, or
  /// the value whose next piece the kernel makes. Null if it is a value of its own.
  static BlockArgument updatedArgument(Value result) {
    if (auto update = result.getDefiningOp<tensor::InsertSliceOp>())
      return cast<BlockArgument>(update.getDest());
    while (auto piece = result.getDefiningOp<linalg::GenericOp>())
      result = piece.getTiedOpOperand(cast<OpResult>(result))->get();
    return dyn_cast<BlockArgument>(result);
  }

  /// A function over memrefs in place of the one over tensors: results become
  /// arguments; an update in place writes its destination's argument.
  LogicalResult rebuild(func::FuncOp kernel, const KernelGraph &graph,
                        const solver::KernelConfig &config) {
    Block &old = kernel.getBody().front();
    SmallVector<Type> types;
    for (Type type : kernel.getArgumentTypes())
      types.push_back(inMemory(type));
    auto results = old.getTerminator()->getOperands();
    for (Value result : results)
      if (!updatedArgument(result))
        types.push_back(inMemory(result.getType()));
    OpBuilder builder(kernel);
    auto placed = func::FuncOp::create(builder, kernel.getLoc(), kernel.getName(),
                                       builder.getFunctionType(types, {}));
    placed.setPrivate();
    SmallVector<int64_t> updates; // per result: the argument it updates, or -1
    for (Value result : results) {
      BlockArgument argument = updatedArgument(result);
      updates.push_back(argument ? static_cast<int64_t>(argument.getArgNumber()) : -1);
    }
    placed->setAttr("spyre.updates", builder.getDenseI64ArrayAttr(updates));
    for (NamedAttribute attr : kernel->getDiscardableAttrs())
      placed->setAttr(attr.getName(), attr.getValue());
    Block *body = placed.addEntryBlock();
    DenseMap<Value, Value> memory;
    for (auto [argument, fresh] : llvm::zip(old.getArguments(), body->getArguments()))
      memory[argument] = fresh;
    size_t next = old.getNumArguments();
    for (Value result : results) {
      if (BlockArgument argument = updatedArgument(result))
        memory[result] = memory[argument];
      else
        memory[result] = body->getArgument(next++);
    }
    Placer(kernel, graph, config).run(*body, memory);
    kernel.erase();
    return success();
  }

  /// Calls take buffers; every result of a call becomes an allocation in device
  /// memory, or an argument if the function returns it.
  LogicalResult bufferizeCaller(func::FuncOp main);
};
} // namespace

namespace {
/// Memory for the values of a caller: one buffer per root value, where an
/// update in place shares the root of its destination.
class CallerBuffers {
public:
  CallerBuffers(func::FuncOp main, MLIRContext *context) : main(main), builder(context) {}

  LogicalResult run(llvm::function_ref<MemRefType(Type)> inMemory);

private:
  Value rootOf(Value value) {
    auto call = value.getDefiningOp<func::CallOp>();
    if (!call)
      return value;
    int64_t updated = updates(call)[cast<OpResult>(value).getResultNumber()];
    return updated < 0 ? value : rootOf(call.getOperand(updated));
  }

  ArrayRef<int64_t> updates(func::CallOp call) {
    auto kernel = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
    return kernel->getAttrOfType<DenseI64ArrayAttr>("spyre.updates").asArrayRef();
  }

  func::FuncOp main;
  OpBuilder builder;
  DenseMap<Value, Value> memory;
};
} // namespace

LogicalResult CallerBuffers::run(llvm::function_ref<MemRefType(Type)> inMemory) {
  Block &body = main.getBody().front();
  auto ret = cast<func::ReturnOp>(body.getTerminator());
  SmallVector<Value> returned(ret.getOperands());
  unsigned numArguments = body.getNumArguments();
  SmallVector<DictionaryAttr> attributes;
  main.getAllArgAttrs(attributes);
  attributes.resize(numArguments, builder.getDictionaryAttr({}));
  SmallVector<Value> oldArguments(body.getArguments());
  // New arguments behind the old ones; the old go at the end.
  for (Value argument : oldArguments)
    memory[argument] = body.addArgument(inMemory(argument.getType()), argument.getLoc());
  for (auto [r, value] : llvm::enumerate(returned)) {
    Value root = rootOf(value);
    auto number = builder.getNamedAttr("spyre.result", builder.getI64IntegerAttr(r));
    if (auto argument = dyn_cast<BlockArgument>(root)) {
      NamedAttrList state(attributes[argument.getArgNumber()]);
      state.set("spyre.result", number.getValue());
      state.set("spyre.role", builder.getStringAttr("state"));
      attributes[argument.getArgNumber()] = state.getDictionary(main.getContext());
      continue;
    }
    NamedAttrList output(main.getResultAttrs(r));
    output.set("spyre.result", number.getValue());
    output.set("spyre.role", builder.getStringAttr("output"));
    attributes.push_back(output.getDictionary(main.getContext()));
    memory[root] = body.addArgument(inMemory(value.getType()), main.getLoc());
  }
  for (Operation &op : llvm::make_early_inc_range(body)) {
    builder.setInsertionPoint(&op);
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      auto module = main->getParentOfType<ModuleOp>();
      int64_t number = llvm::range_size(module.getOps<memref::GlobalOp>());
      auto type = inMemory(constant.getType());
      std::string name = "const" + std::to_string(number);
      OpBuilder moduleBuilder = OpBuilder::atBlockBegin(module.getBody());
      auto global = memref::GlobalOp::create(
          moduleBuilder, op.getLoc(), name, builder.getStringAttr("private"), type,
          constant.getValue(), /*constant=*/true, /*alignment=*/IntegerAttr());
      global->setAttr("spyre.host", op.getAttr("spyre.host"));
      memory[constant] = memref::GetGlobalOp::create(builder, op.getLoc(), type, name);
    } else if (auto call = dyn_cast<func::CallOp>(op)) {
      SmallVector<Value> operands;
      for (Value operand : call.getOperands())
        operands.push_back(memory.lookup(rootOf(operand)));
      for (Value result : call.getResults()) {
        if (rootOf(result) != result)
          continue;
        Value &buffer = memory[result];
        if (!buffer) {
          auto alloc = memref::AllocOp::create(builder, op.getLoc(), inMemory(result.getType()));
          auto hosts = call->getAttrOfType<ArrayAttr>("spyre.host");
          alloc->setAttr("spyre.host", hosts[cast<OpResult>(result).getResultNumber()]);
          buffer = alloc;
        }
        operands.push_back(buffer);
      }
      auto placed = func::CallOp::create(builder, op.getLoc(), call.getCallee(), TypeRange(), operands);
      for (NamedAttribute attr : call->getDiscardableAttrs())
        if (attr.getName() != "spyre.host")
          placed->setAttr(attr.getName(), attr.getValue());
    } else if (!isa<func::ReturnOp, tensor::EmptyOp>(op)) { // empty: a result of no elements
      return op.emitOpError("expected constants and kernel calls only at the physical level");
    }
  }
  builder.setInsertionPoint(ret);
  func::ReturnOp::create(builder, ret.getLoc());
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (llvm::any_of(op.getOperandTypes(), llvm::IsaPred<TensorType>) ||
        llvm::any_of(op.getResultTypes(), llvm::IsaPred<TensorType>))
      op.erase();
  body.eraseArguments(0, numArguments);
  main.setFunctionType(builder.getFunctionType(body.getArgumentTypes(), {}));
  main.removeResAttrsAttr();
  main.setAllArgAttrs(attributes);
  return success();
}

LogicalResult PlacePass::bufferizeCaller(func::FuncOp main) {
  return CallerBuffers(main, &getContext()).run(inMemory);
}
