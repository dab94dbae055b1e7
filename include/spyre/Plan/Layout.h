// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How tensors lie in sticks: physical shapes, byte sizes, and the conversion
// between host arrays (row-major) and device memory. See plan::Layout.
#pragma once

#include "spyre/Plan/Plan.h"

#include <cstdint>
#include <span>
#include <vector>

namespace spyre::plan {

/// The physical shape without its innermost dimension (the lanes): what boxes
/// of copies count in. A 0-D tensor has one dimension of one entry, so that a
/// box can be empty on some cores. Throws Error when `layout` does not fit
/// `shape`.
std::vector<int64_t> outerShape(DType type, std::span<const int64_t> shape, const Layout &layout);
std::vector<int64_t> outerShape(const Tensor &tensor);

/// Sticks and bytes in device memory. Throw Error on overflow (byteSize: more
/// than 2^48 bytes).
int64_t numSticks(const Tensor &tensor);
int64_t byteSize(DType type, std::span<const int64_t> shape, const Layout &layout);
int64_t byteSize(const Tensor &tensor);

/// Logical elements, and their bytes in a row-major host array.
int64_t numElements(std::span<const int64_t> shape);
int64_t hostByteSize(const Tensor &tensor);

/// Row-major, the last dim in sticks: how arguments and results lie.
Layout defaultLayout(size_t rank);

/// Writes a row-major host array into device form. Padding lanes get `poison`
/// in every byte. `host` holds hostByteSize bytes, `device` byteSize.
void pack(const Tensor &tensor, std::span<const uint8_t> host, std::span<uint8_t> device,
          uint8_t poison);
/// The inverse; padding lanes are not read.
void unpack(const Tensor &tensor, std::span<const uint8_t> device, std::span<uint8_t> host);

} // namespace spyre::plan
