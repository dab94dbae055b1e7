// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text that a recursive parser can read on an ordinary stack.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace spyre::frontend {

struct NestingFault {
  const char *what;
  unsigned line, column;
};

/// MLIR's parser calls itself for every bracket, and for every operator of an
/// affine expression. Both are bounded here, far above what a model has, so that
/// no text ends the process instead of the parse.
std::optional<NestingFault> checkNesting(llvm::StringRef text);

} // namespace spyre::frontend
