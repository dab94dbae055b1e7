// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Drawing.h"

#include "spyre/Plan/Names.h"
#include "spyre/Plan/Queues.h"
#include "spyre/Support/Error.h"

#include <algorithm>

namespace spyre::model {

std::vector<int> coresToDraw(const Recording &recording, int cores, size_t limit,
                             const std::vector<int> &wanted) {
  if (!wanted.empty()) {
    std::vector<int> result = wanted;
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    if (result.front() < 0 || result.back() >= cores)
      throw Error("expected cores from 0 to " + std::to_string(cores - 1) + " to draw, found " +
                  std::to_string(result.front() < 0 ? result.front() : result.back()));
    return result;
  }
  std::vector<size_t> weight(static_cast<size_t>(cores), 0);
  for (const TraceEvent &event : recording.events)
    ++weight[size_t(event.core)];
  for (const TraceWait &wait : recording.waits)
    weight[size_t(wait.core)] += wait.endUs > wait.startUs;
  for (int step = 1;; step *= 2) {
    std::vector<int> result;
    size_t sum = 0;
    for (int core = 0; core < cores; core += step) {
      result.push_back(core);
      sum += weight[size_t(core)];
    }
    if (sum <= limit || result.size() <= 1)
      return result;
  }
}

std::vector<int> kernelLanes(const std::vector<KernelTiming> &kernels) {
  std::vector<size_t> order;
  for (size_t k = 0; k < kernels.size(); ++k)
    if (kernels[k].spanUs > 0)
      order.push_back(k);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(kernels[a].startUs, a) < std::pair(kernels[b].startUs, b);
  });
  std::vector<int> lanes(kernels.size(), -1);
  std::vector<double> freeAt;
  for (size_t k : order) {
    auto lane = std::find_if(freeAt.begin(), freeAt.end(),
                             [&](double at) { return at <= kernels[k].startUs; });
    lanes[k] = int(lane - freeAt.begin());
    if (lane == freeAt.end())
      freeAt.push_back(kernels[k].endUs);
    else
      *lane = kernels[k].endUs;
  }
  return lanes;
}

ItemNames itemNames(const plan::Plan &plan, const plan::Program &program) {
  ItemNames names;
  for (int u = 0; u < plan::kNumUnits; ++u)
    for (const plan::FlatQueue::Item &item : plan::flatten(program, plan::Unit(u)).items) {
      std::string &name = names[size_t(u)].emplace_back();
      if (auto *exec = std::get_if<plan::Exec>(item.node)) {
        name = plan::name(exec->kind);
      } else if (auto *copy = std::get_if<plan::Copy>(item.node)) {
        name = plan::name(plan::Unit(u));
        if (copy->addressTable >= 0)
          name += " " + program.addressTables[size_t(copy->addressTable)].name;
        else if (copy->tensor >= 0)
          name += " " + plan.tensors[size_t(copy->tensor)].name;
      }
    }
  return names;
}

double share(const Recording &recording, const FabricBin &bin, Fabric series) {
  bool psum = series == Fabric::PsumUpUs || series == Fabric::PsumDownUs;
  bool ring = series == Fabric::RingUpUs || series == Fabric::RingDownUs;
  int links = psum ? recording.psumLinks : ring ? recording.ringLinks : 1;
  return bin[size_t(series)] / (recording.binUs * links);
}

double rate(const Recording &recording, const FabricBin &bin, Fabric series) {
  return bin[size_t(series)] * 1e-3 / recording.binUs;
}

} // namespace spyre::model
