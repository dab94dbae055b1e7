// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Frontend/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace spyre::frontend {

/// The first position, depth first; a call site's is where the operator was
/// written, not the caller. Locations share parts and may be as deep as the
/// module has calls, so none is visited twice and nothing recurses.
static FileLineColLoc findFileLocation(Location loc) {
  SmallVector<Location> pending = {loc};
  llvm::DenseSet<Location> seen;
  while (!pending.empty()) {
    Location next = pending.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (auto file = dyn_cast<FileLineColLoc>(next))
      return file;
    if (auto named = dyn_cast<NameLoc>(next))
      pending.push_back(named.getChildLoc());
    else if (auto site = dyn_cast<CallSiteLoc>(next))
      pending.append({site.getCaller(), site.getCallee()});
    else if (auto fused = dyn_cast<FusedLoc>(next))
      llvm::append_range(pending, llvm::reverse(fused.getLocations()));
  }
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

static void printLine(StringRef line, llvm::raw_ostream &os) {
  constexpr size_t kMaxLine = 1000, kEnd = 200;
  if (line.size() > kMaxLine)
    os << line.take_front(kMaxLine - kEnd) << " ... " << line.take_back(kEnd) << '\n';
  else
    os << line << '\n';
}

static void print(const Diagnostic &diagnostic, llvm::raw_ostream &os) {
  std::string where = describeLocation(diagnostic.getLocation());
  if (!where.empty())
    os << where << ": ";
  os << severityName(diagnostic.getSeverity());
  std::string text = diagnostic.str();
  for (StringRef line : llvm::split(text, '\n'))
    printLine(line, os);
}

LineDiagnostics::LineDiagnostics(MLIRContext &context, llvm::raw_ostream &os)
    : ScopedDiagnosticHandler(&context) {
  // The note that shows the operation would print its literals.
  context.printOpOnDiagnostic(false);
  setHandler([&os, this](Diagnostic &diagnostic) {
    sawError |= diagnostic.getSeverity() == DiagnosticSeverity::Error;
    print(diagnostic, os);
    for (const Diagnostic &note : diagnostic.getNotes())
      print(note, os);
  });
}

} // namespace spyre::frontend
