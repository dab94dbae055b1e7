// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the rows say together: per class, per shape, and against a committed
// table.
#pragma once

#include "../Suites.h"
#include "Run.h"

#include <string_view>

namespace spyre::bench::fidelity {

/// Rows whose time the hardware sets, whatever the schedule: ours must be right.
inline constexpr std::string_view kMechanism = "mechanism";
/// Rows whose time holds a schedule of others: ours must not be slower.
inline constexpr std::string_view kSchedule = "schedule";
/// Published times nearer than this are in no order.
inline constexpr double kApart = 1.10;
/// Bounds of "not slower": on nearly all rows, and on all.
inline constexpr double kNear = 1.10, kFar = 1.25;

/// Rows of one kind and class of op.
struct ClassFigures {
  std::string kind, opClass;
  std::vector<const Outcome *> rows; // those that ran
  size_t notRun = 0;
  double error = 0, bias = 0, near = 0, far = 0; // percent
  const Outcome *worst = nullptr;                // by error's absolute value
};
std::vector<ClassFigures> figures(const std::vector<Outcome> &outcomes);

/// Splits of one shape.
struct ShapeOrder {
  std::string shape;
  size_t splits = 0, kept = 0; // kept: at least kApart from the next
  double spearman = 0, spearmanAll = 0;
  size_t same = 0, pairs = 0; // pairs at least kApart from each other, in our order too
};
std::vector<ShapeOrder> orders(const std::vector<Outcome> &outcomes);

void print(const std::vector<Outcome> &outcomes, bool decisions);
Json toJson(const std::vector<Outcome> &outcomes);

/// The figures that a table in the repository holds.
Json tableOf(const std::vector<Outcome> &outcomes);
/// What is more than a point worse than the table says; one line each.
std::vector<std::string> worsened(const Json &table, const Json &now);

} // namespace spyre::bench::fidelity
