// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Frontend/Checks.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "spyre/Frontend/Import.h"
#include "spyre/Frontend/Passes.h"
#include <catch2/catch.hpp>

using namespace spyre::frontend;

TEST_CASE("a module that checks itself gives inputs and expected results") {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  auto module = importBytes(R"(
    func.func public @main() -> tensor<2xi16> {
      %0:2 = call @inputs() : () -> (tensor<2xi16>, tensor<3xi1>)
      %1 = call @expected() : () -> tensor<2xi16>
      %2 = stablehlo.add %0#0, %0#0 : tensor<2xi16>
      %3 = stablehlo.not %0#1 : tensor<3xi1>
      %cst = stablehlo.constant dense<false> : tensor<3xi1>
      stablehlo.custom_call @check.expect_close(%2, %1) {has_side_effect = true} : (tensor<2xi16>, tensor<2xi16>) -> ()
      stablehlo.custom_call @check.expect_eq(%3, %cst) {has_side_effect = true} : (tensor<3xi1>, tensor<3xi1>) -> ()
      return %2 : tensor<2xi16>
    }
    func.func private @inputs() -> (tensor<2xi16>, tensor<3xi1>) {
      %0 = stablehlo.constant dense<[1, 258]> : tensor<2xi16>
      %1 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
      return %0, %1 : tensor<2xi16>, tensor<3xi1>
    }
    func.func private @expected() -> tensor<2xi16> {
      %0 = stablehlo.constant dense<2> : tensor<2xi16>
      return %0 : tensor<2xi16>
    })",
                            "checks.mlir", context);
  REQUIRE(module);
  mlir::PassManager manager(&context);
  CorePipelineOptions options;
  options.outlineChecks = true;
  buildCorePipeline(manager, options);
  REQUIRE(mlir::succeeded(manager.run(*module)));

  CheckedModule checked = takeChecks(*module);
  REQUIRE(checked.inputs.size() == 2);
  CHECK(checked.inputs[0].elementType == "i16");
  CHECK(checked.inputs[0].shape == std::vector<int64_t>{2});
  CHECK(checked.inputs[0].bytes == std::vector<uint8_t>{1, 0, 2, 1});
  CHECK(checked.inputs[1].bytes == std::vector<uint8_t>{1, 0, 1});
  REQUIRE(checked.checks.size() == 2);
  CHECK(checked.checks[0].kind == CheckKind::Close);
  CHECK(checked.checks[0].expected.bytes == std::vector<uint8_t>{2, 0, 2, 0});
  CHECK(checked.checks[1].kind == CheckKind::Eq);
  CHECK(checked.checks[1].expected.bytes == std::vector<uint8_t>{0, 0, 0});
  CHECK(takeChecks(*module).inputs.empty());
}
