// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Form.h"

#include "spyre/Plan/Layout.h"
#include "spyre/Plan/Names.h"

#include <algorithm>

namespace spyre::plan {

namespace {

bool isDefault(const LxAddr &addr) {
  return addr.base == 0 && addr.slot == Index() && addr.slots == 1 && addr.stride == 0;
}

// May this program's copy use the tensor so?
void checkUse(const ItemContext &item, const Where &where, int32_t tensor) {
  const Tensor &t = item.program.plan.tensors[size_t(tensor)];
  auto listed = [&](const std::vector<int32_t> &list) {
    return std::find(list.begin(), list.end(), tensor) != list.end();
  };
  if (item.unit == Unit::Store) {
    if (t.role != Role::Output && t.role != Role::State && t.role != Role::Temp)
      item.report().expected(FaultKind::Structure, where, "an output, state or temp to store to",
                             std::string(name(t.role)) + " '" + t.name + "'");
    if (t.role == Role::Output && !listed(item.program.program.outputs))
      item.report().expected(FaultKind::Structure, where, "an output of this program",
                             "'" + t.name + "'");
  } else if ((t.role == Role::Input || t.role == Role::Weight) &&
             !listed(item.program.program.inputs)) {
    item.report().expected(FaultKind::Structure, where, "an argument of this program",
                           "'" + t.name + "'");
  }
}

// The tensor or address table of a load or store; its outer rank, or nothing.
std::optional<size_t> checkSource(const ItemContext &item, const Copy &copy) {
  const Program &program = item.program.program;
  Where tensorAt(item.where, "tensor"), tableAt(item.where, "addressTable"),
      indexAt(item.where, "tableIndex");
  if (copy.addressTable == -1) {
    if (copy.tensor < 0 || size_t(copy.tensor) >= item.program.plan.tensors.size()) {
      item.report().expected(FaultKind::Structure, tensorAt, "a tensor of the plan", copy.tensor);
      return std::nullopt;
    }
    if (!(copy.tableIndex == Index()))
      item.report().add(FaultKind::Structure, indexAt,
                        "expected an address table for the index, found none");
    checkUse(item, tensorAt, copy.tensor);
    return outerShape(item.program.plan.tensors[size_t(copy.tensor)]).size();
  }
  if (copy.tensor != -1)
    item.report().expected(FaultKind::Structure, tensorAt, "-1 beside an address table",
                           copy.tensor);
  if (copy.addressTable < 0 || size_t(copy.addressTable) >= program.addressTables.size()) {
    item.report().expected(FaultKind::Structure, tableAt,
                           "one of " + std::to_string(program.addressTables.size()) +
                               " address tables",
                           copy.addressTable);
    return std::nullopt;
  }
  const AddressTable &table = program.addressTables[size_t(copy.addressTable)];
  for (int32_t tensor : table.tensors)
    checkUse(item, tableAt, tensor);
  if (!checkIndex(item, indexAt, copy.tableIndex))
    return std::nullopt;
  for (int core = 0; item.live() && core < item.program.plan.cores; ++core) {
    Interval range = Affine(copy.tableIndex, program, core).range(item.trips);
    if (range.lo < 0 || range.hi >= Wide(table.tensors.size())) {
      item.report().expected(
          FaultKind::Bounds, indexAt,
          "an entry of the table, 0 to " + std::to_string(table.tensors.size() - 1),
          toString(range.lo < 0 ? range.lo : range.hi) + " on core " + std::to_string(core));
      break;
    }
  }
  return outerShape(item.program.plan.tensors[size_t(table.tensors[0])]).size();
}

void checkRingMap(const ItemContext &item, const Copy &copy) {
  Where coreMap(item.where, "coreMap");
  if (!checkCoreTable(item, coreMap, copy.coreMap))
    return;
  std::vector<int> reader(size_t(item.program.plan.cores), -1);
  const std::vector<int64_t> &table = item.program.program.tables[size_t(copy.coreMap)];
  for (size_t core = 0; core < table.size(); ++core) {
    int &before = reader[size_t(table[core])];
    if (before >= 0) {
      item.report().expected(FaultKind::CoreMap, coreMap, "a bijection",
                             "source core " + std::to_string(table[core]) + " for cores " +
                                 std::to_string(before) + " and " + std::to_string(core));
      return;
    }
    before = int(core);
  }
}

bool checkDims(const ItemContext &item, const Copy &copy) {
  size_t before = item.report().total();
  Where box(item.where, "box");
  for (size_t d = 0; d < copy.box.size(); ++d) {
    Where at(box, d);
    const BoxDim &dim = copy.box[d];
    checkIndex(item, Where(at, "offset"), dim.offset);
    checkExtent(item, Where(at, "size"), dim.size);
    for (auto [key, stride] :
         {std::pair("lxStride", dim.lxStride), std::pair("srcStride", dim.srcStride)})
      if (stride < 0 || stride > kMaxLxBytes || stride % kStickBytes != 0)
        item.report().expected(FaultKind::Alignment, Where(at, key),
                               "a multiple of 128 up to 64 MiB", stride);
    if (!readsRemoteLx(item.unit) && dim.srcStride != 0)
      item.report().expected(FaultKind::Structure, Where(at, "srcStride"),
                             "0 outside the ring queues", dim.srcStride);
  }
  Where indices(item.where, "indices");
  for (size_t i = 0; i < copy.indices.size(); ++i) {
    Where at(indices, i);
    const IndexOperand &index = copy.indices[i];
    checkLxAddr(item, Where(at, "addr"), index.addr, kStickBytes);
    if (index.dim < 0 || size_t(index.dim) >= copy.box.size())
      item.report().expected(FaultKind::Structure, Where(at, "dim"), "a dim of the box", index.dim);
    if (index.lo > index.hi || index.lo < INT32_MIN || index.hi > INT32_MAX)
      item.report().expected(FaultKind::Bounds, Where(at, "lo"), "a 32-bit range lo <= hi",
                             std::to_string(index.lo) + " to " + std::to_string(index.hi));
  }
  return item.report().total() == before;
}

// Two sticks of one request must not land in one place. A sufficient test:
// sorted by stride, each dim steps over all that the finer dims cover.
void checkLanding(const ItemContext &item, const Copy &copy) {
  std::vector<std::pair<int64_t, int64_t>> dims; // stride, size
  for (const BoxDim &dim : copy.box)
    if (dim.size.max > 1)
      dims.push_back({dim.lxStride, dim.size.max});
  std::sort(dims.begin(), dims.end());
  Wide covered = kStickBytes;
  for (auto [stride, size] : dims) {
    if (stride < covered) {
      item.report().expected(FaultKind::Overlap, Where(item.where, "box"),
                             "strides in LX that keep sticks apart",
                             "lxStride " + std::to_string(stride) + " below " + toString(covered));
      return;
    }
    covered += Wide(stride) * (size - 1);
  }
}

// Where a core has a slot of its own, so that its own box counts, not the largest.
void checkOwnLanding(const ItemContext &item, const Copy &copy) {
  const Program &program = item.program.program;
  for (int core = 0; core < item.program.plan.cores; ++core) {
    Wide bytes = kStickBytes;
    for (const BoxDim &dim : copy.box) {
      Interval size = Affine(dim.size.value, program, core).range(item.trips);
      Wide most = std::min<Wide>(size.hi, dim.size.max);
      bytes = most <= 0 || bytes == 0 ? 0 : bytes + Wide(dim.lxStride) * (most - 1);
    }
    Interval slot = Affine(copy.lx.slot, program, core).range(item.trips);
    Wide end = Wide(copy.lx.base) + Wide(copy.lx.stride) * slot.hi + bytes;
    if (bytes == 0 ||
        (slot.lo >= 0 && slot.hi < copy.lx.slots && end <= item.program.plan.lxAllocatableBytes))
      continue;
    return item.report().expected(
        FaultKind::Bounds, Where(item.where, "lx"),
        "slots 0 to " + std::to_string(copy.lx.slots - 1) + " and bytes below " +
            std::to_string(item.program.plan.lxAllocatableBytes),
        "slots " + toString(slot.lo) + " to " + toString(slot.hi) + ", bytes up to " +
            toString(end) + " on core " + std::to_string(core));
  }
}

} // namespace

void checkCopy(const ItemContext &item, const Copy &copy) {
  Report &report = item.report();
  size_t before = report.total();
  checkKernel(item, copy.kernel);
  bool ring = readsRemoteLx(item.unit);
  if (!ring && item.unit != Unit::Load && item.unit != Unit::Store)
    return report.expected(FaultKind::Structure, item.where, "no copies in the compute queues",
                           name(item.unit));
  if (copy.box.size() > size_t(kMaxRank) || copy.indices.size() > size_t(kMaxRank))
    return report.expected(FaultKind::Size, Where(item.where, "box"),
                           "at most 16 dims and index operands", "more");
  if (!ring) {
    std::optional<size_t> rank = checkSource(item, copy);
    if (rank && *rank != copy.box.size())
      report.expected(FaultKind::Size, Where(item.where, "box"),
                      std::to_string(*rank) + " dims, as the tensor has", int64_t(copy.box.size()));
    if (copy.coreMap != -1 || !isDefault(copy.src))
      report.add(FaultKind::Structure, Where(item.where, "coreMap"),
                 "expected no source core outside the ring queues, found one");
  } else {
    if (copy.tensor != -1 || copy.addressTable != -1 || !(copy.tableIndex == Index()))
      report.add(FaultKind::Structure, Where(item.where, "tensor"),
                 "expected no tensor in the ring queues, found one");
    checkRingMap(item, copy);
    checkLxAddr(item, Where(item.where, "src"), copy.src, 0);
  }
  checkDims(item, copy);
  if (report.total() != before)
    return;
  Wide bytes = kStickBytes;
  for (const BoxDim &dim : copy.box)
    bytes = dim.size.max == 0 || bytes == 0 ? 0 : bytes + Wide(dim.lxStride) * (dim.size.max - 1);
  // Pieces of a value from other cores land at a place of each core's own.
  bool perCore = ring && copy.lx.slot.table != -1;
  if (checkLxAddr(item, Where(item.where, "lx"), copy.lx, perCore ? Wide(0) : bytes, ring) &&
      perCore && item.live())
    checkOwnLanding(item, copy);
  if (item.unit != Unit::Store)
    checkLanding(item, copy);
  checkMulticast(item, copy);
  if (item.live())
    checkBoxBounds(item, copy);
}

} // namespace spyre::plan
