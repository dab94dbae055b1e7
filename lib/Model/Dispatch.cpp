// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isa/Isa.h"

#include <vector>

namespace spyre::model::isa {

#if defined(__x86_64__)
namespace isa_v1 {
const Kernels &table(Numerics numerics);
}
namespace isa_v3 {
const Kernels &table(Numerics numerics);
}
namespace isa_v4 {
const Kernels &table(Numerics numerics);
}
#else
namespace isa_base {
const Kernels &table(Numerics numerics);
}
#endif

namespace {

using Table = const Kernels &(*)(Numerics);

std::vector<Table> supported() {
#if defined(__x86_64__)
  std::vector<Table> sets{isa_v1::table};
  if (__builtin_cpu_supports("x86-64-v3"))
    sets.push_back(isa_v3::table);
  if (__builtin_cpu_supports("x86-64-v4"))
    sets.push_back(isa_v4::table);
  return sets;
#else
  return {isa_base::table};
#endif
}

const std::vector<Table> &sets() {
  static const std::vector<Table> all = supported();
  return all;
}

} // namespace

int numKernelSets() { return int(sets().size()); }
const Kernels &kernelSet(int index, Numerics numerics) { return sets()[size_t(index)](numerics); }
const Kernels &kernels(Numerics numerics) { return sets().back()(numerics); }

} // namespace spyre::model::isa
