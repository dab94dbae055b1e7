// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IsaImpl.h"

#define SPYRE_STRING_(x) #x
#define SPYRE_STRING(x) SPYRE_STRING_(x)

namespace spyre::model::isa::SPYRE_ISA {

template <class Half> static Kernels make(float infinity16) {
  Kernels k{};
  k.name = SPYRE_STRING(SPYRE_ISA);
  k.infinity16 = infinity16;
  addMemory<Half>(k);
  addFloat<Half>(k);
  addConvert<Half>(k);
  addInteger(k);
  addGemm(k);
  return k;
}

const Kernels &table(Numerics numerics) {
  static const Kernels half = make<F16>(__builtin_inff()), dl16 = make<Dl16>(kLargestDl16);
  return numerics == Numerics::Dl16 ? dl16 : half;
}

} // namespace spyre::model::isa::SPYRE_ISA
