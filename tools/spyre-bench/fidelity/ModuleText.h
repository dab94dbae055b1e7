// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StableHLO text of one function, written op by op.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace spyre::bench::fidelity {

using Shape = std::vector<int64_t>;

struct Value {
  std::string name;
  Shape shape;
};

class ModuleText {
public:
  /// `element`: f16, bf16, f32, ...
  explicit ModuleText(std::string element) : element(std::move(element)) {}

  Value argument(const Shape &shape);
  /// A constant in every element.
  Value splat(const std::string &literal, const Shape &shape);
  /// An op of one or more values of one shape: add, ...; chlo.erf.
  Value apply(const std::string &op, const std::vector<Value> &values);
  /// `dims`: where the value's dims go in `shape`.
  Value broadcast(const Value &value, const Shape &shape, const std::vector<int64_t> &dims);
  /// `op`: add, maximum, ...; `init`: the literal it starts from.
  Value reduce(const std::string &op, const std::string &init, const Value &value,
               const std::vector<int64_t> &dims);
  /// Batch dims and the dim that is summed, per side.
  struct Side {
    std::vector<int64_t> batch;
    int64_t contracted;
  };
  Value dot(const Value &a, const Side &aSide, const Value &b, const Side &bSide);
  Value transpose(const Value &value, const std::vector<int64_t> &permutation);
  Value concatenate(const std::vector<Value> &values, int64_t dim);

  /// The element's negative infinity as a literal.
  std::string lowest() const;
  std::string highest() const;
  /// Of the arguments so far.
  const std::vector<size_t> &argumentRanks() const { return ranks; }
  /// The whole module.
  std::string text(const Value &result) const;

private:
  std::string typeOf(const Shape &shape) const;
  Value emit(const std::string &operation, const Shape &shape);

  std::string element, parameters, body;
  std::vector<size_t> ranks;
  int values = 0;
};

} // namespace spyre::bench::fidelity
