// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Frontend/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace spyre::frontend {

/// A call site's position is where the operator was written, not the caller.
static FileLineColLoc findFileLocation(Location loc) {
  if (auto file = dyn_cast<FileLineColLoc>(loc))
    return file;
  if (auto named = dyn_cast<NameLoc>(loc))
    return findFileLocation(named.getChildLoc());
  if (auto site = dyn_cast<CallSiteLoc>(loc)) {
    if (FileLineColLoc callee = findFileLocation(site.getCallee()))
      return callee;
    return findFileLocation(site.getCaller());
  }
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (FileLineColLoc file = findFileLocation(part))
        return file;
  return {};
}

std::string describeLocation(Location loc) {
  FileLineColLoc file = findFileLocation(loc);
  if (!file)
    return {};
  std::string text = file.getFilename().str();
  if (file.getLine())
    text += ':' + std::to_string(file.getLine());
  if (file.getLine() && file.getColumn())
    text += ':' + std::to_string(file.getColumn());
  return text;
}

static StringRef severityName(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return "error: ";
  case DiagnosticSeverity::Warning:
    return "warning: ";
  case DiagnosticSeverity::Note:
    return "note: ";
  case DiagnosticSeverity::Remark:
    return "remark: ";
  }
  return "";
}

static void print(const Diagnostic &diagnostic, llvm::raw_ostream &os) {
  std::string where = describeLocation(diagnostic.getLocation());
  if (!where.empty())
    os << where << ": ";
  os << severityName(diagnostic.getSeverity()) << diagnostic << '\n';
}

LineDiagnostics::LineDiagnostics(MLIRContext &context, llvm::raw_ostream &os)
    : ScopedDiagnosticHandler(&context) {
  // The note that shows the operation would print its literals.
  context.printOpOnDiagnostic(false);
  setHandler([&os](Diagnostic &diagnostic) {
    print(diagnostic, os);
    for (const Diagnostic &note : diagnostic.getNotes())
      print(note, os);
  });
}

} // namespace spyre::frontend
