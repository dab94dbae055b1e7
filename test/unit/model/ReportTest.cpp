// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Model/Report.h"
#include "MicroPlan.h"
#include "Model/Drawing.h"
#include "spyre/Support/Error.h"

#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>

using namespace spyre;
using namespace spyre::test;
using nlohmann::json;

namespace {

struct Modelled {
  device::Device device = device::load("spyre-default");
  plan::Plan plan;
  model::Timing timing;

  explicit Modelled(plan::Plan p) : plan(std::move(p)) {
    device.cores = plan.cores;
    plan.programs[0].kernels[0].boundHardUs = 1;
    plan.programs[0].kernels[0].boundSustainedUs = 2;
    plan.programs[0].kernels[0].boundBy = "memory";
    plan.compileReport =
        R"({"wall_s":0.5,"passes":[{"name":"fuse","wall_s":0.1}],"search_operations":7})";
    timing = model::simulate(device, plan, plan.programs[0], {true});
  }
  json report(const model::RunInfo &info = {}) const {
    return json::parse(model::reportJson(device, plan, plan.programs[0], timing, info));
  }
};

} // namespace

TEST_CASE("the report has its promised names") {
  Modelled m(plan::sample::contractPlan());
  json r = m.report({"graph", 3, "f16"});
  for (const char *name :
       {"modelled_us", "launch_us", "ddr_read_bytes", "ddr_write_bytes", "ring_bytes",
        "lx_peak_bytes", "host_relaid_bytes", "pt_utilisation", "host_steps", "bound_hard_us",
        "bound_sustained_us", "bound_by", "kernels", "compile", "format"})
    CHECK(r.contains(name));
  CHECK(r["format"] == 1);
  CHECK(r["host_steps"] == 0);
  CHECK(r["launch_us"] == 3000);
  CHECK(r["times"] == "modelled");
  CHECK(r["modelled_us"].get<double>() == m.timing.totalUs);
  CHECK(r["compile"]["search_operations"] == 7);
  // A: 2 groups of 32 KiB / 2; W: 2 columns of a stick; out: f32.
  CHECK(r["ddr_read_bytes"] == 64 * 256 * 2 + 256 * 128 * 2);
  CHECK(r["ddr_write_bytes"] == 64 * 128 * 4);
  CHECK(r["lx_peak_bytes"] == 32768);
  CHECK(r["host_relaid_bytes"] == 0);
  const json &kernel = r["kernels"][0];
  for (const char *name : {"name", "source", "cores", "span_us", "exclusive_us", "ddr_read_bytes",
                           "ddr_write_bytes", "ring_bytes", "lx_peak_bytes", "pt_utilisation",
                           "bound_hard_us", "bound_sustained_us", "bound_by"})
    CHECK(kernel.contains(name));
  CHECK(kernel["bound_by"] == "memory");
}

TEST_CASE("a launch costs what its profile says, outside the modelled time") {
  device::Device d = device::load("spyre-default");
  CHECK(model::launchUs(d, "aot") == 20);
  CHECK(model::launchUs(d, "graph") == 3000);
  plan::Plan p = plan::sample::mapPlan();
  d.cores = 4;
  model::Timing t = timeOf(p, d);
  nlohmann::json aot = nlohmann::json::parse(model::reportJson(d, p, p.programs[0], t, {"aot"})),
                 graph =
                     nlohmann::json::parse(model::reportJson(d, p, p.programs[0], t, {"graph"}));
  CHECK(aot["launch_us"] == 20);
  CHECK(graph["launch_us"] == 3000);
  CHECK(aot["modelled_us"] == graph["modelled_us"]);
}

TEST_CASE("weights in another layout than the host's are counted as laid out anew") {
  plan::Plan p = plan::sample::contractPlan();
  p.tensors[1].layout = {{1, 0}, 1};
  CHECK(Modelled(p).report()["host_relaid_bytes"] == 256 * 128 * 2);
}

TEST_CASE("exclusive times sum to the total, spans overlap") {
  plan::Plan p = microPlan(4);
  p.programs[0].kernels.push_back({"kernel_1", "sample.mlir:2", {"op"}, 4});
  Stream a = rowStream(p, plan::Role::Input, 4, 64, 4),
         b = rowStream(p, plan::Role::Input, 4, 64, 4, 1, 65536);
  b.copy.kernel = 1;
  plan::Exec exec;
  exec.loops = {fixed(64), fixed(64)};
  exec.reduction = {0, 0};
  exec.operands = {strided(DType::F16, {128, 2}), strided(DType::F16, {128, 2})};
  exec.operands[1].addr = {131072};
  exec.body = {{scalarOp(plan::Opcode::Exp, DType::F16, {0})}, {1}};
  plan::Exec second = exec;
  second.kernel = 1;
  queue(p, Unit::Load) = {plan::Loop{4, {a.copy}}, plan::Loop{4, {b.copy}}};
  queue(p, Unit::Sfu) = {await(Unit::Load, {4}), exec, exec, await(Unit::Load, {8}), second};
  Modelled m(p);
  const model::KernelTiming &first = m.timing.kernels[0], &last = m.timing.kernels[1];
  CHECK(first.exclusiveUs + last.exclusiveUs == Approx(m.timing.totalUs));
  CHECK(last.startUs < first.endUs); // its loads run ahead
  CHECK(last.spanUs > last.exclusiveUs);
  CHECK(first.spanUs + last.spanUs > m.timing.totalUs);
}

TEST_CASE("the trace names its rows and its events lie inside the run") {
  Modelled m(plan::sample::mapPlan(50));
  json trace = json::parse(model::traceJson(m.plan, m.plan.programs[0], m.timing));
  CHECK(trace["otherData"]["times"] == "modelled");
  std::map<std::pair<int, int>, double> lastEnd;
  std::map<int, std::string> processes;
  int execs = 0;
  double carried = 0;
  for (const json &event : trace["traceEvents"]) {
    int pid = event["pid"], tid = event["tid"];
    if (event["ph"] == "M" && event["name"] == "process_name")
      processes[pid] = event["args"]["name"];
    if (event["ph"] == "C")
      carried += event["args"].value("read", 0.0) * 1e3 * m.timing.recording.binUs;
    if (event["ph"] != "X")
      continue;
    double start = event["ts"], end = start + event["dur"].get<double>();
    CHECK(processes.at(pid) == (pid == 6 ? "kernels" : "core " + std::to_string(pid)));
    CHECK(end <= m.timing.totalUs + 1e-6);
    execs += event["cat"] == "sfu";
    lastEnd[{pid, tid}] = end;
  }
  CHECK(processes.at(4) == "device memory");
  CHECK(execs == 13); // 50 rows in tiles of four
  CHECK(carried == Approx(50 * 512).epsilon(0.01));
}

TEST_CASE("the table has one line per kernel") {
  Modelled m(plan::sample::mapPlan(64));
  std::string text = model::table(m.plan.programs[0], m.timing);
  CHECK(text.find("modelled") != std::string::npos);
  CHECK(text.find("kernel_0") != std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '\n') == 4);
}

namespace {

json dataOf(const std::string &page) {
  std::string mark = R"(<script id="data" type="application/json">)";
  size_t begin = page.find(mark) + mark.size();
  return json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

} // namespace

TEST_CASE("the page holds the report, every bar, and lines that were asked for") {
  Modelled m(plan::sample::mapPlan(50));
  m.plan.programs[0].kernels[0].source = "dir/x.mlir:2:1";
  json data = dataOf(model::pageHtml(m.device, m.plan, m.plan.programs[0], m.timing, {},
                                     {{"other.mlir", "a\nb"}, {"x.mlir", "one\ntwo"}}));
  CHECK(data["report"]["modelled_us"].get<double>() == m.timing.totalUs);
  CHECK(data["sources"] == json{{"dir/x.mlir", {{"2", "two"}}}});
  size_t bars = 0;
  for (const json &row : data["timeline"]["rows"])
    bars += row["slices"].size() / 4;
  CHECK(bars == m.timing.recording.events.size());
  CHECK(data["timeline"]["resolution_us"] == 0);
  CHECK(data["lx"]["cores"].size() == 4);
}

TEST_CASE("a run without instructions has a page and a trace") {
  plan::Plan p = microPlan(4);
  Modelled m(p);
  json data = dataOf(model::pageHtml(m.device, m.plan, m.plan.programs[0], m.timing, {}));
  for (const char *series : {"read_gbs", "turning", "ring_up", "psum_down"})
    CHECK(data["fabric"][series].is_array());
  CHECK(json::parse(model::traceJson(m.plan, m.plan.programs[0], m.timing)).contains("otherData"));
}

TEST_CASE("cores to draw are thinned until they fit") {
  Modelled m(plan::sample::mapPlan(50));
  const model::Recording &r = m.timing.recording;
  CHECK(model::coresToDraw(r, 4, 1000000, {}) == std::vector<int>{0, 1, 2, 3});
  CHECK(model::coresToDraw(r, 4, 1, {}) == std::vector<int>{0});
  CHECK(model::coresToDraw(r, 4, 1, {3, 1, 3}) == std::vector<int>{1, 3});
  CHECK_THROWS_AS(model::coresToDraw(r, 4, 1, {4}), Error);
}
