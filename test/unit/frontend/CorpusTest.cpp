// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every module of the data directory is read, printed, read again and printed
// the same.
#include "mlir/IR/MLIRContext.h"
#include "spyre/Frontend/Diagnostics.h"
#include "spyre/Frontend/Import.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>

using namespace spyre::frontend;

namespace {

std::vector<std::string> findModules(const std::string &directory) {
  std::vector<std::string> paths;
  for (auto &entry : std::filesystem::recursive_directory_iterator(directory))
    if (entry.path().extension() == ".mlir")
      paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string print(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os, mlir::OpPrintingFlags().enableDebugInfo());
  return text;
}

/// Why a module does not survive a round trip; empty if it does.
std::string findFault(const std::string &path) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  std::string message;
  llvm::raw_string_ostream os(message);
  LineDiagnostics lines(context, os);
  auto module = importFile(path, context);
  if (!module)
    return message;
  std::string first = print(*module);
  auto again = importBytes(first, path, context);
  if (!again)
    return "printed, then: " + message;
  return print(*again) == first ? "" : "another text after a second reading";
}

} // namespace

TEST_CASE("modules of the data directory survive a round trip") {
  const char *data = std::getenv("SPYRE_DATA_DIR");
  if (!data || !*data) {
    WARN("no SPYRE_DATA_DIR: skipped");
    return;
  }
  for (const char *folder : {"bench", "models", "stablehlo-testdata"})
    for (const std::string &path : findModules(std::string(data) + "/" + folder)) {
      INFO(path);
      CHECK(findFault(path) == "");
    }
}
