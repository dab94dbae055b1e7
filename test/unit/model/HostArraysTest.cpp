// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Model/HostArrays.h"
#include "MicroPlan.h"

#include <catch2/catch.hpp>
#include <cstring>

using namespace spyre;
using namespace spyre::test;
using model::compare;
using model::Tolerance;

namespace {

plan::Tensor tensorOf(DType type, std::vector<int64_t> shape) {
  plan::Tensor t;
  t.name = "out0";
  t.type = type;
  t.shape = std::move(shape);
  return t;
}

npz::Array floats(std::vector<float> values, std::vector<int64_t> shape) {
  npz::Array a{"f4", std::move(shape), std::vector<uint8_t>(values.size() * 4)};
  std::memcpy(a.data.data(), values.data(), a.data.size());
  return a;
}

std::vector<uint8_t> cells(DType type, std::vector<double> values) {
  std::vector<uint8_t> bytes(values.size() * size_t(plan::byteWidth(type)));
  for (size_t i = 0; i < values.size(); ++i)
    storeCell(type, {values[i], plan::isFloat(type) ? 0 : int64_t(values[i])},
              bytes.data() + int64_t(i) * plan::byteWidth(type));
  return bytes;
}

} // namespace

TEST_CASE("floats: per element, and over the whole") {
  plan::Tensor t = tensorOf(DType::F16, {2, 2});
  std::vector<uint8_t> got = cells(DType::F16, {1, 2, 3, 4});
  CHECK(compare(t, got, floats({1, 2, 3, 4}, {2, 2}), {}, "out0").ok);
  CHECK(compare(t, got, floats({1, 2, 3, 4.25f}, {2, 2}), {0.05, 0.05, {}, {}}, "out0").ok);
  model::Comparison far = compare(t, got, floats({1, 2, 5, 4}, {2, 2}), {0.1, 0, {}, {}}, "out0");
  CHECK_FALSE(far.ok);
  CHECK(far.message ==
        "out0[1,0]: expected 5, found 3; error 2 above 0.1; 1 of 4 elements outside");
  CHECK(far.maxAbsError == 2);
  model::Comparison l2 = compare(t, got, floats({1, 2, 3.1f, 4}, {2, 2}), {1, 0, 1e-3, {}}, "out0");
  CHECK_FALSE(l2.ok);
  CHECK(l2.relL2 == Approx(0.1 / std::sqrt(1 + 4 + 9.61 + 16)).epsilon(0.01));
  CHECK_FALSE(compare(t, got, floats({-1, -2, -3, -4}, {2, 2}), {100, 0, {}, 0.9}, "out0").ok);
}

TEST_CASE("non-finite values must be equal") {
  plan::Tensor t = tensorOf(DType::F32, {3});
  Tolerance loose{1e9, 1, {}, {}};
  std::vector<uint8_t> got = cells(DType::F32, {INFINITY, NAN, -INFINITY});
  CHECK(compare(t, got, floats({INFINITY, NAN, -INFINITY}, {3}), loose, "out0").ok);
  CHECK_FALSE(compare(t, got, floats({INFINITY, NAN, INFINITY}, {3}), loose, "out0").ok);
  CHECK_FALSE(compare(t, got, floats({INFINITY, 0, -INFINITY}, {3}), loose, "out0").ok);
}

TEST_CASE("integers and bools are exact, whatever the width that is expected") {
  plan::Tensor t = tensorOf(DType::I32, {2});
  npz::Array want{"i8", {2}, std::vector<uint8_t>(16)};
  want.data[0] = 7, want.data[8] = 9;
  CHECK(compare(t, cells(DType::I32, {7, 9}), want, {1, 1, {}, {}}, "out0").ok);
  CHECK(compare(t, cells(DType::I32, {7, 8}), want, {1, 1, {}, {}}, "out0").message ==
        "out0[1]: expected 9, found 8; 1 of 2 elements differ");
  CHECK_THROWS_WITH(compare(t, {}, floats({7, 9}, {2}), {}, "out0"),
                    "out0: expected values like i4, found f4");
  CHECK_THROWS_WITH(compare(tensorOf(DType::I1, {2}), {}, want, {}, "out0"),
                    "out0: expected values like b1, found i8");
  CHECK_THROWS_WITH(compare(t, {}, npz::Array{"i4", {3}, {}}, {}, "out0"),
                    "out0: expected values of shape [2], found [3]");
}

TEST_CASE("keys name arguments, results and arguments after the call") {
  plan::Plan p = plan::sample::statePlan();
  const plan::Program &program = p.programs[0];
  CHECK(model::argumentOf(p, program, "arg1", "f") == program.inputs[1]);
  CHECK(model::resultOf(p, program, "out1", "f") == program.outputs[1]);
  CHECK(model::resultOf(p, program, "mut_arg0", "f") == program.inputs[0]);
  CHECK_THROWS_WITH(model::argumentOf(p, program, "arg9", "in.npz"),
                    "in.npz: expected arg0 on, one of 3 arguments, or a name, found 'arg9'");
  CHECK_THROWS_WITH(model::resultOf(p, program, "outx", "e.npz"),
                    "e.npz: expected one of 2 results, out0 on, found 'outx'");
  CHECK_THROWS_WITH(model::requireFits(p.tensors[0], floats({1}, {1}), "in.npz: arg0"),
                    "in.npz: arg0: expected type f2, found f4");
}

TEST_CASE("results beyond the range of f16 are written as f32") {
  plan::Tensor t = tensorOf(DType::F16, {3});
  auto written = [&](std::vector<double> values) {
    return model::resultArray(t, DType::F32, cells(DType::F32, std::move(values)));
  };
  npz::Array fits = written({1.5, -65504, NAN});
  CHECK(fits.dtype == "f2");
  CHECK(fits.data.size() == 6);
  CHECK(loadCell(DType::F16, fits.data.data() + 2).f == -65504);
  CHECK(written({1.5, 70000, 0}).dtype == "f4");
  CHECK(written({1.5, 1e-9, 0}).dtype == "f4");
  CHECK(model::resultArray(t, DType::F16, cells(DType::F16, {1, 2, 3})).dtype == "f2");
}

TEST_CASE("the difference of two runs") {
  std::vector<uint8_t> a = cells(DType::F32, {1, 2.5, NAN, INFINITY, 5}),
                       b = cells(DType::F16, {1, 2, NAN, 7, 5});
  model::Difference d = model::difference(DType::F32, a, DType::F16, b);
  CHECK(d.elements == 5);
  CHECK(d.differing == 2);
  CHECK(d.maxAbs == 0.5);
  CHECK(d.relL2 == Approx(0.5 / std::sqrt(1 + 4 + 25)));
  d = model::difference(DType::I32, cells(DType::I32, {3, -4}), DType::I32,
                        cells(DType::I32, {3, 2}));
  CHECK(d.differing == 1);
  CHECK(d.maxAbs == 6);
}
