// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mlir-opt with the project's dialects, passes and pipelines.
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Frontend/Import.h"
#include "spyre/Frontend/Passes.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/ToolOutputFile.h"
#ifdef SPYRE_HAS_TRANSFORMS
#include "spyre/Transforms/Passes.h"
#endif

static void registerEverything(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<spyre::ir::SpyreDialect>();
  spyre::frontend::registerDialects(registry);

  mlir::registerAllPasses();
  spyre::frontend::registerPasses();
#ifdef SPYRE_HAS_TRANSFORMS
  spyre::registerAllPasses();
#endif
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  mlir::DialectRegistry registry;
  registerEverything(registry);
  auto [input, output] =
      mlir::registerAndParseCLIOptions(argc, argv, "passes of spyre-compile", registry);

  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> file = mlir::openInputFile(input, &error);
  std::unique_ptr<llvm::ToolOutputFile> out = file ? mlir::openOutputFile(output, &error) : nullptr;
  if (!out) {
    llvm::errs() << error << '\n';
    return 1;
  }
  // What spyre-compile reads, spyre-opt reads.
  auto text = llvm::MemoryBuffer::getMemBufferCopy(spyre::frontend::fixLiterals(file->getBuffer()),
                                                   file->getBufferIdentifier());
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  if (failed(mlir::MlirOptMain(out->os(), std::move(text), registry, config)))
    return 1;
  out->keep();
  return 0;
}
