// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Validate/CoreColours.h"

#include <catch2/catch.hpp>
#include <functional>

using namespace spyre::plan;

namespace {

Relation relate(int cores, const std::function<bool(int, int)> &related) {
  Relation relation(static_cast<size_t>(cores));
  for (int a = 0; a < cores; ++a)
    for (int b = 0; b < cores; ++b)
      if (related(a, b))
        relation[size_t(a)].push_back(b);
  return relation;
}

} // namespace

TEST_CASE("pairs of cores are told apart by their relations and no more") {
  Budget budget;
  Relation same = relate(32, [](int a, int b) { return a == b; }),
           rows = relate(32, [](int a, int b) { return a % 4 == b % 4; }),
           columns = relate(32, [](int a, int b) { return a / 4 == b / 4; }),
           next = relate(32, [](int a, int b) { return (a + 1) % 32 == b; });
  auto count = [&](const std::vector<Relation> &relations) {
    CoreColours colours(32, relations, {}, budget);
    CHECK(colours.numClasses() == 1);
    return colours.numColours(0);
  };
  CHECK(count({same}) == 2);
  CHECK(count({same, rows}) == 3);
  CHECK(count({same, rows, columns}) == 4); // itself, its row, its column, the rest
  CHECK(count({next}) == 32);               // distances
  std::vector<int64_t> marks(32, 0);
  marks[5] = 1;
  CoreColours marked(32, {same}, {marks}, budget);
  CHECK(marked.numClasses() == 2);
  CHECK(marked.coresOf(1) == std::vector<int>{5});
  CoreColours line(4, {relate(4, [](int a, int b) { return b == (a == 0 ? 0 : a - 1); })}, {},
                   budget);
  CHECK(line.numClasses() == 4); // by distance from the end
}

TEST_CASE("what a pair looks like through a relation") {
  Budget budget;
  Relation next = relate(8, [](int a, int b) { return (a + 1) % 8 == b; });
  CoreColours colours(8, {next}, {}, budget);
  std::vector<std::vector<CoreColours::Source>> through = colours.through(next, 0);
  for (int a = 0; a < 8; ++a)
    for (int b = 0; b < 8; ++b) {
      REQUIRE(through[size_t(colours.colour(a, b))].size() == 1);
      CHECK(through[size_t(colours.colour(a, b))][0].colour == colours.colour((a + 1) % 8, b));
    }
}
