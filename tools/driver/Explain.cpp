// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver.h"

#include "spyre/Transforms/Decisions.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace spyre;

std::string driver::explain(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (auto kernel : module.getOps<func::FuncOp>()) {
    if (!kernel->hasAttr(kKernelAttr))
      continue;
    out << kernel.getName() << ":";
    for (auto [title, name] : {std::pair("division", kDivisionAttr), std::pair("tile", kTileAttr),
                               std::pair("order", kOrderAttr)}) {
      out << " " << title << " ";
      if (auto dictionary = kernel->getAttrOfType<DictionaryAttr>(name)) {
        out << "{";
        llvm::interleaveComma(dictionary, out, [&](NamedAttribute entry) {
          out << entry.getName().strref() << ":" << cast<IntegerAttr>(entry.getValue()).getInt();
        });
        out << "}";
      } else if (auto array = kernel->getAttrOfType<ArrayAttr>(name)) {
        out << "[";
        llvm::interleaveComma(array, out,
                              [&](Attribute entry) { out << cast<StringAttr>(entry).strref(); });
        out << "]";
      }
    }
    if (auto price = kernel->getAttrOfType<FloatAttr>(kPredictedAttr))
      out << llvm::format(", priced %.2f us (modelled)", price.getValueAsDouble());
    for (StringRef name : {kReasonAttr, kFormedAttr})
      if (auto reason = kernel->getAttrOfType<StringAttr>(name))
        out << "\n  " << reason.getValue();
    if (auto others = kernel->getAttrOfType<ArrayAttr>(kAlternativesAttr))
      for (Attribute other : others)
        out << "\n  otherwise " << cast<StringAttr>(other).getValue();
    out << "\n";
  }
  return text;
}
