// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BruteForce.h"

#include "spyre/Plan/Expr.h"
#include "spyre/Plan/Layout.h"

#include <algorithm>
#include <map>
#include <set>

namespace spyre::plan::test {

namespace {

bool isRing(Unit unit) { return unit == Unit::Ring || unit == Unit::Psum; }

// A step of one queue of one core, loops expanded.
struct Step {
  const Node *node;
  std::vector<int64_t> ivs;
};

// (space, owner, stick): LX of a core, or a tensor.
struct Cell {
  bool lx;
  int owner;
  int64_t stick;
  auto operator<=>(const Cell &) const = default;
};

struct Instruction {
  int queue; // core * kNumUnits + unit
  int number;
  std::vector<int> clock; // per queue, when it starts
  std::set<Cell> reads, writes, maybeWrites;
};

class Force {
public:
  explicit Force(const Plan &plan) : plan(plan), program(plan.programs[0]) {}

  std::string run() {
    int queues = plan.cores * kNumUnits;
    steps.resize(size_t(queues));
    at.resize(size_t(queues));
    clocks.assign(size_t(queues), std::vector<int>(size_t(queues), 0));
    history.resize(size_t(queues));
    for (int queue = 0; queue < queues; ++queue)
      expand(program.queues[size_t(queue % kNumUnits)], {}, steps[size_t(queue)]);
    bool progress = true;
    while (progress) {
      progress = false;
      for (int queue = 0; queue < queues; ++queue)
        while (step(queue))
          progress = true;
    }
    for (int queue = 0; queue < queues; ++queue)
      if (at[size_t(queue)] != steps[size_t(queue)].size())
        return "deadlock";
    return hazards();
  }

private:
  static void expand(const std::vector<Node> &nodes, std::vector<int64_t> ivs,
                     std::vector<Step> &out) {
    for (const Node &node : nodes) {
      const Loop *loop = std::get_if<Loop>(&node);
      if (!loop) {
        out.push_back({&node, ivs});
        continue;
      }
      ivs.push_back(0);
      for (ivs.back() = 0; ivs.back() < loop->trip; ++ivs.back())
        expand(loop->body, ivs, out);
      ivs.pop_back();
    }
  }

  int finished(int queue) const { return int(history[size_t(queue)].size()); }
  void join(int queue, const std::vector<int> &other) {
    for (size_t i = 0; i < other.size(); ++i)
      clocks[size_t(queue)][i] = std::max(clocks[size_t(queue)][i], other[i]);
  }

  bool step(int queue) {
    if (at[size_t(queue)] == steps[size_t(queue)].size())
      return false;
    const Step &now = steps[size_t(queue)][at[size_t(queue)]];
    int core = queue / kNumUnits;
    EvalPoint point{program.tables, core, now.ivs};
    if (const Await *await = std::get_if<Await>(now.node)) {
      int64_t count = evaluate(await->count, point);
      for (int pass = 0; pass < 2 && count > await->floor; ++pass)
        for (int other = 0; other < plan.cores; ++other) {
          if ((await->cores == Await::Cores::Same && other != core) ||
              (await->cores == Await::Cores::Map &&
               program.tables[size_t(await->coreMap)][size_t(core)] != other))
            continue;
          int on = other * kNumUnits + int(await->unit);
          if (pass == 0 && finished(on) < count)
            return false;
          if (pass == 1) {
            join(queue, history[size_t(on)][size_t(count - 1)]);
            clocks[size_t(queue)][size_t(on)] =
                std::max(clocks[size_t(queue)][size_t(on)], int(count));
          }
        }
      ++at[size_t(queue)];
      return true;
    }
    if (const Copy *copy = std::get_if<Copy>(now.node); copy && copy->multicast >= 0)
      return runGroup(queue, program.tables[size_t(copy->multicast)]);
    finish(queue);
    return true;
  }

  // All members of a multicast together, when all stand at it.
  bool runGroup(int queue, const std::vector<int64_t> &groups) {
    std::vector<int> members;
    for (int core = 0; core < plan.cores; ++core)
      if (groups[size_t(core)] == groups[size_t(queue / kNumUnits)])
        members.push_back(core * kNumUnits + queue % kNumUnits);
    for (int member : members)
      if (at[size_t(member)] != at[size_t(queue)])
        return false;
    std::vector<int> all(clocks.size(), 0);
    for (int member : members) {
      clocks[size_t(member)][size_t(member)] = finished(member);
      for (size_t i = 0; i < all.size(); ++i)
        all[i] = std::max(all[i], clocks[size_t(member)][i]);
    }
    for (int member : members) {
      join(member, all);
      finish(member);
    }
    return true;
  }

  void finish(int queue) {
    const Step &now = steps[size_t(queue)][at[size_t(queue)]];
    clocks[size_t(queue)][size_t(queue)] = finished(queue);
    Instruction instruction{queue, finished(queue) + 1, clocks[size_t(queue)], {}, {}, {}};
    EvalPoint point{program.tables, queue / kNumUnits, now.ivs};
    if (const Copy *copy = std::get_if<Copy>(now.node))
      touch(*copy, Unit(queue % kNumUnits), point, instruction);
    else
      touch(std::get<Exec>(*now.node), point, instruction);
    history[size_t(queue)].push_back(clocks[size_t(queue)]);
    instructions.push_back(std::move(instruction));
    ++at[size_t(queue)];
  }

  // All points of a box.
  template <typename Visit>
  static void forEachPoint(const std::vector<int64_t> &sizes, Visit visit) {
    if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end())
      return;
    std::vector<int64_t> point(sizes.size(), 0);
    while (true) {
      visit(point);
      size_t d = sizes.size();
      while (d-- > 0 && ++point[d] == sizes[d])
        point[d] = 0;
      if (d == SIZE_MAX)
        return;
    }
  }

  void touch(const Copy &copy, Unit unit, const EvalPoint &point, Instruction &out) {
    int core = int(point.core);
    std::vector<int64_t> sizes, shape;
    for (const BoxDim &dim : copy.box)
      sizes.push_back(evaluate(dim.size, point));
    int tensor = copy.tensor;
    if (!isRing(unit)) {
      if (copy.addressTable >= 0)
        tensor = program.addressTables[size_t(copy.addressTable)]
                     .tensors[size_t(evaluate(copy.tableIndex, point))];
      if (plan.tensors[size_t(tensor)].alias >= 0)
        tensor = plan.tensors[size_t(tensor)].alias;
      shape = outerShape(plan.tensors[size_t(tensor)]);
    }
    std::vector<int64_t> ranges; // of run-time positions
    for (const IndexOperand &index : copy.indices)
      ranges.push_back(index.hi - index.lo + 1);
    forEachPoint(sizes, [&](const std::vector<int64_t> &entry) {
      int64_t lx = evaluate(copy.lx, point);
      for (size_t d = 0; d < entry.size(); ++d)
        lx += entry[d] * copy.box[d].lxStride;
      (unit == Unit::Store ? out.reads : out.writes).insert({true, core, lx / kStickBytes});
      if (unit == Unit::Psum)
        out.reads.insert({true, core, lx / kStickBytes});
      for (const IndexOperand &index : copy.indices)
        out.reads.insert({true, core, evaluate(index.addr, point) / kStickBytes});
      forEachPoint(ranges, [&](const std::vector<int64_t> &position) {
        int64_t stick = 0, source = isRing(unit) ? evaluate(copy.src, point) : 0;
        for (size_t d = 0; d < entry.size(); ++d) {
          int64_t offset = evaluate(copy.box[d].offset, point) + entry[d];
          for (size_t i = 0; i < copy.indices.size(); ++i)
            if (size_t(copy.indices[i].dim) == d)
              offset += copy.indices[i].lo + position[i];
          source += offset * copy.box[d].srcStride;
          stick = isRing(unit) ? 0 : stick * shape[d] + offset;
        }
        if (isRing(unit))
          out.reads.insert({true, int(program.tables[size_t(copy.coreMap)][size_t(core)]),
                            source / kStickBytes});
        else if (unit == Unit::Load)
          out.reads.insert({false, tensor, stick});
        else
          (copy.indices.empty() ? out.writes : out.maybeWrites).insert({false, tensor, stick});
      });
    });
  }

  void touch(const Exec &exec, const EvalPoint &point, Instruction &out) {
    std::vector<int64_t> sizes;
    for (const Extent &loop : exec.loops)
      sizes.push_back(evaluate(loop, point));
    bool fresh = !exec.init.empty() && (exec.initLoop < 0 || point.ivs[size_t(exec.initLoop)] == 0);
    for (size_t i = 0; i < exec.operands.size(); ++i) {
      const Operand &operand = exec.operands[i];
      bool output = i + size_t(exec.numOutputs) >= exec.operands.size();
      // Relative sticks depend on sizes only.
      auto [entry, isNew] = sticks.try_emplace({&operand, sizes});
      if (isNew)
        forEachPoint(sizes, [&](const std::vector<int64_t> &element) {
          entry->second.insert(evaluate(operand.access, element) / kStickBytes);
        });
      for (int64_t stick : entry->second) {
        Cell cell{true, int(point.core), evaluate(operand.addr, point) / kStickBytes + stick};
        if (output)
          out.writes.insert(cell);
        if (!output || (exec.kind != ExecKind::Map && !fresh))
          out.reads.insert(cell);
      }
    }
  }

  // Has `a` surely finished before `b` starts?
  static bool before(const Instruction &a, const Instruction &b) {
    return a.queue == b.queue ? a.number < b.number : b.clock[size_t(a.queue)] >= a.number;
  }

  std::string hazards() {
    struct Use {
      const Instruction *by;
      bool read, write, certain;
    };
    std::map<Cell, std::vector<Use>> uses;
    for (const Instruction &by : instructions) {
      for (const Cell &cell : by.reads)
        uses[cell].push_back({&by, true, false, false});
      for (const Cell &cell : by.writes)
        uses[cell].push_back({&by, false, true, true});
      for (const Cell &cell : by.maybeWrites)
        uses[cell].push_back({&by, false, true, false});
    }
    for (const auto &[cell, list] : uses) {
      Role role = cell.lx ? Role::Temp : plan.tensors[size_t(cell.owner)].role;
      for (const Use &one : list) {
        bool written = !one.read || (role != Role::Temp && role != Role::Output);
        for (const Use &other : list) {
          if (role == Role::Output && one.certain && other.certain && one.by != other.by)
            return "written twice";
          if ((one.write || other.write) && one.by != other.by && !before(*one.by, *other.by) &&
              !before(*other.by, *one.by))
            return "missing wait";
          written |= other.certain && before(*other.by, *one.by);
        }
        if (!written)
          return "read of nothing";
      }
    }
    for (int32_t output : program.outputs)
      for (int64_t stick = 0; plan.tensors[size_t(output)].alias < 0 &&
                              stick < numSticks(plan.tensors[size_t(output)]);
           ++stick) {
        const std::vector<Use> &list = uses[{false, output, stick}];
        if (std::none_of(list.begin(), list.end(), [](const Use &use) { return use.certain; }))
          return "never written";
      }
    return "";
  }

  const Plan &plan;
  const Program &program;
  std::vector<std::vector<Step>> steps; // per queue
  std::vector<size_t> at;
  std::vector<std::vector<int>> clocks;
  std::vector<std::vector<std::vector<int>>> history; // clock at each instruction
  std::vector<Instruction> instructions;
  std::map<std::pair<const Operand *, std::vector<int64_t>>, std::set<int64_t>> sticks;
};

} // namespace

std::string findFaultByForce(const Plan &plan) { return Force(plan).run(); }

} // namespace spyre::plan::test
