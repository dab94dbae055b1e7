// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Validate/Footprint.h"

#include "spyre/Plan/Expr.h"

#include <catch2/catch.hpp>
#include <random>
#include <set>

using namespace spyre::plan;

namespace {

using Random = std::mt19937;

Access randomAccess(Random &random, size_t loops) {
  static constexpr int64_t kMuls[] = {2, 2, 4, 64, 128, 128, 256, 384, 1024, -128, -2};
  Access access;
  for (size_t i = 1 + random() % 4; i > 0; --i) {
    Access::Term term;
    term.mul = kMuls[random() % std::size(kMuls)];
    for (size_t d = 0; d < loops; ++d)
      term.coef.push_back(random() % 3 == 0 ? int64_t(random() % 5) - 1 : 0);
    term.c = int64_t(random() % 3);
    if (random() % 2) {
      term.div = 1 + int64_t(random() % 8);
      term.mod = random() % 2 ? int64_t(random() % 9) : 0;
    }
    access.terms.push_back(term);
  }
  return access;
}

} // namespace

TEST_CASE("footprints of accesses agree with trying every point") {
  Random random(7);
  Budget budget;
  for (int round = 0; round < 3000; ++round) {
    std::vector<int64_t> sizes;
    for (size_t d = 1 + random() % 3; d > 0; --d)
      sizes.push_back(1 + int64_t(random() % 9));
    Access access = randomAccess(random, sizes.size());
    std::set<int64_t> values;
    int64_t points = 1;
    for (int64_t size : sizes)
      points *= size;
    for (int64_t i = 0; i < points; ++i) {
      std::vector<int64_t> point;
      for (int64_t rest = i; int64_t size : sizes) {
        point.push_back(rest % size);
        rest /= size;
      }
      values.insert(evaluate(access, point));
    }
    Interval span = accessSpan(access, sizes, budget);
    REQUIRE(int64_t(span.lo) == *values.begin());
    REQUIRE(int64_t(span.hi) == *values.rbegin());
    // Shifted so that it never is negative.
    access.offset -= *values.begin() - *values.begin() % 2;
    int64_t shift = access.offset;
    std::set<int64_t> expected, found;
    for (int64_t value : values)
      if (value + shift >= 0)
        expected.insert((value + shift) / 128);
    if (*values.begin() + shift < 0)
      continue;
    for (auto [lo, hi] : accessSticks(access, sizes, budget)) {
      REQUIRE(lo < hi);
      for (int32_t stick = lo; stick < hi; ++stick)
        REQUIRE(found.insert(stick).second);
    }
    REQUIRE(found == expected);
  }
}

TEST_CASE("footprints of boxes") {
  Budget budget;
  CHECK(boxSticks({}, budget) == StickSet{{0, 1}});
  std::vector<StridedDim> dense{{3, 512}, {4, 128}}, gaps{{3, 512}, {2, 128}},
      far{{2, 128 * 1000}, {70, 128}}, none{{0, 128}, {5, 128}};
  CHECK(boxSticks(dense, budget) == StickSet{{0, 12}});
  CHECK(boxSticks(gaps, budget) == StickSet{{0, 2}, {4, 6}, {8, 10}});
  CHECK(boxSticks(far, budget) == StickSet{{0, 70}, {1000, 1070}});
  CHECK(boxSticks(none, budget).empty());
  CHECK(intersects({{0, 2}, {8, 10}}, {{2, 8}}) == false);
  CHECK(intersects({{0, 2}, {8, 10}}, {{2, 9}}));
}
