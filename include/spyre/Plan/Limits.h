// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a plan may at most be, so that reading and checking one always ends and
// no sum overflows. Generous: real plans stay far below.
#pragma once

#include <cstdint>

namespace spyre::plan {

inline constexpr int kMaxLoopDepth = 16;
inline constexpr int kMaxCores = 128;
inline constexpr int kMaxRank = 16;     // of tensors, boxes, exec domains
inline constexpr int kMaxTerms = 32;    // of one expression
inline constexpr int kMaxOperands = 64; // of one exec
inline constexpr int kMaxScalarOps = 1 << 14;
inline constexpr int64_t kMaxCount = 1 << 20; // entries of any other list
inline constexpr int64_t kMaxText = 1 << 22;  // bytes of one string
inline constexpr int64_t kMaxTrip = int64_t(1) << 31;
inline constexpr int64_t kMaxSize = int64_t(1) << 40;    // extents, shapes
inline constexpr int64_t kMaxNumber = int64_t(1) << 62;  // anything else, either sign
inline constexpr int64_t kMaxLxBytes = int64_t(1) << 26; // per core
inline constexpr int64_t kMaxMemoryBytes = int64_t(1) << 48;
inline constexpr int64_t kMaxHeaderBytes = int64_t(1) << 30;
inline constexpr int kMaxJsonDepth = 96;

} // namespace spyre::plan
