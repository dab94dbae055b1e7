// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host computed against what was expected.
#pragma once

#include "spyre/Frontend/Checks.h"
#include "spyre/Support/Npz.h"

#include <optional>

namespace spyre::differential {

/// |got - want| <= atol + rtol * |want| for every element, and over all of them
/// norm(got - want) <= relL2 * norm(want).
struct Tolerance {
  double atol = 0, rtol = 0;
  std::optional<double> relL2;
};

/// "" if `got` is what was wanted, else the worst element or what differs.
std::string compare(const npz::Array &got, const npz::Array &want, const Tolerance &tolerance);
/// The same by the rule of a conformance module's own check.
std::string compare(const npz::Array &got, const frontend::Check &check);

npz::Array toArray(const frontend::TensorValue &value);

} // namespace spyre::differential
