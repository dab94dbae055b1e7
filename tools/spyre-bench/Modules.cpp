// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Modules.h"

#include "spyre/Support/Error.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

#include <algorithm>
#include <filesystem>
#include <regex>

namespace spyre::bench {

std::vector<std::string> filesIn(const std::string &path, const std::string &ending) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) {
    if (!fs::exists(path, ignored))
      throw Error("expected a file or directory, found nothing at " + path);
    return {path};
  }
  std::vector<std::string> files;
  for (const auto &entry : fs::directory_iterator(path))
    if (entry.path().extension() == ending)
      files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  if (files.empty())
    throw Error("expected files *" + ending + " in " + path + ", found none");
  return files;
}

std::string baseName(const std::string &path) {
  return std::filesystem::path(path).filename().string();
}

/// Lines of a report as one.
static std::string onOneLine(const std::string &text) {
  static const std::regex breaks("\\n *");
  return std::regex_replace(text, breaks, " ");
}

template <typename Compile>
static Compiled quietly(mlir::MLIRContext &context, const driver::Options &options,
                        Compile &&compile) {
  Compiled compiled;
  driver::Options quiet = options;
  quiet.failedAt = &compiled.stage;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error)
      return mlir::success();
    compiled.errors.push_back(onOneLine(diagnostic.str()));
    for (mlir::Diagnostic &note : diagnostic.getNotes())
      compiled.errors.push_back(onOneLine(note.str()));
    return mlir::success();
  });
  try {
    compiled.result = compile(quiet);
  } catch (const std::exception &error) { // the validator refused the plan
    compiled.stage = "plan";
    compiled.errors.push_back(error.what());
  }
  if (!compiled.result && compiled.errors.empty())
    compiled.errors.push_back("the module could not be compiled");
  return compiled;
}

Compiled compileQuietly(const std::string &path, mlir::MLIRContext &context,
                        const driver::Options &options) {
  return quietly(context, options, [&](const driver::Options &quiet) {
    return driver::compileFile(path, context, quiet);
  });
}

Compiled compileTextQuietly(const std::string &text, const std::string &name,
                            mlir::MLIRContext &context, const driver::Options &options) {
  return quietly(context, options, [&](const driver::Options &quiet) {
    return driver::compileText(text, name, context, quiet);
  });
}

} // namespace spyre::bench
