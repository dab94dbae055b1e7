// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Model/Kernels.h"

#include "PreparedExec.h"
#include "spyre/Support/Error.h"

#include <algorithm>
#include <string>

namespace spyre::model {

using plan::DType;
using plan::ExecKind;

ExecView viewOf(const plan::Exec &exec, std::span<const int64_t> sizes) {
  return {exec.kind, sizes, exec.reduction, exec.operands, exec.numOutputs, &exec.body, exec.init};
}

std::vector<int> Domain::loops(bool reductions) const {
  std::vector<int> result;
  for (size_t l = 0; l < sizes.size(); ++l)
    if (sizes[l] > 1 && (reduction[l] != 0) == reductions)
      result.push_back(int(l));
  return result;
}

std::vector<int> innermost(std::span<const int> candidates, std::span<const int64_t> sizes,
                           int64_t limit) {
  std::vector<int> inner;
  int64_t size = 1;
  for (size_t i = candidates.size(); i-- > 0;) {
    int64_t next = sizes[size_t(candidates[i])];
    if (!inner.empty() && size * next > limit)
      break;
    inner.insert(inner.begin(), candidates[i]);
    size *= next;
  }
  return inner;
}

std::vector<int> without(std::span<const int> loops, std::span<const int> inner) {
  std::vector<int> rest;
  for (int l : loops)
    if (std::find(inner.begin(), inner.end(), l) == inner.end())
      rest.push_back(l);
  return rest;
}

IndexWriter::IndexWriter(const Body &body, const InnerSpace &inner,
                         std::span<const int64_t> sizes) {
  for (const Body::IndexUse &use : body.indices())
    uses.push_back({use, inner.indicesOf(use.loop, sizes)});
}

void IndexWriter::write(const isa::Kernels &k, Slots &slots, const int64_t *point,
                        std::span<const int64_t> origin, int64_t first, int64_t n,
                        int64_t lane) const {
  thread_local std::vector<int64_t> values(kChunk);
  for (const Use &u : uses) {
    int64_t start = origin.empty() ? 0 : origin[size_t(u.use.loop)];
    const int64_t *from = values.data();
    if (u.inner.empty())
      std::fill_n(values.data(), n, point[u.use.loop] + start);
    else if (start == 0)
      from = u.inner.data() + first;
    else
      std::transform(u.inner.begin() + first, u.inner.begin() + first + n, values.begin(),
                     [start](int64_t index) { return index + start; });
    auto *to = static_cast<uint8_t *>(slots.at(u.use.slot)) + lane * laneBytes(u.use.type);
    k.convert(DType::I64, u.use.type, from, to, n);
  }
}

namespace {

void checkView(const ExecView &view) {
  auto outputs = size_t(std::max(view.numOutputs, 0));
  if (view.numOutputs < 1 || view.operands.size() < outputs)
    throw Error("exec: expected at least one output operand");
  if (view.reduction.size() != view.sizes.size())
    throw Error("exec: expected one reduction flag per loop");
  if (!view.init.empty() && view.init.size() != outputs)
    throw Error("exec: expected one init value per output, found " +
                std::to_string(view.init.size()));
  if (view.kind == ExecKind::Contract && (outputs != 1 || view.operands.size() != 3))
    throw Error("exec: expected operands a, b and out of a contract");
  if (view.kind != ExecKind::Contract && (!view.body || view.body->results.size() != outputs))
    throw Error("exec: expected one result per output");
  for (const plan::Operand &operand : view.operands)
    for (const plan::Access::Term &term : operand.access.terms)
      if (term.coef.size() != view.sizes.size() || term.div < 1 || term.mod < 0)
        throw Error("exec: expected an access over the loops of the domain");
}

Domain makeDomain(const ExecView &view) {
  Domain d;
  d.sizes.assign(view.sizes.begin(), view.sizes.end());
  d.reduction.assign(view.reduction.begin(), view.reduction.end());
  d.numOutputs = size_t(view.numOutputs);
  d.numInputs = view.operands.size() - d.numOutputs;
  d.init.assign(view.init.begin(), view.init.end());
  for (const plan::Operand &operand : view.operands) {
    d.types.push_back(operand.type);
    d.maps.push_back(makeOffsetMap(operand.access, view.sizes));
  }
  if (view.kind == ExecKind::Map)
    return d;
  for (size_t l = 0; l < d.sizes.size(); ++l) {
    size_t depend = 0;
    for (size_t o = d.numInputs; o < d.maps.size(); ++o)
      depend += d.sizes[l] > 1 && d.maps[o].dependsOn(l);
    if (depend != 0 && (d.reduction[l] || depend != d.numOutputs))
      throw Error("exec: expected outputs independent of reduction loop " + std::to_string(l));
    // Folding over a loop that nobody sees in the output is a reduction too.
    if (depend == 0)
      d.reduction[l] = 1;
  }
  return d;
}

std::unique_ptr<PreparedExec::Impl> makeImpl(const ExecView &view, const Domain &domain) {
  switch (view.kind) {
  case ExecKind::Map:
    return makeMap(domain, *view.body);
  case ExecKind::Reduce:
    return makeReduce(domain, *view.body);
  case ExecKind::Contract:
    return makeContract(domain);
  }
  throw Error("exec: expected map, reduce or contract");
}

} // namespace

PreparedExec::PreparedExec(const ExecView &view) {
  checkView(view);
  ranges.resize(view.operands.size());
  // Nothing is read or written, so nothing needs to make sense.
  if (std::any_of(view.sizes.begin(), view.sizes.end(), [](int64_t s) { return s <= 0; }))
    return;
  Domain domain = makeDomain(view);
  for (size_t o = 0; o < domain.maps.size(); ++o) {
    auto [low, high] = domain.maps[o].bounds(domain.sizes);
    ranges[o] = {low, high + plan::byteWidth(domain.types[o])};
  }
  impl = makeImpl(view, domain);
}

PreparedExec::~PreparedExec() = default;
PreparedExec::PreparedExec(PreparedExec &&) noexcept = default;

void PreparedExec::run(uint8_t *const *bases, bool applyInit, std::span<const int64_t> origin,
                       Numerics numerics) const {
  if (impl)
    impl->run({isa::kernels(numerics), bases, applyInit, origin});
}

PreparedExec::Range PreparedExec::range(size_t operand) const { return ranges[operand]; }

void runExec(const ExecView &view, uint8_t *const *bases, std::span<const int64_t> origin,
             Numerics numerics) {
  PreparedExec(view).run(bases, !view.init.empty(), origin, numerics);
}

} // namespace spyre::model
