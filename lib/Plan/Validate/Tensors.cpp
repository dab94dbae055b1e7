// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Form.h"

#include "spyre/Plan/Layout.h"
#include "spyre/Plan/Names.h"
#include "spyre/Support/Error.h"

#include <algorithm>
#include <set>

namespace spyre::plan {

namespace {

constexpr FaultKind kSize = FaultKind::Size;

// False when the tensor has no size, so that nothing else can be said of it.
bool checkShape(const Tensor &tensor, const Where &where, Report &report) {
  if (tensor.shape.size() > size_t(kMaxRank)) {
    report.expected(kSize, Where(where, "shape"), "at most 16 dims", int64_t(tensor.shape.size()));
    return false;
  }
  try {
    byteSize(tensor);
    hostByteSize(tensor);
  } catch (const Error &error) {
    std::string message = error.what();
    bool layout = message.find("layout") != std::string::npos;
    report.add(layout ? FaultKind::Structure : kSize, Where(where, layout ? "layout" : "shape"),
               message);
    return false;
  }
  return true;
}

void checkAlias(const Plan &plan, const Tensor &tensor, const Where &where, Report &report) {
  Where alias(where, "alias");
  if (tensor.alias == -1)
    return;
  if (tensor.role != Role::Output)
    return report.expected(FaultKind::Structure, alias, "no alias on a tensor that is no output",
                           tensor.alias);
  if (tensor.alias < 0 || size_t(tensor.alias) >= plan.tensors.size())
    return report.expected(FaultKind::Structure, alias, "a tensor of the plan", tensor.alias);
  const Tensor &state = plan.tensors[size_t(tensor.alias)];
  if (state.role != Role::State)
    return report.expected(FaultKind::Structure, alias, "a tensor of role state", name(state.role));
  if (state.type != tensor.type)
    return report.expected(FaultKind::Type, alias,
                           std::string("a state of type ") + name(tensor.type), name(state.type));
  if (state.shape != tensor.shape || !(state.layout == tensor.layout))
    return report.add(kSize, alias, "expected a state of the same shape and layout, found another");
  if (state.address != tensor.address)
    report.expected(FaultKind::Overlap, Where(where, "address"),
                    "the address of the state that it is, " + std::to_string(state.address),
                    std::to_string(tensor.address));
}

void checkTensor(const Plan &plan, const Tensor &tensor, const Where &where, Report &report) {
  int64_t bytes = byteSize(tensor);
  Where address(where, "address"), data(where, "data");
  if (tensor.address % uint64_t(kStickBytes) != 0)
    report.expected(FaultKind::Alignment, address, "a multiple of 128",
                    std::to_string(tensor.address));
  if (tensor.address > plan.memoryBytes || plan.memoryBytes - tensor.address < uint64_t(bytes))
    report.expected(FaultKind::Bounds, address,
                    std::to_string(bytes) + " bytes inside a memory of " +
                        std::to_string(plan.memoryBytes),
                    "address " + std::to_string(tensor.address));
  int64_t expected = tensor.role == Role::Constant ? bytes : 0;
  if (int64_t(tensor.data.size()) != expected)
    report.expected(kSize, data, std::to_string(expected) + " bytes", int64_t(tensor.data.size()));
  checkAlias(plan, tensor, where, report);
}

void checkMemoryMap(const Plan &plan, const Where &tensors, Report &report) {
  std::vector<size_t> order;
  for (size_t i = 0; i < plan.tensors.size(); ++i)
    if (plan.tensors[i].alias < 0 && byteSize(plan.tensors[i]) > 0)
      order.push_back(i);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(plan.tensors[a].address, a) < std::pair(plan.tensors[b].address, b);
  });
  auto end = [&](size_t i) {
    return plan.tensors[i].address + uint64_t(byteSize(plan.tensors[i]));
  };
  size_t furthest = 0; // in `order`: the one that reaches furthest so far
  for (size_t i = 1; i < order.size(); ++i) {
    if (end(order[furthest]) > plan.tensors[order[i]].address)
      report.expected(FaultKind::Overlap, Where(Where(tensors, order[i]), "address"),
                      "bytes of its own",
                      "bytes of tensor '" + plan.tensors[order[furthest]].name + "'");
    if (end(order[i]) > end(order[furthest]))
      furthest = i;
  }
}

void checkRelocation(const Plan &plan, const Relocation &relocation, const Where &where,
                     Report &report) {
  Where tensorAt(where, "tensor");
  if (relocation.kind == Relocation::Kind::Scalar && relocation.tensor == -1)
    return; // a launch parameter that belongs to no tensor
  if (relocation.tensor < 0 || size_t(relocation.tensor) >= plan.tensors.size())
    return report.expected(FaultKind::Relocation, tensorAt, "a tensor of the plan",
                           relocation.tensor);
  const Tensor &tensor = plan.tensors[size_t(relocation.tensor)];
  if (tensor.role == Role::Constant || tensor.role == Role::Temp)
    return report.expected(FaultKind::Relocation, tensorAt, "an argument or result",
                           std::string("a ") + name(tensor.role));
  int64_t bytes = std::max<int64_t>(byteSize(tensor), 1);
  if (relocation.kind == Relocation::Kind::Address &&
      (relocation.addend < 0 || relocation.addend >= bytes || relocation.addend % kStickBytes != 0))
    report.expected(FaultKind::Relocation, Where(where, "addend"),
                    "a multiple of 128 below " + std::to_string(bytes), relocation.addend);
}

void checkRelocations(const Plan &plan, Report &report) {
  Where relocations("relocations");
  std::set<std::string> symbols;
  for (size_t i = 0; i < plan.relocations.size(); ++i) {
    Where at(relocations, i);
    const Relocation &relocation = plan.relocations[i];
    if (relocation.symbol.empty() || !symbols.insert(relocation.symbol).second)
      report.expected(FaultKind::Relocation, Where(at, "symbol"), "a name of its own",
                      "'" + relocation.symbol + "'");
    checkRelocation(plan, relocation, at, report);
  }
}

} // namespace

int32_t rootTensor(const Plan &plan, int32_t tensor) {
  int32_t alias = plan.tensors[size_t(tensor)].alias;
  return alias >= 0 ? alias : tensor;
}

void checkTensors(const Plan &plan, Report &report) {
  Where tensors("tensors");
  if (plan.cores < 1 || plan.cores > kMaxCores)
    report.expected(kSize, Where("cores"), "1 to 128", plan.cores);
  if (plan.lxAllocatableBytes < 0 || plan.lxAllocatableBytes > kMaxLxBytes ||
      plan.lxAllocatableBytes % kStickBytes)
    report.expected(kSize, Where("lxAllocatableBytes"), "a multiple of 128 up to 64 MiB",
                    plan.lxAllocatableBytes);
  if (plan.memoryBytes > uint64_t(kMaxMemoryBytes))
    report.expected(kSize, Where("memoryBytes"), "at most 2^48", std::to_string(plan.memoryBytes));
  std::set<std::string> names;
  bool sized = true;
  for (size_t i = 0; i < plan.tensors.size(); ++i) {
    Where at(tensors, i);
    const Tensor &tensor = plan.tensors[i];
    if (tensor.name.empty() || !names.insert(tensor.name).second)
      report.expected(FaultKind::Name, Where(at, "name"), "a name of its own",
                      "'" + tensor.name + "'");
    sized &= checkShape(tensor, at, report);
  }
  if (!sized)
    return;
  for (size_t i = 0; i < plan.tensors.size(); ++i)
    checkTensor(plan, plan.tensors[i], Where(tensors, i), report);
  checkMemoryMap(plan, tensors, report);
  checkRelocations(plan, report);
}

} // namespace spyre::plan
