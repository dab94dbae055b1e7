// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SamplePlan.h"

#include "spyre/Support/Error.h"

#include <catch2/catch.hpp>
#include <cstring>

using namespace spyre::plan;

namespace {

Tensor make(DType type, std::vector<int64_t> shape, Layout layout) {
  Tensor tensor{"t", type, std::move(shape), std::move(layout)};
  return tensor;
}

// Packs 1, 2, 3, ... and checks each element's place by the definition.
void checkPlaces(const Tensor &tensor) {
  int64_t width = byteWidth(tensor.type), count = numElements(tensor.shape),
          rank = int64_t(tensor.shape.size());
  std::vector<uint8_t> host(size_t(count * width)), device(size_t(byteSize(tensor))),
      back(host.size(), 0xee);
  for (size_t i = 0; i < host.size(); ++i)
    host[i] = uint8_t(i * 7 + 1);
  pack(tensor, host, device, 0xab);
  std::vector<uint8_t> expected(device.size(), 0xab);
  std::vector<int64_t> outer = outerShape(tensor);
  for (int64_t element = 0; element < count; ++element) {
    std::vector<int64_t> at(tensor.shape.size());
    for (int64_t d = rank, rest = element; d-- > 0; rest /= tensor.shape[size_t(d)])
      at[size_t(d)] = rest % tensor.shape[size_t(d)];
    int64_t stick = 0, lane = 0;
    for (size_t i = 0; i < tensor.shape.size(); ++i) {
      int32_t dim = tensor.layout.order[i];
      bool isStick = dim == tensor.layout.stickDim;
      stick = stick * outer[i] + (isStick ? at[size_t(dim)] / lanes(tensor.type) : at[size_t(dim)]);
      lane = isStick ? at[size_t(dim)] % lanes(tensor.type) : lane;
    }
    std::memcpy(&expected[size_t(stick * 128 + lane * width)], &host[size_t(element * width)],
                size_t(width));
  }
  CHECK(device == expected);
  unpack(tensor, device, back);
  CHECK(back == host);
}

} // namespace

TEST_CASE("physical shapes") {
  CHECK(outerShape(DType::F16, std::vector<int64_t>{512, 1024}, {{1, 0}, 1}) ==
        std::vector<int64_t>{16, 512});
  CHECK(outerShape(DType::F16, std::vector<int64_t>{512, 1024}, defaultLayout(2)) ==
        std::vector<int64_t>{512, 16});
  CHECK(outerShape(DType::F32, std::vector<int64_t>{3, 33}, {{1, 0}, 0}) ==
        std::vector<int64_t>{33, 1});
  CHECK(outerShape(DType::F32, std::vector<int64_t>{}, defaultLayout(0)) ==
        std::vector<int64_t>{1});
  CHECK(byteSize(DType::F32, std::vector<int64_t>{}, defaultLayout(0)) == 128);
  CHECK(byteSize(DType::I8, std::vector<int64_t>{0, 5}, defaultLayout(2)) == 0);
  CHECK(byteSize(DType::I8, std::vector<int64_t>{2, 129}, defaultLayout(2)) == 512);
}

TEST_CASE("elements lie where the layout says") {
  for (DType type : {DType::I8, DType::F16, DType::F32, DType::I64}) {
    checkPlaces(make(type, {}, defaultLayout(0)));
    checkPlaces(make(type, {1}, defaultLayout(1)));
    checkPlaces(make(type, {129}, defaultLayout(1)));
    checkPlaces(make(type, {5, 0, 3}, defaultLayout(3)));
    checkPlaces(make(type, {3, 130}, {{1, 0}, 1}));
    checkPlaces(make(type, {130, 3}, {{0, 1}, 0}));
    checkPlaces(make(type, {4, 70, 5}, {{2, 1, 0}, 1}));
    checkPlaces(make(type, {4, 7}, {{1, 0}, -1}));
  }
}

TEST_CASE("layouts and shapes that cannot be are refused") {
  auto size = [](std::vector<int64_t> shape, Layout layout) {
    return byteSize(DType::F16, shape, layout);
  };
  CHECK_THROWS_AS(size({2, 3}, {{0}, 0}), spyre::Error);
  CHECK_THROWS_AS(size({2, 3}, {{0, 0}, 0}), spyre::Error);
  CHECK_THROWS_AS(size({2, 3}, {{0, 2}, 0}), spyre::Error);
  CHECK_THROWS_AS(size({2, 3}, {{0, 1}, 2}), spyre::Error);
  CHECK_THROWS_AS(size({2, -3}, {{0, 1}, 1}), spyre::Error);
  CHECK_THROWS_AS(size({INT64_MAX, INT64_MAX}, {{0, 1}, 1}), spyre::Error);
  CHECK(size({INT64_MAX, 0}, {{0, 1}, 1}) == 0);
  Tensor tensor = make(DType::F16, {3}, defaultLayout(1));
  std::vector<uint8_t> host(6), device(64);
  CHECK_THROWS_WITH(pack(tensor, host, device, 0), Catch::Contains("expected 128 bytes, found 64"));
}
