// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Model/Report.h"

#include "spyre/Plan/Layout.h"
#include "spyre/Plan/Names.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace spyre::model {

using Json = nlohmann::ordered_json;

namespace {

/// Bytes of arguments that the host lays out anew before they are used.
int64_t hostRelaidBytes(const plan::Plan &plan, const plan::Program &program) {
  int64_t bytes = 0;
  for (int32_t t : program.inputs) {
    const plan::Tensor &tensor = plan.tensors[size_t(t)];
    if (!(tensor.layout == plan::defaultLayout(tensor.shape.size())))
      bytes += plan::byteSize(tensor);
  }
  return bytes;
}

void addBounds(Json &json, double hard, double sustained, const std::string &by, double us) {
  json["bound_hard_us"] = hard;
  json["bound_sustained_us"] = sustained;
  json["bound_by"] = by;
  json["percent_of_bound"] = us > 0 ? 100 * sustained / us : 0;
}

void addFigures(Json &json, const Figures &f, double utilisation) {
  json["ddr_read_bytes"] = int64_t(f.ddrReadBytes);
  json["ddr_write_bytes"] = int64_t(f.ddrWriteBytes);
  json["ring_bytes"] = int64_t(f.ringBytes);
  json["psum_bytes"] = int64_t(f.psumBytes);
  json["lx_peak_bytes"] = f.lxPeakBytes;
  json["pt_utilisation"] = utilisation;
  json["macs"] = int64_t(f.macs);
  Json stalls = Json::object(), busy = Json::object();
  for (int s = 0; s < kNumStalls; ++s)
    stalls[name(Stall(s))] = f.stallUs[size_t(s)];
  for (int u = 0; u < plan::kNumUnits; ++u)
    busy[plan::name(plan::Unit(u))] = f.busyUs[size_t(u)];
  json["stall_core_us"] = stalls;
  json["busy_core_us"] = busy;
}

Json kernelJson(const plan::Kernel &kernel, const KernelTiming &t) {
  Json json;
  json["name"] = kernel.name;
  json["source"] = kernel.source;
  json["ops"] = kernel.ops;
  json["cores"] = kernel.cores;
  json["start_us"] = t.startUs;
  json["span_us"] = t.spanUs;
  json["exclusive_us"] = t.exclusiveUs;
  json["predicted_us"] = kernel.predictedUs;
  addFigures(json, t, t.ptUtilisation);
  addBounds(json, kernel.boundHardUs, kernel.boundSustainedUs, kernel.boundBy, t.spanUs);
  return json;
}

Json differencesJson(const std::vector<OutputDifference> &differences) {
  Json json = Json::array();
  for (const OutputDifference &d : differences)
    json.push_back({{"call", d.call},
                    {"name", d.name},
                    {"elements", d.difference.elements},
                    {"differing", d.difference.differing},
                    {"max_abs", d.difference.maxAbs},
                    {"relative_l2", d.difference.relL2}});
  return json;
}

} // namespace

double launchUs(const device::Device &device, const std::string &launch) {
  return launch == "graph" ? device.launchGraphUs : device.launchAotUs;
}

std::string reportJson(const device::Device &device, const plan::Plan &plan,
                       const plan::Program &program, const Timing &timing, const RunInfo &info) {
  Json json;
  json["format"] = kReportFormat;
  json["times"] = "modelled";
  json["device"] = device.name;
  json["program"] = program.name;
  json["launch"] = info.launch;
  json["numerics"] = info.numerics;
  if (!info.differences.empty())
    json["difference_to_f16"] = differencesJson(info.differences);
  json["iterations"] = info.iterations;
  json["modelled_us"] = timing.totalUs;
  json["launch_us"] = launchUs(device, info.launch);
  addFigures(json, timing, timing.ptUtilisation);
  json["host_relaid_bytes"] = hostRelaidBytes(plan, program);
  json["host_steps"] = 0;
  addBounds(json, program.boundHardUs, program.boundSustainedUs, program.boundBy, timing.totalUs);
  json["events"] = timing.numEvents;
  json["kernels"] = Json::array();
  for (size_t k = 0; k < program.kernels.size(); ++k)
    json["kernels"].push_back(kernelJson(program.kernels[k], timing.kernels[k]));
  Json compile = Json::parse(plan.compileReport, nullptr, false);
  json["compile"] = compile.is_object() ? compile : Json::object();
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

namespace {

std::string format(const char *text, ...) __attribute__((format(printf, 1, 2)));
std::string format(const char *text, ...) {
  char buffer[512];
  va_list args;
  va_start(args, text);
  std::vsnprintf(buffer, sizeof(buffer), text, args);
  va_end(args);
  return buffer;
}

} // namespace

std::string table(const plan::Program &program, const Timing &timing) {
  auto percent = [](double bound, double us) { return us > 0 ? 100 * bound / us : 0; };
  std::string text =
      format("%s: modelled %.2f us, bound %.2f us (%s), %.0f %% of bound, array %.0f %%\n",
             program.name.c_str(), timing.totalUs, program.boundSustainedUs,
             program.boundBy.empty() ? "none" : program.boundBy.c_str(),
             percent(program.boundSustainedUs, timing.totalUs), 100 * timing.ptUtilisation);
  text +=
      format("device memory: read %.0f bytes, written %.0f; rings: data %.0f, partial sums %.0f\n",
             timing.ddrReadBytes, timing.ddrWriteBytes, timing.ringBytes, timing.psumBytes);
  if (program.kernels.empty())
    return text;
  size_t width = 6;
  for (const plan::Kernel &kernel : program.kernels)
    width = std::max(width, std::min<size_t>(kernel.name.size(), 40));
  auto w = int(width);
  text +=
      format("%-*s %11s %12s %-12s %7s %7s %13s %13s %11s\n", w, "kernel", "span us",
             "exclusive us", "bound by", "% bound", "% array", "read bytes", "written", "rings");
  for (size_t k = 0; k < program.kernels.size(); ++k) {
    const plan::Kernel &kernel = program.kernels[k];
    const KernelTiming &t = timing.kernels[k];
    text += format("%-*.40s %11.2f %12.2f %-12.12s %7.0f %7.1f %13.0f %13.0f %11.0f\n", w,
                   kernel.name.c_str(), t.spanUs, t.exclusiveUs, kernel.boundBy.c_str(),
                   percent(kernel.boundSustainedUs, t.spanUs), 100 * t.ptUtilisation,
                   t.ddrReadBytes, t.ddrWriteBytes, t.ringBytes + t.psumBytes);
  }
  return text;
}

} // namespace spyre::model
