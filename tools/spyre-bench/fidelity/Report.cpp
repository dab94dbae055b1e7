// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

namespace spyre::bench::fidelity {

namespace {
std::vector<Pair> pairsOf(const std::vector<const Outcome *> &rows) {
  std::vector<Pair> pairs;
  for (const Outcome *row : rows)
    pairs.push_back(row->pair());
  return pairs;
}

std::string describe(const Outcome &outcome) {
  const Row &row = outcome.row;
  return row.op + " " + row.dims + ", " + std::to_string(row.cores) + " cores, " +
         (row.split.empty() ? "not recorded" : row.split);
}

/// A line of one row: number in the file, times, error.
void printLine(const Outcome &o) {
  std::printf("%5d %-74s %4.1f %11.2f %11.2f %8.1f %11.2f %-7s %s\n", o.row.line,
              describe(o).c_str(), o.row.lxShare, o.row.publishedUs, o.us, errorOf(o.pair()),
              o.boundSustainedUs, o.boundBy.c_str(), o.row.kind.c_str());
}

void printHeader() {
  std::printf("%5s %-74s %4s %11s %11s %8s %11s %-7s %s\n", "line",
              "row (times modelled, but for the published)", "LX", "published", "modelled us",
              "error %", "bound us", "by", "kind");
}

void printRows(const std::vector<Outcome> &outcomes, bool decisions) {
  printHeader();
  for (const Outcome &outcome : outcomes) {
    if (!outcome.ran()) {
      std::printf("%5d %-74s %4.1f %11.2f not run: %s\n", outcome.row.line,
                  describe(outcome).c_str(), outcome.row.lxShare, outcome.row.publishedUs,
                  outcome.refusal.c_str());
      continue;
    }
    printLine(outcome);
    if (!outcome.note.empty())
      std::printf("      (%s)\n", outcome.note.c_str());
    if (decisions)
      std::printf("      memory read %.0f, written %.0f; priced %.2f us\n%s", outcome.readBytes,
                  outcome.writeBytes, outcome.predictedUs, outcome.decisions.c_str());
  }
}

void printClasses(const std::vector<Outcome> &outcomes) {
  std::printf("\n%-10s %-12s %5s %7s %8s %8s %9s %9s  %s\n", "kind", "class", "rows", "not run",
              "MAPE %", "bias %", "<= 1.10x", "<= 1.25x", "worst row");
  for (const ClassFigures &c : figures(outcomes)) {
    std::printf("%-10s %-12s %5zu %7zu ", c.kind.c_str(), c.opClass.c_str(), c.rows.size(),
                c.notRun);
    if (c.rows.empty())
      std::printf("%8s %8s %9s %9s  -\n", "-", "-", "-", "-");
    else
      std::printf("%8.1f %8.1f %9.1f %9.1f  line %d: %.1f %%\n", c.error, c.bias, c.near, c.far,
                  c.worst->row.line, errorOf(c.worst->pair()));
  }
}

void printOrders(const std::vector<Outcome> &outcomes) {
  std::printf("\nOrder of splits. apart: Spearman over splits whose published times are 10 %% from "
              "each other; all: over all; pairs: 10 %% apart, in our order too\n");
  std::printf("%6s %6s %7s %9s  %s\n", "splits", "apart", "all", "pairs", "shape");
  for (const ShapeOrder &order : orders(outcomes)) {
    char apart[16] = "-", pairs[24];
    if (order.kept > 2)
      std::snprintf(apart, sizeof(apart), "%.3f", order.spearman);
    std::snprintf(pairs, sizeof(pairs), "%zu/%zu", order.same, order.pairs);
    std::printf("%6zu %6s %7.3f %9s  %s\n", order.splits, apart, order.spearmanAll, pairs,
                order.shape.c_str());
  }
}

/// Lists rows, or says that there are none.
template <typename Holds>
void printThose(const char *title, const std::vector<Outcome> &outcomes, Holds &&holds) {
  size_t count = 0;
  for (const Outcome &outcome : outcomes)
    count += outcome.ran() && holds(outcome);
  std::printf("\n%s: %zu\n", title, count);
  for (const Outcome &outcome : outcomes)
    if (outcome.ran() && holds(outcome))
      printLine(outcome);
}

bool isKind(const Outcome &outcome, std::string_view kind) { return outcome.row.kind == kind; }

/// Mean over shapes, of the rank correlation of splits that are apart.
double meanSpearman(const std::vector<ShapeOrder> &shapes, double &least, size_t &count) {
  double sum = 0;
  least = 1, count = 0;
  for (const ShapeOrder &order : shapes)
    if (order.kept > 2)
      sum += order.spearman, least = std::min(least, order.spearman), ++count;
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

double rounded(double value, double scale) { return std::round(value * scale) / scale; }
} // namespace

std::vector<ClassFigures> figures(const std::vector<Outcome> &outcomes) {
  std::map<std::pair<std::string, std::string>, ClassFigures> classes;
  auto add = [&](const std::string &name, const Outcome &outcome) {
    ClassFigures &entry = classes[{outcome.row.kind, name}];
    entry.kind = outcome.row.kind, entry.opClass = name;
    if (outcome.ran())
      entry.rows.push_back(&outcome);
    else
      ++entry.notRun;
  };
  for (const Outcome &outcome : outcomes) {
    add(outcome.opClass, outcome);
    add("(all)", outcome); // sorts before the classes
  }
  std::vector<ClassFigures> result;
  for (auto &[key, entry] : classes) {
    std::vector<Pair> pairs = pairsOf(entry.rows);
    entry.error = meanAbsoluteError(pairs), entry.bias = bias(pairs);
    entry.near = shareWithin(pairs, kNear), entry.far = shareWithin(pairs, kFar);
    for (const Outcome *row : entry.rows)
      if (!entry.worst || std::abs(errorOf(row->pair())) > std::abs(errorOf(entry.worst->pair())))
        entry.worst = row;
    result.push_back(std::move(entry));
  }
  return result;
}

std::vector<ShapeOrder> orders(const std::vector<Outcome> &outcomes) {
  std::map<std::string, std::vector<Pair>> shapes;
  for (const Outcome &outcome : outcomes)
    if (outcome.ran() && !outcome.row.split.empty() && outcome.row.split != "not recorded")
      shapes[shapeOf(outcome.row)].push_back(outcome.pair());
  std::vector<ShapeOrder> result;
  for (const auto &[shape, pairs] : shapes) {
    ShapeOrder order{shape, pairs.size(), 0, 0, spearman(pairs), 0, 0};
    std::vector<Pair> apart = keptApart(pairs, kApart);
    order.kept = apart.size(), order.spearman = spearman(apart);
    std::tie(order.same, order.pairs) = sameOrder(pairs, kApart);
    if (order.kept > 1)
      result.push_back(order);
  }
  return result;
}

void print(const std::vector<Outcome> &outcomes, bool decisions) {
  printRows(outcomes, decisions);
  printClasses(outcomes);
  printOrders(outcomes);
  double least = 0;
  size_t count = 0;
  double mean = meanSpearman(orders(outcomes), least, count);
  std::printf("Spearman over %zu shapes with three splits or more apart: mean %.3f, least %.3f\n",
              count, mean, least);
  printThose("Slower than 1.10 x a published schedule", outcomes, [](const Outcome &o) {
    return isKind(o, kSchedule) && o.us > kNear * o.row.publishedUs;
  });
  printThose("Unexplained: mechanism more than 10 % off", outcomes, [](const Outcome &o) {
    return isKind(o, kMechanism) && std::abs(errorOf(o.pair())) > 10;
  });
  printThose("Faster than its bound, which is a fault of the model", outcomes,
             [](const Outcome &o) { return o.impossible(); });
}

Json toJson(const std::vector<Outcome> &outcomes) {
  Json rows = Json::array();
  for (const Outcome &o : outcomes) {
    Json row{{"line", o.row.line},        {"op", o.row.op},
             {"dims", o.row.dims},        {"type", o.row.type},
             {"cores", o.row.cores},      {"split", o.row.split},
             {"lx_share", o.row.lxShare}, {"kind", o.row.kind},
             {"class", o.opClass},        {"published_us", o.row.publishedUs}};
    if (!o.note.empty())
      row["note"] = o.note;
    if (!o.ran()) {
      row["not_run"] = o.refusal;
    } else {
      row["modelled_us"] = o.us;
      row["error_percent"] = errorOf(o.pair());
      row["bound_hard_us"] = o.boundHardUs;
      row["bound_sustained_us"] = o.boundSustainedUs;
      row["bound_by"] = o.boundBy;
      row["predicted_us"] = o.predictedUs;
      row["ddr_read_bytes"] = o.readBytes;
      row["ddr_write_bytes"] = o.writeBytes;
      row["decisions"] = o.decisions;
    }
    rows.push_back(row);
  }
  return rows;
}

Json tableOf(const std::vector<Outcome> &outcomes) {
  Json classes = Json::object();
  for (const ClassFigures &c : figures(outcomes)) {
    Json entry{{"rows", c.rows.size()}, {"not_run", c.notRun}};
    if (c.kind == kMechanism)
      entry["mape"] = rounded(c.error, 10), entry["bias"] = rounded(c.bias, 10);
    else
      entry["within_1.10"] = rounded(c.near, 10), entry["within_1.25"] = rounded(c.far, 10);
    classes[c.kind + " " + c.opClass] = entry;
  }
  double least = 0;
  size_t count = 0;
  double mean = meanSpearman(orders(outcomes), least, count);
  return {{"classes", classes},
          {"spearman",
           {{"shapes", count}, {"mean", rounded(mean, 1000)}, {"least", rounded(least, 1000)}}}};
}

std::vector<std::string> worsened(const Json &table, const Json &now) {
  std::vector<std::string> lines;
  auto check = [&](const std::string &what, double was, double is, double worse) {
    if (worse <= 0)
      return;
    char line[200];
    std::snprintf(line, sizeof(line), "%s: expected %g or better by the table, found %g",
                  what.c_str(), was, is);
    lines.push_back(line);
  };
  for (const auto &[name, was] : table.at("classes").items()) {
    if (!now.at("classes").contains(name)) {
      lines.push_back(name + ": expected rows of this class, found none");
      continue;
    }
    const Json &is = now.at("classes").at(name);
    auto value = [](const Json &entry, const char *key) { return entry.value(key, 0.0); };
    for (auto [key, sign, margin] : {std::tuple("not_run", 1, 0.0),
                                     {"mape", 1, 1.0},
                                     {"within_1.10", -1, 1.0},
                                     {"within_1.25", -1, 1.0}})
      check(name + " " + key, value(was, key), value(is, key),
            sign * (value(is, key) - value(was, key)) - margin);
  }
  double was = table.at("spearman").at("mean"), is = now.at("spearman").at("mean");
  check("spearman", was, is, was - is - 0.01);
  return lines;
}

} // namespace spyre::bench::fidelity
