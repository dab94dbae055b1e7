// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Cost/Bounds.h"

#include <catch2/catch.hpp>

#include <random>

using namespace spyre;
using namespace spyre::cost;

namespace {

const device::Device &chip() {
  static const device::Device d = device::load("spyre-default");
  return d;
}

/// `elements` of `type` read and written, with `folds` and `specials` per
/// element.
Work stream(double read, double written, double elements, double folds, double specials) {
  Work w;
  w.readBytes = read, w.writeBytes = written;
  w.vector.reduce = folds * elements;
  w.vector.special = specials * elements;
  return w;
}

void check(const Work &w, double hard, double sustained, const char *by) {
  Bounds b = bounds(chip(), w);
  CHECK(b.hardUs == Approx(hard).epsilon(0.01));
  CHECK(b.sustainedUs == Approx(sustained).epsilon(0.01));
  CHECK(b.by == by);
  CHECK(b.streamingUs >= b.sustainedUs * (b.by == std::string("memory")));
}

Work granite(int64_t tokens, int64_t attended, int64_t batch, int64_t perHead) {
  Work w;
  for (int64_t n : {4096, 1024, 1024}) // q, k, v
    w.products.push_back({1, tokens, n, 4096});
  w.products.push_back({batch, perHead, attended, 128}); // q k^T
  w.products.push_back({batch, perHead, 128, attended}); // p v
  w.products.push_back({1, tokens, 4096, 4096});
  w.products.push_back({1, tokens, 12800, 4096});
  w.products.push_back({1, tokens, 12800, 4096});
  w.products.push_back({1, tokens, 4096, 12800});
  double scores = double(batch * perHead) * double(attended);
  w.vector.reduce = 2 * scores + 2.0 * double(tokens) * 4096;
  w.vector.special = scores + double(tokens) * 12800;
  double weights = 2.0 * (2 * 4096 * 4096 + 2 * 4096 * 1024 + 3 * 4096 * 12800 + 2 * 4096);
  w.readBytes = weights + 2.0 * double(tokens) * 4096;
  w.writeBytes = 2.0 * double(tokens) * 4096 + 2 * 2.0 * double(tokens) * 1024;
  return w;
}

} // namespace

TEST_CASE("bounds of the benchmark kernels, worked out by hand") {
  SECTION("matmul 1024^3") {
    Work w = stream(2 * 2097152, 2097152, 0, 0, 0);
    w.products = {{1, 1024, 1024, 1024}};
    check(w, 30.7, 41.9, "memory");
  }
  SECTION("softmax 512x1024") {
    check(stream(1048576, 1048576, 524288, 2, 1), 10.2, 14.0, "memory");
  }
  SECTION("layernorm 2048x4096") {
    check(stream(16777216 + 2 * 8192, 16777216, 8388608, 2, 0), 163.9, 223.8, "memory");
  }
  SECTION("attention prefill, 32 heads of 512x128") {
    Work w = stream(3 * 4194304, 4194304, 32 * 512 * 512, 2, 1);
    w.products = {{32, 512, 512, 128}, {32, 512, 128, 512}};
    check(w, 81.9, 111.8, "memory");
  }
  SECTION("attention decode, batch 4, 32 heads on 8, 2048x128") {
    Work w = stream(2 * 16777216 + 32768 + 4, 32768, 4 * 32 * 2048, 2, 1);
    w.products = {{32, 4, 2048, 128}, {32, 4, 128, 2048}};
    check(w, 164.2, 224.1, "memory");
  }
  SECTION("swiglu 512x4096x12800") {
    Work w = stream(2.0 * (512 * 4096 + 3 * 4096 * 12800), 2.0 * 512 * 4096, 512 * 12800, 0, 3);
    w.products = {{1, 512, 12800, 4096}, {1, 512, 12800, 4096}, {1, 512, 4096, 12800}};
    check(w, 2234, 2234, "compute");
  }
  SECTION("Granite block, prefill of 512") {
    check(granite(512, 512, 32, 512), 2889, 2889, "compute");
  }
  SECTION("Granite block, decode of batch 4 with 2048 positions") {
    Work w = granite(4, 2048, 32, 4);
    w.readBytes += 2 * 16777216 + 4; // the caches; the new rows are written only
    check(w, 2110, 2881, "memory");
  }
}

TEST_CASE("peak is 72.1 TFLOPS in f16, four times that in int8, none in f32") {
  std::vector<Product> f16{{1, 4096, 4096, 4096, DType::F16}};
  std::vector<Product> i8{{1, 4096, 4096, 4096, DType::I8}};
  std::vector<Product> f32{{1, 4096, 4096, 4096, DType::F32}};
  double us = computeBoundUs(chip(), f16, 32);
  CHECK(2 * macs(f16[0]) / us * 1e-6 == Approx(72.1).epsilon(0.001));
  CHECK(computeBoundUs(chip(), i8, 32) == Approx(us / 4));
  CHECK(computeBoundUs(chip(), f32, 32) == 0);
  Work w;
  w.products = f32;
  CHECK(bounds(chip(), w).by == "vector");
  CHECK(bounds(chip(), w).hardUs == Approx(us * 1024 / 16));
}

TEST_CASE("few rows cost a block load, whichever operand is stationary") {
  std::vector<Product> row{{1, 1, 12800, 4096}}, column{{1, 12800, 1, 4096}};
  double us = computeBoundUs(chip(), row, 32);
  CHECK(us == Approx(64.0 * 200 * 64 / 32 / 1100));
  CHECK(computeBoundUs(chip(), column, 32) == Approx(us));
  std::vector<Product> ragged{{1, 512, 4096, 65}}, whole{{1, 512, 4096, 128}};
  CHECK(computeBoundUs(chip(), ragged, 32) == computeBoundUs(chip(), whole, 32));
}

TEST_CASE("the capacity term binds only for products far beyond the chip") {
  CHECK(capacityBytes(double(512) * 12800 * 4096, 67108864, 2) == 0);
  double elements = 67108864.0 / 2;
  CHECK(capacityBytes(16384.0 * 16384 * 16384, 67108864, 2) ==
        Approx(2 * (2 * 16384.0 * 16384 * 16384 / std::sqrt(elements) - 2 * elements)));
}

TEST_CASE("one core reads at its own limit; no work has no bound") {
  device::Device one = device::load("spyre-1core");
  Bounds b = bounds(one, stream(67.5e3, 0, 0, 0, 0));
  CHECK(b.sustainedUs == Approx(1.0));
  CHECK(b.hardUs == Approx(67.5 / 204.8));
  Bounds none = bounds(chip(), Work{});
  CHECK(none.hardUs == 0);
  CHECK(none.sustainedUs == 0);
  CHECK(none.by == "nothing");
}

TEST_CASE("streams that mix directions: 40 us for neg of 2 MiB") {
  CHECK(bounds(chip(), stream(2097152, 2097152, 0, 0, 0)).streamingUs ==
        Approx(40.0).epsilon(0.002));
}

TEST_CASE("adding work never lowers a bound") {
  Work sum, part = stream(1e6, 2e6, 3e6, 1, 1);
  part.cores = 8;
  part.products = {{1, 100, 200, 300}};
  sum = part;
  Bounds before = bounds(chip(), sum);
  Work more;
  more.cores = 4;
  sum += more;
  CHECK(sum.cores == 8);
  sum += part;
  Bounds after = bounds(chip(), sum);
  CHECK(after.hardUs == Approx(2 * before.hardUs));
  CHECK(after.sustainedUs == Approx(2 * before.sustainedUs));
}

TEST_CASE("no division of a product over cores beats its bound") {
  std::mt19937 random(7);
  auto pick = [&](int64_t limit) { return 1 + int64_t(random() % limit); };
  for (int i = 0; i < 2000; ++i) {
    Product whole{pick(4), pick(600), pick(3000), pick(3000),
                  random() % 4 ? DType::F16 : DType::I8};
    int64_t m = pick(4), n = pick(4), k = pick(2);
    Product share = whole;
    share.m = ceilDiv(whole.m, m), share.n = ceilDiv(whole.n, n);
    share.k = ceilDiv(whole.k, k);
    double bound = computeBoundUs(chip(), {whole}, int(m * n * k));
    CHECK(productUs(chip(), share) >= bound * (1 - 1e-9));
    Work w;
    w.products = {whole};
    w.cores = int(m * n * k);
    CHECK(bounds(chip(), w).hardUs == Approx(bound));
  }
}
