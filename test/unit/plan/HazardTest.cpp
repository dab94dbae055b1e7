// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The validator's proof of hazards, deadlocks and coverage against brute force,
// on sample plans with waits and addresses changed at random.
#include "BruteForce.h"
#include "SamplePlan.h"

#include "spyre/Plan/Validator.h"

#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <random>

using namespace spyre::plan;
using namespace spyre::plan::sample;

namespace {

using Random = std::mt19937;

int64_t pick(Random &random, int64_t lo, int64_t hi) {
  return lo + int64_t(random() % uint64_t(hi - lo + 1));
}

// Every list of nodes of the program, with the loops around it.
void collectBodies(std::vector<Node> &nodes, std::vector<std::vector<Node> *> &bodies) {
  bodies.push_back(&nodes);
  for (Node &node : nodes)
    if (Loop *loop = std::get_if<Loop>(&node))
      collectBodies(loop->body, bodies);
}

void disturbAwait(Random &random, std::vector<Node> &body, size_t index) {
  Await &await = std::get<Await>(body[index]);
  switch (pick(random, 0, 8)) {
  case 0:
  case 1:
    await.count.c += pick(random, -2, 1);
    break;
  case 2:
    body.erase(body.begin() + long(index));
    break;
  case 3:
    await.unit = Unit(pick(random, 0, kNumUnits - 1));
    break;
  case 4:
    await.cores = Await::Cores(pick(random, 0, 1));
    await.coreMap = -1;
    break;
  case 5:
    await.cores = Await::Cores::Map;
    await.coreMap = int32_t(pick(random, 0, 2));
    break;
  case 8:
    await.floor = pick(random, 1, 3);
    break;
  case 6:
    await.count.table = int32_t(pick(random, 0, 2));
    break;
  case 7:
    std::swap(body[index], body[size_t(pick(random, 0, int64_t(body.size()) - 1))]);
    break;
  }
}

void disturbAddress(Random &random, LxAddr &addr) {
  switch (pick(random, 0, 3)) {
  case 0:
    addr.slots = 1;
    break;
  case 1:
    addr.base += 128 * pick(random, -4, 4);
    break;
  case 2:
    addr.slot.c += 1;
    break;
  case 3:
    addr.stride = std::max<int64_t>(0, addr.stride + 128 * pick(random, -2, 2));
    break;
  }
}

void disturb(Random &random, Plan &plan) {
  if (pick(random, 0, 7) == 0) { // one core takes the work of another
    std::vector<int64_t> &table = plan.programs[0].tables[size_t(pick(random, 0, 1))];
    table[size_t(pick(random, 0, 3))] = table[size_t(pick(random, 0, 3))];
    return;
  }
  std::vector<std::vector<Node> *> bodies;
  for (std::vector<Node> &queue : plan.programs[0].queues)
    collectBodies(queue, bodies);
  std::vector<Node> &body = *bodies[size_t(pick(random, 0, int64_t(bodies.size()) - 1))];
  if (body.empty())
    return;
  size_t index = size_t(pick(random, 0, int64_t(body.size()) - 1));
  Node &node = body[index];
  if (std::holds_alternative<Await>(node)) {
    disturbAwait(random, body, index);
  } else if (Copy *copy = std::get_if<Copy>(&node)) {
    int64_t what = pick(random, 0, 5);
    if (what < 2)
      disturbAddress(random, copy->lx);
    else if (what == 2)
      disturbAddress(random, copy->src);
    else if (what == 3 && !copy->box.empty())
      copy->box[0].offset.c += pick(random, -1, 1);
    else if (what == 4 && copy->multicast >= 0)
      copy->multicast = pick(random, 0, 1) ? -1 : 2 - copy->multicast;
    else
      body.insert(body.begin() + long(index),
                  await(Unit(pick(random, 0, 5)), {pick(random, 0, 3)}));
  } else if (Exec *exec = std::get_if<Exec>(&node)) {
    disturbAddress(
        random, exec->operands[size_t(pick(random, 0, int64_t(exec->operands.size()) - 1))].addr);
  } else if (Loop *loop = std::get_if<Loop>(&node); pick(random, 0, 3) == 0) {
    loop->trip += pick(random, -1, 1);
  }
}

bool isReplayFault(FaultKind kind) {
  return kind == FaultKind::Deadlock || kind == FaultKind::MissingWait ||
         kind == FaultKind::Unwritten || kind == FaultKind::Rewritten;
}

} // namespace

TEST_CASE("hazards agree with brute force on disturbed plans") {
  const std::function<Plan()> samples[] = {[] { return mapPlan(); },
                                           [] { return mapPlan(61); },
                                           contractPlan,
                                           ringPlan,
                                           psumPlan,
                                           statePlan,
                                           tempPlan};
  Random random(20240607);
  std::map<std::string, int> verdicts;
  for (int round = 0; round < 1200; ++round) {
    Plan plan = samples[size_t(round) % std::size(samples)]();
    for (int64_t i = pick(random, 1, 2); i > 0; --i)
      disturb(random, plan);
    plan.programs[0].lxBytes = 40000;
    std::vector<Fault> faults = validate(plan);
    bool form = false;
    for (const Fault &fault : faults)
      form |= !isReplayFault(fault.kind);
    if (form)
      continue;
    std::string expected = spyre::plan::test::findFaultByForce(plan);
    std::string found = faults.empty() ? "" : toString(faults[0]);
    ++verdicts[expected];
    INFO("round " << round << ": by force '" << expected << "', validator '" << found << "'");
    REQUIRE(expected.empty() == found.empty());
  }
  for (const char *verdict :
       {"", "deadlock", "missing wait", "read of nothing", "written twice", "never written"}) {
    INFO("verdict '" << verdict << "'");
    CHECK(verdicts[verdict] > 3);
  }
}
