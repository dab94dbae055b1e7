// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the checks of the validator share: where they are, what they found, and
// how much work they may still do.
#pragma once

#include "spyre/Plan/Validator.h"

#include <set>
#include <string>
#include <vector>

namespace spyre::plan {

/// A field of the plan. Children refer to their parent and make text only when
/// a fault needs it: keep parents alive.
class Where {
public:
  explicit Where(std::string root) : root(std::move(root)) {}
  Where(const Where &parent, const char *key) : parent(&parent), key(key) {}
  Where(const Where &parent, size_t index) : parent(&parent), index(index) {}

  std::string str() const {
    if (!parent)
      return root;
    if (!key)
      return parent->str() + "[" + std::to_string(index) + "]";
    std::string before = parent->str();
    return before.empty() ? key : before + "." + key;
  }

private:
  std::string root;
  const Where *parent = nullptr;
  const char *key = nullptr;
  size_t index = 0;
};

class Report {
public:
  static constexpr size_t kMaxFaults = 50;

  /// The same fault of the same field counts once.
  void add(FaultKind kind, const std::string &path, const std::string &message) {
    ++count;
    if (faults.size() < kMaxFaults && seen.insert(path + message).second)
      faults.push_back({kind, path, message});
  }
  void add(FaultKind kind, const Where &where, const std::string &message) {
    add(kind, where.str(), message);
  }
  void expected(FaultKind kind, const Where &where, const std::string &expected,
                const std::string &found) {
    add(kind, where.str(), "expected " + expected + ", found " + found);
  }
  void expected(FaultKind kind, const Where &where, const std::string &expected, int64_t found) {
    this->expected(kind, where, expected, std::to_string(found));
  }

  size_t total() const { return count; }
  bool full() const { return faults.size() >= kMaxFaults; }
  std::vector<Fault> take() { return std::move(faults); }

private:
  std::vector<Fault> faults;
  std::set<std::string> seen;
  size_t count = 0;
};

/// Work left, counted in steps of some nanoseconds so that the answer does not
/// depend on the machine. Throws OverBudget when it is used up.
struct OverBudget {
  std::string message;
};

class Budget {
public:
  void charge(int64_t steps) {
    if (steps < 0 || steps > left)
      throw OverBudget{"expected a plan that can be proved in " + std::to_string(kSteps) +
                       " steps, found one that needs more"};
    left -= steps;
  }

private:
  static constexpr int64_t kSteps = int64_t(1) << 30;
  int64_t left = kSteps;
};

} // namespace spyre::plan
