// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Dialect/Spyre/Spyre.h"

using namespace mlir;
using namespace spyre::ir;

#include "spyre/Dialect/Spyre/SpyreDialect.cpp.inc"

namespace {
/// Short names for the attributes that every line of IR would repeat.
struct SpyreAsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;
  AliasResult getAlias(Attribute attr, llvm::raw_ostream &os) const final {
    if (auto mem = llvm::dyn_cast<MemSpaceAttr>(attr)) {
      os << stringifyMemSpace(mem.getValue());
      return AliasResult::OverridableAlias;
    }
    if (llvm::isa<LayoutAttr>(attr)) {
      os << "layout";
      return AliasResult::OverridableAlias;
    }
    return AliasResult::NoAlias;
  }
};
} // namespace

void SpyreDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "spyre/Dialect/Spyre/SpyreOps.cpp.inc"
      >();
  addInterfaces<SpyreAsmInterface>();
}
