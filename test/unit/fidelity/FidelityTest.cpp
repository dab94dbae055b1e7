// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cases.h"
#include "Statistics.h"
#include "spyre/Support/Error.h"

#include <catch2/catch.hpp>

using namespace spyre;
using namespace spyre::bench::fidelity;

namespace {
const std::string kHeader = "op\tdims\tdtype\tcores\tsplit\tlx_share\tmeasured_us\tkind\n";

Row rowOf(const std::string &op, const std::string &dims, const std::string &split = "") {
  return readRows(kHeader + op + "\t" + dims + "\tfp16\t32\t" + split + "\t0.8\t10\tschedule\n",
                  "rows.tsv")[0];
}

std::string refusal(const std::string &text) {
  try {
    readRows(text, "rows.tsv");
  } catch (const Error &error) {
    return error.what();
  }
  return "accepted";
}

std::string caseRefusal(const Row &row) {
  try {
    caseOf(row);
  } catch (const Error &error) {
    return error.what();
  }
  return "accepted";
}
} // namespace

TEST_CASE("rows are read by the names of their columns") {
  auto rows = readRows("kind\tmeasured_us\tlx_share\tsplit\tcores\tdtype\tdims\top\tmore\n"
                       "mechanism\t12.5\t0.2\tm8 n4 k1\t16\tfp16\tM=64;N=128;K=32\tmatmul\tx\n\n",
                       "rows.tsv");
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].line == 2);
  CHECK(rows[0].op == "matmul");
  CHECK(rows[0].cores == 16);
  CHECK(rows[0].lxShare == 0.2);
  CHECK(rows[0].publishedUs == 12.5);
  CHECK(sizeOf(rows[0], "K") == 32);
  CHECK_THROWS_WITH(sizeOf(rows[0], "B"), "expected a size B in dims, found M=64;N=128;K=32");
  CHECK(splitOf(rows[0]) == Split{{"m", 8}, {"n", 4}, {"k", 1}});
}

TEST_CASE("a broken row is refused with its line") {
  CHECK(refusal("op\tdims\n") ==
        "rows.tsv:1: expected a column 'dtype' in the first line, found none");
  CHECK(refusal(kHeader + "add\tR=1\tfp16\tmany\t\t0.8\t10\tmechanism\n") ==
        "rows.tsv:2: expected a number of cores, found 'many'");
  CHECK(refusal(kHeader + "add\tR\tfp16\t1\t\t0.8\t10\tmechanism\n") ==
        "rows.tsv:2: expected NAME=SIZE in dims, found ''");
}

TEST_CASE("splits") {
  CHECK(!splitOf(rowOf("add", "R=1;C=1", "not recorded")));
  CHECK(splitOf(rowOf("add", "R=1;C=1", "rows 32")) == Split{{"rows", 32}});
  CHECK_THROWS_WITH(splitOf(rowOf("add", "R=1;C=1", "by hand")),
                    "expected a split like 'm8 n4 k1' or 'rows 32', found 'by hand'");
}

TEST_CASE("a module and pins per op") {
  Case product = caseOf(rowOf("matmul", "M=1;N=512;K=3584", "m1 n8 k4"));
  CHECK(product.opClass == "matmul");
  CHECK(product.pins == std::vector<std::string>{"layout@arg0=1,0|1", "layout@arg1=1,0|1",
                                                 "layout@result0=1,0|1",
                                                 "division@matmul_0=k:4,n:8"});
  CHECK_THAT(product.modules.at(0), Catch::Contains("tensor<1x3584xf16>, tensor<3584x512xf16>) -> "
                                                    "tensor<1x512xf16>"));
  Case batched = caseOf(rowOf("bmm", "B=4;M=64;N=128;K=256", "m16 n2 k1"));
  CHECK(batched.pins.front() == "layout@arg0=1,2,0|2");
  CHECK(batched.pins.back() == "division@matmul_0=b:1,k:1,m:16,n:2");
  Row outside = rowOf("bmm", "B=4;M=64;N=128;K=256");
  outside.condition = "outermost axis A batch, B batch, C row";
  CHECK(caseOf(outside).pins == std::vector<std::string>{"layout@arg0=0,2,1|2",
                                                         "layout@arg1=0,2,1|2",
                                                         "layout@result0=1,2,0|2"});
  CHECK(caseRefusal(rowOf("matmul", "M=1;N=512;K=64", "m2 n1 k1")) ==
        "expected one part of a loop of one element, found split 'm2 n1 k1'");
  Case sum = caseOf(rowOf("sum over first dim", "R=128;C=256", "rows 8"));
  CHECK_THAT(sum.modules.at(0), Catch::Contains("dimensions = [0] : (tensor<128x256xf16>"));
  CHECK(sum.pins.back() == "division@reduce_0=d1:1,d0:8");
  CHECK_THAT(caseOf(rowOf("min over last dim", "R=128;C=256")).modules.at(0),
             Catch::Contains("0x7C00") && Catch::Contains("stablehlo.minimum"));
  CHECK(caseOf(rowOf("softmax (last dim)", "R=64;C=128;tiles=4")).modules.at(0).find("64x128x4") ==
        std::string::npos);
  CHECK(caseOf(rowOf("add3 (a+b+c)", "R=64;C=128")).modules.size() == 1);
  CHECK(caseOf(rowOf("add3 (a+b+c)", "R=64;C=128")).opClass == "add chain");
  CHECK_THAT(caseOf(rowOf("transpose (two outer dims)", "R=4;mid=8;C=64")).modules.at(0),
             Catch::Contains("-> tensor<8x4x64xf16>"));
  CHECK(caseRefusal(rowOf("sort", "R=4;C=64")) ==
        "expected an op that has a generator, found 'sort'");
}

TEST_CASE("where intermediates pass device memory, each op is a module") {
  Row row = rowOf("add4 (a+b+c+d)", "R=64;C=128");
  row.condition = "intermediates through device memory (LX planning off)";
  CHECK(caseOf(row).modules.size() == 3);
}

TEST_CASE("errors and shares") {
  std::vector<Pair> pairs{{100, 110}, {100, 80}, {200, 200}, {100, 126}};
  CHECK(meanAbsoluteError(pairs) == Approx(14));
  CHECK(bias(pairs) == Approx(4));
  CHECK(shareWithin(pairs, 1.10) == Approx(75));
  CHECK(shareWithin(pairs, 1.25) == Approx(75));
}

TEST_CASE("rank correlation") {
  CHECK(spearman({{1, 10}, {2, 20}, {3, 90}}) == Approx(1));
  CHECK(spearman({{1, 3}, {2, 2}, {3, 1}}) == Approx(-1));
  // Ranks 0 1 2 3 against 1 0 2 3: 1 - 6 * 2 / (4 * 15).
  CHECK(spearman({{1, 20}, {2, 10}, {3, 30}, {4, 40}}) == Approx(0.8));
  // Equal values share their rank: 0 1 2 against 0 1.5 1.5.
  CHECK(spearman({{1, 1}, {2, 5}, {3, 5}}) == Approx(0.8660254));
  CHECK(spearman({{1, 1}, {2, 1}}) == 0);
}

TEST_CASE("times of no order are left out") {
  std::vector<Pair> pairs{{105, 1}, {100, 2}, {111, 3}, {200, 4}, {215, 5}};
  CHECK(keptApart(pairs, 1.1) == std::vector<Pair>{{100, 2}, {111, 3}, {200, 4}});
  // 100-110, and each of the three against 200 and 215.
  CHECK(sameOrder(pairs, 1.1) == std::pair<size_t, size_t>(7, 7));
  CHECK(sameOrder({{100, 2}, {200, 1}}, 1.1) == std::pair<size_t, size_t>(0, 1));
}
