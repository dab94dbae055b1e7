// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IsaImpl.h"

#define SPYRE_STRING_(x) #x
#define SPYRE_STRING(x) SPYRE_STRING_(x)

namespace spyre::model::isa::SPYRE_ISA {

const Kernels &table() {
  static const Kernels kernels = [] {
    Kernels k{};
    k.name = SPYRE_STRING(SPYRE_ISA);
    addMemory(k);
    addFloat(k);
    addInteger(k);
    addConvert(k);
    addGemm(k);
    return k;
  }();
  return kernels;
}

} // namespace spyre::model::isa::SPYRE_ISA
