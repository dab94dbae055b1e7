// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-print-plan: the listing of a plan, for tests and for reading.
#include "spyre/Plan/Text.h"
#include "spyre/Plan/Validator.h"
#include "spyre/Transforms/ExportPlan.h"
#include "spyre/Transforms/Queues.h"

namespace spyre {
#define GEN_PASS_DEF_PRINTPLAN
#include "spyre/Transforms/Queues.h.inc"
} // namespace spyre

using namespace mlir;
using namespace spyre;

namespace {

/// Removes the `number`-th await; counts down over the nodes it passes.
void dropAwait(std::vector<plan::Node> &nodes, int64_t &number) {
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (auto *loop = std::get_if<plan::Loop>(&nodes[i])) {
      dropAwait(loop->body, number);
    } else if (std::holds_alternative<plan::Await>(nodes[i]) && number-- == 0) {
      nodes.erase(nodes.begin() + int64_t(i));
      return;
    }
  }
}

struct PrintPlanPass : spyre::impl::PrintPlanBase<PrintPlanPass> {
  using PrintPlanBase::PrintPlanBase;

  void runOnOperation() override {
    FailureOr<plan::Plan> plan = exportPlan(getOperation());
    if (failed(plan))
      return signalPassFailure();
    int64_t number = dropAwait;
    for (std::vector<plan::Node> &queue : plan->programs[0].queues)
      if (number >= 0)
        ::dropAwait(queue, number);
    if (dropAwait >= 0 && number >= 0)
      emitError(getOperation().getLoc())
          << "expected more than " << dropAwait << " awaits, found " << dropAwait - number;
    for (const plan::Fault &fault : plan::validate(*plan)) {
      emitError(getOperation().getLoc(), plan::toString(fault));
      signalPassFailure();
    }
    if (!quiet)
      llvm::outs() << (summary ? plan::inspect(*plan) : plan::disassemble(*plan));
    markAllAnalysesPreserved();
  }
};

} // namespace
