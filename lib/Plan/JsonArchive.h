// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two archives with one interface, so that JsonDescribe.h says once what stands
// in a plan's header: JsonWriter makes JSON of structs, JsonReader the inverse.
// ...Or members leave a field out when it has its default.
#pragma once

#include "JsonField.h"

#include "spyre/Plan/Names.h"

#include <type_traits>

namespace spyre::plan {

/// Structs are read through T&, written through const T&.
template <typename Archive, typename T>
using Ref = std::conditional_t<Archive::kReads, T &, const T &>;

// Values that are mostly plain numbers stand as numbers.
template <typename T> struct ShortForm;
template <> struct ShortForm<Index> {
  static constexpr int64_t kLo = -kMaxNumber, kHi = kMaxNumber;
  static bool applies(const Index &v) { return v.terms.empty() && v.table == -1; }
  static int64_t get(const Index &v) { return v.c; }
  static void set(Index &v, int64_t c) { v.c = c; }
};
template <> struct ShortForm<Extent> {
  static constexpr int64_t kLo = 0, kHi = kMaxSize;
  static bool applies(const Extent &v) {
    return ShortForm<Index>::applies(v.value) && v.value.c == v.max;
  }
  static int64_t get(const Extent &v) { return v.max; }
  static void set(Extent &v, int64_t c) { v.value.c = v.max = c; }
};
template <> struct ShortForm<LxAddr> {
  static constexpr int64_t kLo = 0, kHi = kMaxLxBytes;
  static bool applies(const LxAddr &v) {
    return v.slot == Index() && v.slots == 1 && v.stride == 0;
  }
  static int64_t get(const LxAddr &v) { return v.base; }
  static void set(LxAddr &v, int64_t c) { v.base = c; }
};
template <typename T>
concept HasShortForm = requires(const T &v) { ShortForm<T>::applies(v); };

} // namespace spyre::plan
