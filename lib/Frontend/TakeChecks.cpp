// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "spyre/Frontend/Checks.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace spyre::frontend {

static std::vector<uint8_t> readBytes(DenseElementsAttr literal) {
  std::vector<uint8_t> bytes;
  if (literal.getElementType().isInteger(1)) {
    for (bool bit : literal.getValues<bool>())
      bytes.push_back(bit);
    return bytes;
  }
  ArrayRef<char> data = literal.getRawData();
  size_t repeat = literal.isSplat() ? literal.getNumElements() : 1;
  for (size_t i = 0; i < repeat; ++i)
    bytes.insert(bytes.end(), data.begin(), data.end());
  return bytes;
}

static TensorValue readTensor(DenseElementsAttr literal) {
  TensorValue value;
  llvm::raw_string_ostream(value.elementType) << literal.getElementType();
  value.shape.assign(literal.getType().getShape().begin(), literal.getType().getShape().end());
  value.bytes = readBytes(literal);
  return value;
}

static CheckKind readKind(StringRef name) {
  if (name == "expect_eq")
    return CheckKind::Eq;
  return name == "expect_close" ? CheckKind::Close : CheckKind::AlmostEq;
}

CheckedModule takeChecks(ModuleOp module) {
  CheckedModule checked;
  if (auto inputs = module->getAttrOfType<ArrayAttr>("spyre.inputs"))
    for (auto literal : inputs.getAsRange<DenseElementsAttr>())
      checked.inputs.push_back(readTensor(literal));
  if (auto checks = module->getAttrOfType<ArrayAttr>("spyre.checks"))
    for (auto check : checks.getAsRange<DictionaryAttr>())
      checked.checks.push_back({readKind(check.getAs<StringAttr>("kind").getValue()),
                                readTensor(check.getAs<DenseElementsAttr>("expected"))});
  module->removeAttr("spyre.inputs");
  module->removeAttr("spyre.checks");
  return checked;
}

} // namespace spyre::frontend
