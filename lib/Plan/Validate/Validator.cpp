// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Plan/Validator.h"

#include "LxCheck.h"
#include "MemoryCheck.h"

#include "spyre/Support/Error.h"

#include <set>

namespace spyre::plan {

namespace {

constexpr int64_t kMaxSteps = int64_t(1) << 23; // of all queues of a core

// Each instruction to both checks.
class Both : public EventSink {
public:
  Both(LxCheck &lx, MemoryCheck &memory) : lx(lx), memory(memory) {}
  void onEvent(const Event &event) override {
    lx.onEvent(event);
    memory.onEvent(event);
  }

private:
  LxCheck &lx;
  MemoryCheck &memory;
};

// False when the memory check must see all reads.
bool replayOnce(ProgramContext &context, bool keepAllReads) {
  Replay replay(context);
  HazardReporter hazards(context);
  LxCheck lx(context, replay.colours(), hazards);
  MemoryCheck memory(context, replay.colours(), hazards, keepAllReads);
  Both both(lx, memory);
  bool ended = replay.run(both);
  if (!keepAllReads && memory.needsReads())
    return false;
  if (ended)
    memory.finish();
  if (lx.peakBytes() > context.program.lxBytes)
    context.report.expected(FaultKind::Bounds, Where(context.path + ".lxBytes"),
                            "at least " + std::to_string(lx.peakBytes()) + ", the last byte used",
                            context.program.lxBytes);
  return true;
}

void checkProgram(const Plan &plan, size_t number, Report &report, Budget &budget) {
  ProgramContext context{
      plan, plan.programs[number], "programs[" + std::to_string(number) + "]", report, budget, {}};
  size_t before = report.total();
  checkProgramForm(context);
  if (report.total() != before)
    return;
  int64_t steps = 0;
  for (const FlatQueue &queue : context.queues)
    steps += queue.steps;
  if (steps > kMaxSteps) {
    report.expected(FaultKind::Budget, Where(context.path + ".queues"),
                    "at most 2^23 steps per core", steps);
    return;
  }
  if (!replayOnce(context, false))
    replayOnce(context, true);
}

} // namespace

std::vector<Fault> validate(const Plan &plan) {
  Report report;
  Budget budget;
  try {
    checkTensors(plan, report);
    Where programs("programs");
    std::set<std::string> names;
    for (size_t i = 0; i < plan.programs.size(); ++i)
      if (const std::string &name = plan.programs[i].name;
          name.empty() || !names.insert(name).second)
        report.expected(FaultKind::Name, Where(Where(programs, i), "name"), "a name of its own",
                        "'" + name + "'");
    if (plan.programs.empty())
      report.expected(FaultKind::Structure, programs, "at least one program", "none");
    if (report.total() != 0) // programs lean on tensors
      return report.take();
    for (size_t i = 0; i < plan.programs.size(); ++i)
      checkProgram(plan, i, report, budget);
  } catch (const OverBudget &over) {
    report.add(FaultKind::Budget, "programs", over.message);
  }
  return report.take();
}

const char *name(FaultKind kind) {
  static constexpr const char *kNames[] = {"structure", "type",       "size",     "name",
                                           "alignment", "bounds",     "overlap",  "core-map",
                                           "multicast", "relocation", "deadlock", "missing-wait",
                                           "unwritten", "rewritten",  "budget"};
  static_assert(std::size(kNames) == size_t(FaultKind::Budget) + 1);
  return kNames[size_t(kind)];
}

std::string toString(const Fault &fault) {
  return fault.path + ": " + fault.message + " [" + name(fault.kind) + "]";
}

void requireValid(const Plan &plan, const std::string &where) {
  std::vector<Fault> faults = validate(plan);
  if (faults.empty())
    return;
  std::string message = where + ": " + toString(faults[0]);
  if (faults.size() > 1)
    message += " and " + std::to_string(faults.size() - 1) + " more faults";
  throw Error(message);
}

} // namespace spyre::plan
