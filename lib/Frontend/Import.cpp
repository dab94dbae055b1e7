// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Frontend/Import.h"
#include "CheckNesting.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "spyre/Dialect/StableHLO/Chlo.h"
#include "spyre/Dialect/StableHLO/Shardy.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace spyre::frontend {

void registerDialects(DialectRegistry &registry) {
  registry.insert<stablehlo::StablehloDialect, chlo::ChloDialect, sdy::ShardyDialect,
                  func::FuncDialect>();
}

FileKind findKind(StringRef bytes) {
  constexpr StringLiteral bytecode = "ML\xEFR", producer = "StableHLO_v";
  if (bytes.trim().empty())
    return FileKind::Empty;
  if (bytes.starts_with("PK\x03\x04"))
    return FileKind::Archive;
  if (bytes.starts_with(bytecode))
    return bytes.take_front(4096).contains(producer) ? FileKind::PortableArtifact
                                                     : FileKind::Bytecode;
  if (!bytes.contains('\0'))
    return FileKind::Text;
  bool hasRoot = bytes.size() >= 8 && llvm::support::endian::read32le(bytes.data()) < bytes.size();
  return hasRoot && bytes.contains(bytecode) ? FileKind::JaxExport : FileKind::Binary;
}

/// Why a kind cannot be read, or null for text.
static const char *describeRefusal(FileKind kind) {
  switch (kind) {
  case FileKind::Text:
    return nullptr;
  case FileKind::Empty:
    return "expected a StableHLO module, found an empty file";
  case FileKind::Archive:
    return "expected StableHLO text, found a zip archive (torch.export); "
           "export the "
           "model as StableHLO text";
  case FileKind::PortableArtifact:
    return "expected StableHLO text, found a portable artifact (bytecode); "
           "write the "
           "module as text";
  case FileKind::Bytecode:
    return "expected StableHLO text, found MLIR bytecode; write the module as "
           "text";
  case FileKind::JaxExport:
    return "expected StableHLO text, found a jax.export file; write "
           "exported.mlir_module() as text";
  case FileKind::Binary:
    return "expected StableHLO text, found binary data";
  }
  return nullptr;
}

/// Literals kept beside the module become ordinary ones, so that the passes see
/// one kind. Data that was left out when printing is an error.
static LogicalResult inlineResource(Operation *op, StringRef name,
                                    DenseResourceElementsAttr resource) {
  auto type = cast<RankedTensorType>(resource.getType());
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  if (!blob)
    return op->emitError() << "expected the data of dense_resource<"
                           << resource.getRawHandle().getKey()
                           << ">, found none (left out when the module was printed)";
  ArrayRef<char> data = blob->getData();
  std::string packed;
  Type element = type.getElementType();
  std::optional<int64_t> elements = stablehlo::countElements(type.getShape());
  if (!elements)
    return op->emitError() << "expected fewer than 2^63 elements, found " << type;
  size_t count = *elements;
  size_t bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
  if (bits == 1 && count > 1 && data.size() == count) {
    packed.assign((count + 7) / 8, '\0');
    for (size_t i = 0; i < count; ++i)
      packed[i / 8] |= char((data[i] & 1) << (i % 8));
    data = ArrayRef<char>(packed.data(), packed.size());
  }
  // One element alone would pass as a splat; here it is data cut short.
  size_t width = std::max<size_t>((bits + 7) / 8, 1);
  bool isComplete = bits == 1 ? data.size() == (count + 7) / 8
                              : data.size() % width == 0 && data.size() / width == count;
  bool isSplat = false;
  if ((bits && !isComplete) || !DenseElementsAttr::isValidRawBuffer(type, data, isSplat))
    return op->emitError() << "expected data of " << type << " in dense_resource<"
                           << resource.getRawHandle().getKey() << ">, found " << data.size()
                           << " bytes";
  op->setAttr(name, DenseElementsAttr::getFromRawBuffer(type, data));
  return success();
}

/// The compiler's own attributes carry decisions between passes, which trust them.
static LogicalResult refuseOwnAttributes(ModuleOp module) {
  auto check = [](Operation *op, DictionaryAttr attributes) -> LogicalResult {
    for (NamedAttribute attribute : attributes ? attributes.getValue() : ArrayRef<NamedAttribute>())
      if (attribute.getName().strref().starts_with("spyre."))
        return op->emitError() << "expected no attributes of the compiler itself, found "
                               << attribute.getName();
    return success();
  };
  WalkResult result = module.walk([&](Operation *op) {
    bool isClean = succeeded(check(op, op->getDiscardableAttrDictionary()));
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      for (unsigned i = 0; isClean && i < function.getNumArguments(); ++i)
        isClean = succeeded(check(op, function.getArgAttrDict(i)));
      for (unsigned i = 0; isClean && i < function.getNumResults(); ++i)
        isClean = succeeded(check(op, function.getResultAttrDict(i)));
    }
    return isClean ? WalkResult::advance() : WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

static LogicalResult inlineResources(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) {
    if (!isa<stablehlo::ConstantOp, chlo::ConstantOp>(op))
      return WalkResult::advance();
    auto resource = op->getAttrOfType<DenseResourceElementsAttr>("value");
    if (resource && failed(inlineResource(op, "value", resource)))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

OwningOpRef<ModuleOp> importBytes(StringRef bytes, StringRef name, MLIRContext &context) {
  DialectRegistry registry;
  registerDialects(registry);
  context.appendDialectRegistry(registry);
  context.allowUnregisteredDialects();
  context.printOpOnDiagnostic(false);
  if (const char *refusal = describeRefusal(findKind(bytes))) {
    emitError(FileLineColLoc::get(&context, name, 0, 0)) << refusal;
    return {};
  }
  if (std::optional<NestingFault> fault = checkNesting(bytes)) {
    emitError(FileLineColLoc::get(&context, name, fault->line, fault->column)) << fault->what;
    return {};
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(fixLiterals(bytes), name),
                             llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  if (!module || failed(refuseOwnAttributes(*module)) || failed(inlineResources(*module)))
    return {};
  return module;
}

OwningOpRef<ModuleOp> importFile(StringRef path, MLIRContext &context) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (std::error_code error = file.getError()) {
    emitError(FileLineColLoc::get(&context, path, 0, 0))
        << "expected a readable file, found: " << error.message();
    return {};
  }
  return importBytes((*file)->getBuffer(), path, context);
}

} // namespace spyre::frontend
