// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Statistics.h"

#include <algorithm>
#include <cmath>

namespace spyre::bench::fidelity {

namespace {
template <typename F> double mean(const std::vector<Pair> &pairs, F &&f) {
  double sum = 0;
  for (const Pair &pair : pairs)
    sum += f(pair);
  return pairs.empty() ? 0 : sum / static_cast<double>(pairs.size());
}

std::vector<double> ranks(const std::vector<double> &values) {
  std::vector<double> result;
  for (double value : values) {
    double below = 0, equal = 0;
    for (double other : values)
      below += other < value, equal += other == value;
    result.push_back(below + (equal - 1) / 2);
  }
  return result;
}
} // namespace

double meanAbsoluteError(const std::vector<Pair> &pairs) {
  return mean(pairs, [](const Pair &pair) { return std::abs(errorOf(pair)); });
}

double bias(const std::vector<Pair> &pairs) { return mean(pairs, errorOf); }

double shareWithin(const std::vector<Pair> &pairs, double factor) {
  return mean(pairs,
              [&](const Pair &pair) { return pair.second <= factor * pair.first ? 100 : 0; });
}

double spearman(const std::vector<Pair> &pairs) {
  std::vector<double> first, second;
  for (const Pair &pair : pairs)
    first.push_back(pair.first), second.push_back(pair.second);
  first = ranks(first), second = ranks(second);
  double middle = (static_cast<double>(pairs.size()) - 1) / 2, both = 0, a = 0, b = 0;
  for (size_t i = 0; i < pairs.size(); ++i) {
    both += (first[i] - middle) * (second[i] - middle);
    a += (first[i] - middle) * (first[i] - middle);
    b += (second[i] - middle) * (second[i] - middle);
  }
  return a > 0 && b > 0 ? both / std::sqrt(a * b) : 0;
}

std::vector<Pair> keptApart(std::vector<Pair> pairs, double apart) {
  std::sort(pairs.begin(), pairs.end());
  std::vector<Pair> kept;
  for (const Pair &pair : pairs)
    if (kept.empty() || pair.first >= kept.back().first * apart)
      kept.push_back(pair);
  return kept;
}

std::pair<size_t, size_t> sameOrder(const std::vector<Pair> &pairs, double apart) {
  size_t same = 0, count = 0;
  for (const Pair &fast : pairs)
    for (const Pair &slow : pairs)
      if (slow.first >= fast.first * apart)
        ++count, same += fast.second < slow.second;
  return {same, count};
}

} // namespace spyre::bench::fidelity
