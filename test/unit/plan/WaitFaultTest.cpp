// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Corruption.h"

using namespace spyre::plan;
using namespace spyre::plan::sample;

TEST_CASE("sample plans are valid") {
  for (int64_t rows : {64, 61, 49, 48, 1})
    CHECK(faultsOf(mapPlan(rows)) == "");
  CHECK(faultsOf(contractPlan()) == "");
  CHECK(faultsOf(ringPlan()) == "");
  CHECK(faultsOf(psumPlan()) == "");
  CHECK(faultsOf(statePlan()) == "");
  CHECK(faultsOf(tempPlan()) == "");
  CHECK_NOTHROW(requireValid(mapPlan(), "sample"));
}

TEST_CASE("waits that are missing, too small, or never come true") {
  checkAll({
      {"load overwrites a slot in use", map,
       [](Plan &p) { awaitIn(loopBody(p, Unit::Load), 0).count.c = -2; }, FaultKind::MissingWait,
       "programs[0].queues.load[0].loop.body[1].copy"},
      {"exec before its load", map, [](Plan &p) { awaitIn(loopBody(p, Unit::Sfu), 0).count.c = 0; },
       FaultKind::MissingWait, "programs[0].queues.sfu[0].loop.body[2].exec"},
      {"exec overwrites what is being stored", map,
       [](Plan &p) { loopBody(p, Unit::Sfu).erase(loopBody(p, Unit::Sfu).begin() + 1); },
       FaultKind::MissingWait, "programs[0].queues.sfu[0].loop.body[1].exec"},
      {"store before its exec", map,
       [](Plan &p) { awaitIn(loopBody(p, Unit::Store), 0).count = {1}; }, FaultKind::MissingWait,
       "programs[0].queues.store[0].loop.body[1].copy"},
      {"ring reads before the neighbour has loaded", ringPlan,
       [](Plan &p) {
         awaitIn(loopBody(p, Unit::Ring), 0).cores = Await::Cores::Same;
         awaitIn(loopBody(p, Unit::Ring), 0).coreMap = -1;
       },
       FaultKind::MissingWait, "programs[0].queues.ring[0].loop.body[2].copy"},
      {"load overwrites what the neighbour reads", ringPlan,
       [](Plan &p) { awaitIn(loopBody(p, Unit::Load), 1).coreMap = 1; }, FaultKind::MissingWait,
       "programs[0].queues.load[0].loop.body[2].copy"},
      {"load of a temp that another core still writes", tempPlan,
       [](Plan &p) { awaitIn(loopBody(p, Unit::Load), 2).cores = Await::Cores::Same; },
       FaultKind::MissingWait, "programs[0].queues.load[0].loop.body[3].copy"},
      {"store over a temp that another core still reads", tempPlan,
       [](Plan &p) { awaitIn(loopBody(p, Unit::Store), 1).cores = Await::Cores::Same; },
       FaultKind::MissingWait, "programs[0].queues.store[0].loop.body[2].copy"},
      {"load of the state before the row is stored", statePlan,
       [](Plan &p) { awaitIn(queue(p, Unit::Load), 2).count = {0}; }, FaultKind::MissingWait,
       "programs[0].queues.store[1].copy"},
      {"more than the queue ever does", map,
       [](Plan &p) { awaitIn(loopBody(p, Unit::Store), 0).count.c = 2; }, FaultKind::Deadlock,
       "programs[0].queues.store[0].loop.body[0].await.count"},
      {"a cycle of waits", map, [](Plan &p) { awaitIn(loopBody(p, Unit::Load), 0).count.c = 1; },
       FaultKind::Deadlock, "programs[0].queues.load[0].loop.body[0].await.count"},
      {"a cycle over all cores", tempPlan,
       [](Plan &p) { awaitIn(loopBody(p, Unit::Store), 1).count.c = 2; }, FaultKind::Deadlock,
       "programs[0].queues.store[0].loop.body[1].await.count"},
  });
}

TEST_CASE("outputs and what is read") {
  checkAll({
      {"an element written twice", map, [](Plan &p) { p.programs[0].tables[0] = {0, 16, 32, 32}; },
       FaultKind::Rewritten, "programs[0].queues.store[0].loop.body[1].copy.box"},
      {"an element never written", map, [](Plan &p) { p.programs[0].tables[1] = {64, 48, 32, 15}; },
       FaultKind::Unwritten, "programs[0].outputs[0]"},
      {"a trip too few", map,
       [](Plan &p) {
         for (Unit u : {Unit::Load, Unit::Sfu, Unit::Store})
           std::get<Loop>(queue(p, u)[0]).trip = 3;
       },
       FaultKind::Unwritten, "programs[0].outputs[0]"},
      {"a temp read where nothing wrote", tempPlan,
       [](Plan &p) { copyIn(loopBody(p, Unit::Store), 2).box[0].size = fixed(3); },
       FaultKind::Unwritten, "programs[0].queues.load[0].loop.body[3].copy.box"},
      {"LX read where nothing wrote", map,
       [](Plan &p) { copyIn(loopBody(p, Unit::Load), 1).box[1].size = fixed(3); },
       FaultKind::Unwritten, "programs[0].queues.sfu[0].loop.body[2].exec"},
      {"a store to an input", map, [](Plan &p) { copyIn(loopBody(p, Unit::Store), 1).tensor = 0; },
       FaultKind::Structure, "programs[0].queues.store[0].loop.body[1].copy.tensor"},
  });
}
