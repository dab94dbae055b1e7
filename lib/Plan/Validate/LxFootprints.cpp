// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LxFootprints.h"

#include "spyre/Plan/Expr.h"

#include <algorithm>

namespace spyre::plan {

namespace {

// Numbers equal rows alike.
std::vector<int> numberRows(const std::vector<std::vector<int64_t>> &rows) {
  std::map<std::vector<int64_t>, int> numbers;
  std::vector<int> result;
  for (const std::vector<int64_t> &row : rows)
    result.push_back(numbers.try_emplace(row, int(numbers.size())).first->second);
  return result;
}

// What of a core's tables shows in the sizes and ring addresses of its queues.
std::vector<int64_t> sizesSeen(const ProgramContext &context, int core) {
  std::vector<int64_t> row;
  for (const FlatQueue &queue : context.queues)
    for (size_t i = 0; i < queue.items.size(); ++i) {
      std::vector<int64_t> trips = queue.trips(i);
      if (std::find(trips.begin(), trips.end(), 0) != trips.end())
        continue;
      auto add = [&](const Extent &extent) {
        if (extent.value.table < 0)
          return;
        ExtentKey key = extentKey(extent, context.program, trips, core);
        row.insert(row.end(), {key.kind, key.c});
      };
      if (const Copy *copy = std::get_if<Copy>(queue.items[i].node)) {
        if (copy->lx.slot.table >= 0)
          row.push_back(int64_t(Affine(copy->lx.slot, context.program, core).c));
        for (const BoxDim &dim : copy->box) {
          add(dim.size);
          if (readsRemoteLx(queue.unit) && dim.offset.table >= 0)
            row.push_back(int64_t(Affine(dim.offset, context.program, core).c));
        }
      } else if (const Exec *exec = std::get_if<Exec>(queue.items[i].node)) {
        for (const Extent &loop : exec->loops)
          add(loop);
      }
    }
  return row;
}

} // namespace

LxFootprints::LxFootprints(ProgramContext &context, const CoreColours &colours,
                           HazardReporter &hazards)
    : context(context), hazards(hazards) {
  classify(colours);
  accesses.emplace_back(); // number 0: touches nothing
  events.resize(lxClasses.size());
  for (size_t lxClass = 0; lxClass < lxClasses.size(); ++lxClass)
    for (const FlatQueue &queue : context.queues)
      resolveQueue(int(lxClass), queue);
  cutAtoms();
}

void LxFootprints::classify(const CoreColours &colours) {
  int cores = context.plan.cores;
  std::vector<std::vector<int64_t>> rows;
  for (int core = 0; core < cores; ++core) {
    rows.push_back(sizesSeen(context, core));
    context.budget.charge(int64_t(rows.back().size()) * 8);
  }
  std::vector<int> sizes = numberRows(rows);
  std::set<int32_t> maps;
  for (Unit unit : {Unit::Ring, Unit::Psum})
    for (const FlatQueue::Item &item : context.queues[size_t(unit)].items)
      if (const Copy *copy = std::get_if<Copy>(item.node))
        maps.insert(copy->coreMap);
  for (int core = 0; core < cores; ++core)
    rows[size_t(core)] = {sizes[size_t(core)], colours.classOf(core)};
  for (int32_t map : maps)
    for (int reader = 0; reader < cores; ++reader) {
      int source = int(context.program.tables[size_t(map)][size_t(reader)]);
      rows[size_t(source)].insert(rows[size_t(source)].end(),
                                  {sizes[size_t(reader)], colours.classOf(reader),
                                   colours.colour(reader, source), colours.colour(source, reader)});
    }
  classOfCore = numberRows(rows);
  for (int core = 0; core < cores; ++core)
    if (classOfCore[size_t(core)] == int(lxClasses.size()))
      lxClasses.push_back({core, colours.classOf(core)});
}

void LxFootprints::resolveQueue(int lxClass, const FlatQueue &queue) {
  int core = lxClasses[size_t(lxClass)].core;
  std::vector<uint32_t> &numbers = events[size_t(lxClass)][size_t(queue.unit)];
  std::vector<std::pair<Key, uint32_t>> last(queue.items.size());
  Key key;
  for (Walker walker(queue); !walker.done(); walker.next()) {
    const Copy *copy = std::get_if<Copy>(&walker.node());
    const Exec *exec = std::get_if<Exec>(&walker.node());
    if (!copy && !exec)
      continue;
    context.budget.charge(8);
    key.clear();
    if (copy && !resolveCopy(*copy, queue.unit, walker, core, key)) {
      numbers.push_back(0);
      continue;
    }
    if (exec)
      resolveExec(*exec, walker, core, key);
    // Mostly the key of the iteration before or one of a few slots.
    auto &[lastKey, lastNumber] = last[size_t(walker.item())];
    if (lastKey.empty() || key != lastKey) {
      auto [entry, isNew] =
          accessNumbers.try_emplace({&walker.node(), key}, uint32_t(accesses.size()));
      if (isNew) {
        Moment at{core, queue.unit, uint32_t(numbers.size()) + 1};
        bool local = copy && readsRemoteLx(queue.unit) && key.back();
        accesses.push_back(copy ? accessOf(*copy, local, at, key) : accessOf(*exec, at, key));
      }
      lastKey = key;
      lastNumber = entry->second;
    }
    numbers.push_back(lastNumber);
  }
}

// Key: LX address, sizes, addresses of index operands, source address, whether
// the source is the core itself. False: nothing to do.
bool LxFootprints::resolveCopy(const Copy &copy, Unit unit, const Walker &walker, int core,
                               Key &key) const {
  EvalPoint at{context.program.tables, core, walker.ivs()};
  key.push_back(evaluate(copy.lx, at));
  for (const BoxDim &dim : copy.box) {
    key.push_back(evaluate(dim.size, at));
    if (key.back() == 0)
      return false;
  }
  for (const IndexOperand &index : copy.indices)
    key.push_back(evaluate(index.addr, at));
  if (!readsRemoteLx(unit))
    return true;
  int64_t source = evaluate(copy.src, at);
  for (const BoxDim &dim : copy.box)
    source += evaluate(dim.offset, at) * dim.srcStride;
  for (const IndexOperand &index : copy.indices)
    source += index.lo * copy.box[size_t(index.dim)].srcStride;
  key.push_back(source);
  key.push_back(context.program.tables[size_t(copy.coreMap)][size_t(core)] == core);
  return true;
}

// Key: sizes, addresses of operands, whether outputs hold earlier values.
void LxFootprints::resolveExec(const Exec &exec, const Walker &walker, int core, Key &key) const {
  EvalPoint at{context.program.tables, core, walker.ivs()};
  for (const Extent &loop : exec.loops)
    key.push_back(evaluate(loop, at));
  for (const Operand &operand : exec.operands)
    key.push_back(evaluate(operand.addr, at));
  bool fresh =
      !exec.init.empty() && (exec.initLoop < 0 || walker.ivs()[size_t(exec.initLoop)] == 0);
  key.push_back(exec.kind != ExecKind::Map && !fresh);
}

uint32_t LxFootprints::footprint(const StickSet &relative, int64_t base) {
  StickSet set = relative;
  for (auto &[lo, hi] : set) {
    lo += int32_t(base / kStickBytes);
    hi += int32_t(base / kStickBytes);
  }
  if (!set.empty())
    peakStick = std::max<int64_t>(peakStick, set.back().second);
  auto [entry, isNew] = footprintNumbers.try_emplace(std::move(set), uint32_t(footprints.size()));
  if (isNew)
    footprints.push_back(entry->first);
  return entry->second;
}

LxAccess LxFootprints::accessOf(const Copy &copy, bool local, const Moment &at, const Key &key) {
  size_t rank = copy.box.size();
  std::vector<StridedDim> lx, source;
  for (size_t d = 0; d < rank; ++d) {
    lx.push_back({key[1 + d], copy.box[d].lxStride});
    source.push_back({key[1 + d], copy.box[d].srcStride});
  }
  LxAccess access;
  (at.unit == Unit::Store ? access.reads : access.writes)
      .push_back(footprint(boxSticks(lx, context.budget), key[0]));
  for (size_t i = 0; i < copy.indices.size(); ++i) {
    access.reads.push_back(footprint({{0, 1}}, key[1 + rank + i]));
    source[size_t(copy.indices[i].dim)].size += copy.indices[i].hi - copy.indices[i].lo;
  }
  if (readsRemoteLx(at.unit)) {
    uint32_t from = footprint(boxSticks(source, context.budget), key[key.size() - 2]);
    if (local)
      access.reads.push_back(from);
    else
      access.remote = from;
  }
  for (uint32_t to : access.writes)
    for (uint32_t from : access.reads)
      if (intersects(footprints[to], footprints[from]))
        hazards.fault(FaultKind::Overlap, at, ".lx",
                      "expected bytes apart from those that the copy reads, "
                      "found shared ones");
  if (at.unit == Unit::Psum) // adds to what is there
    access.reads.push_back(access.writes[0]);
  return access;
}

// Accesses that reach the same bytes by the same formula have one number:
// loops of size 1 do not count, linear terms are summed per loop.
uint32_t LxFootprints::accessShape(const Access &access, std::span<const int64_t> sizes) {
  Key key(sizes.begin(), sizes.end());
  size_t linear = key.size();
  key.resize(2 * sizes.size() + 1, 0);
  key.back() = access.offset;
  std::vector<Key> rest;
  for (const Access::Term &term : access.terms) {
    bool isLinear = term.div == 1 && term.mod == 0;
    Key other{term.mul, term.c, term.div, term.mod};
    for (size_t d = 0; d < sizes.size(); ++d) {
      int64_t coef = sizes[d] > 1 ? term.coef[d] : 0;
      if (isLinear)
        key[linear + d] += term.mul * coef;
      else
        other.push_back(coef);
    }
    if (isLinear)
      key.back() += term.mul * term.c;
    else
      rest.push_back(std::move(other));
  }
  std::sort(rest.begin(), rest.end());
  for (const Key &other : rest)
    key.insert(key.end(), other.begin(), other.end());
  auto [entry, isNew] = shapeNumbers.try_emplace(std::move(key), uint32_t(shapes.size()));
  if (isNew)
    shapes.push_back(accessSticks(access, sizes, context.budget));
  return entry->second;
}

LxAccess LxFootprints::accessOf(const Exec &exec, const Moment &at, const Key &key) {
  std::span<const int64_t> sizes(key.data(), exec.loops.size());
  size_t inputs = exec.operands.size() - size_t(exec.numOutputs);
  std::vector<Resolved> operands;
  for (size_t i = 0; i < exec.operands.size(); ++i) {
    uint32_t shape = accessShape(exec.operands[i].access, sizes);
    int64_t base = key[sizes.size() + i];
    operands.push_back(
        {footprint(shapes[shape], base), base, shape, byteWidth(exec.operands[i].type)});
  }
  LxAccess access;
  for (size_t i = 0; i < operands.size(); ++i) {
    if (i < inputs || key.back())
      access.reads.push_back(operands[i].footprint);
    if (i >= inputs)
      access.writes.push_back(operands[i].footprint);
  }
  checkInPlace(exec, operands, at);
  return access;
}

// An output may lie on an input only element by element; elsewhere the result
// would depend on the order in which the unit works.
void LxFootprints::checkInPlace(const Exec &exec, const std::vector<Resolved> &operands,
                                const Moment &at) {
  size_t inputs = operands.size() - size_t(exec.numOutputs);
  for (size_t out = inputs; out < operands.size(); ++out)
    for (size_t in = 0; in < out; ++in) {
      const Resolved &a = operands[in], &b = operands[out];
      bool same = a.base == b.base && a.shape == b.shape && a.width == b.width && in < inputs &&
                  exec.kind == ExecKind::Map;
      if (same || !intersects(footprints[a.footprint], footprints[b.footprint]))
        continue;
      std::string field = ".operands[" + std::to_string(out) + "].addr";
      hazards.fault(FaultKind::Overlap, at, field.c_str(),
                    "expected bytes of its own or the very elements of an "
                    "input, found bytes of operands[" +
                        std::to_string(in) + "]");
    }
}

void LxFootprints::cutAtoms() {
  std::vector<uint32_t> atomOf(size_t(peakStick), 0), size { uint32_t(peakStick) };
  for (const StickSet &set : footprints) {
    std::map<uint32_t, std::pair<uint32_t, uint32_t>>
        hits; // atom -> sticks in the set, its new number
    for (auto [lo, hi] : set) {
      context.budget.charge(hi - lo);
      for (int32_t stick = lo; stick < hi;) {
        uint32_t atom = atomOf[size_t(stick)];
        int32_t end = stick;
        while (end < hi && atomOf[size_t(end)] == atom)
          ++end;
        hits[atom].first += uint32_t(end - stick);
        stick = end;
      }
    }
    for (auto &[atom, hit] : hits) {
      hit.second = atom;
      if (hit.first == size[atom])
        continue;
      hit.second = uint32_t(size.size());
      size[atom] -= hit.first;
      size.push_back(hit.first);
    }
    for (auto [lo, hi] : set)
      for (int32_t stick = lo; stick < hi; ++stick)
        atomOf[size_t(stick)] = hits[atomOf[size_t(stick)]].second;
  }
  atomStart.assign(size.size(), -1);
  for (size_t stick = atomOf.size(); stick-- > 0;)
    atomStart[atomOf[stick]] = int32_t(stick);
  for (const StickSet &set : footprints) {
    std::vector<uint32_t> &list = atomLists.emplace_back();
    for (auto [lo, hi] : set)
      for (int32_t stick = lo; stick < hi; ++stick)
        if (list.empty() || list.back() != atomOf[size_t(stick)])
          list.push_back(atomOf[size_t(stick)]);
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
}

std::string LxFootprints::describe(uint32_t atom) const {
  int64_t first = int64_t(atomStart[atom]) * kStickBytes;
  return "LX bytes " + std::to_string(first) + ".." + std::to_string(first + kStickBytes - 1);
}

} // namespace spyre::plan
