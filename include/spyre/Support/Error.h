// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one error type of the libraries that link no MLIR. Passes report through
// MLIR diagnostics instead; tools catch Error in main and print its message.
#pragma once

#include <stdexcept>
#include <string>

namespace spyre {

/// A bad input or a broken promise: lower case, what was expected, what was
/// found, where. Thrown by Device, Plan, Model, Cost and Solver.
class Error : public std::runtime_error {
public:
  explicit Error(const std::string &message) : std::runtime_error(message) {}
};

} // namespace spyre
