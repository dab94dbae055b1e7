// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `<name = value, ...>`: shared by the struct-like attributes.
#pragma once

#include "mlir/IR/OpImplementation.h"
#include <functional>

namespace spyre::stablehlo {

struct StructField {
  llvm::StringRef name;
  std::function<mlir::ParseResult(mlir::AsmParser &)> parse;
};

/// Fields in any order, each at most once; a comma may trail.
mlir::ParseResult parseStruct(mlir::AsmParser &parser, llvm::ArrayRef<StructField> fields);
StructField dimsField(llvm::StringRef name, llvm::SmallVector<int64_t> &dims);
StructField numberField(llvm::StringRef name, int64_t &number);

/// Prints the angle brackets and what stands between fields.
class StructPrinter {
public:
  explicit StructPrinter(mlir::AsmPrinter &printer);
  ~StructPrinter();
  /// `name = `; the caller prints the value.
  mlir::AsmPrinter &field(llvm::StringRef name);
  /// Nothing for an empty list, or for 0.
  void dims(llvm::StringRef name, llvm::ArrayRef<int64_t> dims);
  void number(llvm::StringRef name, int64_t number);

private:
  mlir::AsmPrinter &printer;
  bool first = true;
};

} // namespace spyre::stablehlo
