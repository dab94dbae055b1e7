// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Frontend/Import.h"
#include "mlir/IR/MLIRContext.h"
#include "spyre/Frontend/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"
#include <catch2/catch.hpp>
#include <random>

using namespace spyre::frontend;

namespace {

struct Outcome {
  bool read;
  std::string message;
};

Outcome import(llvm::StringRef bytes) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  std::string message;
  llvm::raw_string_ostream os(message);
  LineDiagnostics lines(context, os);
  bool read = bool(importBytes(bytes, "m.mlir", context));
  return {read, message};
}

std::string refusal(llvm::StringRef bytes) {
  Outcome outcome = import(bytes);
  CHECK_FALSE(outcome.read);
  return outcome.message;
}

const char *const relu =
    R"(module @jit_f attributes {mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32>) -> (tensor<4xf32> {jax.result_info = "r"}) {
    %cst = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
    %0 = stablehlo.maximum %arg0, %cst : tensor<4xf32>
    %1 = "stablehlo.slice"(%0) {start_indices = dense<0> : tensor<1xi64>, limit_indices = dense<2> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} : (tensor<4xf32>) -> tensor<2xf32>
    %2 = stablehlo.constant dense<"0x01000001"> : tensor<4xi1>
    return %0 : tensor<4xf32>
  }
}
)";

} // namespace

TEST_CASE("a module is read with its locations") {
  Outcome outcome = import(relu);
  CHECK(outcome.message == "");
  CHECK(outcome.read);
}

TEST_CASE("text that would exhaust the stack of the parser is refused, with its place") {
  std::string deep = "// ((((\n" + std::string(257, '(');
  CHECK(refusal(deep) == "m.mlir:2:257: error: expected at most 256 nested brackets, found more\n");
  std::string sum = "module attributes {a = affine_map<(d0) -> (";
  for (int i = 0; i < 3000; ++i)
    sum += "d0 + ";
  CHECK_THAT(refusal(sum + "d0)>} {}"), Catch::Contains("4096 characters in one item"));
  // Strings, comments and arrows hold no brackets; operators are no item.
  std::string calm = "// " + std::string(300, '<') + "\nmodule attributes {my.a = \"\\\"" +
                     std::string(5000, '(') + "\"} {\n";
  for (int i = 0; i < 300; ++i)
    calm += "  func.func private @f" + std::to_string(i) + "() -> ()\n";
  CHECK(import(calm + "}").message == "");
}

TEST_CASE("the compiler's own attributes are refused in an input") {
  CHECK(
      refusal("module attributes {spyre.checks = []} {}") ==
      "m.mlir:1:1: error: expected no attributes of the compiler itself, found \"spyre.checks\"\n");
}

TEST_CASE("a long line of a message is shortened") {
  std::string message = refusal("module { " + std::string(100000, 'x'));
  CHECK(message.size() < 1100);
  CHECK_THAT(message, Catch::Contains(" ... "));
}

TEST_CASE("the kind of a file is found from its bytes") {
  CHECK(findKind("module {}") == FileKind::Text);
  CHECK(findKind(" \n\t") == FileKind::Empty);
  CHECK(findKind("PK\x03\x04rest") == FileKind::Archive);
  CHECK(findKind("ML\xEFR\x0DStableHLO_v1.15.0") == FileKind::PortableArtifact);
  CHECK(findKind("ML\xEFR\x0DMLIR22") == FileKind::Bytecode);
  CHECK(findKind(llvm::StringRef("\x10\0\0\0\0\0\0\0 ... ML\xEFR ... StableHLO_v1", 34)) ==
        FileKind::JaxExport);
  CHECK(findKind(llvm::StringRef("\xFF\0\0\0\xFF\0", 6)) == FileKind::Binary);
}

TEST_CASE("what cannot be read is named in one line") {
  CHECK(refusal("") == "m.mlir: error: expected a StableHLO module, found an empty file\n");
  CHECK_THAT(refusal("PK\x03\x04"), Catch::Contains("found a zip archive (torch.export)"));
  CHECK_THAT(refusal("ML\xEFR\x0DStableHLO_v1.15.0"),
             Catch::Contains("found a portable artifact (bytecode)"));
  CHECK_THAT(refusal("func.func @f() {\n  return }\n}\n"),
             Catch::StartsWith("m.mlir:2:11: error:"));
  CHECK_THAT(refusal("func.func @f(%x: tensor<4xf32>) {\n  %0 = stablehlo.add "
                     "%x : tensor<4xf32>\n"),
             Catch::StartsWith("m.mlir:2:"));
  CHECK_THAT(refusal("func.func @f() {\n  %0 = stablehlo.constant "
                     "dense_resource<__elided__> : "
                     "tensor<4xf32>\n  return\n}\n"),
             Catch::Contains("m.mlir:2:8: error: expected the data of "
                             "dense_resource<__elided__>, found none"));
}

TEST_CASE("a missing file is named") {
  mlir::MLIRContext context;
  std::string message;
  llvm::raw_string_ostream os(message);
  LineDiagnostics lines(context, os);
  CHECK_FALSE(importFile("/nonexistent/m.mlir", context));
  CHECK_THAT(message, Catch::StartsWith("/nonexistent/m.mlir: error: expected a readable file"));
}

TEST_CASE("resources become literals, booleans in both encodings") {
  Outcome outcome = import(R"(func.func @f() {
  %0 = stablehlo.constant dense_resource<bytes> : tensor<9xi1>
  %1 = stablehlo.constant dense_resource<bits> : tensor<9xi1>
  return
}
{-# dialect_resources: {builtin: {bytes: "0x01000000010001010000000001", bits: "0x010000000D01"}} #-}
)");
  CHECK(outcome.message == "");
  CHECK_THAT(refusal(R"(func.func @f() {
  %0 = stablehlo.constant dense_resource<short> : tensor<4xf32>
  return
}
{-# dialect_resources: {builtin: {short: "0x0400000000000000"}} #-}
)"),
             Catch::Contains("expected data of 'tensor<4xf32>' in dense_resource<short>, "
                             "found 4 bytes"));
}

TEST_CASE("a file cut anywhere gives one error with a line") {
  llvm::StringRef text(relu);
  size_t last = text.rtrim().size();
  for (size_t size = 1; size < last; ++size) {
    Outcome outcome = import(text.take_front(size));
    INFO("first " << size << " bytes: " << outcome.message);
    REQUIRE_FALSE(outcome.read);
    CHECK_THAT(outcome.message, Catch::StartsWith("m.mlir:"));
    CHECK(llvm::StringRef(outcome.message).count('\n') == 1);
  }
}

TEST_CASE("altered bytes never crash the reader") {
  std::mt19937 random(1);
  std::string text(relu);
  for (int round = 0; round < 2000; ++round) {
    std::string altered = text;
    for (int change = 0; change < 3; ++change)
      altered[random() % altered.size()] = char(random() % 256);
    Outcome outcome = import(altered);
    CHECK(outcome.read == outcome.message.empty());
  }
}
