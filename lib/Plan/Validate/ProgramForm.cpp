// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Form.h"

#include "spyre/Plan/Names.h"

#include <set>

namespace spyre::plan {

namespace {

void checkSignature(ProgramContext &context, const Where &where) {
  const Plan &plan = context.plan;
  std::set<int32_t> arguments;
  Where inputs(where, "inputs"), outputs(where, "outputs");
  for (size_t i = 0; i < context.program.inputs.size(); ++i) {
    int32_t tensor = context.program.inputs[i];
    Where at(inputs, i);
    if (tensor < 0 || size_t(tensor) >= plan.tensors.size()) {
      context.report.expected(FaultKind::Structure, at, "a tensor of the plan", tensor);
      continue;
    }
    Role role = plan.tensors[size_t(tensor)].role;
    if (role != Role::Input && role != Role::Weight && role != Role::State)
      context.report.expected(FaultKind::Structure, at, "an input, weight or state", name(role));
    if (!arguments.insert(tensor).second)
      context.report.expected(FaultKind::Structure, at, "each argument once",
                              "tensor " + std::to_string(tensor) + " twice");
  }
  for (size_t i = 0; i < context.program.outputs.size(); ++i) {
    int32_t tensor = context.program.outputs[i];
    Where at(outputs, i);
    if (tensor < 0 || size_t(tensor) >= plan.tensors.size())
      context.report.expected(FaultKind::Structure, at, "a tensor of the plan", tensor);
    else if (Role role = plan.tensors[size_t(tensor)].role; role != Role::Output)
      context.report.expected(FaultKind::Structure, at, "an output", name(role));
  }
}

void checkTables(ProgramContext &context, const Where &where) {
  Where tables(where, "tables"), addressTables(where, "addressTables");
  for (size_t i = 0; i < context.program.tables.size(); ++i) {
    const std::vector<int64_t> &table = context.program.tables[i];
    Where at(tables, i);
    if (table.size() != size_t(context.plan.cores))
      context.report.expected(FaultKind::Size, at,
                              std::to_string(context.plan.cores) + " entries, one per core",
                              int64_t(table.size()));
    for (size_t core = 0; core < table.size(); ++core)
      if (table[core] > kMaxNumber || table[core] < -kMaxNumber)
        context.report.expected(FaultKind::Bounds, Where(at, core), "a number below 2^62",
                                table[core]);
  }
  const std::vector<Tensor> &tensors = context.plan.tensors;
  for (size_t i = 0; i < context.program.addressTables.size(); ++i) {
    const AddressTable &table = context.program.addressTables[i];
    Where at(addressTables, i), entries(at, "tensors");
    if (table.tensors.empty())
      context.report.expected(FaultKind::Size, entries, "at least one tensor", "none");
    for (size_t entry = 0; entry < table.tensors.size(); ++entry) {
      int32_t tensor = table.tensors[entry];
      if (tensor < 0 || size_t(tensor) >= tensors.size()) {
        context.report.expected(FaultKind::Structure, Where(entries, entry), "a tensor of the plan",
                                tensor);
        break;
      }
      const Tensor &first = tensors[size_t(table.tensors[0])], &other = tensors[size_t(tensor)];
      if (first.type != other.type || first.shape != other.shape || !(first.layout == other.layout))
        context.report.expected(FaultKind::Type, Where(entries, entry),
                                "the type, shape and layout of '" + first.name + "'",
                                "others in '" + other.name + "'");
    }
  }
}

void checkKernels(ProgramContext &context, const Where &where) {
  Where kernels(where, "kernels");
  std::set<std::string> names;
  for (size_t i = 0; i < context.program.kernels.size(); ++i) {
    const Kernel &kernel = context.program.kernels[i];
    Where at(kernels, i);
    if (kernel.name.empty() || !names.insert(kernel.name).second)
      context.report.expected(FaultKind::Name, Where(at, "name"), "a name of its own",
                              "'" + kernel.name + "'");
    if (kernel.cores < 0 || kernel.cores > context.plan.cores)
      context.report.expected(FaultKind::Size, Where(at, "cores"),
                              "at most " + std::to_string(context.plan.cores), kernel.cores);
  }
}

void checkItem(ProgramContext &context, Unit unit, size_t index) {
  const FlatQueue &queue = context.queues[size_t(unit)];
  Where where(queue.path(context.path, index));
  ItemContext item{context, where, unit, queue.trips(index)};
  const Node &node = *queue.items[index].node;
  context.budget.charge(context.plan.cores);
  if (const Copy *copy = std::get_if<Copy>(&node)) {
    context.budget.charge(context.plan.cores * int64_t(copy->box.size()) * 16);
    checkCopy(item, *copy);
  } else if (const Exec *exec = std::get_if<Exec>(&node)) {
    checkExec(item, *exec);
  } else {
    checkAwait(item, std::get<Await>(node));
  }
}

} // namespace

bool ItemContext::live() const {
  for (int64_t trip : trips)
    if (trip <= 0)
      return false;
  return true;
}

bool checkKernel(const ItemContext &item, int32_t kernel) {
  size_t count = item.program.program.kernels.size();
  if (kernel >= 0 && size_t(kernel) < count)
    return true;
  item.report().expected(FaultKind::Structure, Where(item.where, "kernel"),
                         "one of " + std::to_string(count) + " kernels", kernel);
  return false;
}

bool checkIndex(const ItemContext &item, const Where &where, const Index &index) {
  Where terms(where, "terms");
  if (index.terms.size() > size_t(kMaxTerms)) {
    item.report().expected(FaultKind::Size, terms, "at most 32 terms", int64_t(index.terms.size()));
    return false;
  }
  for (size_t i = 0; i < index.terms.size(); ++i)
    if (index.terms[i].loop < 0 || size_t(index.terms[i].loop) >= item.trips.size()) {
      item.report().expected(FaultKind::Structure, Where(Where(terms, i), "loop"),
                             "one of " + std::to_string(item.trips.size()) + " loops around",
                             index.terms[i].loop);
      return false;
    }
  size_t tables = item.program.program.tables.size();
  if (index.table < -1 || (index.table >= 0 && size_t(index.table) >= tables)) {
    item.report().expected(FaultKind::Structure, Where(where, "table"),
                           "one of " + std::to_string(tables) + " tables or -1", index.table);
    return false;
  }
  if (Wide size = magnitude(index, item.program.program, item.trips); size > kMaxNumber) {
    item.report().expected(FaultKind::Bounds, where, "a value below 2^62", toString(size));
    return false;
  }
  return true;
}

bool checkExtent(const ItemContext &item, const Where &where, const Extent &extent) {
  if (!checkIndex(item, Where(where, "value"), extent.value))
    return false;
  if (extent.max >= 0 && extent.max <= kMaxSize)
    return true;
  item.report().expected(FaultKind::Size, Where(where, "max"), "a size from 0 to 2^40", extent.max);
  return false;
}

bool checkLxAddr(const ItemContext &item, const Where &where, const LxAddr &addr, Wide bytes,
                 bool perCore) {
  if (!checkIndex(item, Where(where, "slot"), addr.slot))
    return false;
  size_t before = item.report().total();
  if (addr.slot.table != -1 && !perCore)
    item.report().expected(FaultKind::Structure, Where(Where(where, "slot"), "table"),
                           "the same slot on every core", addr.slot.table);
  for (auto [key, value] : {std::pair("base", addr.base), std::pair("stride", addr.stride)})
    if (value < 0 || value > kMaxLxBytes || value % kStickBytes != 0)
      item.report().expected(FaultKind::Alignment, Where(where, key),
                             "a multiple of 128 up to 64 MiB", value);
  if (addr.slots < 1 || addr.slots > kMaxLxBytes)
    item.report().expected(FaultKind::Size, Where(where, "slots"), "1 to 2^26", addr.slots);
  Wide end = Wide(addr.base) + Wide(addr.stride) * (addr.slots - 1) + bytes;
  if (item.live() && bytes > 0 && end > item.program.plan.lxAllocatableBytes)
    item.report().expected(FaultKind::Bounds, where,
                           "bytes below lxAllocatableBytes, " +
                               std::to_string(item.program.plan.lxAllocatableBytes),
                           "bytes up to " + toString(end));
  return item.report().total() == before;
}

bool checkCoreTable(const ItemContext &item, const Where &where, int32_t table) {
  size_t count = item.program.program.tables.size();
  if (table < 0 || size_t(table) >= count) {
    item.report().expected(FaultKind::CoreMap, where, "one of " + std::to_string(count) + " tables",
                           table);
    return false;
  }
  int cores = item.program.plan.cores;
  const std::vector<int64_t> &entries = item.program.program.tables[size_t(table)];
  for (size_t core = 0; core < entries.size(); ++core)
    if (entries[core] < 0 || entries[core] >= cores) {
      item.report().expected(
          FaultKind::CoreMap, where, "a table of cores 0 to " + std::to_string(cores - 1),
          "core " + std::to_string(entries[core]) + " for core " + std::to_string(core));
      return false;
    }
  return true;
}

void checkAwait(const ItemContext &item, const Await &await) {
  checkIndex(item, Where(item.where, "count"), await.count);
  if (await.floor < 0 || await.floor > kMaxNumber)
    item.report().expected(FaultKind::Structure, Where(item.where, "floor"), "at least 0",
                           await.floor);
  Where coreMap(item.where, "coreMap");
  if (await.cores == Await::Cores::Map)
    checkCoreTable(item, coreMap, await.coreMap);
  else if (await.coreMap != -1)
    item.report().expected(FaultKind::Structure, coreMap, "no core map without cores = map",
                           await.coreMap);
}

void checkProgramForm(ProgramContext &context) {
  Where where(context.path);
  size_t before = context.report.total();
  checkSignature(context, where);
  checkTables(context, where);
  checkKernels(context, where);
  if (context.program.lxBytes < 0 || context.program.lxBytes > context.plan.lxAllocatableBytes)
    context.report.expected(FaultKind::Bounds, Where(where, "lxBytes"),
                            "at most lxAllocatableBytes, " +
                                std::to_string(context.plan.lxAllocatableBytes),
                            context.program.lxBytes);
  for (int unit = 0; unit < kNumUnits; ++unit)
    context.queues[size_t(unit)] = flatten(context.program, Unit(unit), where, context.report);
  if (context.report.total() != before) // items lean on tables and loops
    return;
  for (int unit = 0; unit < kNumUnits; ++unit)
    for (size_t item = 0; item < context.queues[size_t(unit)].items.size(); ++item)
      checkItem(context, Unit(unit), item);
}

} // namespace spyre::plan
