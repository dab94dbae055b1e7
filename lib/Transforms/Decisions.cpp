// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Transforms/Decisions.h"
#include "spyre/Solver/KernelNest.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace spyre;

SmallVector<std::string> spyre::classNames(const KernelGraph &graph) {
  SmallVector<std::string> names(graph.problem.classes.size());
  auto give = [&](int cls, StringRef prefix, int &count) {
    if (names[cls].empty())
      names[cls] = (prefix + (count == 0 ? Twine() : Twine(count))).str(), ++count;
  };
  int b = 0, m = 0, n = 0, k = 0, d = 0;
  for (const solver::KernelOp &op : graph.problem.ops) {
    if (op.kind != solver::KernelOp::Kind::Contract)
      continue;
    for (int loop : op.mLoops)
      give(op.classes[loop], "m", m);
    for (int loop : op.nLoops)
      give(op.classes[loop], "n", n);
    for (int loop : op.kLoops)
      give(op.classes[loop], "k", k);
    for (int cls : op.classes)
      give(cls, "b", b);
  }
  for (const solver::KernelOp &op : llvm::reverse(graph.problem.ops))
    for (int cls : op.classes)
      if (names[cls].empty())
        names[cls] = "d" + std::to_string(d++);
  return names;
}

static constexpr std::pair<solver::Exchange, StringLiteral> kExchanges[] = {
    {solver::Exchange::PsumChain, "psum-chain"},
    {solver::Exchange::PsumFetch, "psum-fetch"},
    {solver::Exchange::RingFetch, "ring-fetch"}};

/// Alternatives that are written down.
static constexpr size_t kShownAlternatives = 3;

/// "19.46 us with division {m:4, n:8} tile {k:128}".
static std::string describe(const KernelGraph &graph, ArrayRef<std::string> names,
                            const solver::KernelConfig &config, const solver::KernelPrice &price) {
  std::string text = llvm::formatv("{0:F2} us with division ", price.us);
  llvm::raw_string_ostream out(text);
  auto list = [&](auto value) {
    llvm::ListSeparator comma;
    out << "{";
    for (auto [cls, name] : llvm::enumerate(names))
      if (int64_t number = value(cls))
        out << comma << name << ":" << number;
    out << "}";
  };
  list([&](size_t cls) { return config.parts[cls] > 1 ? config.parts[cls] : 0; });
  out << " tile ";
  list([&](size_t cls) {
    int64_t share = solver::share(graph.problem.classes[cls], config.parts[cls]);
    return config.tile[cls] < share ? config.tile[cls] : 0;
  });
  return text;
}

void spyre::writeDecision(func::FuncOp kernel, const KernelGraph &graph,
                          const solver::KernelAnswer &answer) {
  Builder builder(kernel.getContext());
  SmallVector<std::string> names = classNames(graph);
  SmallVector<NamedAttribute> parts, tiles;
  SmallVector<Attribute> order;
  for (auto [cls, name] : llvm::enumerate(names)) {
    if (answer.config.parts[cls] > 1)
      parts.emplace_back(builder.getStringAttr(name),
                         builder.getI64IntegerAttr(answer.config.parts[cls]));
    const solver::KernelClass &info = graph.problem.classes[cls];
    if (answer.config.tile[cls] < solver::share(info, answer.config.parts[cls]))
      tiles.emplace_back(builder.getStringAttr(name),
                         builder.getI64IntegerAttr(answer.config.tile[cls]));
  }
  for (int cls : answer.config.order)
    order.push_back(builder.getStringAttr(names[cls]));
  kernel->setAttr(kDivisionAttr, builder.getDictionaryAttr(parts));
  kernel->setAttr(kTileAttr, builder.getDictionaryAttr(tiles));
  kernel->setAttr(kOrderAttr, builder.getArrayAttr(order));
  auto scatter = solver::scatterOf(graph.problem, answer.config);
  bool shares = scatter && scatter->cls >= 0;
  kernel->removeAttr(kExchangeAttr);
  if (shares)
    for (auto [exchange, name] : kExchanges)
      if (exchange == answer.config.exchange)
        kernel->setAttr(kExchangeAttr, builder.getStringAttr(name));
  kernel->removeAttr(kAccumulatorsAttr);
  if (answer.config.accumulators == 1)
    kernel->setAttr(kAccumulatorsAttr, builder.getI64IntegerAttr(1));
  kernel->setAttr(kPredictedAttr, builder.getF64FloatAttr(answer.price.us));
  std::string reason = llvm::formatv(
      "memory {0:F2} us, array {1:F2} us, vector {2:F2} us; {3} tiles; {4} bytes of LX",
      answer.price.ddrUs, answer.price.ptUs, answer.price.sfuUs, answer.price.iterations,
      answer.price.lxBytes);
  if (shares)
    reason +=
        llvm::formatv("; sums of {0} cores exchanged in {1:F2} us, each of {2} along {3}",
                      scatter->parts, answer.price.exchangeUs, scatter->slice, names[scatter->cls])
            .str();
  kernel->setAttr(kReasonAttr, builder.getStringAttr(reason));
  SmallVector<Attribute> others;
  for (auto &[config, price] : ArrayRef(answer.alternatives).take_front(kShownAlternatives))
    others.push_back(builder.getStringAttr(describe(graph, names, config, price)));
  kernel->setAttr(kAlternativesAttr, builder.getArrayAttr(others));
}

FailureOr<solver::KernelConfig> spyre::readDecision(func::FuncOp kernel, const KernelGraph &graph) {
  SmallVector<std::string> names = classNames(graph);
  solver::KernelConfig config;
  config.parts.assign(names.size(), 1);
  auto idOf = [&](StringRef name) {
    return static_cast<int>(llvm::find(names, name) - names.begin());
  };
  auto division = kernel->getAttrOfType<DictionaryAttr>(kDivisionAttr);
  auto tile = kernel->getAttrOfType<DictionaryAttr>(kTileAttr);
  auto order = kernel->getAttrOfType<ArrayAttr>(kOrderAttr);
  if (!division || !tile || !order)
    return kernel.emitOpError() << "expected the decisions " << kDivisionAttr << ", " << kTileAttr
                                << " and " << kOrderAttr << " on a kernel";
  auto read = [&](DictionaryAttr dictionary, std::vector<int64_t> &values) -> LogicalResult {
    for (NamedAttribute entry : dictionary) {
      int cls = idOf(entry.getName());
      auto value = dyn_cast<IntegerAttr>(entry.getValue());
      if (cls == static_cast<int>(names.size()) || !value || value.getInt() < 1)
        return kernel.emitOpError()
               << "expected a loop of the kernel (" << llvm::join(names, ", ")
               << ") and a positive number, found " << entry.getName() << " = " << entry.getValue();
      values[cls] = value.getInt();
    }
    return success();
  };
  if (failed(read(division, config.parts)))
    return failure();
  for (auto [name, cls, parts] : llvm::zip_equal(names, graph.problem.classes, config.parts)) {
    int64_t most = cls.parallel ? parts : cls.split ? cost::ceilDiv(cls.extent, cls.unit) : 1;
    if (parts > most)
      return kernel.emitOpError() << "expected at most " << most << " cores to share " << name
                                  << ", found " << parts;
  }
  for (auto [cls, parts] : llvm::zip_equal(graph.problem.classes, config.parts))
    config.tile.push_back(solver::share(cls, parts));
  if (failed(read(tile, config.tile)))
    return failure();
  if (size_t streams = solver::streamedClasses(graph.problem, config).size(); streams > 1)
    return kernel.emitOpError() << "expected one streamed (reduction) loop with a tile, found "
                                << streams;
  for (Attribute entry : order) {
    auto name = dyn_cast<StringAttr>(entry);
    if (!name || idOf(name) == static_cast<int>(names.size()))
      return kernel.emitOpError() << "expected a loop of the kernel in " << kOrderAttr << ", found "
                                  << entry;
    config.order.push_back(idOf(name));
  }
  if (Attribute attr = kernel->getAttr(kExchangeAttr)) {
    auto name = dyn_cast<StringAttr>(attr);
    const auto *known =
        llvm::find_if(kExchanges, [&](auto &entry) { return name == entry.second; });
    if (known == std::end(kExchanges))
      return kernel.emitOpError() << "expected \"psum-chain\", \"psum-fetch\" or \"ring-fetch\" as "
                                  << kExchangeAttr << ", found " << attr;
    config.exchange = known->first;
  }
  if (Attribute attr = kernel->getAttr(kAccumulatorsAttr)) {
    auto count = dyn_cast<IntegerAttr>(attr);
    if (!count || count.getInt() < 1 || count.getInt() > 2)
      return kernel.emitOpError() << "expected 1 or 2 as " << kAccumulatorsAttr << ", found "
                                  << attr;
    config.accumulators = count.getInt();
  }
  if (!solver::scatterOf(graph.problem, config))
    return kernel.emitOpError()
           << "expected shared sums that can be completed in slices, found a division by which "
              "what follows a product needs more than a slice";
  return config;
}
