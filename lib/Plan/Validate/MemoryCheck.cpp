// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MemoryCheck.h"

#include "spyre/Plan/Expr.h"
#include "spyre/Plan/Layout.h"

#include <algorithm>

namespace spyre::plan {

namespace {

constexpr int64_t kMaxCells = int64_t(1) << 24;

void sortOnce(std::vector<int64_t> &values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

} // namespace

MemoryCheck::MemoryCheck(ProgramContext &context, const CoreColours &colours,
                         HazardReporter &hazards, bool keepAllReads)
    : context(context), colours(colours), hazards(hazards),
      trackedOf(context.plan.tensors.size(), -1) {
  findWritten();
  for (const FlatQueue &queue : context.queues)
    for (const FlatQueue::Item &item : queue.items) {
      const Copy *copy = std::get_if<Copy>(item.node);
      relevant[size_t(queue.unit)].push_back(copy && !readsRemoteLx(queue.unit) &&
                                             touchesTracked(*copy));
    }
  for (Unit unit : {Unit::Load, Unit::Store})
    collectCuts(context.queues[size_t(unit)]);
  for (Tracked &one : tracked)
    makeCells(one, keepAllReads);
}

// Tensors that a store may write, outputs of the program, and temps: what
// nothing wrote must not be read.
void MemoryCheck::findWritten() {
  auto track = [&](int32_t tensor) {
    int32_t root = rootTensor(context.plan, tensor);
    if (trackedOf[size_t(root)] >= 0)
      return;
    trackedOf[size_t(root)] = int(tracked.size());
    Tracked &one = tracked.emplace_back();
    one.tensor = root;
    for (int64_t size : outerShape(context.plan.tensors[size_t(root)]))
      one.cuts.push_back({0, size});
  };
  auto forEachTensor = [&](const Copy &copy, auto each) {
    if (copy.addressTable < 0)
      return each(copy.tensor);
    for (int32_t tensor : context.program.addressTables[size_t(copy.addressTable)].tensors)
      each(tensor);
  };
  for (int32_t output : context.program.outputs)
    if (context.plan.tensors[size_t(output)].alias < 0)
      track(output);
  for (Unit unit : {Unit::Load, Unit::Store})
    for (const FlatQueue::Item &item : context.queues[size_t(unit)].items)
      if (const Copy *copy = std::get_if<Copy>(item.node))
        forEachTensor(*copy, [&](int32_t tensor) {
          Role role = context.plan.tensors[size_t(tensor)].role;
          if (unit == Unit::Store || role == Role::Temp || role == Role::Output)
            track(tensor);
        });
}

bool MemoryCheck::touchesTracked(const Copy &copy) const {
  auto isTracked = [&](int32_t tensor) {
    return trackedOf[size_t(rootTensor(context.plan, tensor))] >= 0;
  };
  if (copy.addressTable < 0)
    return isTracked(copy.tensor);
  const std::vector<int32_t> &tensors =
      context.program.addressTables[size_t(copy.addressTable)].tensors;
  return std::any_of(tensors.begin(), tensors.end(), isTracked);
}

MemoryCheck::Box MemoryCheck::boxOf(const Copy &copy, std::span<const int64_t> ivs,
                                    int core) const {
  EvalPoint at{context.program.tables, core, ivs};
  int32_t tensor = copy.tensor;
  if (copy.addressTable >= 0)
    tensor = context.program.addressTables[size_t(copy.addressTable)]
                 .tensors[size_t(evaluate(copy.tableIndex, at))];
  Box box;
  for (size_t d = 0; d < copy.box.size(); ++d) {
    int64_t size = evaluate(copy.box[d].size, at);
    if (size == 0)
      return box;
    box.lo[d] = evaluate(copy.box[d].offset, at);
    box.hi[d] = box.lo[d] + size;
  }
  for (const IndexOperand &index : copy.indices) {
    box.lo[size_t(index.dim)] += index.lo;
    box.hi[size_t(index.dim)] += index.hi;
    box.certain &= index.lo == index.hi;
  }
  box.tracked = trackedOf[size_t(rootTensor(context.plan, tensor))];
  return box;
}

void MemoryCheck::collectCuts(const FlatQueue &queue) {
  for (Walker walker(queue); !walker.done(); walker.next()) {
    if (!relevant[size_t(queue.unit)][size_t(walker.item())])
      continue;
    const Copy &copy = std::get<Copy>(walker.node());
    context.budget.charge(context.plan.cores * int64_t(1 + 2 * copy.box.size()));
    for (int core = 0; core < context.plan.cores; ++core) {
      Box box = boxOf(copy, walker.ivs(), core);
      if (box.tracked < 0)
        continue;
      Tracked &one = tracked[size_t(box.tracked)];
      __int128 sticks = 1;
      for (size_t d = 0; d < one.cuts.size(); ++d) {
        sticks *= box.hi[d] - box.lo[d];
        std::vector<int64_t> &cuts = one.cuts[d];
        if (cuts.size() + 2 > cuts.capacity()) { // before it grows
          sortOnce(cuts);
          cuts.reserve(2 * cuts.size() + 64);
        }
        cuts.push_back(box.lo[d]);
        cuts.push_back(box.hi[d]);
      }
      if (queue.unit == Unit::Store) {
        one.written += sticks;
        one.indexed |= !box.certain;
      }
    }
  }
}

void MemoryCheck::makeCells(Tracked &one, bool keepAllReads) {
  int64_t cells = 1;
  one.strides.resize(one.cuts.size());
  for (size_t d = one.cuts.size(); d-- > 0;) {
    sortOnce(one.cuts[d]);
    one.strides[d] = cells;
    cells *= int64_t(one.cuts[d].size()) - 1; // at most 2^24 each
    if (cells > kMaxCells)
      throw OverBudget{"expected boxes of tensor '" + tensor(one).name +
                       "' that share borders, found more than 2^24 cells"};
  }
  context.budget.charge(cells);
  one.cells.resize(size_t(cells));
  bool state = tensor(one).role == Role::State;
  bool once = !one.indexed && one.written <= numSticks(tensor(one));
  if (state || !once || (keepAllReads && tensor(one).role == Role::Temp))
    one.reads.resize(size_t(cells));
}

// Calls visit(cell) for the cells of a box.
template <typename Visit> void MemoryCheck::forEachCell(const Tracked &one, Box &box, Visit visit) {
  size_t rank = one.cuts.size(), first = 0;
  int64_t count = 1;
  for (size_t d = 0; d < rank; ++d) {
    const std::vector<int64_t> &cuts = one.cuts[d];
    box.lo[d] = std::lower_bound(cuts.begin(), cuts.end(), box.lo[d]) - cuts.begin();
    box.hi[d] = std::lower_bound(cuts.begin() + box.lo[d], cuts.end(), box.hi[d]) - cuts.begin();
    first += size_t(box.lo[d] * one.strides[d]);
    count *= box.hi[d] - box.lo[d];
  }
  context.budget.charge(count + 4);
  std::array<int64_t, kMaxRank> at = box.lo;
  for (size_t cell = first; count-- > 0;) {
    visit(cell);
    for (size_t d = rank; d-- > 0;) {
      cell += size_t(one.strides[d]);
      if (++at[d] < box.hi[d])
        break;
      cell -= size_t(one.strides[d] * (box.hi[d] - box.lo[d]));
      at[d] = box.lo[d];
    }
  }
}

bool MemoryCheck::ordered(const Event &event, const Moment &now, const Moment &earlier) const {
  if (earlier.core == now.core && earlier.unit == now.unit)
    return true;
  return event.knows(colours.colour(now.core, earlier.core), earlier.unit) >= earlier.number;
}

void MemoryCheck::load(const Event &event, const Moment &now, Box &box) {
  Tracked &one = tracked[size_t(box.tracked)];
  bool defined = tensor(one).role == Role::State;
  forEachCell(one, box, [&](size_t index) {
    const Cell &cell = one.cells[index];
    Moment writer{cell.core, cell.unit, cell.number};
    if (!cell.surely && !defined)
      hazards.fault(FaultKind::Unwritten, now, ".box",
                    "expected data, found " + describe(one, index) +
                        " read before anything wrote it");
    else if (cell.number != 0 && !ordered(event, now, writer))
      hazards.missingWait(now, writer, describe(one, index));
    if (one.reads.empty())
      return;
    for (Moment &before : one.reads[index])
      if (before.core == now.core && before.unit == now.unit) {
        before.number = now.number;
        return;
      }
    one.reads[index].push_back(now);
  });
}

void MemoryCheck::store(const Event &event, const Moment &now, Box &box) {
  Tracked &one = tracked[size_t(box.tracked)];
  bool output = tensor(one).role == Role::Output, certain = box.certain;
  forEachCell(one, box, [&](size_t index) {
    Cell &cell = one.cells[index];
    Moment writer{cell.core, cell.unit, cell.number};
    if (output && certain && cell.surely)
      hazards.fault(FaultKind::Rewritten, now, ".box",
                    "expected each element of an output written once, found " +
                        describe(one, index) + " written before");
    else if (cell.number != 0 && !ordered(event, now, writer))
      hazards.missingWait(now, writer, describe(one, index));
    if (!one.reads.empty()) {
      context.budget.charge(int64_t(one.reads[index].size()));
      for (const Moment &reader : one.reads[index])
        if (!ordered(event, now, reader))
          hazards.missingWait(now, reader, describe(one, index));
      one.reads[index].clear();
    } else if (cell.number != 0 && !output) {
      rewritten = true;
    }
    cell = {now.number, int16_t(now.core), now.unit, cell.surely || certain};
  });
}

void MemoryCheck::onEvent(const Event &event) {
  if (!relevant[size_t(event.unit)][size_t(event.item)] || hazards.full())
    return;
  const Copy &copy = std::get<Copy>(event.node);
  const std::vector<int64_t> *groups =
      copy.multicast >= 0 ? &context.program.tables[size_t(copy.multicast)] : nullptr;
  std::set<int64_t> seen;
  for (int core : colours.coresOf(event.cls)) {
    Box box = boxOf(copy, event.ivs, core);
    if (box.tracked < 0)
      continue;
    // A group reads one box and knows the same: one member speaks for all,
    // unless later writes must wait for each.
    if (groups && tracked[size_t(box.tracked)].reads.empty() &&
        !seen.insert((*groups)[size_t(core)]).second)
      continue;
    Moment now{core, event.unit, event.number};
    if (event.unit == Unit::Load)
      load(event, now, box);
    else
      store(event, now, box);
  }
}

void MemoryCheck::finish() {
  Where program(context.path), outputs(program, "outputs");
  for (size_t i = 0; i < context.program.outputs.size(); ++i) {
    int32_t output = context.program.outputs[i];
    if (context.plan.tensors[size_t(output)].alias >= 0)
      continue;
    const Tracked &one = tracked[size_t(trackedOf[size_t(output)])];
    for (size_t cell = 0; cell < one.cells.size(); ++cell)
      if (!one.cells[cell].surely) {
        context.report.expected(FaultKind::Unwritten, Where(outputs, i), "every element written",
                                describe(one, cell) + " never written");
        break;
      }
  }
}

// "entries [0, 4)x[2, 3) of 'out0'", the borders of a cell.
std::string MemoryCheck::describe(const Tracked &one, size_t cell) const {
  std::string text;
  for (size_t d = 0; d < one.cuts.size(); ++d) {
    size_t at = cell / size_t(one.strides[d]) % (one.cuts[d].size() - 1);
    text += (d ? "x[" : "[") + std::to_string(one.cuts[d][at]) + ", " +
            std::to_string(one.cuts[d][at + 1]) + ")";
  }
  return (text.empty() ? "the stick" : "entries " + text) + " of '" + tensor(one).name + "'";
}

} // namespace spyre::plan
