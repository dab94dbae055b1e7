// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Device/Device.h"
#include "spyre/Support/Error.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

using namespace spyre;
using nlohmann::json;

namespace {

std::string refusal(const json &description) {
  try {
    device::fromJson(description.dump(), "dev.json");
  } catch (const Error &e) {
    return e.what();
  }
  return "accepted";
}

json defaults() { return json::parse(device::toJson(device::load("spyre-default"))); }

} // namespace

TEST_CASE("the members' initial values are the default profile") {
  device::Device plain;
  plain.name = "spyre-default";
  CHECK(device::toJson(plain) == device::toJson(device::load("spyre-default")));
}

TEST_CASE("every built-in profile loads under its own name") {
  for (const char *name : {"spyre-default", "spyre-datasheet", "spyre-1core"})
    CHECK(device::load(name).name == name);
  device::Device sheet = device::load("spyre-datasheet");
  CHECK(sheet.clockGhz == 1.5);
  CHECK(sheet.multicastRate(32) == 204.8);
  CHECK(sheet.runFactor(128) == 1.0);
  CHECK(sheet.turnaroundNs == 0);
  CHECK(device::load("spyre-1core").cores == 1);
}

TEST_CASE("canonical text round-trips and its digest tells devices apart") {
  device::Device a = device::load("spyre-default");
  device::Device b = device::fromJson(device::toJson(a), "text");
  CHECK(device::digest(a) == device::digest(b));
  CHECK(device::digest(a).size() == 16);
  b.turnaroundNs += 1;
  CHECK(device::digest(a) != device::digest(b));
}

TEST_CASE("every key is required and must be known") {
  json good = defaults();
  CHECK(refusal(good) == "accepted");
  int keys = 0;
  for (const auto &[group, members] : good.items()) {
    json cut = good;
    cut.erase(group);
    CHECK(refusal(cut) == "dev.json: expected key '" + group + "', found none");
    if (!members.is_object())
      continue;
    for (const auto &[key, value] : members.items()) {
      std::string path = group + "." + key;
      json without = good;
      without[group].erase(key);
      CHECK(refusal(without) == "dev.json: expected key '" + path + "', found none");
      json wrong = good;
      wrong[group][key] = "fast";
      CHECK_THAT(refusal(wrong), Catch::Contains("'" + path + "'"));
      json negative = good;
      if (value.is_array())
        negative[group][key][0].begin().value() = -1;
      else
        negative[group][key] = -1;
      CHECK_THAT(refusal(negative), Catch::Contains("'" + path));
      ++keys;
    }
  }
  CHECK(keys > 40);
  json extra = good;
  extra["memory"]["colour"] = 1;
  CHECK(refusal(extra) == "dev.json: expected a known key, found 'memory.colour'");
  extra = good;
  extra["colour"] = 1;
  CHECK(refusal(extra) == "dev.json: expected a known key, found 'colour'");
}

TEST_CASE("values out of range are refused by name") {
  auto with = [](const char *group, const char *key, json value) {
    json d = defaults();
    d[group][key] = value;
    return refusal(d);
  };
  CHECK(with("chip", "cores", 0) == "dev.json: expected 'chip.cores' to be positive, found 0");
  CHECK(with("chip", "cores", 1.5) == "dev.json: expected an integer at 'chip.cores', found 1.5");
  CHECK_THAT(with("chip", "cores", 1000000), Catch::Contains("at most 128"));
  CHECK_THAT(with("chip", "cores", int64_t(1) << 40), Catch::Contains("chip.cores"));
  CHECK_THAT(with("matrix_array", "sustained_fraction", 1.1), Catch::Contains("at most 1"));
  CHECK_THAT(with("matrix_array", "rows", 7), Catch::Contains("rows x columns"));
  CHECK_THAT(with("scratchpad", "allocatable_bytes", 2097280),
             Catch::Contains("at most 'scratchpad.bytes'"));
  CHECK_THAT(with("memory", "sustained_gbs", 300), Catch::Contains("pins_gbs"));
  CHECK_THAT(with("memory", "multicast", json::array()), Catch::Contains("list of points"));
  CHECK_THAT(with("memory", "run_efficiency",
                  json::array({{{"run_bytes", 128}, {"fraction", 0.3}},
                               {{"run_bytes", 256}, {"fraction", 0.8}}})),
             Catch::Contains("descending"));
  CHECK(with("memory", "turnaround_ns", 0) == "accepted");
}

TEST_CASE("files that are no description are refused in one line") {
  CHECK_THROWS_WITH(device::fromJson("", "x.json"),
                    "x.json: expected JSON, found an error at byte 1");
  CHECK_THROWS_WITH(device::fromJson("[1]", "x.json"), "x.json: expected an object, found array");
  CHECK_THROWS_WITH(device::load("nowhere/x.json"),
                    "cannot read device description 'nowhere/x.json'");
  CHECK_THROWS_WITH(device::load("tpu"),
                    "expected a device (spyre-1core, spyre-datasheet, "
                    "spyre-default) or a description ending in .json, found 'tpu'");
}

TEST_CASE("curves") {
  device::Device d = device::load("spyre-default");
  CHECK(d.multicastRate(1) == 150);
  CHECK(d.multicastRate(8) == 150);
  CHECK(d.multicastRate(12) == Approx(122.5));
  CHECK(d.multicastRate(16) == 95);
  CHECK(d.multicastRate(24) == 75);
  CHECK(d.multicastRate(64) == 55);
  CHECK(d.runFactor(4096) == 1.0);
  CHECK(d.runFactor(1023) == 0.9);
  CHECK(d.runFactor(512) == 0.9);
  CHECK(d.runFactor(256) == 0.8);
  CHECK(d.runFactor(128) == 0.3);
  CHECK(d.runFactor(1) == 0.3);
}

TEST_CASE("estimates are those that the documentation marks [E]") {
  // Rows of the table of parameters: keys in the first cell, group by group.
  std::ifstream page(SPYRE_SOURCE_DIR "/docs/device.md");
  REQUIRE(page);
  std::set<std::string> marked;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("| `", 0) != 0 || line.find("[E]") == std::string::npos)
      continue;
    std::string keys = line.substr(0, line.find(" | ")), group;
    static const std::regex key("`([a-z_]*)\\.([a-z_0-9]+)`");
    for (std::sregex_iterator it(keys.begin(), keys.end(), key), end; it != end; ++it) {
      group = (*it)[1].length() > 0 ? (*it)[1].str() : group;
      marked.insert(group + "." + (*it)[2].str());
    }
  }
  std::vector<std::string> estimates = device::estimates();
  CHECK(std::set<std::string>(estimates.begin(), estimates.end()) == marked);
}

TEST_CASE("an estimate can be scaled, nothing else") {
  device::Device d = device::load("spyre-default");
  CHECK(device::scaled(d, "data_ring.hop_cycles", 0.5).ringHopCycles == 1);
  CHECK(device::scaled(d, "vector.special_two_pass_factor", 0.5).specialTwoPassFactor == 1);
  CHECK(device::scaled(d, "memory.few_readers", 2).fewReaders == 32);
  CHECK_THROWS_WITH(device::scaled(d, "chip.cores", 2),
                    "expected a parameter marked as an estimate, found 'chip.cores'");
}
