// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sensitivity.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace spyre::bench::fidelity {

namespace {
/// Changes and differences below this are none.
constexpr double kPercent = 1;

double percent(double value, double base) { return 100 * (value / base - 1); }

std::string nameOf(const Row &row) {
  return row.op + " " + row.dims + ", " + std::to_string(row.cores) + " cores, " + row.split;
}

struct Flip {
  size_t first, second; // the first was the faster
};

/// Splits of one shape that were in one order and are in the other.
std::vector<Flip> flips(const std::vector<Outcome> &base, const std::vector<Outcome> &now) {
  std::vector<Flip> result;
  auto recorded = [](const Outcome &o) {
    return o.ran() && !o.row.split.empty() && o.row.split != "not recorded";
  };
  for (size_t i = 0; i < base.size(); ++i)
    for (size_t j = 0; j < base.size(); ++j)
      if (recorded(base[i]) && recorded(base[j]) && now[i].ran() && now[j].ran() &&
          shapeOf(base[i].row) == shapeOf(base[j].row) &&
          percent(base[j].us, base[i].us) > kPercent && percent(now[i].us, now[j].us) > kPercent)
        result.push_back({i, j});
  return result;
}

Json compare(const std::string &key, double factor, const std::vector<Outcome> &base,
             const std::vector<Outcome> &now) {
  Json changed = Json::array(), flipped = Json::array();
  double largest = 0;
  for (size_t i = 0; i < base.size(); ++i) {
    if (!base[i].ran() || !now[i].ran())
      continue;
    double change = percent(now[i].us, base[i].us);
    if (std::abs(change) < kPercent)
      continue;
    largest = std::abs(change) > std::abs(largest) ? change : largest;
    changed.push_back({{"line", base[i].row.line}, {"change_percent", change}});
  }
  std::vector<Flip> places = flips(base, now);
  std::printf("%-44s x %-4g %4zu rows change by 1 %% or more, at most %+.1f %%; %zu pairs of "
              "splits change places\n",
              key.c_str(), factor, changed.size(), largest, places.size());
  for (size_t i = 0; i < base.size(); ++i)
    if (double change = base[i].ran() && now[i].ran() ? percent(now[i].us, base[i].us) : 0;
        std::abs(change) >= kPercent)
      std::printf("  %5d %-74s %10.2f -> %10.2f us %+7.1f %%\n", base[i].row.line,
                  nameOf(base[i].row).c_str(), base[i].us, now[i].us, change);
  for (auto [first, second] : places) {
    std::printf("  lines %d and %d change places: %s\n", base[first].row.line,
                base[second].row.line, shapeOf(base[first].row).c_str());
    flipped.push_back({base[first].row.line, base[second].row.line});
  }
  std::fflush(stdout);
  return {{"parameter", key}, {"factor", factor}, {"changed", changed}, {"flipped", flipped}};
}
} // namespace

Json sensitivity(const std::vector<Row> &rows, const std::vector<Outcome> &base,
                 const device::Device &chip, int threads) {
  std::printf("\nSensitivity to the parameters that are estimates (times modelled):\n");
  Json entries = Json::array();
  for (const std::string &key : device::estimates())
    for (double factor : {0.5, 2.0})
      entries.push_back(
          compare(key, factor, base, run(rows, device::scaled(chip, key, factor), threads)));
  return entries;
}

} // namespace spyre::bench::fidelity
