// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The body of a sum of products: the one place that says what a product is.
#pragma once

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <array>
#include <optional>

namespace spyre {

/// out + ext(a) * ext(b) in f32 or i32: numbers of the inputs a and b, the smaller
/// first, and whether each is extended with zeros.
struct ProductBody {
  std::array<unsigned, 2> inputs{};
  std::array<bool, 2> isUnsigned{};
};
std::optional<ProductBody> matchProductBody(mlir::linalg::GenericOp op);

} // namespace spyre
