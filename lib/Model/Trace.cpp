// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chrome trace events: a process per core with a thread per unit; processes for
// the kernels, the device memory and the rings; flow arrows along the awaits.
#include "Drawing.h"
#include "LxMap.h"
#include "spyre/Model/Report.h"
#include "spyre/Plan/Names.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace spyre::model {

using plan::kNumUnits;
using plan::Unit;

namespace {

std::string quoted(const std::string &text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string number(double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof(buffer), "%.6f", value);
  return buffer;
}

/// One event as text: ph, then fields, then args.
class Event {
public:
  Event(const char *phase, int pid, int tid)
      : text(R"({"ph":")" + std::string(phase) + R"(","pid":)" + std::to_string(pid) +
             R"(,"tid":)" + std::to_string(tid)) {}
  Event &raw(const char *key, const std::string &value) {
    text += std::string(inArgs && text.back() == '{' ? "\"" : ",\"") + key + "\":" + value;
    return *this;
  }
  Event &str(const char *key, const std::string &value) { return raw(key, quoted(value)); }
  Event &num(const char *key, double value) { return raw(key, number(value)); }
  Event &whole(const char *key, int64_t value) { return raw(key, std::to_string(value)); }
  Event &args() {
    text += ",\"args\":{";
    inArgs = true;
    return *this;
  }
  std::string take() { return text + (inArgs ? "}}" : "}"); }

private:
  std::string text;
  bool inArgs = false;
};

class TraceWriter {
public:
  TraceWriter(const plan::Plan &plan, const plan::Program &program, const Timing &timing,
              const std::vector<int> &cores)
      : plan(plan), program(program), timing(timing), recording(timing.recording), cores(cores),
        names(itemNames(plan, program)), isDrawn(size_t(plan.cores), 0),
        queues(size_t(plan.cores)) {
    for (int core : cores)
      isDrawn[size_t(core)] = 1;
    nameRows();
    addKernels();
    addInstructions();
    addWaits();
    addFabric();
    addLx();
  }
  std::string take() { return std::move(text); }

private:
  int memoryPid() const { return plan.cores; }
  int ringPid() const { return plan.cores + 1; }
  int kernelPid() const { return plan.cores + 2; }

  void add(Event event) {
    text += text.empty() ? "" : ",\n";
    text += event.take();
  }
  void row(const char *what, int pid, int tid, const std::string &name, int sort) {
    add(Event("M", pid, tid).str("name", what + std::string("_name")).args().str("name", name));
    add(Event("M", pid, tid)
            .str("name", what + std::string("_sort_index"))
            .args()
            .whole("sort_index", sort));
  }
  Event slice(int pid, int tid, const std::string &name, const char *category, double start,
              double end) {
    return Event("X", pid, tid)
        .str("name", name)
        .str("cat", category)
        .num("ts", start)
        .num("dur", end - start);
  }
  void nameRows();
  void addKernels();
  void addInstructions();
  void addWaits();
  void addFlow(const TraceWait &wait);
  void addFabric();
  void addLx();

  const TraceEvent *find(int core, Unit unit, int64_t number) const;

  const plan::Plan &plan;
  const plan::Program &program;
  const Timing &timing;
  const Recording &recording;
  const std::vector<int> &cores;
  ItemNames names;
  std::vector<char> isDrawn;
  std::vector<std::array<std::vector<const TraceEvent *>, kNumUnits>> queues; // per core
  int64_t flows = 0;
  std::string text;
};

void TraceWriter::nameRows() {
  row("process", kernelPid(), 0, "kernels", -3);
  row("process", memoryPid(), 0, "device memory", -2);
  row("process", ringPid(), 0, "rings", -1);
  for (int core : cores) {
    row("process", core, 0, "core " + std::to_string(core), core);
    for (int u = 0; u < kNumUnits; ++u)
      if (!names[size_t(u)].empty())
        row("thread", core, u, plan::name(Unit(u)), u);
  }
}

void TraceWriter::addKernels() {
  std::vector<int> lanes = kernelLanes(timing.kernels);
  int last = lanes.empty() ? -1 : *std::max_element(lanes.begin(), lanes.end());
  for (int lane = 0; lane <= last; ++lane)
    row("thread", kernelPid(), lane, lane ? "kernels (overlapping)" : "kernels", lane);
  for (size_t k = 0; k < lanes.size(); ++k) {
    if (lanes[k] < 0)
      continue;
    const plan::Kernel &kernel = program.kernels[k];
    const KernelTiming &t = timing.kernels[k];
    Event event = slice(kernelPid(), lanes[k], kernel.name, "kernel", t.startUs, t.endUs);
    event.args().str("source", kernel.source).str("bound by", kernel.boundBy);
    event.num("bound us", kernel.boundSustainedUs).num("array utilisation", t.ptUtilisation);
    for (int s = 0; s < kNumStalls; ++s)
      if (t.stallUs[size_t(s)] > 0)
        event.num((std::string("stalled core-us: ") + name(Stall(s))).c_str(),
                  t.stallUs[size_t(s)]);
    add(event);
  }
}

void TraceWriter::addInstructions() {
  for (const TraceEvent &e : recording.events) {
    queues[size_t(e.core)][size_t(e.unit)].push_back(&e);
    if (!isDrawn[size_t(e.core)])
      continue;
    Event event = slice(e.core, int(e.unit), program.kernels[size_t(e.kernel)].name,
                        plan::name(e.unit), e.startUs, e.endUs);
    event.args().str("instruction", names[size_t(e.unit)][size_t(e.item)]);
    if (e.heldUs > 0)
      event.num("held up us", e.heldUs);
    add(event);
    if (e.groupUs > 0)
      add(slice(e.core, int(e.unit), "await group", "stall", e.startUs, e.startUs + e.groupUs));
  }
}

void TraceWriter::addWaits() {
  for (const TraceWait &wait : recording.waits) {
    if (!isDrawn[size_t(wait.core)])
      continue;
    if (wait.endUs > wait.startUs) {
      Event event =
          slice(wait.core, int(wait.unit), std::string("await ") + plan::name(wait.onUnit), "stall",
                wait.startUs, wait.endUs);
      event.args().whole("count", wait.count);
      if (wait.onCore != wait.core)
        event.str("of", wait.onCore < 0 ? "all cores" : "core " + std::to_string(wait.onCore));
      add(event);
    }
    addFlow(wait);
  }
}

/// Null: it had nothing to do.
const TraceEvent *TraceWriter::find(int core, Unit unit, int64_t number) const {
  const auto &queue = queues[size_t(core)][size_t(unit)]; // ascending: a queue ends in order
  auto it = std::lower_bound(queue.begin(), queue.end(), number,
                             [](const TraceEvent *e, int64_t n) { return e->number < n; });
  return it != queue.end() && (*it)->number == number ? *it : nullptr;
}

/// From the instruction that ended a wait to the one that had waited. Of a wait on
/// all cores the last to arrive counts. Arrows end at drawn cores only.
void TraceWriter::addFlow(const TraceWait &wait) {
  const TraceEvent *from = nullptr, *to = find(wait.core, wait.unit, wait.number);
  int first = wait.onCore, last = wait.onCore;
  if (wait.onCore < 0)
    first = 0, last = plan.cores - 1;
  for (int core = first; core <= last; ++core)
    if (const TraceEvent *e = find(core, wait.onUnit, wait.count - 1))
      if (!from || e->arrivedUs > from->arrivedUs)
        from = e;
  if (!from || !to || !isDrawn[size_t(from->core)])
    return; // nothing to move, or not drawn
  std::string name = std::string(plan::name(from->unit)) + " to " + plan::name(to->unit);
  auto end = [&](const char *phase, const TraceEvent &e) {
    return Event(phase, e.core, int(e.unit))
        .str("name", name)
        .str("cat", "flow")
        .whole("id", flows)
        .num("ts", (e.startUs + e.endUs) / 2); // inside its slice
  };
  add(end("s", *from));
  add(end("f", *to).str("bp", "e"));
  ++flows;
}

void TraceWriter::addFabric() {
  auto counter = [&](int pid, const char *name, size_t bin) {
    return Event("C", pid, 0).str("name", name).num("ts", double(bin) * recording.binUs).args();
  };
  bool psum = timing.psumBytes > 0;
  for (size_t i = 0; i <= recording.bins.size(); ++i) { // a last one that ends the curves
    FabricBin bin = i < recording.bins.size() ? recording.bins[i] : FabricBin{};
    auto percent = [&](Fabric series) { return 100 * share(recording, bin, series); };
    add(counter(memoryPid(), "memory GB/s", i)
            .num("read", rate(recording, bin, Fabric::ReadBytes))
            .num("write", rate(recording, bin, Fabric::WriteBytes)));
    add(counter(memoryPid(), "memory node busy %", i)
            .num("moving", percent(Fabric::MemoryUs))
            .num("turning", percent(Fabric::TurnUs)));
    add(counter(ringPid(), "ring links busy %", i)
            .num("upwards", percent(Fabric::RingUpUs))
            .num("downwards", percent(Fabric::RingDownUs)));
    if (psum)
      add(counter(ringPid(), "partial-sum links busy %", i)
              .num("upwards", percent(Fabric::PsumUpUs))
              .num("downwards", percent(Fabric::PsumDownUs)));
  }
}

void TraceWriter::addLx() {
  std::vector<std::vector<LxBuffer>> buffers = lxBuffers(program, recording, cores);
  for (size_t i = 0; i < cores.size(); ++i)
    for (const LxStep &step : lxUse(buffers[i]))
      add(Event("C", cores[i], 0)
              .str("name", "LX bytes in use")
              .num("ts", step.us)
              .args()
              .whole("bytes", step.bytes));
}

} // namespace

std::string traceJson(const plan::Plan &plan, const plan::Program &program, const Timing &timing,
                      const std::vector<int> &wanted) {
  std::vector<int> cores = coresToDraw(timing.recording, plan.cores, kMaxDrawn, wanted);
  std::string drawn;
  for (int core : cores)
    drawn += (drawn.empty() ? "" : " ") + std::to_string(core);
  return R"({"displayTimeUnit":"ns","otherData":{"times":"modelled","program":)" +
         quoted(program.name) + R"(,"device":)" + quoted(plan.deviceName) + R"(,"cores drawn":")" +
         drawn + R"("},)" + "\n\"traceEvents\":[\n" +
         TraceWriter(plan, program, timing, cores).take() + "\n]}\n";
}

} // namespace spyre::model
