// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-form-kernels: joins ops into kernels by price and outlines them.
#include "Outline.h"
#include "spyre/Transforms/Decisions.h"
#include "spyre/Transforms/GenericUtils.h"
#include "spyre/Transforms/Passes.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

#include <set>

namespace spyre {
#define GEN_PASS_DEF_FORMKERNELS
#include "spyre/Transforms/Passes.h.inc"
} // namespace spyre

using namespace mlir;
using namespace spyre;

namespace {
/// Kernels beyond this many ops are not joined further.
constexpr size_t kMaxOps = 48;
/// What a join must save, of the smaller kernel's price. A joined kernel has one
/// division and one nest for all that comes after; a value that costs little to
/// hand over can as well stay in LX.
constexpr double kLeastGain = 0.1;

/// Groups of ops that grow by joining. Group numbers are positions of their
/// first op; a joined group keeps the consumer's number.
class Groups {
public:
  Groups(func::FuncOp main, const device::Device &device, int64_t budget)
      : main(main), device(device), budget(budget) {}

  LogicalResult run() {
    for (Operation &op : main.getBody().front())
      if (isa<linalg::GenericOp>(op) && !groupOf.count(&op) && !isPosition(&op) &&
          !isContinued(&op) && failed(placeChain(&op)))
        return failure();
    return success();
  }

  /// Members in program order, groups in an order that respects their values.
  struct Formed {
    SmallVector<Operation *> ops;
    std::string reason; // empty: nothing was joined
  };
  SmallVector<Formed> ordered() {
    SmallVector<Formed> result;
    llvm::SmallDenseSet<int> done;
    std::function<void(int)> emit = [&](int group) {
      if (!done.insert(group).second)
        return;
      for (int producer : producersOf(group))
        emit(producer);
      std::string reason;
      if (joins[group] > 0)
        reason = llvm::formatv("{0} kernels joined in one: {1:F2} us instead of {2:F2}",
                               joins[group] + 1, prices[group], apart[group]);
      result.push_back({sorted(members[group]), reason});
    };
    for (Operation &op : main.getBody().front())
      if (auto it = groupOf.find(&op); it != groupOf.end())
        emit(it->second);
    return result;
  }

  int64_t joined = 0, evaluations = 0;

private:
  SmallVector<Operation *> sorted(ArrayRef<Operation *> ops) {
    SmallVector<Operation *> result(ops);
    llvm::sort(result, [&](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    return result;
  }

  /// Pieces of one value belong together: each writes a part of the same buffer.
  /// They stay apart only if they do not fit LX and share no stick.
  LogicalResult placeChain(Operation *last) {
    SmallVector<Operation *> pieces{last};
    while (Operation *earlier = earlierPiece(pieces.back()))
      pieces.push_back(earlier);
    std::reverse(pieces.begin(), pieces.end());
    if (pieces.size() == 1 || price(pieces) || !haveOwnSticks(pieces))
      return place(pieces);
    for (Operation *piece : pieces)
      if (failed(place(piece)))
        return failure();
    return success();
  }

  LogicalResult place(ArrayRef<Operation *> pieces) {
    int group = next++;
    Operation *op = pieces.back();
    members[group].assign(pieces.begin(), pieces.end());
    for (Operation *piece : pieces)
      groupOf[piece] = group;
    // The update that stores this op's result, and the position it reads, belong
    // to the same launch.
    for (Operation *user : op->getUsers())
      if (auto update = dyn_cast<tensor::InsertSliceOp>(user);
          update && update.getSource() == op->getResult(0)) {
        members[group].push_back(user);
        groupOf[user] = group;
        for (tensor::ExtractOp extract : positionsOf(update))
          if (Operation *position = extract.getTensor().getDefiningOp()) {
            members[group].push_back(position);
            groupOf[position] = group;
          }
      }
    auto alone = price(members[group]);
    if (!alone)
      return op->emitOpError(
          "expected tiles that fit LX, found none: one row of its operands is too "
          "large");
    prices[group] = apart[group] = *alone;
    for (bool changed = true; changed;) {
      changed = false;
      for (int producer : producersOf(group))
        if (join(producer, group)) {
          changed = true;
          break;
        }
    }
    return success();
  }

  /// Groups whose values the group reads, largest value first.
  SmallVector<int> producersOf(int group) {
    llvm::MapVector<int, int64_t> sizes;
    auto visit = [&](Value value) {
      Operation *def = value.getDefiningOp();
      auto it = def ? groupOf.find(def) : groupOf.end();
      if (it != groupOf.end() && it->second != group)
        sizes[it->second] =
            std::max(sizes[it->second], cast<ShapedType>(value.getType()).getNumElements());
    };
    for (Operation *op : members[group]) {
      for (Value operand : op->getOperands())
        if (isa<RankedTensorType>(operand.getType()))
          visit(operand);
      if (auto update = dyn_cast<tensor::InsertSliceOp>(op))
        for (tensor::ExtractOp extract : positionsOf(update))
          visit(extract.getTensor());
    }
    auto entries = sizes.takeVector();
    llvm::sort(entries, [](auto &a, auto &b) {
      return std::pair(-a.second, a.first) < std::pair(-b.second, b.first);
    });
    SmallVector<int> result;
    for (auto &[producer, size] : entries)
      result.push_back(producer);
    return result;
  }

  /// Whether some other group lies on a path from `from` to `to`.
  bool pathBetween(int from, int to) {
    llvm::SmallDenseSet<int> seen;
    std::function<bool(int)> reaches = [&](int group) {
      if (group == from)
        return true;
      if (!seen.insert(group).second)
        return false;
      for (int producer : producersOf(group))
        if (reaches(producer))
          return true;
      return false;
    };
    for (int producer : producersOf(to))
      if (producer != from && reaches(producer))
        return true;
    return false;
  }

  bool readsUpdate(int producer, int group) {
    // What an update wrote is complete only when its launch is.
    for (Operation *op : members[producer])
      if (isa<tensor::InsertSliceOp>(op))
        for (Operation *user : op->getUsers())
          if (auto it = groupOf.find(user); it != groupOf.end() && it->second == group)
            return true;
    return false;
  }

  /// The op that made the value which this op writes its piece into.
  static Operation *earlierPiece(Operation *op) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic)
      return nullptr;
    for (Value init : generic.getDpsInits())
      if (auto earlier = init.getDefiningOp<linalg::GenericOp>())
        return earlier;
    return nullptr;
  }

  static bool isContinued(Operation *op) {
    return llvm::any_of(op->getUsers(), [&](Operation *user) { return earlierPiece(user) == op; });
  }

  /// A scalar that only says where an update goes.
  static bool isPosition(Operation *op) {
    return !op->use_empty() && llvm::all_of(op->getUsers(), llvm::IsaPred<tensor::ExtractOp>);
  }

  /// Whether pieces make up their value without overlap, each from lane 0 on.
  static bool haveOwnSticks(ArrayRef<Operation *> pieces) {
    int64_t elements = 0;
    for (Operation *piece : pieces) {
      auto generic = cast<linalg::GenericOp>(piece);
      AffineMap map = generic.getMatchingIndexingMap(generic.getDpsInitOperand(0));
      auto lanes = flattenIndex(map.getResults().back());
      if (failed(lanes) || llvm::any_of(*lanes, [](const solver::Term &term) {
            return term.c != 0 || term.mul != 1;
          }))
        return false;
      int64_t count = 1;
      for (int64_t extent : loopExtents(generic))
        count *= extent;
      elements += count;
    }
    auto host = pieces.back()->getAttrOfType<ArrayAttr>(kHostAttr);
    auto type = host ? cast<TypeAttr>(host[0]).getValue() : Type();
    return type && cast<RankedTensorType>(type).getNumElements() == elements;
  }

  /// A value that is read where its last piece is made must be whole there.
  static bool readsPart(ArrayRef<Operation *> ops) {
    for (Operation *op : ops) {
      Operation *earlier = earlierPiece(op);
      bool read = llvm::any_of(op->getUsers(), [&](Operation *user) {
        return llvm::is_contained(ops, user) && earlierPiece(user) != op;
      });
      for (; read && earlier; earlier = earlierPiece(earlier))
        if (!llvm::is_contained(ops, earlier))
          return true;
    }
    return false;
  }

  /// An update writes into a value in device memory, made before its launch.
  static bool updatesOwnValue(ArrayRef<Operation *> ops) {
    return llvm::any_of(ops, [&](Operation *op) {
      auto update = dyn_cast<tensor::InsertSliceOp>(op);
      Operation *made = update ? update.getDest().getDefiningOp() : nullptr;
      return made && llvm::is_contained(ops, made);
    });
  }

  bool join(int producer, int group) {
    if (members[producer].size() + members[group].size() > kMaxOps ||
        !tried.insert({producer, members[producer].size(), group, members[group].size()}).second ||
        readsUpdate(producer, group) || pathBetween(producer, group))
      return false;
    SmallVector<Operation *> all(members[producer]);
    llvm::append_range(all, members[group]);
    if (readsPart(all) || updatesOwnValue(all))
      return false;
    auto together = price(all);
    double both = prices[producer] + prices[group];
    if (!together || *together >= both - kLeastGain * std::min(prices[producer], prices[group]))
      return false;
    for (Operation *op : members[producer])
      groupOf[op] = group;
    members[group] = all;
    prices[group] = *together;
    apart[group] += apart[producer];
    joins[group] += joins[producer] + 1;
    members.erase(producer);
    prices.erase(producer);
    ++joined;
    return true;
  }

  std::optional<double> price(ArrayRef<Operation *> group) {
    SmallVector<Operation *> ops = sorted(group);
    llvm::SmallPtrSet<Operation *, 16> inside(ops.begin(), ops.end());
    auto isOutput = [&](Value value) {
      return llvm::any_of(value.getUsers(), [&](Operation *user) {
        // A position is read by its own update, out of LX.
        return !inside.contains(user) && !isa<tensor::ExtractOp>(user);
      });
    };
    std::optional<double> best;
    for (bool shareReads : {false, true}) {
      auto graph = buildKernelGraph(ops, isOutput, device, shareReads);
      if (failed(graph))
        return std::nullopt;
      // Equal layers, and readers that share nothing, ask the same again.
      auto [known, isNew] = solved.try_emplace(std::move(graph->problem));
      if (isNew)
        if (auto answer = solver::solveKernel(known->first, device, {}, budget)) {
          evaluations += answer->evaluations;
          known->second = answer->price.us;
        }
      if (known->second)
        best = best ? std::min(*best, *known->second) : known->second;
    }
    return best;
  }

  func::FuncOp main;
  const device::Device &device;
  int64_t budget;
  int next = 0;
  llvm::DenseMap<Operation *, int> groupOf;
  std::map<int, SmallVector<Operation *>> members;
  std::map<int, double> prices, apart; // as one, and as the kernels that were joined
  std::map<int, int> joins;
  /// Pairs of groups, as large as they were, that did not join.
  std::set<std::tuple<int, size_t, int, size_t>> tried;
  std::map<solver::KernelProblem, std::optional<double>> solved;
};

struct FormKernelsPass : spyre::impl::FormKernelsBase<FormKernelsPass> {
  using FormKernelsBase::FormKernelsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto device = deviceOf(module);
    if (failed(device))
      return signalPassFailure();
    SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
    for (func::FuncOp main : functions) {
      Groups groups(main, *device, budget);
      if (failed(groups.run()))
        return signalPassFailure();
      Outliner outliner(main);
      for (const Groups::Formed &group : groups.ordered())
        outliner.outline(group.ops, group.reason);
      outliner.finish();
      numJoined += groups.joined;
      numEvaluations += groups.evaluations;
      addSearchOperations(module, groups.evaluations);
      numKernels += outliner.numFunctions();
    }
  }
};
} // namespace
