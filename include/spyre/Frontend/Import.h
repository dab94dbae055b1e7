// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file as a user has it, to a module of the core dialects.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBuffer.h"

namespace spyre::frontend {

/// What an imported module may contain: stablehlo, chlo, sdy, func.
void registerDialects(mlir::DialectRegistry &registry);

/// What a file holds, found from its bytes, never from its name.
enum class FileKind {
  Text,             ///< MLIR text
  Empty,            ///< nothing but white space
  Archive,          ///< zip: a torch.export archive
  PortableArtifact, ///< StableHLO bytecode with a version
  Bytecode,         ///< MLIR bytecode of some other producer
  JaxExport,        ///< FlatBuffer around a portable artifact
  Binary,           ///< none of these
};
FileKind findKind(llvm::StringRef bytes);

/// Literals that other versions of MLIR print and this one does not read.
/// Returns `text`, lines as they were, with
///  - hex literals of i1 tensors packed to one bit per element where they have
///    one byte each (printed since 2026), and
///  - integer lists of old dumps, `name = dense<[1, 0]> : tensor<2xi64>`, as
///    `name = array<i64: 1, 0>` where `name` is a list of dimensions.
std::string fixLiterals(llvm::StringRef text);

/// Reads and parses `path`. On failure the context's diagnostics say why, with
/// file and line, and the result is null. Operators of dialects nobody knows
/// are let in, so that the report of unsupported operators can name them.
mlir::OwningOpRef<mlir::ModuleOp> importFile(llvm::StringRef path, mlir::MLIRContext &context);

/// The same for bytes that are here already; `name` stands in locations.
mlir::OwningOpRef<mlir::ModuleOp> importBytes(llvm::StringRef bytes, llvm::StringRef name,
                                              mlir::MLIRContext &context);

} // namespace spyre::frontend
