// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The data of the page, as JSON. What is long is written as flat arrays of whole
// numbers; times in them count ticks and mostly since the entry before.
#include "PageData.h"

#include "Drawing.h"
#include "LxMap.h"
#include "spyre/Cost/Array.h"
#include "spyre/Plan/Names.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace spyre::model {

using Json = nlohmann::ordered_json;
using plan::kNumUnits;
using plan::Unit;

namespace {

// What keeps a page at a few megabytes.
constexpr size_t kMaxBuffers = 50000;

/// A bar of the timeline: an instruction, or a wait of some cause.
struct Bar {
  double fromUs, toUs;
  int32_t kernel, what; // what: item of the queue, or cause; -1: several items
};
struct Row {
  int core;
  Unit unit;
  std::vector<Bar> slices, waits;
};

/// Bars of one kernel and, for waits, one cause become one when what lies between
/// the begin of the first and the end of the last is less than `resolution`.
std::vector<Bar> merged(const std::vector<Bar> &bars, double resolution, bool sameCause) {
  std::vector<Bar> result;
  for (const Bar &bar : bars) {
    if (!result.empty()) {
      Bar &last = result.back();
      bool equal = last.kernel == bar.kernel && (!sameCause || last.what == bar.what);
      if (equal && bar.toUs - last.fromUs < resolution) {
        last.toUs = bar.toUs;
        last.what = sameCause ? bar.what : -1;
        continue;
      }
    }
    result.push_back(bar);
  }
  return result;
}

/// Doubles the resolution until few enough are left; 0: everything is there.
template <typename Merge>
double fit(size_t count, size_t limit, double totalUs, const Merge &merge) {
  if (count <= limit)
    return 0;
  double resolution = totalUs / (1 << 20);
  while (merge(resolution) > limit && resolution < totalUs)
    resolution *= 2;
  return resolution;
}

class PageData {
public:
  PageData(const plan::Plan &plan, const plan::Program &program, const Timing &timing,
           const std::vector<int> &wanted)
      : plan(plan), program(program), timing(timing), recording(timing.recording),
        cores(coresToDraw(recording, plan.cores, kMaxDrawn, wanted)) {
    // A tick: the largest power of ten of which the run has ten million.
    tickUs = std::pow(10, std::floor(std::log10(std::max(timing.totalUs, 1e-6) / 1e7)));
  }
  double tick() const { return tickUs; }
  const std::vector<int> &drawn() const { return cores; }
  Json timeline();
  Json fabric() const;
  Json unitTime() const;
  Json lx() const;

private:
  int64_t ticks(double us) const { return std::llround(us / tickUs); }
  std::vector<Row> rows() const;
  Json flat(const std::vector<Bar> &bars) const;

  const plan::Plan &plan;
  const plan::Program &program;
  const Timing &timing;
  const Recording &recording;
  std::vector<int> cores;
  double tickUs;
};

std::vector<Row> PageData::rows() const {
  ItemNames names = itemNames(plan, program);
  std::vector<Row> rows;
  std::vector<std::array<int, kNumUnits>> at(size_t(plan.cores));
  for (auto &unitRows : at)
    unitRows.fill(-1);
  for (int core : cores)
    for (int u = 0; u < kNumUnits; ++u)
      if (!names[size_t(u)].empty()) {
        at[size_t(core)][size_t(u)] = int(rows.size());
        rows.push_back({core, Unit(u), {}, {}});
      }
  auto rowOf = [&](int core, Unit unit) {
    int row = at[size_t(core)][size_t(unit)];
    return row < 0 ? nullptr : &rows[size_t(row)];
  };
  for (const TraceEvent &e : recording.events)
    if (Row *row = rowOf(e.core, e.unit)) {
      row->slices.push_back({e.startUs, e.endUs, e.kernel, e.item});
      if (e.groupUs > 0)
        row->waits.push_back(
            {e.startUs, e.startUs + e.groupUs, e.kernel, int32_t(Stall::Multicast)});
    }
  for (const TraceWait &w : recording.waits)
    if (Row *row = w.endUs > w.startUs ? rowOf(w.core, w.unit) : nullptr)
      row->waits.push_back({w.startUs, w.endUs, w.kernel, int32_t(w.onUnit)});
  for (Row &row : rows) // two sources: bring them in order
    std::sort(row.waits.begin(), row.waits.end(), [](const Bar &a, const Bar &b) {
      return std::tuple(a.fromUs, a.toUs, a.what) < std::tuple(b.fromUs, b.toUs, b.what);
    });
  return rows;
}

/// Begin since the bar before, length, kernel, what.
Json PageData::flat(const std::vector<Bar> &bars) const {
  Json numbers = Json::array();
  int64_t last = 0;
  for (const Bar &bar : bars) {
    int64_t from = ticks(bar.fromUs);
    numbers.push_back(from - last);
    numbers.push_back(ticks(bar.toUs) - from);
    numbers.push_back(bar.kernel);
    numbers.push_back(bar.what);
    last = from;
  }
  return numbers;
}

Json PageData::timeline() {
  std::vector<Row> all = rows(), shown = all;
  auto count = [](const std::vector<Row> &rows) {
    size_t sum = 0;
    for (const Row &row : rows)
      sum += row.slices.size() + row.waits.size();
    return sum;
  };
  double resolution = fit(count(all), kMaxDrawn, timing.totalUs, [&](double resolution) {
    for (size_t i = 0; i < all.size(); ++i) {
      shown[i].slices = merged(all[i].slices, resolution, false);
      shown[i].waits = merged(all[i].waits, resolution, true);
    }
    return count(shown);
  });
  Json json;
  json["resolution_us"] = resolution;
  json["kernel_lanes"] = kernelLanes(timing.kernels);
  json["items"] = Json::object();
  ItemNames names = itemNames(plan, program);
  for (int u = 0; u < kNumUnits; ++u)
    json["items"][plan::name(Unit(u))] = names[size_t(u)];
  json["causes"] = Json::array();
  for (int s = 0; s < kNumStalls; ++s)
    json["causes"].push_back(name(Stall(s)));
  json["rows"] = Json::array();
  for (const Row &row : shown)
    json["rows"].push_back({{"core", row.core},
                            {"unit", plan::name(row.unit)},
                            {"slices", flat(row.slices)},
                            {"waits", flat(row.waits)}});
  return json;
}

Json PageData::fabric() const {
  Json json;
  json["bin_us"] = recording.binUs;
  auto series = [&](const char *name, auto value) {
    json[name] = Json::array();
    for (const FabricBin &bin : recording.bins)
      json[name].push_back(std::round(10 * value(bin)) / 10);
  };
  auto gbs = [&](const char *name, Fabric f) {
    series(name, [&](const FabricBin &bin) { return rate(recording, bin, f); });
  };
  auto percent = [&](const char *name, Fabric f) {
    series(name, [&](const FabricBin &bin) { return 100 * share(recording, bin, f); });
  };
  gbs("read_gbs", Fabric::ReadBytes);
  gbs("write_gbs", Fabric::WriteBytes);
  percent("moving", Fabric::MemoryUs);
  percent("turning", Fabric::TurnUs);
  percent("ring_up", Fabric::RingUpUs);
  percent("ring_down", Fabric::RingDownUs);
  percent("psum_up", Fabric::PsumUpUs);
  percent("psum_down", Fabric::PsumDownUs);
  return json;
}

/// Core-time of each unit on all cores: at work, waiting for a group, held up by
/// others, and per await; what is missing to the run is idle.
Json PageData::unitTime() const {
  struct Sums {
    double work = 0, group = 0, held = 0;
    std::array<double, kNumUnits> await{};
  };
  std::array<Sums, kNumUnits> units;
  for (const TraceEvent &e : recording.events) {
    Sums &sums = units[size_t(e.unit)];
    sums.work += e.endUs - e.startUs - e.groupUs - e.heldUs;
    sums.group += e.groupUs;
    sums.held += e.heldUs;
  }
  for (const TraceWait &w : recording.waits)
    units[size_t(w.unit)].await[size_t(w.onUnit)] += w.endUs - w.startUs;
  Json json;
  for (int u = 0; u < kNumUnits; ++u) {
    const Sums &sums = units[size_t(u)];
    Json &unit = json[plan::name(Unit(u))];
    unit = {{"work", sums.work}, {"held", sums.held}, {"group", sums.group}};
    for (int on = 0; on < kNumUnits; ++on)
      unit[name(Stall(on))] = sums.await[size_t(on)];
  }
  return json;
}

/// The same bytes, written again for the same kernel by the same unit within the
/// resolution, are one buffer.
std::vector<LxBuffer> merged(const std::vector<LxBuffer> &buffers, double resolution) {
  std::vector<LxBuffer> result;
  std::map<std::tuple<int64_t, int64_t, int32_t, Unit>, size_t> last;
  for (const LxBuffer &b : buffers) {
    auto [it, isNew] = last.try_emplace({b.low, b.high, b.kernel, b.unit}, result.size());
    if (!isNew && b.toUs - result[it->second].fromUs < resolution) {
      result[it->second].toUs = std::max(result[it->second].toUs, b.toUs);
      continue;
    }
    it->second = result.size();
    result.push_back(b);
  }
  return result;
}

/// Per core: first stick, sticks, begin since the buffer before, length, kernel, unit.
Json PageData::lx() const {
  std::vector<std::vector<LxBuffer>> all = lxBuffers(program, recording, cores), shown = all;
  auto count = [](const std::vector<std::vector<LxBuffer>> &lists) {
    size_t sum = 0;
    for (const std::vector<LxBuffer> &list : lists)
      sum += list.size();
    return sum;
  };
  double resolution = fit(count(all), kMaxBuffers, timing.totalUs, [&](double resolution) {
    for (size_t i = 0; i < all.size(); ++i)
      shown[i] = merged(all[i], resolution);
    return count(shown);
  });
  Json json;
  json["resolution_us"] = resolution;
  json["cores"] = Json::array();
  for (const std::vector<LxBuffer> &buffers : shown) {
    Json numbers = Json::array();
    int64_t last = 0;
    for (const LxBuffer &b : buffers) {
      int64_t from = ticks(b.fromUs), low = b.low / plan::kStickBytes;
      int64_t high = (b.high + plan::kStickBytes - 1) / plan::kStickBytes;
      for (int64_t n :
           {low, high - low, from - last, ticks(b.toUs) - from, int64_t(b.kernel), int64_t(b.unit)})
        numbers.push_back(n);
      last = from;
    }
    json["cores"].push_back(std::move(numbers));
  }
  return json;
}

} // namespace

Json pageData(const device::Device &device, const plan::Plan &plan, const plan::Program &program,
              const Timing &timing, const RunInfo &info, const std::vector<int> &wanted) {
  PageData data(plan, program, timing, wanted);
  Json json;
  json["report"] = Json::parse(reportJson(device, plan, program, timing, info));
  json["producer"] = plan.producer;
  json["device"] = {{"name", device.name},
                    {"digest", plan.deviceDigest},
                    {"cores", device.cores},
                    {"clock_ghz", device.clockGhz},
                    {"peak_tflops", 2e-3 * cost::arrayMacsPerCycle(device, plan::DType::F16) *
                                        device.clockGhz * device.cores},
                    {"pins_gbs", device.pinsGBs},
                    {"sustained_gbs", device.sustainedGBs},
                    {"lx_allocatable_bytes", device.lxAllocatableBytes}};
  json["units"] = Json::array();
  for (int u = 0; u < kNumUnits; ++u)
    json["units"].push_back(plan::name(Unit(u)));
  json["tick_us"] = data.tick();
  json["cores"] = data.drawn();
  json["timeline"] = data.timeline();
  json["fabric"] = data.fabric();
  json["unit_time"] = data.unitTime();
  json["lx"] = data.lx();
  return json;
}

} // namespace spyre::model
