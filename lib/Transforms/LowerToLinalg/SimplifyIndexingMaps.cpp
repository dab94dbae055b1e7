// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Transforms/AffineUtils.h"
#include "spyre/Transforms/LowerToLinalg.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;

namespace spyre {

#define GEN_PASS_DEF_SIMPLIFYINDEXINGMAPS
#include "spyre/Transforms/LowerToLinalg.h.inc"

namespace {

struct SimplifyIndexingMapsPass : impl::SimplifyIndexingMapsBase<SimplifyIndexingMapsPass> {
  void runOnOperation() override {
    getOperation().walk([](linalg::GenericOp generic) {
      SmallVector<int64_t> sizes = generic.getStaticLoopRanges();
      SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
      for (OpOperand *input : generic.getDpsInputOperands()) {
        AffineMap &map = maps[input->getOperandNumber()];
        map = guardPrefixReads(simplifyWithRanges(map, sizes), sizes, generic.getShape(input));
      }
      generic.setIndexingMapsAttr(Builder(generic).getAffineMapArrayAttr(maps));
    });
  }
};

} // namespace

} // namespace spyre
