// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Solver/Allocation.h"
#include "spyre/Support/Error.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <sstream>

using namespace spyre;
using namespace spyre::solver;

namespace {

Request request(int64_t id, int64_t first, int64_t last, int64_t size, int64_t alignment = 1) {
  return {id, first, last, size, alignment, {}, {}, -1};
}

/// Tries every aligned offset of every request in turn.
bool fitsByForce(const AllocationProblem &p, std::vector<int64_t> &offsets) {
  size_t at = offsets.size();
  if (at == p.requests.size())
    return !verify(p, offsets);
  const Request &r = p.requests[at];
  for (int64_t o = 0; o + r.size <= p.capacity; o += r.alignment) {
    AllocationProblem part{p.capacity, {p.requests.begin(), p.requests.begin() + long(at) + 1}};
    offsets.push_back(o);
    if (!verify(part, offsets) && fitsByForce(p, offsets))
      return true;
    offsets.pop_back();
  }
  return false;
}

AllocationProblem randomProblem(std::mt19937 &random, bool decorated) {
  auto pick = [&](int64_t low, int64_t high) {
    return low + int64_t(random() % uint64_t(high - low + 1));
  };
  AllocationProblem p{pick(5, 9), {}};
  int64_t count = pick(3, 7);
  for (int64_t id = 0; id < count; ++id) {
    int64_t first = pick(0, 6);
    Request r = request(id, first, first + pick(0, 4), pick(0, 4), decorated ? pick(1, 2) : 1);
    if (decorated && pick(0, 5) == 0)
      r.offset = pick(0, 3) * r.alignment;
    if (decorated && pick(0, 3) == 0)
      r.hint = pick(0, 4);
    p.requests.push_back(r);
  }
  return p;
}

/// A packing of the whole capacity, cut by guillotine: it fits, with no room
/// left.
AllocationProblem cutProblem(std::mt19937 &random, int cuts) {
  struct Box {
    int64_t first, last, low, high;
  };
  std::vector<Box> boxes{{0, 64, 0, 64}};
  while (int(boxes.size()) < cuts) {
    size_t b = random() % boxes.size();
    Box box = boxes[b], other = box;
    bool time = random() % 2;
    int64_t from = time ? box.first : box.low, to = time ? box.last : box.high;
    if (to - from < 2)
      continue;
    int64_t mid = from + 1 + int64_t(random() % uint64_t(to - from - 1));
    (time ? box.last : box.high) = mid;
    (time ? other.first : other.low) = mid;
    boxes[b] = box;
    boxes.push_back(other);
  }
  AllocationProblem p{64, {}};
  for (const Box &box : boxes)
    p.requests.push_back(
        request(int64_t(p.requests.size()), box.first, box.last, box.high - box.low));
  return p;
}

} // namespace

TEST_CASE("random small problems: the same answer as trying everything") {
  std::mt19937 random(11);
  int fitting = 0, misfits = 0;
  for (int i = 0; i < 600; ++i) {
    AllocationProblem p = randomProblem(random, i % 2);
    std::vector<int64_t> offsets;
    bool expected = fitsByForce(p, offsets);
    Allocation a = allocate(p);
    INFO("problem " << i << ": " << explain(p, a));
    REQUIRE(a.fits == expected);
    REQUIRE(a.fits == !verify(p, a.offsets));
    REQUIRE((a.lowerBound <= a.height || !a.fits));
    REQUIRE((a.fits || a.proven));
    (expected ? fitting : misfits) += 1;
  }
  CHECK(fitting > 100);
  CHECK(misfits > 100);
}

TEST_CASE("perfect packings are found by the search") {
  std::mt19937 random(5);
  for (int i = 0; i < 40; ++i) {
    AllocationProblem p = cutProblem(random, 10 + i);
    Allocation a = allocate(p, 50'000'000);
    INFO("problem " << i << ": " << explain(p, a));
    CHECK(a.fits);
    CHECK(!verify(p, a.offsets));
    CHECK(a.height == 64);
    CHECK(a.lowerBound == 64);
  }
}

TEST_CASE("the order of the requests does not matter, nor does a second run") {
  std::mt19937 random(3);
  AllocationProblem p = cutProblem(random, 30);
  Allocation a = allocate(p), again = allocate(p);
  CHECK(a.offsets == again.offsets);
  CHECK(a.operations == again.operations);
  AllocationProblem reversed = p;
  std::reverse(reversed.requests.begin(), reversed.requests.end());
  Allocation b = allocate(reversed);
  std::reverse(b.offsets.begin(), b.offsets.end());
  CHECK(a.offsets == b.offsets);
}

TEST_CASE("groups share an offset and may overlap") {
  // In place: b starts before a ends. c is live all along.
  AllocationProblem p{
      384, {request(0, 0, 5, 256, 128), request(1, 4, 9, 200, 128), request(2, 0, 9, 128, 128)}};
  CHECK(!allocate(p).fits);
  p.requests[0].group = p.requests[1].group = 7;
  Allocation a = allocate(p);
  CHECK(a.fits);
  CHECK(a.offsets[0] == a.offsets[1]);
  CHECK(!verify(p, a.offsets));
  a.offsets[1] += 128;
  CHECK(verify(p, a.offsets)->find("expected") == 0);
}

TEST_CASE("a life with a pause leaves room in the pause") {
  AllocationProblem p{
      128, {request(0, 0, 2, 128, 128), request(1, 6, 8, 128, 128), request(2, 2, 6, 128, 128)}};
  p.requests[0].group = p.requests[1].group = 0;
  Allocation a = allocate(p);
  CHECK(a.fits);
  CHECK(a.height == 128);
}

TEST_CASE("fixed offsets, hints and alignment are kept") {
  AllocationProblem p{
      1024, {request(0, 0, 4, 128, 128), request(1, 0, 4, 100, 128), request(2, 0, 4, 64, 128)}};
  p.requests[1].offset = 256;
  p.requests[2].hint = 512;
  Allocation a = allocate(p);
  CHECK(a.fits);
  CHECK(a.offsets == std::vector<int64_t>{0, 256, 512});
  p.requests[0].offset = 128;
  p.requests[0].size = 200;
  a = allocate(p);
  CHECK(!a.fits);
  CHECK(a.proven);
  CHECK_THAT(explain(p, a), Catch::Contains("fixed offsets that overlap"));
}

TEST_CASE("empty requests and empty problems") {
  CHECK(allocate({0, {}}).fits);
  AllocationProblem p{128, {request(0, 0, 9, 128), request(1, 0, 9, 0), request(2, 5, 5, 128)}};
  Allocation a = allocate(p);
  CHECK(a.fits);
  CHECK(!verify(p, a.offsets));
}

TEST_CASE("what does not fit is shown at its tightest step") {
  AllocationProblem p{
      300, {request(4, 0, 3, 128, 128), request(5, 1, 4, 128, 128), request(6, 2, 6, 128, 128)}};
  Allocation a = allocate(p);
  CHECK(!a.fits);
  CHECK(a.proven);
  CHECK(a.lowerBound == 384);
  CHECK(a.tightestStep == 2);
  CHECK(explain(p, a) == "expected at most 300 bytes, found at least 384 needed at step 2:\n"
                         "  [0, 128) request 4, 128 bytes\n"
                         "  [128, 256) request 5, 128 bytes\n"
                         "  [256, 384) request 6, 128 bytes");
}

TEST_CASE("verify names each fault") {
  AllocationProblem p{512, {request(0, 0, 4, 128, 128), request(1, 2, 6, 128, 128)}};
  CHECK(!verify(p, {0, 128}));
  CHECK(*verify(p, {0}) == "expected 2 offsets, found 1");
  CHECK(*verify(p, {0, 0}) == "expected requests 0 at [0, 128) and 1 at [0, 128) "
                              "apart: both live at step 2");
  CHECK(*verify(p, {256, 64}) == "expected request 1 at [64, 192) to be aligned to 128");
  CHECK(*verify(p, {0, 512}) == "expected request 1 at [512, 640) inside 512 bytes");
  CHECK(*verify(p, {-128, 0}) == "expected request 0 at [-128, 0) inside 512 bytes");
  p.requests[0].offset = 128;
  CHECK(*verify(p, {0, 128}) == "expected request 0 at [0, 128) to lie at 128");
}

TEST_CASE("requests that make no sense are errors") {
  auto refusal = [](Request r) { CHECK_THROWS_AS(allocate({1024, {r}}), Error); };
  refusal(request(0, 0, 1, -1));
  refusal(request(0, 0, 1, 1, 0));
  refusal(request(0, 0, 1, INT64_MAX));
  Request odd = request(0, 0, 1, 128, 128);
  odd.offset = 64;
  refusal(odd);
  CHECK_THROWS_AS(allocate({-1, {}}), Error);
  AllocationProblem p{1024, {request(0, 0, 1, 1), request(1, 0, 1, 1)}};
  p.requests[0].group = p.requests[1].group = 1;
  p.requests[0].offset = 1, p.requests[1].offset = 2;
  CHECK_THROWS_WITH(allocate(p), "expected one fixed offset in group 1, found 1 and 2");
}

TEST_CASE("instances are read by column name") {
  std::istringstream in("size,id,upper,lower\r\n8,b1,9,3\n\n4,b2,7,1\n");
  AllocationProblem p = readAllocationCsv(in, 12, "x.csv");
  REQUIRE(p.requests.size() == 2);
  CHECK(p.requests[0].size == 8);
  CHECK(p.requests[0].first == 3);
  CHECK(p.requests[1].last == 7);
  CHECK(allocate(p).fits);
  std::istringstream missing("id,lower,upper\n"), bad("id,lower,upper,size\n1,2,x,4\n"),
      cut("id,lower,upper,size\n1,2\n");
  CHECK_THROWS_WITH(readAllocationCsv(missing, 12, "x.csv"), "x.csv: expected a column 'size'");
  CHECK_THROWS_WITH(readAllocationCsv(bad, 12, "x.csv"), "x.csv:2: expected an integer, found 'x'");
  CHECK_THROWS_WITH(readAllocationCsv(cut, 12, "x.csv"), "x.csv:2: expected 4 cells, found 2");
}
