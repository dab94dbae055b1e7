// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numpy arrays as arguments and results of a plan, and the comparison of results
// with expected values.
#pragma once

#include "spyre/Plan/Plan.h"
#include "spyre/Support/Npz.h"

#include <optional>
#include <string>
#include <vector>

namespace spyre::model {

/// The numpy name of an element type: f2, bf16, b1, i4, ...
std::string numpyType(plan::DType type);

/// Throws Error naming `where` unless the array has the tensor's type and shape.
void requireFits(const plan::Tensor &tensor, const npz::Array &array, const std::string &where);

/// The argument that an input's key means: argK (position) or a tensor's name.
/// Throws Error naming `where`.
int32_t argumentOf(const plan::Plan &plan, const plan::Program &program, const std::string &key,
                   const std::string &where);
/// The tensor that an expected key means: outK or a name; mut_argK or mut_NAME: an
/// argument after the call.
int32_t resultOf(const plan::Plan &plan, const plan::Program &program, const std::string &key,
                 const std::string &where);

struct Tolerance {
  double atol = 0, rtol = 0;
  std::optional<double> relL2, minCosine;
};

struct Comparison {
  bool ok = true;
  double maxAbsError = 0, relL2 = 0, cosine = 1;
  std::string message; // one line: the worst element, or the bound that failed
};

/// Throws Error naming `key` unless the values can be compared with the tensor.
void requireComparable(const plan::Tensor &tensor, const npz::Array &want, const std::string &key);

/// Floats: |got - want| <= atol + rtol |want| per element, non-finite values
/// equal, and the bounds on the whole. Integers and bools: equal. `host`: the
/// result, row-major. Throws Error like requireComparable.
Comparison compare(const plan::Tensor &tensor, const std::vector<uint8_t> &host,
                   const npz::Array &want, const Tolerance &tolerance, const std::string &key);

/// How far a result is from the same result of another run, as values. Elements
/// that are not finite in both count among the differing, unless equal, and in
/// nothing else.
struct Difference {
  int64_t elements = 0, differing = 0;
  double maxAbs = 0, relL2 = 0;
};
Difference difference(plan::DType type, const std::vector<uint8_t> &host, plan::DType otherType,
                      const std::vector<uint8_t> &other);

/// A result for a file: `host` in `type`. What is f32 only because of the range of
/// DL16 becomes f16 if every value is one.
npz::Array resultArray(const plan::Tensor &tensor, plan::DType type,
                       const std::vector<uint8_t> &host);

} // namespace spyre::model
