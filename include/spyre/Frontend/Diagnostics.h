// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostics as tools print them: `file:line:column: error: message`, one line
// each. MLIR's own handler would print the source line, which for a literal is
// as long as the data.
#pragma once

#include "mlir/IR/Diagnostics.h"
#include <optional>
#include <string>

namespace spyre::frontend {

/// `file:line:column` of the innermost source position; empty if none.
std::string describeLocation(mlir::Location loc);

/// Prints errors, warnings and their notes to a stream for as long as it lives.
/// Of a line that a name or a type of the input makes too long, the ends.
class LineDiagnostics : public mlir::ScopedDiagnosticHandler {
public:
  LineDiagnostics(mlir::MLIRContext &context, llvm::raw_ostream &os);
  bool hasErrors() const { return sawError; }

private:
  bool sawError = false;
};

} // namespace spyre::frontend
