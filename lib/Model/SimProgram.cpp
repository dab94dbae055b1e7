// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SimProgram.h"

#include "Addressing.h"
#include "spyre/Plan/Layout.h"
#include "spyre/Support/Error.h"

#include <algorithm>
#include <string>

namespace spyre::model {

using plan::Copy;
using plan::EvalPoint;
using plan::Exec;
using plan::kNumUnits;
using plan::Unit;

namespace {

bool isStatic(const plan::Extent &extent) {
  return extent.value.terms.empty() && extent.value.table < 0;
}

/// The most that something can be on a core: exact where no loop changes it.
int64_t mostOf(const plan::Extent &extent, const EvalPoint &core) {
  return extent.value.terms.empty() ? plan::evaluate(extent, core) : extent.max;
}
int64_t mostOf(const plan::LxAddr &addr, const EvalPoint &core) {
  return addr.slot.terms.empty() ? plan::evaluate(addr, core)
                                 : addr.base + addr.stride * (addr.slots - 1);
}

int64_t endOf(const Copy &copy, const EvalPoint &core) {
  int64_t bytes = plan::kStickBytes;
  for (const plan::BoxDim &dim : copy.box) {
    int64_t size = mostOf(dim.size, core);
    if (size == 0)
      return 0;
    bytes += dim.lxStride * (size - 1);
  }
  return mostOf(copy.lx, core) + bytes;
}

/// Ends of an exec's operands after their addresses, by the sizes of its loops.
using OperandEnds = std::map<std::vector<int64_t>, std::vector<int64_t>>;

int64_t endOf(const Exec &exec, const EvalPoint &core, OperandEnds &known) {
  std::vector<int64_t> sizes;
  for (const plan::Extent &loop : exec.loops)
    sizes.push_back(mostOf(loop, core));
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end())
    return 0;
  auto [ends, isNew] = known.try_emplace(sizes);
  if (isNew)
    for (const plan::Operand &operand : exec.operands)
      ends->second.push_back(makeOffsetMap(operand.access, sizes).bounds(sizes).second +
                             plan::byteWidth(operand.type));
  int64_t end = 0;
  for (size_t o = 0; o < exec.operands.size(); ++o)
    end = std::max(end, mostOf(exec.operands[o].addr, core) + ends->second[o]);
  return end;
}

} // namespace

Groups groupsOf(const std::vector<int64_t> &table) {
  Groups groups;
  groups.members.resize(table.size());
  std::map<int64_t, int> leaders;
  for (int core = 0; core < int(table.size()); ++core) {
    int leader = leaders.try_emplace(table[size_t(core)], core).first->second;
    groups.leader.push_back(leader);
    groups.members[size_t(leader)].push_back(core);
  }
  return groups;
}

SimProgram::SimProgram(const device::Device &device, const plan::Plan &plan,
                       const plan::Program &program)
    : device(device), program(program) {
  if (plan.cores != device.cores)
    throw Error("expected a plan for the " + std::to_string(device.cores) + " cores of " +
                device.name + ", found one for " + std::to_string(plan.cores));
  for (const plan::Tensor &tensor : plan.tensors)
    outerShapes.push_back(plan::outerShape(tensor));
  for (int u = 0; u < kNumUnits; ++u) {
    queues[size_t(u)] = plan::flatten(program, Unit(u));
    size_t items = queues[size_t(u)].items.size();
    execTimes[size_t(u)].resize(items);
    fixedTimes[size_t(u)].assign(items, nullptr);
    assignKernels(Unit(u));
    for (const plan::FlatQueue::Item &item : queues[size_t(u)].items)
      if (auto *copy = std::get_if<Copy>(item.node); copy && copy->multicast >= 0)
        groupTables.try_emplace(copy->multicast, groupsOf(program.tables[size_t(copy->multicast)]));
  }
  findPeaks();
}

void SimProgram::assignKernels(Unit unit) {
  const plan::FlatQueue &queue = queues[size_t(unit)];
  std::vector<int32_t> &of = kernels[size_t(unit)];
  of.assign(queue.items.size(), 0);
  int32_t next = -1;
  for (size_t i = of.size(); i-- > 0;) {
    if (auto *copy = std::get_if<Copy>(queue.items[i].node))
      next = copy->kernel;
    else if (auto *exec = std::get_if<Exec>(queue.items[i].node))
      next = exec->kernel;
    of[i] = next;
  }
  // Awaits at the end belong to the last instruction.
  for (size_t i = 1; i < of.size(); ++i)
    of[i] = of[i] < 0 ? of[i - 1] : of[i];
}

void SimProgram::findPeaks() {
  lxPeaks.assign(program.kernels.size(), 0);
  auto note = [&](int32_t kernel, int64_t end) {
    if (kernel >= 0 && size_t(kernel) < lxPeaks.size())
      lxPeaks[size_t(kernel)] = std::max(lxPeaks[size_t(kernel)], end);
  };
  for (const plan::FlatQueue &queue : queues)
    for (const plan::FlatQueue::Item &item : queue.items) {
      OperandEnds known;
      for (int core = 0; core < device.cores; ++core) {
        EvalPoint at{program.tables, core, {}};
        if (auto *copy = std::get_if<Copy>(item.node))
          note(copy->kernel, endOf(*copy, at));
        else if (auto *exec = std::get_if<Exec>(item.node))
          note(exec->kernel, endOf(*exec, at, known));
      }
    }
}

CopyCost SimProgram::copyCost(Unit unit, int32_t item, const EvalPoint &at) const {
  const auto &copy = std::get<Copy>(*queues[size_t(unit)].items[size_t(item)].node);
  std::array<int64_t, plan::kMaxRank> sizes{};
  CopyCost cost{plan::kStickBytes, 0};
  for (size_t d = 0; d < copy.box.size(); ++d) {
    sizes[d] = plan::evaluate(copy.box[d].size, at);
    cost.bytes *= std::max<int64_t>(sizes[d], 0);
  }
  if (cost.bytes == 0 || (unit != Unit::Load && unit != Unit::Store))
    return cost;
  int32_t tensor = copy.addressTable < 0
                       ? copy.tensor
                       : program.addressTables[size_t(copy.addressTable)].tensors[0];
  cost.run = runBytes(outerShapes[size_t(tensor)], std::span(sizes.data(), copy.box.size()));
  return cost;
}

const ExecTime &SimProgram::execCost(Unit unit, int32_t item, const EvalPoint &at) {
  const ExecTime *&fixed = fixedTimes[size_t(unit)][size_t(item)];
  if (fixed)
    return *fixed;
  const auto &exec = std::get<Exec>(*queues[size_t(unit)].items[size_t(item)].node);
  std::vector<int64_t> sizes;
  for (const plan::Extent &loop : exec.loops)
    sizes.push_back(plan::evaluate(loop, at));
  auto &times = execTimes[size_t(unit)][size_t(item)];
  auto it = times.find(sizes);
  if (it == times.end())
    it = times.emplace(sizes, execTime(device, exec, sizes)).first;
  if (std::all_of(exec.loops.begin(), exec.loops.end(), isStatic))
    fixed = &it->second;
  return it->second;
}

} // namespace spyre::model
