// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random structural changes of the JSON header, checksums right: whatever
// stands there, reading, checking and printing end without a crash.
#include "SamplePlan.h"

#include "spyre/Plan/PlanFile.h"
#include "spyre/Plan/Text.h"
#include "spyre/Plan/Validator.h"
#include "spyre/Support/Error.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <random>

using namespace spyre::plan;
using namespace spyre::plan::sample;
using Json = nlohmann::ordered_json;

namespace {

using Random = std::mt19937_64;

void collect(Json &json, std::vector<Json *> &all) {
  all.push_back(&json);
  if (json.is_structured())
    for (Json &inner : json)
      collect(inner, all);
}

Json oddValue(Random &random) {
  switch (random() % 12) {
  case 0:
    return nullptr;
  case 1:
    return true;
  case 2:
    return "";
  case 3:
    return "f16";
  case 4:
    return Json::array();
  case 5:
    return Json::object();
  case 6:
    return 0.5;
  case 7:
    return INT64_MAX;
  case 8:
    return INT64_MIN;
  case 9:
    return UINT64_MAX;
  case 10:
    return int64_t(1) << (random() % 62);
  default:
    return int64_t(random() % 256) - 128;
  }
}

// Numbers stay numbers most of the time, so that the reader lets many pass.
void change(Random &random, Json &json) {
  static constexpr int64_t kSteps[] = {1, -1, 2, -2, 64, 128, -128, 4096};
  std::vector<Json *> all, numbers;
  collect(json, all);
  for (Json *value : all)
    if (value->is_number_integer())
      numbers.push_back(value);
  Json &value = *all[random() % all.size()];
  Json &other = *all[random() % all.size()];
  uint64_t kind = random() % 16;
  if (kind < 10 && !numbers.empty()) {
    Json &number = *numbers[random() % numbers.size()];
    if (kind < 8)
      number = int64_t(number.get<uint64_t>() + uint64_t(kSteps[random() % std::size(kSteps)]));
    else
      number = *numbers[random() % numbers.size()];
  } else if (kind == 10 && value.is_structured() && !value.empty()) {
    if (value.is_array())
      value.erase(size_t(random() % value.size()));
    else
      value.erase(std::next(value.begin(), long(random() % value.size())).key());
  } else if (kind == 11 && value.is_array() && value.size() > 1) {
    std::swap(value[random() % value.size()], value[random() % value.size()]);
  } else if (kind == 12 && value.is_array() && !value.empty()) {
    value.push_back(Json(value[random() % value.size()]));
  } else if (kind == 13) {
    value = Json(other); // perhaps itself or a part
  } else {
    value = oddValue(random);
  }
}

} // namespace

TEST_CASE("mutated headers are refused or proved, never fatal") {
  const Plan samples[] = {mapPlan(),  mapPlan(61), contractPlan(),
                          ringPlan(), statePlan(), tempPlan()};
  Random random(42);
  int unreadable = 0, faulty = 0, proved = 0;
  for (int round = 0; round < 1000; ++round) {
    std::vector<uint8_t> bytes = serialize(samples[size_t(round) % std::size(samples)],
                                           [&](std::string &header, std::vector<uint8_t> &) {
                                             Json json = Json::parse(header);
                                             for (uint64_t i = 1 + random() % 3; i > 0; --i)
                                               change(random, json);
                                             header = json.dump();
                                           });
    try {
      Plan plan = deserialize(bytes);
      (validate(plan).empty() ? proved : faulty)++;
      CHECK(!disassemble(plan).empty() == !plan.programs.empty());
      CHECK(!inspect(plan).empty());
    } catch (const spyre::Error &) {
      ++unreadable;
    }
  }
  INFO(unreadable << " unreadable, " << faulty << " faulty, " << proved << " proved");
  CHECK(unreadable > 100);
  CHECK(faulty > 100);
  CHECK(unreadable + faulty + proved == 1000);
}
