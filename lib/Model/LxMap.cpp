// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LxMap.h"

#include "Addressing.h"
#include "spyre/Plan/Expr.h"
#include "spyre/Plan/Queues.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace spyre::model {

using plan::Copy;
using plan::EvalPoint;
using plan::Exec;
using plan::Unit;

namespace {

struct Range {
  int64_t low = 0, high = 0;
};

struct Access {
  enum Kind : uint8_t { Read, Write, Accumulate };
  const TraceEvent *event;
  Range range;
  Kind kind;
};

/// Bytes that a box covers around its address.
int64_t boxBytes(const Copy &copy, const EvalPoint &at, bool source) {
  int64_t bytes = plan::kStickBytes;
  for (const plan::BoxDim &dim : copy.box)
    bytes += (source ? dim.srcStride : dim.lxStride) * (plan::evaluate(dim.size, at) - 1);
  return bytes;
}

Range at(int64_t base, const Range &range) { return {base + range.low, base + range.high}; }

/// The accesses of every instruction of a recording, per core.
class Accesses {
public:
  Accesses(const plan::Program &program, const Recording &recording, const std::vector<int> &cores);
  std::vector<Access> &of(size_t i) { return lists[i]; }

private:
  void add(int core, const TraceEvent &event, Range range, Access::Kind kind) {
    if (slots[size_t(core)] >= 0)
      lists[size_t(slots[size_t(core)])].push_back({&event, range, kind});
  }
  void walk(const plan::FlatQueue &queue, int core, const std::vector<const TraceEvent *> &events);
  void addCopy(const Copy &copy, const TraceEvent &event, const EvalPoint &point);
  void addExec(const Exec &exec, const TraceEvent &event, const EvalPoint &point);
  const std::vector<Range> &hulls(const Exec &exec, const EvalPoint &point);

  const plan::Program &program;
  std::vector<std::vector<Access>> lists;
  std::vector<int> slots; // per core: its list, or -1
  std::map<std::pair<const Exec *, std::vector<int64_t>>, std::vector<Range>> hullsOf;
};

Accesses::Accesses(const plan::Program &program, const Recording &recording,
                   const std::vector<int> &cores)
    : program(program), lists(cores.size()) {
  // Ring copies read LX of cores other than their own: look at all cores.
  int last = -1;
  for (const TraceEvent &event : recording.events)
    last = std::max(last, event.core);
  slots.assign(size_t(last) + 1, -1);
  for (size_t i = 0; i < cores.size(); ++i)
    if (cores[i] <= last)
      slots[size_t(cores[i])] = int(i);
  using PerUnit = std::array<std::vector<const TraceEvent *>, plan::kNumUnits>;
  std::vector<PerUnit> events(slots.size());
  for (const TraceEvent &event : recording.events)
    events[size_t(event.core)][size_t(event.unit)].push_back(&event);
  for (int u = 0; u < plan::kNumUnits; ++u) {
    plan::FlatQueue queue = plan::flatten(program, Unit(u));
    bool remote = Unit(u) == Unit::Ring || Unit(u) == Unit::Psum;
    for (int core = 0; core <= last; ++core)
      if (remote || slots[size_t(core)] >= 0)
        walk(queue, core, events[size_t(core)][size_t(u)]);
  }
}

void Accesses::walk(const plan::FlatQueue &queue, int core,
                    const std::vector<const TraceEvent *> &events) {
  int64_t number = 0;
  auto next = events.begin(); // events of one queue end in order
  for (plan::Walker walker(queue); !walker.done() && next != events.end(); walker.next()) {
    if (std::holds_alternative<plan::Await>(walker.node()))
      continue;
    if ((*next)->number != number++)
      continue; // had nothing to do
    EvalPoint point{program.tables, core, walker.ivs()};
    if (auto *copy = std::get_if<Copy>(&walker.node()))
      addCopy(*copy, **next, point);
    else
      addExec(std::get<Exec>(walker.node()), **next, point);
    ++next;
  }
}

void Accesses::addCopy(const Copy &copy, const TraceEvent &event, const EvalPoint &point) {
  Range local = at(plan::evaluate(copy.lx, point), {0, boxBytes(copy, point, false)});
  if (event.unit == Unit::Ring || event.unit == Unit::Psum) {
    int source = int(program.tables[size_t(copy.coreMap)][size_t(event.core)]);
    Range remote = at(plan::evaluate(copy.src, point), {0, boxBytes(copy, point, true)});
    if (size_t(source) < slots.size())
      add(source, event, remote, Access::Read);
  }
  for (const plan::IndexOperand &index : copy.indices)
    add(event.core, event, at(plan::evaluate(index.addr, point), {0, plan::kStickBytes}),
        Access::Read);
  add(event.core, event, local,
      event.unit == Unit::Store  ? Access::Read
      : event.unit == Unit::Psum ? Access::Accumulate
                                 : Access::Write);
}

const std::vector<Range> &Accesses::hulls(const Exec &exec, const EvalPoint &point) {
  std::vector<int64_t> sizes;
  for (const plan::Extent &loop : exec.loops)
    sizes.push_back(plan::evaluate(loop, point));
  auto [it, isNew] = hullsOf.try_emplace({&exec, sizes});
  if (isNew)
    for (const plan::Operand &operand : exec.operands) {
      auto [low, high] = makeOffsetMap(operand.access, sizes).bounds(sizes);
      it->second.push_back({low, high + plan::byteWidth(operand.type)});
    }
  return it->second;
}

void Accesses::addExec(const Exec &exec, const TraceEvent &event, const EvalPoint &point) {
  const std::vector<Range> &ranges = hulls(exec, point);
  size_t inputs = ranges.size() - size_t(exec.numOutputs);
  bool first = exec.kind == plan::ExecKind::Map ||
               (!exec.init.empty() && (exec.initLoop < 0 || point.ivs[size_t(exec.initLoop)] == 0));
  for (size_t o = 0; o < ranges.size(); ++o)
    add(event.core, event, at(plan::evaluate(exec.operands[o].addr, point), ranges[o]),
        o < inputs ? Access::Read
        : first    ? Access::Write
                   : Access::Accumulate);
}

/// The live buffers of one core, by address; they do not overlap.
class Memory {
public:
  void read(const Access &access) {
    for (auto it = firstAt(access.range.low); it != live.end() && it->first < access.range.high;
         ++it) {
      it->second.isRead = true;
      touch(it->second, access);
    }
  }
  void write(const Access &access) {
    Live buffer{{access.range.low, access.range.high, access.event->startUs, 0,
                 access.event->kernel, access.event->unit}};
    for (auto it = firstAt(access.range.low); it != live.end() && it->first < access.range.high;) {
      bool goesOn = access.kind == Access::Accumulate || !it->second.isRead;
      if (goesOn && it->second.low <= buffer.low && it->second.high >= buffer.high)
        return touch(it->second, access);
      Live old = it->second;
      it = live.erase(it);
      if (goesOn) { // from now on larger
        buffer.low = std::min(buffer.low, old.low);
        buffer.high = std::max(buffer.high, old.high);
        buffer.toUs = std::max(buffer.toUs, old.toUs);
        end(old, access.event->startUs);
      } else {
        replace(old, access);
      }
    }
    touch(buffer, access);
    live[buffer.low] = buffer;
  }
  std::vector<LxBuffer> take() {
    for (const auto &[low, buffer] : live)
      ended.push_back(buffer);
    auto key = [](const LxBuffer &b) { return std::tuple(b.fromUs, b.low, b.high, b.toUs); };
    std::sort(ended.begin(), ended.end(),
              [&](const LxBuffer &a, const LxBuffer &b) { return key(a) < key(b); });
    return std::move(ended);
  }

private:
  struct Live : LxBuffer {
    bool isRead = false;
  };
  std::map<int64_t, Live>::iterator firstAt(int64_t low) {
    auto it = live.lower_bound(low);
    if (it != live.begin() && std::prev(it)->second.high > low)
      --it;
    return it;
  }
  static void touch(Live &buffer, const Access &access) {
    buffer.toUs = std::max(buffer.toUs, access.event->endUs);
  }
  /// Ends what the access overwrites; what it leaves lives on.
  void replace(const Live &old, const Access &access) {
    Live part = old;
    if (old.low < access.range.low) {
      part.low = old.low, part.high = access.range.low;
      live[part.low] = part;
    }
    if (old.high > access.range.high) {
      part.low = access.range.high, part.high = old.high;
      live[part.low] = part;
    }
    part.low = std::max(old.low, access.range.low);
    part.high = std::min(old.high, access.range.high);
    end(part, std::min(old.toUs, access.event->startUs)); // in place: still read
  }
  void end(Live part, double us) {
    part.toUs = us;
    if (part.toUs > part.fromUs)
      ended.push_back(part);
  }

  std::map<int64_t, Live> live;
  std::vector<LxBuffer> ended;
};

} // namespace

std::vector<std::vector<LxBuffer>>
lxBuffers(const plan::Program &program, const Recording &recording, const std::vector<int> &cores) {
  Accesses accesses(program, recording, cores);
  std::vector<std::vector<LxBuffer>> result;
  for (size_t i = 0; i < cores.size(); ++i) {
    std::vector<Access> &list = accesses.of(i);
    // By start; an instruction reads before it writes.
    auto key = [](const Access &a) {
      return std::tuple(a.event->startUs, a.event->unit, a.event->core, a.event->number,
                        a.kind != Access::Read, a.range.low, a.range.high);
    };
    std::sort(list.begin(), list.end(),
              [&](const Access &a, const Access &b) { return key(a) < key(b); });
    Memory memory;
    for (const Access &access : list)
      access.kind == Access::Read ? memory.read(access) : memory.write(access);
    result.push_back(memory.take());
  }
  return result;
}

std::vector<LxStep> lxUse(const std::vector<LxBuffer> &buffers) {
  std::map<double, int64_t> changes;
  for (const LxBuffer &buffer : buffers) {
    changes[buffer.fromUs] += buffer.high - buffer.low;
    changes[buffer.toUs] -= buffer.high - buffer.low;
  }
  std::vector<LxStep> steps;
  int64_t bytes = 0;
  for (const auto &[us, change] : changes)
    if (change != 0)
      steps.push_back({us, bytes += change});
  return steps;
}

} // namespace spyre::model
