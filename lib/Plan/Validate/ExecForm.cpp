// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Footprint.h"
#include "Form.h"

#include "spyre/Plan/Names.h"

#include <algorithm>

namespace spyre::plan {

namespace {

bool checkDomain(const ItemContext &item, const Exec &exec) {
  size_t before = item.report().total();
  Where loops(item.where, "loops"), reduction(item.where, "reduction");
  if (exec.loops.size() > size_t(kMaxRank)) {
    item.report().expected(FaultKind::Size, loops, "at most 16 loops", int64_t(exec.loops.size()));
    return false;
  }
  for (size_t d = 0; d < exec.loops.size(); ++d)
    checkExtent(item, Where(loops, d), exec.loops[d]);
  Where origin(item.where, "origin");
  if (!exec.origin.empty() && exec.origin.size() != exec.loops.size())
    item.report().expected(FaultKind::Size, origin, "none or one per loop",
                           int64_t(exec.origin.size()));
  for (size_t d = 0; d < exec.origin.size(); ++d)
    checkIndex(item, Where(origin, d), exec.origin[d]);
  if (exec.reduction.size() != exec.loops.size()) {
    item.report().expected(FaultKind::Size, reduction,
                           std::to_string(exec.loops.size()) + " flags, one per loop",
                           int64_t(exec.reduction.size()));
    return false;
  }
  for (size_t d = 0; d < exec.reduction.size(); ++d)
    if (exec.reduction[d] > (exec.kind == ExecKind::Map ? 0 : 1))
      item.report().expected(FaultKind::Structure, Where(reduction, d),
                             exec.kind == ExecKind::Map ? "0 in a map" : "0 or 1",
                             exec.reduction[d]);
  return item.report().total() == before;
}

bool checkUnit(const ItemContext &item, const Exec &exec) {
  Where unit(item.where, "unit");
  if (exec.unit == item.unit &&
      (exec.unit == Unit::Sfu || (exec.unit == Unit::Pt && exec.kind == ExecKind::Contract)))
    return true;
  bool compute = item.unit == Unit::Pt || item.unit == Unit::Sfu;
  item.report().expected(FaultKind::Structure, unit,
                         compute ? std::string("an exec for the ") + name(item.unit) +
                                       " queue (pt: contract only)"
                                 : std::string("no exec in the ") + name(item.unit) + " queue",
                         std::string(name(exec.kind)) + " on " + name(exec.unit));
  return false;
}

bool checkCounts(const ItemContext &item, const Exec &exec) {
  Where operands(item.where, "operands"), outputs(item.where, "numOutputs"),
      init(item.where, "init");
  size_t before = item.report().total(), count = exec.operands.size();
  if (count > size_t(kMaxOperands))
    item.report().expected(FaultKind::Size, operands, "at most 64", int64_t(count));
  if (exec.numOutputs < 1 || size_t(exec.numOutputs) > count)
    item.report().expected(FaultKind::Size, outputs,
                           "1 to the number of operands, " + std::to_string(count),
                           exec.numOutputs);
  if (exec.kind == ExecKind::Contract && (count != 3 || exec.numOutputs != 1))
    item.report().expected(FaultKind::Size, operands, "two inputs and one output of a contract",
                           int64_t(count));
  if (!exec.init.empty() &&
      (exec.kind == ExecKind::Map || exec.init.size() != size_t(exec.numOutputs)))
    item.report().expected(FaultKind::Size, init,
                           exec.kind == ExecKind::Map ? "none in a map"
                                                      : "one value per output or none",
                           int64_t(exec.init.size()));
  int64_t depth = exec.init.empty() ? 0 : int64_t(item.trips.size());
  if (exec.initLoop < -1 || exec.initLoop >= depth)
    item.report().expected(FaultKind::Structure, Where(item.where, "initLoop"),
                           "-1 or one of " + std::to_string(depth) + " loops around",
                           exec.initLoop);
  return item.report().total() == before;
}

// Every partial sum stays below 2^62.
bool fits(const Access &access, const Exec &exec) {
  auto abs = [](int64_t value) { return value < 0 ? -Wide(value) : Wide(value); };
  Wide total = abs(access.offset);
  for (const Access::Term &term : access.terms) {
    Wide inner = abs(term.c);
    for (size_t d = 0; d < term.coef.size(); ++d)
      inner += abs(term.coef[d]) * std::max<int64_t>(exec.loops[d].max, 1);
    if (inner > kMaxNumber || abs(term.mul) > kMaxNumber ||
        total + inner * abs(term.mul) > kMaxNumber)
      return false;
    total += inner * abs(term.mul);
  }
  return true;
}

bool aligned(const Access &access, int64_t width) {
  if (access.offset % width != 0)
    return false;
  for (const Access::Term &term : access.terms) {
    if (term.div != 1 || term.mod != 0) {
      if (term.mul % width != 0)
        return false;
      continue;
    }
    for (int64_t coef : term.coef)
      if (term.mul * coef % width != 0)
        return false;
    if (term.mul * term.c % width != 0)
      return false;
  }
  return true;
}

bool checkTerms(const ItemContext &item, const Where &access, const Exec &exec,
                const Operand &operand, bool output) {
  Where terms(access, "terms");
  if (operand.access.terms.size() > size_t(kMaxTerms)) {
    item.report().expected(FaultKind::Size, terms, "at most 32 terms",
                           int64_t(operand.access.terms.size()));
    return false;
  }
  size_t before = item.report().total();
  for (size_t i = 0; i < operand.access.terms.size(); ++i) {
    const Access::Term &term = operand.access.terms[i];
    Where at(terms, i);
    if (term.coef.size() != exec.loops.size()) {
      item.report().expected(FaultKind::Size, Where(at, "coef"),
                             std::to_string(exec.loops.size()) + " numbers, one per loop",
                             int64_t(term.coef.size()));
      continue;
    }
    if (term.div < 1)
      item.report().expected(FaultKind::Structure, Where(at, "div"), "at least 1", term.div);
    if (term.mod < 0)
      item.report().expected(FaultKind::Structure, Where(at, "mod"), "at least 0", term.mod);
    for (size_t d = 0; output && d < term.coef.size(); ++d)
      if (exec.reduction[d] && term.coef[d] != 0 && term.mul != 0 && exec.loops[d].max > 1)
        item.report().expected(FaultKind::Structure, Where(Where(at, "coef"), d),
                               "0: an output stands still in a reduction loop", term.coef[d]);
  }
  if (item.report().total() != before)
    return false;
  if (!fits(operand.access, exec)) {
    item.report().add(FaultKind::Bounds, access, "expected offsets below 2^62, found larger ones");
    return false;
  }
  return true;
}

void checkOperand(const ItemContext &item, const Where &where, const Exec &exec, size_t index) {
  const Operand &operand = exec.operands[index];
  bool output = index >= exec.operands.size() - size_t(exec.numOutputs);
  Where access(where, "access"), addr(where, "addr");
  if (!checkTerms(item, access, exec, operand, output))
    return;
  int64_t width = byteWidth(operand.type);
  if (!aligned(operand.access, width))
    item.report().add(FaultKind::Alignment, access,
                      "expected multiples of the element's " + std::to_string(width) +
                          " bytes, found others");
  std::vector<int64_t> sizes;
  for (const Extent &loop : exec.loops)
    sizes.push_back(loop.max);
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) {
    checkLxAddr(item, addr, operand.addr, 0);
    return;
  }
  Interval span = accessSpan(operand.access, sizes, item.program.budget);
  if (span.lo < 0)
    item.report().expected(FaultKind::Bounds, access, "offsets from 0", toString(span.lo));
  checkLxAddr(item, addr, operand.addr, span.hi + width);
}

} // namespace

void checkExec(const ItemContext &item, const Exec &exec) {
  checkKernel(item, exec.kernel);
  // Each for its own faults; the rest leans on all three.
  bool unit = checkUnit(item, exec), domain = checkDomain(item, exec),
       counts = checkCounts(item, exec);
  if (!unit || !domain || !counts)
    return;
  Where operands(item.where, "operands");
  for (size_t i = 0; i < exec.operands.size(); ++i)
    checkOperand(item, Where(operands, i), exec, i);
  checkBody(item, exec);
}

} // namespace spyre::plan
