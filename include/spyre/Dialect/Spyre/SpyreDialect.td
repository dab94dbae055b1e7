// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPYRE_DIALECT
#define SPYRE_DIALECT

include "mlir/IR/OpBase.td"

def SpyreDialect : Dialect {
  let name = "spyre";
  let cppNamespace = "::spyre::ir";
  let summary = "sticks, scratchpad, core placement and unit queues of a dataflow card";
  let description = [{
    One dialect for every level between linalg on tensors and the executable
    plan. Compute stays linalg; this dialect adds only what upstream cannot say:
    how a tensor lies in 128-byte sticks (`#spyre.layout`), which memory holds a
    buffer (`#spyre.mem`), which core a loop index names (`#spyre.core`), and
    which unit runs a step (`spyre.copy`, `spyre.exec`, and the queues of
    `spyre.program`).

    Meaning stays sequential until the last level: inside `spyre.launch` every
    core finishes an op before the next begins. `spyre.program` is the first
    place where steps run at the same time.
  }];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();

    /// Text of the device descriptions that modules of this context name by
    /// their digest: one that is in no file of its name.
    void keepDescription(llvm::StringRef digest, std::string text) {
      descriptions[digest] = std::move(text);
    }
    /// Empty when none was kept.
    llvm::StringRef description(llvm::StringRef digest) const {
      auto it = descriptions.find(digest);
      return it == descriptions.end() ? llvm::StringRef() : llvm::StringRef(it->second);
    }

  private:
    llvm::StringMap<std::string> descriptions;

  public:
  }];
}

#endif
