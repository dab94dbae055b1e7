// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-schedule: launches in program order, a unit per step, an LX offset per
// buffer. Makes one decision of its own, the offsets, through the allocator.
#include "ResidenceMap.h"
#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Solver/Allocation.h"
#include "spyre/Transforms/Decisions.h"
#include "spyre/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/RegionUtils.h"

namespace spyre {
#define GEN_PASS_DEF_SCHEDULE
#include "spyre/Transforms/Passes.h.inc"
} // namespace spyre

using namespace mlir;
using namespace spyre;

namespace {
/// Writes one kernel as a launch at a call.
class Launcher {
public:
  Launcher(func::CallOp call, func::FuncOp kernel, int64_t cores)
      : call(call), kernel(kernel), cores(cores), builder(call) {}

  FailureOr<ir::LaunchOp> run(OpBuilder &buffers) {
    for (auto [argument, operand] : llvm::zip(kernel.getArguments(), call.getOperands()))
      mapping.map(argument, operand);
    auto forall = *kernel.getOps<scf::ForallOp>().begin();
    int64_t used = 1;
    for (OpFoldResult bound : forall.getMixedUpperBound())
      used *= *getConstantIntValue(bound);
    auto launch = ir::LaunchOp::create(builder, call.getLoc(), kernel.getName(), used);
    if (used > cores)
      return kernel.emitOpError() << "expected at most " << cores << " cores, found " << used;
    Block *block = builder.createBlock(&launch.getBody());
    core = block->addArgument(builder.getIndexType(), call.getLoc());
    mapDigits(forall);
    buffers.setInsertionPoint(launch);
    bufferBuilder = &buffers;
    copyBlock(*forall.getBody());
    return launch;
  }

private:
  /// Digits of the core number, the last loop's fastest.
  void mapDigits(scf::ForallOp forall) {
    int64_t stride = 1;
    unsigned rank = forall.getRank();
    AffineExpr c = builder.getAffineDimExpr(0);
    for (unsigned i = rank; i-- > 0;) {
      int64_t bound = *getConstantIntValue(forall.getMixedUpperBound()[i]);
      AffineExpr digit = stride == 1 ? c : c.floorDiv(stride);
      if (i > 0)
        digit = digit % bound;
      mapping.map(
          forall.getInductionVar(i),
          affine::AffineApplyOp::create(builder, call.getLoc(), AffineMap::get(1, 0, digit), core)
              .getResult());
      strides.insert(strides.begin(), stride);
      bounds.insert(bounds.begin(), bound);
      stride *= bound;
    }
  }

  void copyBlock(Block &block) {
    for (Operation &op : block) {
      if (op.hasTrait<OpTrait::IsTerminator>())
        continue;
      if (auto alloc = dyn_cast<memref::AllocOp>(op))
        copyAlloc(alloc);
      else if (auto loop = dyn_cast<scf::ForOp>(op))
        copyLoop(loop);
      else if (auto copy = dyn_cast<memref::CopyOp>(op))
        copyCopy(copy);
      else if (auto fill = dyn_cast<linalg::FillOp>(op))
        fills.push_back(fill);
      else if (auto generic = dyn_cast<linalg::GenericOp>(op))
        copyGeneric(generic);
      else
        copyOther(op);
    }
  }

  void copyAlloc(memref::AllocOp alloc) {
    MemRefType type = alloc.getType();
    int64_t slots = 1;
    if (auto attr = alloc->getAttrOfType<IntegerAttr>("spyre.slots")) {
      slots = attr.getInt();
      rotates[alloc] = alloc->getAttrOfType<IntegerAttr>("spyre.rotates").getInt();
      SmallVector<int64_t> shape(type.getShape());
      shape.insert(shape.begin(), slots);
      type = MemRefType::get(shape, type.getElementType(), MemRefLayoutAttrInterface(),
                             type.getMemorySpace());
    }
    auto buffer = ir::BufferOp::create(*bufferBuilder, alloc.getLoc(), type, IntegerAttr(), slots);
    mapping.map(alloc, buffer.getResult());
  }

  void copyLoop(scf::ForOp loop) {
    auto clone =
        scf::ForOp::create(builder, loop.getLoc(), mapping.lookup(loop.getLowerBound()),
                           mapping.lookup(loop.getUpperBound()), mapping.lookup(loop.getStep()));
    mapping.map(loop.getInductionVar(), clone.getInductionVar());
    loops.push_back(clone);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(clone.getBody());
    copyBlock(*loop.getBody());
    loops.pop_back();
  }

  /// The slot of a rotating buffer in this iteration; others as they are.
  Value slotOf(Value alloc) {
    Value buffer = mapping.lookup(alloc);
    auto it = rotates.find(alloc);
    if (it == rotates.end())
      return buffer;
    auto type = cast<MemRefType>(buffer.getType());
    AffineExpr counter = builder.getAffineConstantExpr(0);
    SmallVector<Value> ivs;
    for (int64_t i = 0; i < it->second; ++i) {
      int64_t trip = *getConstantIntValue(loops[i].getUpperBound());
      counter = counter * trip + builder.getAffineSymbolExpr(i);
      ivs.push_back(loops[i].getInductionVar());
    }
    Value slot = affine::AffineApplyOp::create(
        builder, call.getLoc(), AffineMap::get(0, ivs.size(), counter % type.getDimSize(0)), ivs);
    SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0)), sizes,
        strides(type.getRank(), builder.getIndexAttr(1));
    offsets[0] = slot;
    for (int64_t size : type.getShape())
      sizes.push_back(builder.getIndexAttr(size));
    sizes[0] = builder.getIndexAttr(1);
    auto reduced = memref::SubViewOp::inferRankReducedResultType(type.getShape().drop_front(), type,
                                                                 offsets, sizes, strides);
    return memref::SubViewOp::create(builder, call.getLoc(), reduced, buffer, offsets, sizes,
                                     strides);
  }

  /// Buffers enter through their slot, everything else as mapped.
  void copyOther(Operation &op) {
    IRMapping local = mapping;
    for (Value operand : op.getOperands())
      if (operand.getDefiningOp<memref::AllocOp>())
        local.map(operand, slotOf(operand));
    if (auto view = dyn_cast<memref::SubViewOp>(op)) {
      copyView(view, local);
      return;
    }
    Operation *clone = builder.clone(op, local);
    for (auto [from, to] : llvm::zip(op.getResults(), clone->getResults()))
      mapping.map(from, to);
  }

  /// Strides of the source may have become dynamic: the type is inferred anew.
  void copyView(memref::SubViewOp view, IRMapping &local) {
    auto map = [&](SmallVector<OpFoldResult> values) {
      for (OpFoldResult &value : values)
        if (auto ssa = dyn_cast<Value>(value))
          value = local.lookupOrDefault(ssa);
      return values;
    };
    Value source = local.lookup(view.getSource());
    auto offsets = map(view.getMixedOffsets()), sizes = map(view.getMixedSizes()),
         strides = map(view.getMixedStrides());
    // In the LX of all cores: this core's part is the buffer.
    if (size_t rank = cast<MemRefType>(source.getType()).getRank(); rank < offsets.size()) {
      for (auto *values : {&offsets, &sizes, &strides})
        values->erase(values->begin(), values->end() - rank);
    }
    auto type = memref::SubViewOp::inferRankReducedResultType(
        view.getType().getShape(), cast<MemRefType>(source.getType()), offsets, sizes, strides);
    mapping.map(view.getResult(), memref::SubViewOp::create(builder, view.getLoc(), type, source,
                                                            offsets, sizes, strides)
                                      .getResult());
  }

  /// A number that is equal exactly for cores that load the same box.
  Value multicastGroup(ArrayRef<int64_t> shared) {
    AffineExpr c = builder.getAffineDimExpr(0), group = builder.getAffineConstantExpr(0);
    for (size_t i = 0; i < bounds.size(); ++i)
      if (!llvm::is_contained(shared, static_cast<int64_t>(i)))
        group = group * bounds[i] + (c.floorDiv(strides[i])) % bounds[i];
    return affine::AffineApplyOp::create(builder, call.getLoc(), AffineMap::get(1, 0, group), core);
  }

  void copyCopy(memref::CopyOp copy) {
    Value source = mapped(copy.getSource()), target = mapped(copy.getTarget());
    bool load = ir::isLx(cast<MemRefType>(target.getType()));
    auto unit = ir::UnitAttr::get(builder.getContext(), load ? ir::Unit::load : ir::Unit::store);
    Value group;
    if (auto shared = copy->getAttrOfType<DenseI64ArrayAttr>("spyre.multicast"))
      group = multicastGroup(shared.asArrayRef());
    ir::CopyOp::create(builder, copy.getLoc(), unit, source, target, Value(), group, ValueRange(),
                       builder.getDenseI64ArrayAttr({}), builder.getDenseI64ArrayAttr({}));
  }

  Value mapped(Value value) {
    return value.getDefiningOp<memref::AllocOp>() ? slotOf(value) : mapping.lookup(value);
  }

  void copyGeneric(linalg::GenericOp generic) {
    bool product = succeeded(matchContraction(generic));
    auto unit = ir::UnitAttr::get(builder.getContext(), product ? ir::Unit::pt : ir::Unit::sfu);
    // A fold whose fill stands outside the innermost loop goes on over that loop.
    Value first;
    SmallVector<linalg::FillOp> inits;
    for (linalg::FillOp fill : fills)
      if (llvm::is_contained(generic.getDpsInits(), fill.getOutputs()[0])) {
        inits.push_back(fill);
        if (fill->getBlock() != generic->getBlock())
          first = mapping.lookup(cast<scf::ForOp>(generic->getParentOp()).getInductionVar());
      }
    IRMapping local = mapping;
    for (Value operand : generic->getOperands())
      if (operand.getDefiningOp<memref::AllocOp>())
        local.map(operand, slotOf(operand));
    auto exec = ir::ExecOp::create(builder, generic.getLoc(), unit, first);
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&exec.getBody());
    for (linalg::FillOp fill : inits) {
      Value value = builder.clone(*fill.getInputs()[0].getDefiningOp())->getResult(0);
      linalg::FillOp::create(builder, fill.getLoc(), value, local.lookup(fill.getOutputs()[0]));
    }
    builder.clone(*generic, local);
  }

  func::CallOp call;
  func::FuncOp kernel;
  int64_t cores;
  OpBuilder builder;
  OpBuilder *bufferBuilder = nullptr;
  Value core;
  IRMapping mapping;
  SmallVector<int64_t> strides, bounds;
  SmallVector<scf::ForOp> loops;
  SmallVector<linalg::FillOp> fills;
  DenseMap<Value, int64_t> rotates;
};

struct SchedulePass : spyre::impl::ScheduleBase<SchedulePass> {
  using ScheduleBase::ScheduleBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto device = module->getAttrOfType<ir::DeviceAttr>("spyre.device");
    if (!device) {
      module.emitError("expected a #spyre.device on the module");
      return signalPassFailure();
    }
    for (auto main : module.getOps<func::FuncOp>())
      if (!main->hasAttr(kKernelAttr) && failed(schedule(main, device)))
        return signalPassFailure();
    for (auto kernel : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (kernel->hasAttr(kKernelAttr))
        kernel.erase();
    IRRewriter rewriter(&getContext()); // index arithmetic that no view needed
    (void)runRegionDCE(rewriter, module->getRegions());
  }

private:
  LogicalResult schedule(func::FuncOp main, ir::DeviceAttr device) {
    SymbolTableCollection symbols;
    llvm::StringMap<int64_t> uses;
    if (failed(placeKept(main, device)))
      return failure();
    for (auto call : llvm::make_early_inc_range(main.getOps<func::CallOp>())) {
      auto kernel = symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
      OpBuilder buffers(call);
      auto launch = Launcher(call, kernel, device.getCores()).run(buffers);
      if (failed(launch) || failed(allocate(*launch)))
        return failure();
      for (NamedAttribute attr : kernel->getDiscardableAttrs())
        if (attr.getName() == kPredictedAttr ||
            attr.getName().strref().starts_with("spyre.bound") || attr.getName() == "spyre.ops" ||
            attr.getName() == "spyre.source")
          (*launch)->setAttr(attr.getName(), attr.getValue());
      for (NamedAttribute attr : call->getDiscardableAttrs())
        (*launch)->setAttr(attr.getName(), attr.getValue());
      // Several launches of one kernel are told apart.
      int64_t use = uses[kernel.getName()]++;
      if (use > 0)
        (*launch).setKernel((kernel.getName() + "#" + Twine(use)).str());
      call.erase();
    }
    turnOver();
    return success();
  }

  /// Buffers of values that stay in LX between launches, at its top; what is left
  /// to each launch.
  LogicalResult placeKept(func::FuncOp main, ir::DeviceAttr device) {
    DenseMap<Operation *, int64_t> numbers;
    for (auto call : main.getOps<func::CallOp>())
      numbers.try_emplace(call, static_cast<int64_t>(numbers.size()));
    SmallVector<memref::AllocOp> allocs;
    SmallVector<KeptValue> values;
    for (auto alloc : main.getOps<memref::AllocOp>()) {
      if (!ir::isLx(alloc.getType()))
        continue;
      KeptValue value{std::numeric_limits<int64_t>::max(),
                      0,
                      shardBytes(alloc.getType().getShape().drop_front()),
                      {}};
      for (Operation *user : alloc->getUsers()) {
        value.first = std::min(value.first, numbers.lookup(user));
        value.last = std::max(value.last, numbers.lookup(user));
      }
      allocs.push_back(alloc), values.push_back(value);
    }
    int64_t top = device.getLxBytes() / ir::kStickBytes * ir::kStickBytes;
    auto region = packTop(values, static_cast<int64_t>(numbers.size()), top);
    if (!region)
      return main.emitOpError() << "expected the values that stay in LX to fit " << top
                                << " bytes, found no place for all " << values.size();
    for (int64_t bytes : region->perLaunch)
      free.push_back(top - bytes);
    for (auto [alloc, value, offset] : llvm::zip_equal(allocs, values, region->offsets)) {
      OpBuilder builder(alloc);
      MemRefType type = alloc.getType();
      auto part = MemRefType::get(type.getShape().drop_front(), type.getElementType(),
                                  MemRefLayoutAttrInterface(), type.getMemorySpace());
      auto buffer = ir::BufferOp::create(builder, alloc.getLoc(), part,
                                         builder.getI64IntegerAttr(top - offset - value.bytes), 1);
      // The calls go one by one; until then types differ.
      alloc.getResult().replaceAllUsesWith(buffer.getResult());
      alloc.erase();
    }
    return success();
  }

  /// Every second launch grows downwards from a common top, so that neighbours
  /// meet only where they do not fit side by side.
  void turnOver() {
    int64_t common = 0;
    for (size_t i = 0; i < placed.size(); ++i)
      common =
          std::max(common, placed[i].height + (i + 1 < placed.size() ? placed[i + 1].height : 0));
    for (size_t i = 1; i < placed.size(); i += 2)
      for (ir::BufferOp buffer : placed[i].buffers) {
        int64_t top = std::min(common, free[i]);
        auto type = cast<MemRefType>(buffer.getResult().getType());
        int64_t size = type.getNumElements() * ir::elementBytes(type.getElementType());
        buffer.setOffset(top - static_cast<int64_t>(*buffer.getOffset()) - size);
      }
    placed.clear();
    free.clear();
  }

  /// Positions of ops in the launch, regions inside their op's span.
  static void number(Block &block, DenseMap<Operation *, std::pair<int64_t, int64_t>> &span,
                     int64_t &next) {
    for (Operation &op : block) {
      int64_t first = next++;
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          number(inner, span, next);
      span[&op] = {first, next++};
    }
  }

  /// Ops that touch a buffer, through any chain of views.
  static void users(Value value, SmallVectorImpl<Operation *> &result) {
    for (Operation *user : value.getUsers()) {
      if (isa<memref::SubViewOp>(user))
        users(user->getResult(0), result);
      else
        result.push_back(user);
    }
  }

  /// A buffer lives from its first to its last use in the innermost block that
  /// holds them all; one that loops rotate lives through the outermost loop.
  static std::pair<int64_t, int64_t>
  lifetime(ir::BufferOp buffer, ir::LaunchOp launch,
           const DenseMap<Operation *, std::pair<int64_t, int64_t>> &span) {
    SmallVector<Operation *> all;
    users(buffer.getResult(), all);
    if (all.empty())
      return {0, 0};
    Block *common = &launch.getBody().front();
    if (buffer.getSlots() == 1) {
      common = all.front()->getBlock();
      auto holds = [&](Operation *op) { return common->findAncestorOpInBlock(*op) != nullptr; };
      while (!llvm::all_of(all, holds))
        common = common->getParentOp()->getBlock();
    }
    // Fills inside an exec and the exec are one step.
    if (isa<ir::ExecOp>(common->getParentOp()))
      common = common->getParentOp()->getBlock();
    std::pair<int64_t, int64_t> life{std::numeric_limits<int64_t>::max(), 0};
    for (Operation *op : all) {
      auto [first, last] = span.lookup(common->findAncestorOpInBlock(*op));
      life = {std::min(life.first, first), std::max(life.second, last)};
    }
    return life;
  }

  LogicalResult allocate(ir::LaunchOp launch) {
    DenseMap<Operation *, std::pair<int64_t, int64_t>> span;
    int64_t next = 0;
    number(launch.getBody().front(), span, next);
    solver::AllocationProblem problem;
    problem.capacity = free[placed.size()];
    SmallVector<ir::BufferOp> buffers;
    for (Operation *op = launch->getPrevNode(); op; op = op->getPrevNode()) {
      auto buffer = dyn_cast<ir::BufferOp>(op);
      if (!buffer || buffer.getOffset()) // placed already: it outlives the launch
        break;
      buffers.push_back(buffer);
    }
    std::reverse(buffers.begin(), buffers.end());
    for (ir::BufferOp buffer : buffers) {
      auto type = cast<MemRefType>(buffer.getResult().getType());
      solver::Request request;
      request.id = static_cast<int64_t>(problem.requests.size());
      std::tie(request.first, request.last) = lifetime(buffer, launch, span);
      request.last = std::max(request.last, request.first + 1);
      request.size = type.getNumElements() * ir::elementBytes(type.getElementType());
      problem.requests.push_back(request);
    }
    solver::Allocation answer = solver::allocate(problem);
    if (!answer.fits) {
      auto error = launch.emitError()
                   << "expected the buffers of " << launch.getKernel() << " to fit "
                   << problem.capacity << " bytes of LX, found " << answer.lowerBound;
      error.attachNote() << solver::explain(problem, answer);
      return failure();
    }
    for (auto [buffer, offset] : llvm::zip_equal(buffers, answer.offsets))
      buffer.setOffset(offset);
    placed.push_back({buffers, answer.height});
    lxPeak.updateMax(answer.height);
    return success();
  }

  /// Launches so far: their buffers, and how much of LX they take.
  struct Placed {
    SmallVector<ir::BufferOp> buffers;
    int64_t height = 0;
  };
  SmallVector<Placed> placed;
  SmallVector<int64_t> free; // per launch: LX below the values that stay in it
};
} // namespace
