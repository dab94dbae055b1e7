// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules as the suites take them: found in a directory, compiled with the
// errors kept, run with generated data.
#pragma once

#include "../driver/Driver.h"
#include "HostRun.h"

namespace spyre::bench {

/// PATH itself, or the files of that ending in the directory PATH, by name.
/// Throws Error if there is none.
std::vector<std::string> filesIn(const std::string &path, const std::string &ending);
/// The name without directory.
std::string baseName(const std::string &path);

/// A compiled module, or why it is none.
struct Compiled {
  std::optional<driver::Result> result;
  std::string stage; // where it failed: import, core, graph, ..., plan; pass name after a slash
  std::vector<std::string> errors; // as printed, notes after their error
};

/// Never throws and never prints. The result refers to the context.
Compiled compileQuietly(const std::string &path, mlir::MLIRContext &context,
                        const driver::Options &options);
/// The same for a module's text; `name` stands in errors.
Compiled compileTextQuietly(const std::string &text, const std::string &name,
                            mlir::MLIRContext &context, const driver::Options &options);

} // namespace spyre::bench
