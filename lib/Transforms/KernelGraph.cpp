// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds a KernelGraph: tensors and accesses first, then loops merged into
// classes along the values inside the kernel, then what each class may do.
#include "spyre/Transforms/KernelGraph.h"
#include "spyre/Solver/KernelNest.h"

#include "KernelWork.h"
#include "Residence.h"
#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Transforms/AffineUtils.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/EquivalenceClasses.h"

#include <numeric>

using namespace mlir;
using namespace spyre;

namespace {
class GraphBuilder {
public:
  GraphBuilder(ArrayRef<Operation *> ops, function_ref<bool(Value)> isOutput,
               const device::Device &device, bool shareReads)
      : source(ops), isOutput(isOutput), device(device), shareReads(shareReads) {}

  FailureOr<KernelGraph> run() {
    for (Operation *op : source)
      if (auto generic = dyn_cast<linalg::GenericOp>(op))
        if (failed(addOp(generic)))
          return failure();
    for (Operation *op : source)
      if (auto update = dyn_cast<tensor::InsertSliceOp>(op))
        if (failed(addUpdate(update)))
          return failure();
    for (auto [i, op] : llvm::enumerate(graph.ops))
      firstLoop.push_back(i == 0 ? 0 : firstLoop.back() + graph.ops[i - 1].extents.size());
    linkLoops();
    keepMovedDims();
    linkReaders();
    numberClasses();
    constrainClasses();
    fillProblem();
    splitLoadedTensors();
    markResidence(graph);
    markStreamed();
    return graph;
  }

private:
  int tensorOf(Value value, ArrayRef<int64_t> shape, bool loaded) {
    auto [it, fresh] = tensorIds.try_emplace(value, static_cast<int>(graph.tensors.size()));
    if (fresh)
      graph.tensors.push_back({value, llvm::to_vector(shape), loaded, false, {}, false, false});
    return it->second;
  }

  AffineMap accessMap(linalg::GenericOp op, OpOperand &operand, ArrayRef<int64_t> extents) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    SmallVector<AffineExpr> results; // plain dims simplified too: guards vanish
    for (AffineExpr expr : map.getResults())
      results.push_back(simplifyWithRanges(expr, extents));
    return AffineMap::get(map.getNumDims(), 0, results, op.getContext());
  }

  LogicalResult addOp(linalg::GenericOp op) {
    KernelGraph::Op entry;
    entry.op = op;
    entry.extents = loopExtents(op);
    for (OpOperand &operand : op->getOpOperands()) {
      if (isDomainOperand(operand))
        continue;
      bool init = op.isDpsInit(&operand);
      Value value = init ? op.getTiedOpResult(&operand) : operand.get();
      // A piece written into an earlier value continues that value's buffer.
      if (init)
        if (auto previous = operand.get().getDefiningOp<linalg::GenericOp>())
          if (tensorIds.count(operand.get()))
            tensorIds[value] = tensorIds[operand.get()];
      bool loaded = !init && !tensorIds.count(value);
      KernelGraph::Access access;
      access.tensor = tensorOf(value, cast<RankedTensorType>(value.getType()).getShape(), loaded);
      access.operand = operand.getOperandNumber();
      access.map = accessMap(op, operand, entry.extents);
      if (init && isOutput(value)) {
        graph.tensors[access.tensor].stored = true;
        graph.tensors[access.tensor].value = value;
      }
      (init ? entry.writes : entry.reads).push_back(access);
    }
    graph.ops.push_back(std::move(entry));
    return success();
  }

  /// An update in place stores a value that the kernel makes.
  LogicalResult addUpdate(tensor::InsertSliceOp update) {
    auto it = tensorIds.find(update.getSource());
    if (it == tensorIds.end() || graph.tensors[it->second].loaded)
      return update.emitOpError("expected a source made in the same kernel");
    graph.tensors[it->second].stored = true;
    graph.tensors[it->second].storedTo = update.getResult();
    for (auto [dim, offset] : llvm::enumerate(update.getMixedOffsets()))
      if (!getConstantIntValue(offset))
        movedDims.emplace_back(it->second, dim);
    return success();
  }

  int loopId(size_t op, size_t loop) const { return static_cast<int>(firstLoop[op] + loop); }

  void untile(size_t op, AffineExpr expr) {
    expr.walk([&](AffineExpr part) {
      if (auto dim = dyn_cast<AffineDimExpr>(part))
        whole.insert(loopId(op, dim.getPosition()));
    });
  }

  /// Loops of two ops that index a dim alike, in pairs; nothing if they do not.
  std::optional<SmallVector<std::pair<int, int>>> pairLoops(size_t producer, AffineExpr written,
                                                            size_t consumer, AffineExpr read) {
    auto a = flattenIndex(written), b = flattenIndex(read);
    if (failed(a) || failed(b) || a->size() != b->size())
      return std::nullopt;
    SmallVector<std::pair<int, int>> pairs;
    for (auto [x, y] : llvm::zip_equal(*a, *b)) {
      if (x.mul != y.mul || x.div != y.div || x.mod != y.mod || x.c != y.c || x.c != 0 ||
          x.linear.size() != 1 || y.linear.size() != 1 || x.linear[0].second != y.linear[0].second)
        return std::nullopt;
      int from = x.linear[0].first, to = y.linear[0].first;
      if (graph.ops[producer].extents[from] != graph.ops[consumer].extents[to])
        return std::nullopt;
      pairs.emplace_back(loopId(producer, from), loopId(consumer, to));
    }
    return pairs;
  }

  /// Links the loops of a value's producer and consumer, dim by dim.
  bool linkDim(size_t producer, AffineExpr written, size_t consumer, AffineExpr read) {
    auto pairs = pairLoops(producer, written, consumer, read);
    if (!pairs)
      return false;
    for (auto [x, y] : *pairs)
      loops.unionSets(x, y);
    return true;
  }

  bool folds(int leader) {
    for (size_t i = 0; i < graph.ops.size(); ++i)
      for (size_t loop = 0; loop < graph.ops[i].extents.size(); ++loop)
        if (loops.getLeaderValue(loopId(i, loop)) == leader &&
            graph.ops[i].op.getIteratorTypesArray()[loop] == utils::IteratorType::reduction)
          return true;
    return false;
  }

  /// Whether some op would have two loops in the joint class.
  bool collide(int a, int b) {
    for (size_t i = 0; i < graph.ops.size(); ++i) {
      bool inA = false, inB = false;
      for (size_t loop = 0; loop < graph.ops[i].extents.size(); ++loop) {
        int leader = loops.getLeaderValue(loopId(i, loop));
        inA |= leader == a, inB |= leader == b;
      }
      if (inA && inB)
        return true;
    }
    return false;
  }

  /// A dim that is stored at a run-time position stays on one core, in one piece:
  /// nobody could prove that two pieces do not meet.
  void keepMovedDims() {
    for (auto [tensor, dim] : movedDims)
      for (auto [i, op] : llvm::enumerate(graph.ops))
        for (const KernelGraph::Access &write : op.writes)
          if (write.tensor == tensor)
            untile(i, write.map.getResult(dim));
  }

  /// Readers of one loaded value share its box where that costs no freedom (both
  /// loops may be divided, or neither), or if asked to.
  void linkReaders() {
    SmallVector<std::tuple<int, size_t, AffineMap>> reads;
    for (auto [i, op] : llvm::enumerate(graph.ops))
      for (const KernelGraph::Access &read : op.reads)
        if (graph.tensors[read.tensor].loaded)
          reads.emplace_back(read.tensor, i, read.map);
    for (size_t x = 0; x < reads.size(); ++x)
      for (size_t y = x + 1; y < reads.size(); ++y) {
        auto &[tensor, op, map] = reads[x];
        auto &[otherTensor, otherOp, otherMap] = reads[y];
        if (tensor != otherTensor || op == otherOp)
          continue;
        for (auto [a, b] : llvm::zip_equal(map.getResults(), otherMap.getResults()))
          if (auto pairs = pairLoops(op, a, otherOp, b))
            for (auto [from, to] : *pairs) {
              int p = loops.getLeaderValue(from), q = loops.getLeaderValue(to);
              if (p != q && (shareReads || folds(p) == folds(q)) && !collide(p, q))
                loops.unionSets(p, q);
            }
      }
  }

  void linkLoops() {
    for (size_t i = 0; i < graph.ops.size(); ++i)
      for (size_t loop = 0; loop < graph.ops[i].extents.size(); ++loop)
        loops.insert(loopId(i, loop));
    for (size_t i = 0; i < graph.ops.size(); ++i)
      for (const KernelGraph::Access &write : graph.ops[i].writes)
        for (size_t j = 0; j < graph.ops.size(); ++j) {
          // Readers, and other writers of pieces of the same value.
          auto link = [&](const KernelGraph::Access &other) {
            if (other.tensor != write.tensor || &other == &write)
              return;
            for (auto [written, used] :
                 llvm::zip_equal(write.map.getResults(), other.map.getResults()))
              if (!linkDim(i, written, j, used))
                untile(i, written), untile(j, used);
          };
          llvm::for_each(graph.ops[j].reads, link);
          if (j > i)
            llvm::for_each(graph.ops[j].writes, link);
        }
  }

  void numberClasses() {
    llvm::DenseMap<int, int> numbers;
    for (size_t i = 0; i < graph.ops.size(); ++i)
      for (size_t loop = 0; loop < graph.ops[i].extents.size(); ++loop) {
        int leader = loops.getLeaderValue(loopId(i, loop));
        auto [it, fresh] =
            numbers.try_emplace(leader, static_cast<int>(graph.problem.classes.size()));
        if (fresh) {
          solver::KernelClass cls;
          cls.extent = std::max<int64_t>(1, graph.ops[i].extents[loop]);
          cls.parallel = true;
          graph.problem.classes.push_back(cls);
          tileable.push_back(true);
        }
        graph.ops[i].classes.push_back(it->second);
        if (whole.count(loopId(i, loop)))
          tileable[it->second] = false;
        if (graph.ops[i].op.getIteratorTypesArray()[loop] == utils::IteratorType::reduction)
          graph.problem.classes[it->second].parallel = false;
      }
  }

  /// Makes the unit of a class such that tile origins pass through every
  /// floordiv and mod of an index; gives up the class where none does.
  void constrain(const solver::DimIndex &index, ArrayRef<int> classes, bool lanes,
                 int64_t laneCount) {
    for (const solver::Term &term : index)
      for (auto [loop, coef] : term.linear) {
        int cls = classes[loop];
        int64_t &unit = graph.problem.classes[cls].unit;
        if (coef < 0) {
          tileable[cls] = false;
          continue;
        }
        int64_t step = term.div * std::max<int64_t>(term.mod, 1);
        if (lanes && term.mod == 0)
          step = term.div * std::max<int64_t>(graph.problem.classes[cls].extent, laneCount);
        unit = std::lcm(unit, step / std::gcd(step, coef));
      }
  }

  /// A box over several terms is only exact if the inner ones are whole. A box
  /// that is read may hold more than what is read; one that is written may not.
  void keepOutermost(const solver::DimIndex &index, ArrayRef<int> classes, bool written) {
    double largest = 0;
    int outermost = -1, loopsSeen = 0;
    llvm::SmallDenseSet<int> seen;
    for (const solver::Term &term : index)
      for (auto [loop, coef] : term.linear) {
        loopsSeen += seen.insert(classes[loop]).second;
        bool wraps = term.mod != 0;
        double factor =
            std::abs(double(term.mul)) * (wraps ? 1 : std::abs(double(coef)) / double(term.div));
        if ((!wraps || written) && factor > largest)
          largest = factor, outermost = wraps ? -1 : classes[loop];
      }
    if (loopsSeen < 2 && !(written && index.size() > 1))
      return;
    for (int cls : seen)
      if (cls != outermost)
        tileable[cls] = false;
  }

  void constrainClasses() {
    for (KernelGraph::Op &op : graph.ops) {
      llvm::SmallDenseMap<int, int> uses;
      for (int cls : op.classes)
        if (++uses[cls] > 1)
          tileable[cls] = false; // two loops of one class: tiles would miss pairs
      for (const auto *accesses : {&op.reads, &op.writes})
        for (const KernelGraph::Access &access : *accesses) {
          ArrayRef<int64_t> shape = graph.tensors[access.tensor].shape;
          for (auto [dim, expr] : llvm::enumerate(access.map.getResults())) {
            auto index = flattenIndex(expr);
            bool lanes = dim + 1 == shape.size();
            if (succeeded(index)) {
              constrain(*index, op.classes, lanes, shape.back());
              keepOutermost(*index, op.classes, accesses == &op.writes);
            } else
              expr.walk([&](AffineExpr part) {
                if (auto d = dyn_cast<AffineDimExpr>(part))
                  tileable[op.classes[d.getPosition()]] = false;
              });
          }
        }
    }
    for (auto [cls, can] : llvm::zip_equal(graph.problem.classes, tileable)) {
      if (!can || cls.unit >= cls.extent)
        cls.unit = cls.extent;
      cls.parallel = cls.parallel && can;
    }
  }

  solver::KernelAccess plainAccess(const KernelGraph::Access &access, ArrayRef<int> classes) {
    solver::KernelAccess result;
    result.tensor = access.tensor;
    for (auto [dim, expr] : llvm::enumerate(access.map.getResults().drop_back())) {
      auto index = flattenIndex(expr);
      if (failed(index)) { // too deep to follow: the whole dim, whatever its loops do
        solver::Term all;
        all.mod = graph.tensors[access.tensor].shape[dim];
        for (int cls : classes)
          all.linear.emplace_back(cls, all.mod);
        result.index.push_back({all});
        continue;
      }
      for (solver::Term &term : *index)
        for (auto &[loop, coef] : term.linear)
          loop = classes[loop];
      result.index.push_back(*index);
    }
    return result;
  }

  void fillProblem() {
    for (KernelGraph::Tensor &tensor : graph.tensors) {
      solver::KernelTensor plain;
      plain.outerShape.assign(tensor.shape.begin(), tensor.shape.end() - 1);
      plain.loaded = tensor.loaded, plain.stored = tensor.stored;
      plain.width = ir::elementBytes(cast<ShapedType>(tensor.value.getType()).getElementType());
      graph.problem.tensors.push_back(plain);
    }
    for (KernelGraph::Op &op : graph.ops) {
      solver::KernelOp plain = describeWork(op, graph, device);
      plain.classes.assign(op.classes.begin(), op.classes.end());
      for (utils::IteratorType kind : op.op.getIteratorTypesArray())
        plain.reduction.push_back(kind == utils::IteratorType::reduction);
      for (const KernelGraph::Access &access : op.reads)
        plain.reads.push_back(plainAccess(access, op.classes));
      for (const KernelGraph::Access &access : op.writes)
        plain.writes.push_back(plainAccess(access, op.classes));
      graph.problem.ops.push_back(std::move(plain));
    }
  }

  /// How far the box moves per unit of each class, per outer dim.
  SmallVector<int64_t> originSteps(const solver::KernelAccess &access) {
    SmallVector<int64_t> steps;
    for (const solver::DimIndex &index : access.index) {
      SmallVector<int64_t> perClass(graph.problem.classes.size(), 0);
      for (const solver::Term &term : index)
        if (term.mod == 0)
          for (auto [cls, coef] : term.linear)
            perClass[cls] += term.mul * coef * graph.problem.classes[cls].unit / term.div;
      llvm::append_range(steps, perClass);
    }
    return steps;
  }

  /// A value read at origins that move differently needs a box for each.
  void splitLoadedTensors() {
    llvm::SmallDenseMap<int, SmallVector<std::pair<SmallVector<int64_t>, int>>> groups;
    for (auto [i, op] : llvm::enumerate(graph.problem.ops))
      for (auto [r, read] : llvm::enumerate(op.reads)) {
        if (!graph.tensors[read.tensor].loaded)
          continue;
        auto &known = groups[read.tensor];
        SmallVector<int64_t> steps = originSteps(read);
        int target = -1;
        for (auto &[other, id] : known)
          if (other == steps)
            target = id;
        if (target < 0) {
          target = known.empty() ? read.tensor : static_cast<int>(graph.tensors.size());
          if (!known.empty()) {
            graph.tensors.push_back(KernelGraph::Tensor(graph.tensors[read.tensor]));
            graph.problem.tensors.push_back(
                solver::KernelTensor(graph.problem.tensors[read.tensor]));
          }
          known.emplace_back(steps, target);
        }
        read.tensor = target;
        graph.ops[i].reads[r].tensor = target;
      }
  }

  /// Sums from zero: partial ones add up to the whole.
  static bool startsAtZero(linalg::GenericOp op) {
    auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
    return fill && (matchPattern(fill.getInputs()[0], m_AnyZeroFloat()) ||
                    matchPattern(fill.getInputs()[0], m_Zero()));
  }

  /// Whether an op leaves a class alone, or folds it in a way that partial results
  /// of several cores can be folded again.
  static bool foldsSimply(const KernelGraph::Op &op, int cls) {
    linalg::GenericOp generic = op.op;
    for (auto [loop, kind] : llvm::enumerate(generic.getIteratorTypesArray()))
      if (op.classes[loop] == cls && kind == utils::IteratorType::reduction)
        return combinerOf(generic) &&
               (succeeded(matchContraction(generic))
                    ? startsAtZero(generic)
                    : generic.getDpsInits()[0].getDefiningOp<linalg::FillOp>() != nullptr);
    return true;
  }

  void markStreamed() {
    for (size_t k = 0; k < graph.problem.classes.size(); ++k) {
      solver::KernelClass &cls = graph.problem.classes[k];
      if (cls.parallel || !tileable[k] || cls.unit >= cls.extent)
        continue;
      cls.streamed = solver::streamStages(graph.problem, static_cast<int>(k)).has_value();
      cls.split = llvm::all_of(graph.ops, [&](const KernelGraph::Op &op) {
        return foldsSimply(op, static_cast<int>(k));
      });
    }
  }

  ArrayRef<Operation *> source;
  function_ref<bool(Value)> isOutput;
  const device::Device &device;
  bool shareReads;
  KernelGraph graph;
  llvm::DenseMap<Value, int> tensorIds;
  std::vector<size_t> firstLoop;
  llvm::EquivalenceClasses<int> loops;
  llvm::SmallDenseSet<int> whole;
  SmallVector<std::pair<int, unsigned>> movedDims; // tensor, physical dim
  std::vector<char> tileable;
};
} // namespace

FailureOr<KernelGraph> spyre::buildKernelGraph(ArrayRef<Operation *> ops,
                                               function_ref<bool(Value)> isOutput,
                                               const device::Device &device, bool shareReads) {
  return GraphBuilder(ops, isOutput, device, shareReads).run();
}
