// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ranges.h"

#include <algorithm>

namespace spyre::plan {

Affine::Affine(const Index &index, const Program &program, int core) : c(index.c) {
  for (const Index::Term &term : index.terms)
    coef[size_t(term.loop)] += term.coef;
  if (index.table >= 0)
    c += program.tables[size_t(index.table)][size_t(core)];
}

Affine Affine::operator+(const Affine &other) const {
  Affine sum = *this;
  sum.c += other.c;
  for (size_t i = 0; i < coef.size(); ++i)
    sum.coef[i] += other.coef[i];
  return sum;
}

bool Affine::isConstant() const {
  return std::all_of(coef.begin(), coef.end(), [](Wide value) { return value == 0; });
}

Interval Affine::range(std::span<const int64_t> trips) const {
  Interval result{c, c};
  for (size_t i = 0; i < trips.size(); ++i)
    (coef[i] < 0 ? result.lo : result.hi) += coef[i] * (trips[i] - 1);
  return result;
}

Wide magnitude(const Index &index, const Program &program, std::span<const int64_t> trips) {
  auto abs = [](Wide value) { return value < 0 ? -value : value; };
  Wide sum = abs(index.c), largest = 0;
  for (const Index::Term &term : index.terms)
    sum += abs(term.coef) * std::max<int64_t>(trips[size_t(term.loop)], 1);
  if (index.table >= 0)
    for (int64_t value : program.tables[size_t(index.table)])
      largest = std::max(largest, abs(value));
  return sum + largest;
}

std::string toString(Wide value) {
  bool negative = value < 0;
  std::string digits;
  for (Wide rest = negative ? -value : value; rest != 0 || digits.empty(); rest /= 10)
    digits.insert(digits.begin(), char('0' + int(rest % 10)));
  return negative ? "-" + digits : digits;
}

} // namespace spyre::plan
