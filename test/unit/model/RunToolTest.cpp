// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The spyre-run command itself: exit statuses, one line per error, files whole
// or not there. The build gives its path in SPYRE_RUN.
#include "MicroPlan.h"
#include "spyre/Plan/PlanFile.h"
#include "spyre/Support/File.h"
#include "spyre/Support/Npz.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

using namespace spyre;
using namespace spyre::test;
namespace fs = std::filesystem;

namespace {

/// A directory of its own with a plan for out = -x over 128 x 256 f16.
class Bench {
public:
  Bench() : dir(fs::temp_directory_path() / ("spyre-run-test-" + std::to_string(getpid()))) {
    fs::create_directories(dir);
    plan::Plan p = microPlan();
    p.deviceDigest = device::digest(device::load("spyre-default"));
    Stream in = rowStream(p, plan::Role::Input, 4, 4, 32),
           out = rowStream(p, plan::Role::Output, 4, 4, 32, 1, 1024);
    p.tensors[0].name = "arg0", p.tensors[1].name = "out0";
    out.copy.lx = {1024};
    plan::Exec exec;
    exec.loops = {fixed(256)};
    exec.reduction = {0};
    exec.operands = {strided(DType::F16, {2}), strided(DType::F16, {2})};
    exec.operands[1].addr = {1024};
    exec.body = {{scalarOp(plan::Opcode::Neg, DType::F16, {0})}, {1}};
    queue(p, Unit::Load) = {plan::Loop{4, {await(Unit::Sfu, iv(0, 1)), in.copy}}};
    queue(p, Unit::Sfu) = {
        plan::Loop{4, {await(Unit::Load, iv(0, 1, 1)), await(Unit::Store, iv(0, 1)), exec}}};
    queue(p, Unit::Store) = {plan::Loop{4, {await(Unit::Sfu, iv(0, 1, 1)), out.copy}}};
    p.programs[0].lxBytes = 2048;
    p.programs[0].kernels[0].source = "p.mlir:2:1";
    writeFile(path("p.mlir"), std::string("module\n  neg </script>\n"));
    plan::sample::addAddressRelocations(p);
    plan::write(p, path("p.spyre"));
    npz::Array x{"f2", {128, 256}, std::vector<uint8_t>(128 * 256 * 2)}, y = x;
    std::mt19937 rng(1);
    for (size_t i = 0; i < x.data.size(); i += 2) {
      Cell cell = randomCell(DType::F16, rng);
      storeCell(DType::F16, cell, x.data.data() + i);
      storeCell(DType::F16, {-cell.f, 0}, y.data.data() + i);
    }
    npz::write(path("in.npz"), {{"arg0", x}});
    npz::write(path("want.npz"), {{"out0", y}});
    y.data[1] ^= 0x80;
    npz::write(path("wrong.npz"), {{"out0", y}});
    x.shape = {256, 128};
    npz::write(path("shape.npz"), {{"arg0", x}});
  }
  ~Bench() { fs::remove_all(dir); }

  std::string path(const std::string &name) const { return (dir / name).string(); }
  /// Words that name files of the bench are given with '@'.
  int run(std::string words) {
    for (size_t at; (at = words.find('@')) != std::string::npos;)
      words.replace(at, 1, dir.string() + "/");
    std::string command = std::string(std::getenv("SPYRE_RUN")) + " " + words + " >" +
                          path("stdout") + " 2>" + path("stderr");
    int status = std::system(command.c_str());
    errors = readTextFile(path("stderr"));
    text = readTextFile(path("stdout"));
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  bool oneLine() const { return std::count(errors.begin(), errors.end(), '\n') == 1; }

  std::string errors, text;

private:
  fs::path dir;
};

} // namespace

TEST_CASE("spyre-run runs, compares and reports") {
  if (!std::getenv("SPYRE_RUN"))
    return;
  Bench b;
  CHECK(b.run("--validate @p.spyre") == 0);
  CHECK(b.run("--inspect @p.spyre") == 0);
  CHECK(b.run("--disassemble @p.spyre") == 0);
  INFO(b.errors);
  CHECK(b.run("@p.spyre --inputs @in.npz --expect @want.npz --outputs @out.npz --report @r.json "
              "--trace @t.json --html @p.html --source @p.mlir") == 0);
  CHECK(b.text.find("modelled") != std::string::npos);
  std::vector<npz::Entry> out = npz::read(b.path("out.npz")), want = npz::read(b.path("want.npz"));
  CHECK(out.at(0).array.data == want.at(0).array.data);
  nlohmann::json report = nlohmann::json::parse(readTextFile(b.path("r.json")));
  CHECK(report["ddr_read_bytes"] == 128 * 512);
  CHECK(nlohmann::json::parse(readTextFile(b.path("t.json"))).contains("traceEvents"));
  std::string page = readTextFile(b.path("p.html"));
  CHECK(page.find("</html>") != std::string::npos);
  CHECK(page.find("{{") == std::string::npos);              // everything is filled in
  CHECK(page.find("\\u003c/script>") != std::string::npos); // what the model says ends nothing
  CHECK(b.run("@p.spyre --timing-only --trace @t.json --trace-cores 1,0") == 0);
  CHECK(b.run("@p.spyre --timing-only --iterations 5 --launch graph") == 0);
  CHECK(b.run("@p.spyre --inputs @in.npz --race 1 --race 2 --race 3") == 0);
  CHECK(b.text.find("results equal in 3 random orders") != std::string::npos);
  CHECK(b.run("@p.spyre --inputs @in.npz --inputs @in.npz --expect @want.npz --expect @want.npz "
              "--poison both") == 0);
}

TEST_CASE("spyre-run --numerics dl16 says how far the results are from f16") {
  if (!std::getenv("SPYRE_RUN"))
    return;
  Bench b;
  const std::string run = "@p.spyre --numerics dl16 --inputs @in.npz --outputs @dl.npz ";
  // Every second f16 loses its last bit; the poisons do not show.
  CHECK(b.run(run + "--expect @want.npz --rtol 0.001 --poison both --report @r.json") == 0);
  INFO(b.errors);
  CHECK(b.text.find("out0: against f16, ") != std::string::npos);
  nlohmann::json report = nlohmann::json::parse(readTextFile(b.path("r.json")));
  CHECK(report["numerics"] == "dl16");
  REQUIRE(report["difference_to_f16"].size() == 1);
  nlohmann::json d = report["difference_to_f16"][0];
  npz::Array in = npz::read(b.path("in.npz")).at(0).array,
             out = npz::read(b.path("dl.npz")).at(0).array;
  REQUIRE(out.dtype == "f2");
  int64_t differing = 0;
  double worst = 0;
  for (size_t i = 0; i < in.data.size(); i += 2) {
    double f16 = -loadCell(DType::F16, in.data.data() + i).f;
    double dl16 = loadCell(DType::F16, out.data.data() + i).f;
    differing += f16 != dl16;
    worst = std::max(worst, std::fabs(f16 - dl16));
  }
  CHECK(differing > 0);
  CHECK(d["differing"] == differing);
  CHECK(d["elements"] == 128 * 256);
  CHECK(d["max_abs"] == worst);
  CHECK(d["relative_l2"] > 0);
  CHECK(d["relative_l2"] < 1.0 / 1024);
  CHECK(b.run(run + "--expect @want.npz") == 3);
}

TEST_CASE("spyre-run's exit statuses") {
  if (!std::getenv("SPYRE_RUN"))
    return;
  Bench b;
  CHECK(b.run("@p.spyre --inputs @in.npz --expect @wrong.npz") == 3);
  CHECK(b.oneLine());
  CHECK(b.errors.find("mismatch: out0[0,0]") != std::string::npos);
  for (const char *bad :
       {"@p.spyre", "@none.spyre --timing-only", "@in.npz --timing-only",
        "@p.spyre --inputs @shape.npz --outputs @bad.npz", "@p.spyre --inputs @none.npz",
        "@p.spyre --inputs @p.spyre", "@p.spyre --timing-only --program other",
        "@p.spyre --timing-only --device spyre-1core", "@p.spyre --inputs @in.npz --expect @in.npz",
        "@p.spyre --inputs @in.npz --outputs @none/out.npz",
        "@p.spyre --timing-only --trace @t.json --trace-cores 99",
        "@p.spyre --timing-only --html @p.html --source @none.mlir"}) {
    INFO(bad);
    CHECK(b.run(bad) == 1);
    CHECK(b.oneLine());
  }
  CHECK_FALSE(fs::exists(b.path("bad.npz")));
  for (const char *usage : {"", "--unknown @p.spyre", "@p.spyre --timing-only --inputs @in.npz",
                            "@p.spyre --timing-only --race 1", "@p.spyre --inputs @in.npz --race 0",
                            "@p.spyre --atol -1", "@p.spyre --timing-only --numerics dl16",
                            "@p.spyre --validate --inspect",
                            "@p.spyre --inputs @in.npz --expect @want.npz --expect @want.npz"}) {
    INFO(usage);
    CHECK(b.run(usage) == 2);
    CHECK(b.oneLine());
  }
}

TEST_CASE("spyre-run refuses a plan that is not valid, with right checksums") {
  if (!std::getenv("SPYRE_RUN"))
    return;
  Bench b;
  plan::Plan p = plan::read(b.path("p.spyre"));
  std::get<plan::Await>(plan::sample::loopBody(p, Unit::Sfu)[0]).count.c = 0;
  plan::write(p, b.path("race.spyre"));
  for (const char *command :
       {"--validate @race.spyre", "@race.spyre --timing-only", "@race.spyre --inputs @in.npz"}) {
    CHECK(b.run(command) == 1);
    CHECK(b.errors.find("programs[0]") != std::string::npos);
  }
}
