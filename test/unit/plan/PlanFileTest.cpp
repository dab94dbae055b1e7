// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SamplePlan.h"

#include "spyre/Plan/PlanFile.h"
#include "spyre/Plan/Text.h"
#include "spyre/Plan/Validator.h"
#include "spyre/Support/Error.h"
#include "spyre/Support/File.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <unistd.h>

using namespace spyre::plan;
using namespace spyre::plan::sample;
using Json = nlohmann::ordered_json;

namespace {

// A plan in which every field has a value of its own.
Plan richPlan() {
  Plan plan = statePlan();
  addTensor(plan, "const0", DType::F32, {2, 40}, Role::Constant);
  addTensor(plan, "const1", DType::I8, {}, Role::Constant);
  Program &program = plan.programs[0];
  program.addressTables = {{"weights", {0, 1}}};
  program.kernels[0].predictedUs = 1.25;
  program.kernels[0].boundHardUs = 0.1;
  program.kernels[0].boundSustainedUs = 1e-300;
  program.kernels[0].boundBy = "memory";
  program.boundBy = "compute";
  Copy copy =
      boxCopy(-1, {{iv(0, -3, 7, 1), {iv(1, 2), 9}, 128, 256}}, {128, iv(1, 1, 5), 3, 1024});
  copy.addressTable = 0;
  copy.tableIndex = iv(0, 1);
  copy.src = {256, {}, 2, 128};
  copy.coreMap = 1;
  copy.source = "quote \" and \\ and \xc3\xa9";
  Exec exec;
  exec.kind = ExecKind::Reduce;
  exec.loops = {fixed(3), {entry(0), 5}};
  exec.reduction = {0, 1};
  exec.origin = {iv(0, 4), {}};
  exec.operands = {{{512}, DType::BF16, {6, {{2, {1, -1}, 3, 64, 7}}}},
                   {{1024}, DType::F32, rows(128, 4)}};
  float inf = std::numeric_limits<float>::infinity();
  exec.body = {{{Opcode::Const, DType::F32, {}, {DType::F32, -inf, 0}},
                {Opcode::Const, DType::F16, {}, {DType::F16, -0.0, 0}},
                {Opcode::Const, DType::F32, {}, {DType::F32, 0.1, 0}},
                {Opcode::Const, DType::U64, {}, {DType::U64, 0, -1}},
                {Opcode::Select, DType::F32, {0, 1, 2}, {}}},
               {4}};
  exec.init = {{DType::F32, inf, 0}};
  exec.initLoop = 1;
  Await wait = await(Unit::Psum, iv(0, 2), Await::Cores::Map, 2);
  wait.floor = 3;
  queue(plan, Unit::Sfu) = {Loop{3, {Loop{0, {}}, Loop{4, {copy, exec, wait}}}}};
  plan.relocations.push_back({"rows", Relocation::Kind::Dimension, 1, -5});
  plan.compileReport = "{\"wall_s\": 1}";
  return plan;
}

std::string messageOf(const std::vector<uint8_t> &bytes) {
  try {
    deserialize(bytes, "x.spyre");
  } catch (const spyre::Error &error) {
    return error.what();
  }
  return "no error";
}

// The plan with its JSON header changed, checksums right.
std::vector<uint8_t> edited(const Plan &plan, const std::function<void(Json &)> &edit) {
  return serialize(plan, [&](std::string &header, std::vector<uint8_t> &) {
    Json json = Json::parse(header);
    edit(json);
    header = json.dump();
  });
}

} // namespace

TEST_CASE("plans come back as they were, and their bytes are the same each time") {
  for (const Plan &plan : {mapPlan(), contractPlan(), ringPlan(), statePlan(), richPlan()}) {
    std::vector<uint8_t> bytes = serialize(plan);
    Plan back = deserialize(bytes);
    CHECK(serialize(back) == bytes);
    CHECK(bytes.size() % 128 == 0);
    CHECK(disassemble(back) == disassemble(plan));
    CHECK(inspect(back) == inspect(plan));
    CHECK(back.tensors.size() == plan.tensors.size());
    for (size_t i = 0; i < plan.tensors.size(); ++i)
      CHECK(back.tensors[i].data == plan.tensors[i].data);
  }
}

TEST_CASE("special values survive") {
  Plan back = deserialize(serialize(richPlan()));
  const Loop &outer = std::get<Loop>(queue(back, Unit::Sfu)[0]),
             &inner = std::get<Loop>(outer.body[1]);
  const Exec &exec = std::get<Exec>(inner.body[1]);
  CHECK(exec.body.ops[0].imm.f == -std::numeric_limits<double>::infinity());
  CHECK(std::signbit(exec.body.ops[1].imm.f));
  CHECK(exec.body.ops[2].imm.f == 0.1);
  CHECK(exec.body.ops[3].imm.i == -1);
  CHECK(exec.operands[0].access.terms[0].mod == 7);
  CHECK(std::get<Copy>(inner.body[0]).source == "quote \" and \\ and \xc3\xa9");
  CHECK(std::get<Await>(inner.body[2]).floor == 3);
}

TEST_CASE("files are written whole or not at all") {
  std::string dir =
      std::filesystem::temp_directory_path() / ("spyre-plan-test-" + std::to_string(::getpid()));
  std::filesystem::create_directory(dir);
  std::string path = dir + "/a.spyre";
  write(mapPlan(), path);
  CHECK(serialize(read(path)) == serialize(mapPlan()));
  write(ringPlan(), path);
  CHECK(serialize(read(path)) == serialize(ringPlan()));
  CHECK(std::distance(std::filesystem::directory_iterator(dir), {}) == 1);
  CHECK_THROWS_WITH(write(mapPlan(), dir + "/none/a.spyre"),
                    Catch::Contains("cannot write") && Catch::Contains("none/a.spyre"));
  CHECK_THROWS_WITH(read(dir + "/b.spyre"),
                    Catch::Contains("cannot read") && Catch::Contains("b.spyre"));
  CHECK_THROWS_WITH(read(dir), Catch::Contains("found a directory"));
  std::filesystem::remove_all(dir);
}

TEST_CASE("every flipped byte and every cut is refused") {
  Plan plan = statePlan();
  addTensor(plan, "const0", DType::F16, {3}, Role::Constant);
  std::vector<uint8_t> bytes = serialize(plan);
  REQUIRE(messageOf(bytes) == "no error");
  size_t accepted = 0;
  for (size_t i = 0; i < bytes.size(); ++i)
    for (uint8_t flip : {1, 255}) {
      bytes[i] ^= flip;
      accepted += messageOf(bytes) == "no error";
      bytes[i] ^= flip;
    }
  CHECK(accepted == 0);
  for (size_t size = 0; size < bytes.size(); size += 1 + size / 64) {
    std::vector<uint8_t> cut(bytes.begin(), bytes.begin() + long(size));
    accepted += messageOf(cut) == "no error";
  }
  bytes.push_back(0);
  accepted += messageOf(bytes) == "no error";
  CHECK(accepted == 0);
}

TEST_CASE("the container says what is wrong") {
  std::vector<uint8_t> bytes = serialize(mapPlan());
  CHECK_THAT(messageOf({}), Catch::Contains("x.spyre: expected a plan file of at least 128 "
                                            "bytes, found 0 bytes"));
  std::vector<uint8_t> other = bytes;
  other[0] = 'Z';
  CHECK_THAT(messageOf(other), Catch::Contains("starts with SPYREPLN"));
  other = bytes;
  other[8] = 9;
  CHECK_THAT(messageOf(other), Catch::Contains("expected format version 1, found 9"));
  other = bytes;
  other[200] ^= 1;
  CHECK_THAT(messageOf(other), Catch::Contains("header's checksum"));
  CHECK_THAT(
      messageOf(serialize(mapPlan(), [](std::string &header, auto &) { header.resize(100); })),
      Catch::Contains("expected JSON"));
  CHECK_THAT(messageOf(serialize(
                 mapPlan(), [](std::string &header, auto &) { header = std::string(1000, '['); })),
             Catch::Contains("nested values"));
  std::string wide = "{\"a\": 0";
  for (int i = 0; i < 100000; ++i)
    wide += ", \"" + std::to_string(i) + "\": 0";
  CHECK_THAT(
      messageOf(serialize(mapPlan(), [&](std::string &header, auto &) { header = wide + "}"; })),
      Catch::Contains("members of an object"));
}

TEST_CASE("the header's fields are named in errors") {
  auto message = [](const std::function<void(Json &)> &edit) {
    return messageOf(edited(mapPlan(), edit));
  };
  auto copyOf = [](Json &json) -> Json & {
    return json["programs"][0]["queues"]["load"][0]["loop"]["body"][1]["copy"];
  };
  CHECK(message([&](Json &json) { copyOf(json)["box"][1]["offset"] = "one"; }) ==
        "x.spyre: programs[0].queues.load[0].loop.body[1].copy.box[1].offset: "
        "expected an integer from -4611686018427387904 to "
        "4611686018427387904, found \"one\"");
  CHECK(message([](Json &json) { json["colour"] = 1; }) ==
        "x.spyre: header: expected only known keys, found 'colour'");
  CHECK(message([&](Json &json) { copyOf(json)["boxes"] = 1; }) ==
        "x.spyre: programs[0].queues.load[0].loop.body[1].copy: expected only "
        "known keys, found 'boxes'");
  CHECK(message([](Json &json) { json["tensors"][1].erase("shape"); }) ==
        "x.spyre: tensors[1]: expected the key 'shape', found an object of 5");
  CHECK(message([](Json &json) { json["tensors"][1]["type"] = "f64"; }) ==
        "x.spyre: tensors[1].type: expected one of f16 bf16 f32 i1 i8 i16 i32 "
        "i64 u8 u16 u32 u64, found \"f64\"");
  CHECK(message([](Json &json) { json["tensors"][0]["shape"][1] = 1.5; }) ==
        "x.spyre: tensors[0].shape[1]: expected an integer from 0 to "
        "1099511627776, found 1.5");
  CHECK(message([](Json &json) { json["cores"] = -1; }) ==
        "x.spyre: cores: expected an integer from 1 to 128, found -1");
  CHECK(message([](Json &json) { json["cores"] = nullptr; }) ==
        "x.spyre: cores: expected an integer from 1 to 128, found null");
  CHECK(message([](Json &json) { json["tensors"] = Json::object(); }) ==
        "x.spyre: tensors: expected an array, found an object of 0");
  CHECK(message([&](Json &json) { json["programs"][0]["queues"]["load"][0]["move"] = 1; }) ==
        "x.spyre: programs[0].queues.load[0]: expected only known keys, "
        "found 'move'");
  CHECK(message([&](Json &json) { json["programs"][0]["queues"]["load"][0] = Json::object(); }) ==
        "x.spyre: programs[0].queues.load[0]: expected one of the keys "
        "copy, exec, await, loop, found none");
  CHECK(message([&](Json &json) {
          json["programs"][0]["queues"]["load"][0]["loop"]["trip"] = int64_t(1) << 32;
        }) == "x.spyre: programs[0].queues.load[0].loop.trip: expected an "
              "integer from 0 to 2147483648, found 4294967296");
}

TEST_CASE("loops nest sixteen deep and no deeper") {
  auto nested = [](int depth) {
    Plan plan = mapPlan();
    std::vector<Node> body = {await(Unit::Sfu, {0})};
    for (int i = 0; i < depth; ++i)
      body = {Loop{1, body}};
    queue(plan, Unit::Ring) = body;
    return plan;
  };
  CHECK(validate(deserialize(serialize(nested(16)))).empty());
  CHECK_THAT(messageOf(serialize(nested(17))), Catch::Contains("expected at most 16 nested loops"));
  CHECK_THAT(messageOf(serialize(nested(200))), Catch::Contains("nested values"));
  REQUIRE(validate(nested(17)).size() == 1);
  CHECK_THAT(validate(nested(17))[0].message, Catch::Contains("at most 16 nested loops"));
}

TEST_CASE("constants lie inside the data section") {
  Plan plan = richPlan();
  auto message = [&](const char *key, int64_t value) {
    return messageOf(edited(plan, [&](Json &json) { json["tensors"][5]["data"][key] = value; }));
  };
  CHECK(message("offset", 64) ==
        "x.spyre: tensors[5].data.offset: expected a multiple of 128, found 64");
  CHECK_THAT(message("offset", 1 << 20),
             Catch::Contains("tensors[5].data.offset: expected an integer from 0 to"));
  CHECK_THAT(message("size", 1 << 20),
             Catch::Contains("tensors[5].data.size: expected an integer from 0 to"));
}

TEST_CASE("listings name what they show") {
  std::string text = disassemble(mapPlan(61));
  CHECK_THAT(text, Catch::Contains("for i0 in 0..4"));
  CHECK_THAT(text, Catch::Contains("await sfu >= i0 - 1"));
  CHECK_THAT(text, Catch::Contains("copy arg0 [4*i0 + t0 : clamp(-4*i0 + t1, 0, 4), 0 : 4] "
                                   "<-> lx 0 + 2048*((i0) mod 2) strides [512, 128]"));
  CHECK_THAT(text, Catch::Contains("out f16 lx 4096 + 2048*((i0) mod 2) + 512*d0 + 2*d1"));
  CHECK_THAT(inspect(statePlan()), Catch::Contains("is arg0"));
}
