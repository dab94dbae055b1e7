// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "isa/Isa.h"

#include <vector>

namespace spyre::model::isa {

#if defined(__x86_64__)
namespace isa_v1 {
const Kernels &table();
}
namespace isa_v3 {
const Kernels &table();
}
namespace isa_v4 {
const Kernels &table();
}
#else
namespace isa_base {
const Kernels &table();
}
#endif

namespace {

std::vector<const Kernels *> supported() {
#if defined(__x86_64__)
  std::vector<const Kernels *> sets{&isa_v1::table()};
  if (__builtin_cpu_supports("x86-64-v3"))
    sets.push_back(&isa_v3::table());
  if (__builtin_cpu_supports("x86-64-v4"))
    sets.push_back(&isa_v4::table());
  return sets;
#else
  return {&isa_base::table()};
#endif
}

const std::vector<const Kernels *> &sets() {
  static const std::vector<const Kernels *> all = supported();
  return all;
}

} // namespace

int numKernelSets() { return int(sets().size()); }
const Kernels &kernelSet(int index) { return *sets()[size_t(index)]; }
const Kernels &kernels() { return *sets().back(); }

} // namespace spyre::model::isa
