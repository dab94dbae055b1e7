// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Plan/Names.h"

namespace spyre::plan {

namespace {

template <typename Enum, size_t N> const char *lookUp(const char *const (&names)[N], Enum value) {
  static_assert(N == size_t(kEnumCount<Enum>), "one name per value");
  return names[size_t(value)];
}

} // namespace

const char *name(Unit unit) {
  static constexpr const char *kNames[] = {"load", "store", "ring", "psum", "pt", "sfu"};
  return lookUp(kNames, unit);
}

const char *name(Role role) {
  static constexpr const char *kNames[] = {"input",  "weight",   "state",
                                           "output", "constant", "temp"};
  return lookUp(kNames, role);
}

const char *name(ExecKind kind) {
  static constexpr const char *kNames[] = {"map", "reduce", "contract"};
  return lookUp(kNames, kind);
}

const char *name(Await::Cores cores) {
  static constexpr const char *kNames[] = {"same", "all", "map"};
  return lookUp(kNames, cores);
}

const char *name(Relocation::Kind kind) {
  static constexpr const char *kNames[] = {"address", "dimension", "scalar"};
  return lookUp(kNames, kind);
}

} // namespace spyre::plan
