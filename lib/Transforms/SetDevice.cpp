// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-set-device: the description's name, digest and limits on the module.
#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Support/Error.h"
#include "spyre/Transforms/Passes.h"

namespace spyre {
#define GEN_PASS_DEF_SETDEVICE
#include "spyre/Transforms/Passes.h.inc"
} // namespace spyre

using namespace mlir;
using namespace spyre;

namespace {
struct SetDevicePass : spyre::impl::SetDeviceBase<SetDevicePass> {
  using SetDeviceBase::SetDeviceBase;

  void runOnOperation() override {
    try {
      setDevice(getOperation(), device::load(device));
    } catch (const spyre::Error &error) {
      getOperation().emitError(error.what());
      signalPassFailure();
    }
  }
};
} // namespace
