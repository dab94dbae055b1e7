// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of the plan's enumerations, as they stand in plan files, listings,
// reports and traces.
#pragma once

#include "spyre/Plan/Plan.h"

namespace spyre::plan {

const char *name(Unit unit);             // load store ring psum pt sfu
const char *name(Role role);             // input weight state output constant temp
const char *name(ExecKind kind);         // map reduce contract
const char *name(Await::Cores cores);    // same all map
const char *name(Relocation::Kind kind); // address dimension scalar

/// Number of values of an enumeration; they count from 0.
template <typename Enum> inline constexpr int kEnumCount = 0;
template <> inline constexpr int kEnumCount<DType> = int(DType::U64) + 1;
template <> inline constexpr int kEnumCount<Opcode> = int(Opcode::Fma) + 1;
template <> inline constexpr int kEnumCount<Unit> = kNumUnits;
template <> inline constexpr int kEnumCount<Role> = int(Role::Temp) + 1;
template <> inline constexpr int kEnumCount<ExecKind> = int(ExecKind::Contract) + 1;
template <> inline constexpr int kEnumCount<Await::Cores> = int(Await::Cores::Map) + 1;
template <> inline constexpr int kEnumCount<Relocation::Kind> = int(Relocation::Kind::Scalar) + 1;

} // namespace spyre::plan
