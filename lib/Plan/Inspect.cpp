// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Plan/Layout.h"
#include "spyre/Plan/Limits.h"
#include "spyre/Plan/Names.h"
#include "spyre/Plan/Text.h"
#include "spyre/Support/Error.h"

#include <cstdarg>
#include <cstdio>

namespace spyre::plan {

namespace {

[[gnu::format(printf, 2, 3)]] void append(std::string &out, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = std::vsnprintf(nullptr, 0, format, args);
  va_end(args);
  std::vector<char> text(size_t(length) + 1);
  std::vsnprintf(text.data(), text.size(), format, again);
  va_end(again);
  out += text.data();
}

template <typename Values> std::string joined(const Values &values, const char *between) {
  std::string text;
  for (auto value : values)
    text += (text.empty() ? "" : between) + std::to_string(value);
  return text;
}

// "512x16x64xf16, sticks of dim 1"
std::string lies(const Tensor &tensor) {
  try {
    std::vector<int64_t> physical = outerShape(tensor);
    physical.push_back(lanes(tensor.type));
    return joined(physical, "x");
  } catch (const Error &) {
    return "no layout";
  }
}

struct Count {
  int64_t nodes = 0;
  double executed = 0; // may be astronomically large
};

Count count(const std::vector<Node> &nodes, int depth) {
  Count total;
  for (const Node &node : nodes) {
    if (const Loop *loop = std::get_if<Loop>(&node); loop && depth <= kMaxLoopDepth) {
      Count inner = count(loop->body, depth + 1);
      total.nodes += inner.nodes;
      total.executed += inner.executed * double(loop->trip);
    } else if (!loop && !std::holds_alternative<Await>(node)) {
      ++total.nodes;
      ++total.executed;
    }
  }
  return total;
}

void addTensor(std::string &out, const Plan &plan, size_t index) {
  const Tensor &tensor = plan.tensors[index];
  std::string alias;
  if (tensor.alias >= 0 && size_t(tensor.alias) < plan.tensors.size())
    alias = "  is " + plan.tensors[size_t(tensor.alias)].name;
  append(out,
         "  %-4zu %-12s %-9s %-5s logical [%s]  order [%s] stick dim %d  "
         "physical %s  at %llu%s\n",
         index, tensor.name.c_str(), name(tensor.role), name(tensor.type),
         joined(tensor.shape, "x").c_str(), joined(tensor.layout.order, ",").c_str(),
         tensor.layout.stickDim, lies(tensor).c_str(),
         static_cast<unsigned long long>(tensor.address), alias.c_str());
}

void addProgram(std::string &out, const Plan &plan, const Program &program) {
  append(out,
         "program %s: %zu inputs, %zu outputs, %zu tables, LX peak %lld of "
         "%lld bytes\n",
         program.name.c_str(), program.inputs.size(), program.outputs.size(), program.tables.size(),
         static_cast<long long>(program.lxBytes), static_cast<long long>(plan.lxAllocatableBytes));
  append(out, "  bounds: hard %.3f us, sustained %.3f us (%s)\n", program.boundHardUs,
         program.boundSustainedUs, program.boundBy.c_str());
  for (int unit = 0; unit < kNumUnits; ++unit) {
    Count total = count(program.queues[size_t(unit)], 0);
    if (total.nodes > 0)
      append(out, "  queue %-6s %lld instructions, executed %.0f times per core\n",
             name(Unit(unit)), static_cast<long long>(total.nodes), total.executed);
  }
  for (const Kernel &kernel : program.kernels)
    append(out, "  kernel %-20s %3d cores  predicted %.3f us  bound %.3f us (%s)  %s\n",
           kernel.name.c_str(), kernel.cores, kernel.predictedUs, kernel.boundSustainedUs,
           kernel.boundBy.c_str(), kernel.source.c_str());
}

} // namespace

std::string inspect(const Plan &plan) {
  std::string out;
  uint64_t constants = 0;
  for (const Tensor &tensor : plan.tensors)
    constants += tensor.data.size();
  append(out, "producer %s\ndevice %s (%s), %d cores, %lld LX bytes per core\n",
         plan.producer.c_str(), plan.deviceName.c_str(), plan.deviceDigest.c_str(), plan.cores,
         static_cast<long long>(plan.lxAllocatableBytes));
  append(out, "memory map: %llu bytes, of which constants %llu\ntensors:\n",
         static_cast<unsigned long long>(plan.memoryBytes),
         static_cast<unsigned long long>(constants));
  for (size_t i = 0; i < plan.tensors.size(); ++i)
    addTensor(out, plan, i);
  if (!plan.relocations.empty())
    out += "relocations:\n";
  for (const Relocation &relocation : plan.relocations)
    append(out, "  %s %s of tensor %d + %lld\n", relocation.symbol.c_str(), name(relocation.kind),
           relocation.tensor, static_cast<long long>(relocation.addend));
  for (const Program &program : plan.programs)
    addProgram(out, plan, program);
  return out;
}

} // namespace spyre::plan
