// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chrome trace events: a process per core, a thread per unit.
#include "SimProgram.h"
#include "spyre/Model/Report.h"
#include "spyre/Plan/Names.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace spyre::model {

namespace {

std::string quoted(const std::string &text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string number(double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof(buffer), "%.6f", value);
  return buffer;
}

class Writer {
public:
  void add(const std::string &event) {
    text += text.empty() ? "" : ",\n";
    text += event;
  }
  void metadata(const char *what, int pid, int tid, const std::string &name) {
    add(R"({"ph":"M","name":")" + std::string(what) + R"(","pid":)" + std::to_string(pid) +
        R"(,"tid":)" + std::to_string(tid) + R"(,"args":{"name":)" + quoted(name) + "}}");
  }
  std::string take() { return std::move(text); }

private:
  std::string text;
};

const std::string &sourceOf(const plan::Node &node) {
  if (auto *copy = std::get_if<plan::Copy>(&node))
    return copy->source;
  return std::get<plan::Exec>(node).source;
}

} // namespace

std::string traceJson(const plan::Plan &plan, const plan::Program &program, const Timing &timing) {
  std::array<plan::FlatQueue, plan::kNumUnits> queues;
  for (int u = 0; u < plan::kNumUnits; ++u)
    queues[size_t(u)] = plan::flatten(program, plan::Unit(u));
  std::vector<std::string> names;
  for (const plan::Kernel &kernel : program.kernels)
    names.push_back(quoted(kernel.name));

  Writer out;
  int memory = plan.cores; // its process
  for (int c = 0; c < plan.cores; ++c) {
    out.metadata("process_name", c, 0, "core " + std::to_string(c));
    for (int u = 0; u < plan::kNumUnits; ++u)
      if (!queues[size_t(u)].items.empty())
        out.metadata("thread_name", c, u, plan::name(plan::Unit(u)));
  }
  out.metadata("process_name", memory, 0, "device memory");
  for (const TraceEvent &event : timing.events) {
    const plan::Node &node = *queues[size_t(event.unit)].items[size_t(event.item)].node;
    out.add(R"({"ph":"X","name":)" + names[size_t(event.kernel)] + R"(,"cat":")" +
            plan::name(event.unit) + R"(","pid":)" + std::to_string(event.core) + R"(,"tid":)" +
            std::to_string(int(event.unit)) + R"(,"ts":)" + number(event.startUs) + R"(,"dur":)" +
            number(event.endUs - event.startUs) + R"(,"args":{"source":)" + quoted(sourceOf(node)) +
            "}}");
  }
  for (size_t i = 0; i <= timing.memory.size(); ++i) { // a last one that ends the curve
    MemoryBin bin = i < timing.memory.size() ? timing.memory[i] : MemoryBin();
    double perUs = 1e-3 / timing.binUs; // bytes per bin to GB/s
    out.add(R"({"ph":"C","name":"memory GB/s","pid":)" + std::to_string(memory) +
            R"(,"tid":0,"ts":)" + number(double(i) * timing.binUs) + R"(,"args":{"read":)" +
            number(bin.readBytes * perUs) + R"(,"write":)" + number(bin.writeBytes * perUs) + "}}");
  }
  return R"({"displayTimeUnit":"ns","otherData":{"times":"modelled","program":)" +
         quoted(program.name) + R"(,"device":)" + quoted(plan.deviceName) +
         "},\n\"traceEvents\":[\n" + out.take() + "\n]}\n";
}

} // namespace spyre::model
