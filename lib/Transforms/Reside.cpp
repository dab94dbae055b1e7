// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-reside: which values stay in LX between kernels, by price.
#include "Residence.h"
#include "ResidenceMap.h"
#include "spyre/Solver/KernelNest.h"
#include "spyre/Transforms/Bounds.h"
#include "spyre/Transforms/Passes.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

namespace spyre {
#define GEN_PASS_DEF_RESIDE
#include "spyre/Transforms/Passes.h.inc"
} // namespace spyre

using namespace mlir;
using namespace spyre;

namespace {
/// What staying in LX must save, of the price of all kernels involved: prices are
/// not better than that, and a kept value takes room from later ones.
constexpr double kLeastGain = 0.005;

/// A kernel with an answer of the solver under some residence of its values.
struct Solved {
  KernelGraph graph;
  solver::KernelAnswer answer;
};

/// One value, or the same value of several equal layers: made by calls of one
/// kernel and read, at the same operands, by calls of the same kernels. No call
/// is in two places: each place gets a kernel of its own.
struct Candidate {
  func::FuncOp maker;
  unsigned result = 0;
  SmallVector<func::CallOp> makers;
  struct Reader {
    func::FuncOp kernel;
    llvm::SmallSetVector<unsigned, 2> operands;
    SmallVector<func::CallOp> calls;
  };
  SmallVector<Reader> readers;
  bool returned = false;

  Reader *find(func::FuncOp kernel, const llvm::SmallSetVector<unsigned, 2> &operands) {
    auto *it = llvm::find_if(readers, [&](const Reader &reader) {
      return reader.kernel == kernel && reader.operands == operands;
    });
    return it == readers.end() ? nullptr : it;
  }
  bool has(func::CallOp call) const {
    return llvm::is_contained(makers, call) || llvm::any_of(readers, [&](const Reader &reader) {
             return llvm::is_contained(reader.calls, call);
           });
  }
};

/// A candidate in LX: what its kernels then do, and what it is worth.
struct Residing {
  Solved maker;
  std::vector<Solved> readers; // in the order of the candidate's
  std::vector<solver::CoreBox> shards;
  SmallVector<int64_t> shape; // of a part, lanes last
  double us = 0, before = 0;
};

class Decider {
public:
  Decider(func::FuncOp main, const device::Device &device, int64_t budget)
      : main(main), device(device), budget(budget), map(main, device) {}

  LogicalResult run() {
    SmallVector<func::CallOp> calls(main.getOps<func::CallOp>());
    for (func::CallOp call : calls)
      for (unsigned r = 0; r < call.getNumResults(); ++r) {
        if (!seen.insert({call, r}).second)
          continue;
        auto candidate = candidateOf(call, r, calls);
        if (!candidate)
          continue;
        auto best = decide(*candidate);
        if (failed(best))
          return failure();
        if (*best)
          apply(*candidate, **best);
      }
    return success();
  }

  int64_t evaluations = 0, kept = 0;

private:
  func::FuncOp kernelOf(func::CallOp call) {
    return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
  }

  /// Not as the destination of an update, and not as a position.
  static bool onlyRead(BlockArgument argument) {
    return llvm::all_of(argument.getUses(), [](OpOperand &use) {
      auto generic = dyn_cast<linalg::GenericOp>(use.getOwner());
      return generic && generic.isDpsInput(&use);
    });
  }

  /// Readers of a value, by kernel; nothing if it cannot stay in LX.
  std::optional<Candidate> readersOf(func::CallOp call, unsigned result) {
    Candidate candidate;
    candidate.maker = kernelOf(call);
    candidate.result = result;
    Value made = candidate.maker.getBody().front().getTerminator()->getOperand(result);
    if (updatedArgument(made) || candidate.maker.getResultAttr(result, kKeptAttr) ||
        candidate.maker->getAttr(kResidencyAttr) == StringAttr::get(main.getContext(), "ddr"))
      return std::nullopt;
    Value value = call.getResult(result);
    for (Operation *user :
         llvm::SmallSetVector<Operation *, 4>(llvm::from_range, value.getUsers())) {
      auto reader = dyn_cast<func::CallOp>(user);
      candidate.returned |= isa<func::ReturnOp>(user);
      if (!reader)
        continue;
      func::FuncOp kernel = kernelOf(reader);
      llvm::SmallSetVector<unsigned, 2> operands;
      for (OpOperand &operand : reader->getOpOperands())
        if (operand.get() == value && operands.insert(operand.getOperandNumber()) &&
            !onlyRead(kernel.getArgument(operand.getOperandNumber())))
          return std::nullopt;
      if (auto *entry = candidate.find(kernel, operands))
        entry->calls.push_back(reader);
      else
        candidate.readers.push_back({kernel, operands, {reader}});
    }
    if (candidate.readers.empty())
      return std::nullopt;
    candidate.makers.push_back(call);
    return candidate;
  }

  /// Adds the calls of the same kernel whose value is read alike.
  std::optional<Candidate> candidateOf(func::CallOp call, unsigned result,
                                       ArrayRef<func::CallOp> calls) {
    auto candidate = readersOf(call, result);
    if (!candidate)
      return std::nullopt;
    for (func::CallOp other : calls) {
      if (other == call || kernelOf(other) != candidate->maker)
        continue;
      auto more = readersOf(other, result);
      bool alike = more && more->returned == candidate->returned &&
                   more->readers.size() == candidate->readers.size() && !candidate->has(other);
      for (const Candidate::Reader &reader : candidate->readers) {
        auto *same = alike ? more->find(reader.kernel, reader.operands) : nullptr;
        alike = same && same->calls.size() * candidate->makers.size() == reader.calls.size() &&
                llvm::none_of(same->calls, [&](auto call) { return candidate->has(call); });
      }
      if (!alike)
        continue;
      seen.insert({other, result});
      candidate->makers.push_back(other);
      for (Candidate::Reader &reader : candidate->readers)
        llvm::append_range(reader.calls, more->find(reader.kernel, reader.operands)->calls);
    }
    return candidate;
  }

  /// The kernel with what is decided already; what it keeps must stay where it is.
  FailureOr<KernelGraph> current(func::FuncOp kernel, ArrayRef<func::CallOp> calls) {
    auto graph = graphOf(kernel, device);
    if (failed(graph) || failed(fillShards(*graph, kernel, device)))
      return failure();
    auto config = readDecision(kernel, *graph);
    if (failed(config))
      return failure();
    for (auto [t, tensor] : llvm::enumerate(graph->problem.tensors))
      if (tensor.kept)
        tensor.shards = solver::coreBoxes(graph->problem, t, config->parts);
    graph->problem.occupiedBytes = map.occupied(calls);
    return graph;
  }

  std::optional<Solved> solve(func::FuncOp kernel, KernelGraph graph) {
    solver::KernelPins pins;
    if (kernel->hasAttr(kPinnedAttr))
      if (auto config = readDecision(kernel, graph); succeeded(config))
        pins = {config->parts, config->tile, config->order};
    auto answer = solver::solveKernel(graph.problem, device, pins, budget);
    if (!answer)
      return std::nullopt;
    evaluations += answer->evaluations;
    return Solved{std::move(graph), std::move(*answer)};
  }

  static double priceOf(func::FuncOp kernel) {
    return kernel->getAttrOfType<FloatAttr>(kPredictedAttr).getValueAsDouble();
  }

  /// The maker with its value kept where `shards` says (empty: anywhere), and
  /// each reader as it is best served from there.
  FailureOr<std::optional<Residing>> reside(const Candidate &candidate,
                                            const std::vector<solver::CoreBox> &shards);
  FailureOr<std::optional<Residing>> decide(const Candidate &candidate);
  FailureOr<bool> readAll(const Candidate &candidate, Residing &residing);
  void apply(Candidate &candidate, const Residing &residing);
  func::FuncOp specialize(func::FuncOp kernel, ArrayRef<func::CallOp> calls);

  func::FuncOp main;
  const device::Device &device;
  int64_t budget;
  ResidenceMap map;
  llvm::DenseSet<std::pair<Operation *, unsigned>> seen;
};
} // namespace

/// Outer shape of a part that serves tiles of the whole share.
static std::vector<int64_t> spannedShape(const Solved &solved, int tensor) {
  const solver::KernelProblem &problem = solved.graph.problem;
  return solver::boxShape(problem, tensor, solver::spannedSizes(problem, solved.answer.config));
}

/// Solves the readers and adds up; false if one of them finds no way.
FailureOr<bool> Decider::readAll(const Candidate &candidate, Residing &residing) {
  std::vector<int64_t> shape(residing.shape.begin(), residing.shape.end() - 1);
  for (const Candidate::Reader &reader : candidate.readers) {
    auto graph = current(reader.kernel, reader.calls);
    if (failed(graph))
      return failure();
    SmallVector<int> read;
    for (unsigned operand : reader.operands)
      for (auto [i, t] :
           llvm::enumerate(tensorsOf(*graph, func::FuncOp(reader.kernel).getArgument(operand)))) {
        solver::KernelTensor &plain = graph->problem.tensors[t];
        graph->tensors[t].loaded = plain.loaded = false;
        graph->tensors[t].resident = plain.resident = true;
        plain.shards = residing.shards;
        plain.shardBytes = i == 0 ? shardBytes(residing.shape) : 0;
        read.push_back(t);
      }
    auto solved = solve(reader.kernel, std::move(*graph));
    if (!solved)
      return false;
    residing.us += solved->answer.price.us * static_cast<double>(reader.calls.size());
    // Tiles that read in place may reach beyond the maker's.
    for (int t : read)
      if (auto offset = solver::alignedOffset(
              residing.shards,
              solver::coreBoxes(solved->graph.problem, t, solved->answer.config.parts)))
        for (auto [dim, size] : llvm::enumerate(spannedShape(*solved, t)))
          shape[dim] = std::max(shape[dim], (*offset)[dim] + size);
    residing.readers.push_back(std::move(*solved));
  }
  llvm::copy(shape, residing.shape.begin());
  return true;
}

FailureOr<std::optional<Residing>> Decider::reside(const Candidate &candidate,
                                                   const std::vector<solver::CoreBox> &shards) {
  func::FuncOp maker = candidate.maker;
  auto graph = current(maker, candidate.makers);
  if (failed(graph))
    return failure();
  Value made = maker.getBody().front().getTerminator()->getOperand(candidate.result);
  SmallVector<int> tensors = tensorsOf(*graph, made);
  if (tensors.size() != 1)
    return std::optional<Residing>();
  solver::KernelTensor &plain = graph->problem.tensors[tensors.front()];
  graph->tensors[tensors.front()].kept = plain.kept = true;
  graph->tensors[tensors.front()].stored = plain.stored = candidate.returned;
  plain.shards = shards;
  auto solved = solve(maker, std::move(*graph));
  if (!solved)
    return std::optional<Residing>();
  Residing residing{std::move(*solved), {}, {}, {}, 0, 0};
  residing.shards = solver::coreBoxes(residing.maker.graph.problem, tensors.front(),
                                      residing.maker.answer.config.parts);
  llvm::append_range(residing.shape, spannedShape(residing.maker, tensors.front()));
  residing.shape.push_back(cast<RankedTensorType>(made.getType()).getShape().back());
  residing.us = residing.maker.answer.price.us * static_cast<double>(candidate.makers.size());
  auto all = readAll(candidate, residing);
  if (failed(all))
    return failure();
  if (!*all)
    return std::optional<Residing>();
  return std::optional<Residing>(std::move(residing));
}

/// Tries the maker's own best place for the value, and each reader's.
FailureOr<std::optional<Residing>> Decider::decide(const Candidate &candidate) {
  func::FuncOp maker = candidate.maker;
  double before = priceOf(maker) * static_cast<double>(candidate.makers.size());
  std::vector<std::vector<solver::CoreBox>> places{{}};
  auto own = keptShards(maker, candidate.result, device);
  if (failed(own))
    return failure();
  places.push_back(*own);
  for (const Candidate::Reader &reader : candidate.readers) {
    before += priceOf(reader.kernel) * static_cast<double>(reader.calls.size());
    auto graph = graphOf(reader.kernel, device);
    auto config = failed(graph) ? FailureOr<solver::KernelConfig>(failure())
                                : readDecision(reader.kernel, *graph);
    if (failed(config))
      return failure();
    for (int t :
         tensorsOf(*graph, func::FuncOp(reader.kernel).getArgument(reader.operands.front())))
      places.push_back(solver::coreBoxes(graph->problem, t, config->parts));
  }
  std::optional<Residing> best;
  for (size_t i = 0; i < places.size(); ++i) {
    if (std::find(places.begin(), places.begin() + static_cast<long>(i), places[i]) !=
        places.begin() + static_cast<long>(i))
      continue;
    auto residing = reside(candidate, places[i]);
    if (failed(residing))
      return failure();
    if (!*residing || (*residing)->us >= before * (1 - kLeastGain) ||
        (best && (*residing)->us >= best->us))
      continue;
    SmallVector<ResidenceMap::Launch> launches;
    auto add = [&](ArrayRef<func::CallOp> calls, const Solved &solved) {
      for (func::CallOp call : calls)
        launches.push_back({call, localBytes(solved.graph.problem, solved.answer.config)});
    };
    add(candidate.makers, (*residing)->maker);
    for (auto [entry, solved] : llvm::zip_equal(candidate.readers, (*residing)->readers))
      add(entry.calls, solved);
    SmallVector<Value> values;
    for (func::CallOp call : candidate.makers)
      values.push_back(func::CallOp(call).getResult(candidate.result));
    if (!map.fits(values, shardBytes((*residing)->shape), launches))
      continue;
    (*residing)->before = before;
    best = std::move(*residing);
  }
  return best;
}

/// A kernel of these calls alone: a copy if others call it too.
func::FuncOp Decider::specialize(func::FuncOp kernel, ArrayRef<func::CallOp> calls) {
  auto uses = SymbolTable::getSymbolUses(kernel, main->getParentOfType<ModuleOp>());
  // Readers of what a kernel keeps name it too.
  auto called = llvm::count_if(
      *uses, [](const SymbolTable::SymbolUse &use) { return isa<func::CallOp>(use.getUser()); });
  if (static_cast<size_t>(called) == calls.size())
    return kernel;
  StringRef kind = kernel.getName().rsplit('_').first;
  func::FuncOp copy = kernel.clone();
  auto module = main->getParentOfType<ModuleOp>();
  int64_t number = 0;
  while (module.lookupSymbol((kind + "_" + Twine(number)).str()))
    ++number;
  copy.setName((kind + "_" + Twine(number)).str());
  module.push_back(copy);
  for (func::CallOp call : calls)
    call.setCallee(copy.getName());
  return copy;
}

/// What of a kernel's values lies in LX, behind the reason for its division.
static void noteResidence(func::FuncOp kernel) {
  std::string text = kernel->getAttrOfType<StringAttr>(kReasonAttr).str();
  llvm::raw_string_ostream out(text);
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    if (auto residence = kernel.getArgAttrOfType<DictionaryAttr>(i, kResidentAttr))
      out << "; argument " << i << " in LX, from "
          << residence.getAs<FlatSymbolRefAttr>("of").getValue();
  for (unsigned r = 0; r < kernel.getNumResults(); ++r)
    if (auto residence = kernel.getResultAttrOfType<DictionaryAttr>(r, kKeptAttr))
      out << "; result " << r
          << " stays in LX: " << residence.getAs<StringAttr>("reason").getValue();
  kernel->setAttr(kReasonAttr, StringAttr::get(kernel.getContext(), text));
}

void Decider::apply(Candidate &candidate, const Residing &residing) {
  Builder builder(main.getContext());
  auto shard = builder.getDenseI64ArrayAttr(residing.shape);
  auto decide = [&](func::FuncOp kernel, const Solved &solved) {
    writeDecision(kernel, solved.graph, solved.answer);
    writeBounds(kernel, kernelBounds(solved.graph, solved.answer.price, device));
  };
  func::FuncOp maker = specialize(candidate.maker, candidate.makers);
  std::string reason = llvm::formatv("{0:F2} us instead of {1:F2} with all its readers",
                                     residing.us, residing.before);
  maker.setResultAttr(
      candidate.result, kKeptAttr,
      builder.getDictionaryAttr({builder.getNamedAttr("shard", shard),
                                 builder.getNamedAttr("reason", builder.getStringAttr(reason))}));
  if (candidate.returned)
    maker.setResultAttr(candidate.result, kStoredAttr, builder.getUnitAttr());
  decide(maker, residing.maker);
  noteResidence(maker);
  auto residence = builder.getDictionaryAttr(
      {builder.getNamedAttr("of", FlatSymbolRefAttr::get(maker)),
       builder.getNamedAttr("result", builder.getI64IntegerAttr(candidate.result)),
       builder.getNamedAttr("shard", shard)});
  for (auto [entry, solved] : llvm::zip_equal(candidate.readers, residing.readers)) {
    func::FuncOp kernel = specialize(entry.kernel, entry.calls);
    for (unsigned operand : entry.operands)
      kernel.setArgAttr(operand, kResidentAttr, residence);
    decide(kernel, solved);
    noteResidence(kernel);
  }
  for (func::CallOp call : candidate.makers)
    map.add(call.getResult(candidate.result), shardBytes(residing.shape));
  map.update();
  ++kept;
}

namespace {
struct ResidePass : spyre::impl::ResideBase<ResidePass> {
  using ResideBase::ResideBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto device = deviceOf(module);
    if (failed(device))
      return signalPassFailure();
    SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
    for (func::FuncOp main : functions) {
      if (main->hasAttr(kKernelAttr))
        continue;
      Decider decider(main, *device, budget);
      if (failed(decider.run()))
        return signalPassFailure();
      addSearchOperations(module, decider.evaluations);
      numKept += decider.kept;
    }
  }
};
} // namespace
