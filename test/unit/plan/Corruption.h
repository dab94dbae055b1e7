// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans with one thing wrong, written to files with right checksums: the reader
// lets them pass, the validator names the field.
#pragma once

#include "SamplePlan.h"

#include "spyre/Plan/PlanFile.h"
#include "spyre/Plan/Validator.h"
#include "spyre/Support/Error.h"

#include <catch2/catch.hpp>
#include <functional>

namespace spyre::plan::sample {

inline std::string faultsOf(const Plan &plan) {
  std::string text;
  for (const Fault &fault : validate(plan))
    text += toString(fault) + "\n";
  return text;
}

struct Corruption {
  const char *what;
  Plan (*sample)();
  std::function<void(Plan &)> change;
  FaultKind kind;
  const char *path; // of a fault
};

inline Plan map() { return mapPlan(); }

inline Copy &copyIn(std::vector<Node> &nodes, size_t index) {
  return std::get<Copy>(nodes.at(index));
}
inline Exec &execIn(std::vector<Node> &nodes, size_t index) {
  return std::get<Exec>(nodes.at(index));
}
inline Await &awaitIn(std::vector<Node> &nodes, size_t index) {
  return std::get<Await>(nodes.at(index));
}

inline void checkAll(const std::vector<Corruption> &corruptions) {
  for (const Corruption &corruption : corruptions) {
    INFO(corruption.what);
    Plan plan = corruption.sample();
    corruption.change(plan);
    plan = deserialize(serialize(plan));
    std::vector<Fault> faults = validate(plan);
    std::string all = faultsOf(plan);
    INFO(all);
    bool named = false;
    for (const Fault &fault : faults)
      named |= fault.kind == corruption.kind && fault.path == corruption.path;
    CHECK(named);
    CHECK_THROWS_AS(requireValid(plan, "sample"), spyre::Error);
  }
}

} // namespace spyre::plan::sample
