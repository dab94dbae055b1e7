// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver.h"

#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Frontend/Import.h"
#include "spyre/Frontend/Passes.h"
#include "spyre/Plan/Validator.h"
#include "spyre/Support/Error.h"
#include "spyre/Transforms/ExportPlan.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"

#include <chrono>
#include <nlohmann/json.hpp>

using namespace mlir;
using namespace spyre;
using namespace spyre::driver;

namespace {
using Clock = std::chrono::steady_clock;

/// Sums wall time per pass, in the order of first use. Adaptors that only hold
/// nested passes are left out.
class PassTimer : public PassInstrumentation {
public:
  PassTimer(std::vector<PassTime> &times, std::string &failed) : times(times), failed(failed) {}
  void runBeforePass(Pass *, Operation *) override { starts.push_back(Clock::now()); }
  void runAfterPass(Pass *pass, Operation *) override { stop(pass); }
  void runAfterPassFailed(Pass *pass, Operation *) override {
    stop(pass);
    if (failed.empty()) // the innermost pass comes first
      failed = pass->getArgument().str();
  }

private:
  void stop(Pass *pass) {
    double seconds = std::chrono::duration<double>(Clock::now() - starts.back()).count();
    starts.pop_back();
    std::string name = pass->getArgument().str();
    if (name.empty())
      return;
    auto it = llvm::find_if(times, [&](const PassTime &time) { return time.name == name; });
    if (it == times.end())
      times.push_back({name, seconds});
    else
      it->seconds += seconds;
  }
  std::vector<PassTime> &times;
  std::string &failed;
  std::vector<Clock::time_point> starts;
};

} // namespace

std::unique_ptr<MLIRContext> driver::makeContext() {
  DialectRegistry registry;
  frontend::registerDialects(registry);
  func::registerInlinerExtension(registry);
  registry.insert<affine::AffineDialect, arith::ArithDialect, func::FuncDialect,
                  linalg::LinalgDialect, math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                  tensor::TensorDialect, ir::SpyreDialect>();
  auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return context;
}

/// role@argN=VALUE pins become attributes of @main's arguments; the other pins
/// stay for the passes.
static LogicalResult takeRoles(ModuleOp module, std::vector<std::string> &pins) {
  func::FuncOp main = *module.getOps<func::FuncOp>().begin();
  bool broken = false;
  for (const std::string &pin : pins) {
    auto [target, role] = StringRef(pin).split('=');
    auto [key, argument] = target.split('@');
    if (key != "role")
      continue;
    unsigned number = 0;
    bool known = argument.consume_front("arg") && !argument.getAsInteger(10, number) &&
                 number < main.getNumArguments();
    if (!known || (role != "input" && role != "weight")) {
      main.emitError() << "expected role@argN=input or weight with an argument of @main, found "
                       << pin;
      broken = true;
      continue;
    }
    main.setArgAttr(number, "spyre.role", StringAttr::get(module.getContext(), role));
  }
  llvm::erase_if(pins, [](StringRef pin) { return pin.starts_with("role@"); });
  return failure(broken);
}

/// `import` reads the module; `name` stands in errors.
static std::optional<Result> compile(llvm::function_ref<OwningOpRef<ModuleOp>()> import,
                                     const std::string &name, MLIRContext &context,
                                     const Options &options) {
  auto start = Clock::now();
  Result result;
  auto failAt = [&](const std::string &where) {
    if (options.failedAt)
      *options.failedAt = where;
    return std::nullopt;
  };
  result.module = import();
  if (!result.module)
    return failAt("import");
  std::string failedPass;
  auto run = [&](llvm::function_ref<void(PassManager &)> build) {
    PassManager manager(&context);
    build(manager);
    manager.addInstrumentation(std::make_unique<PassTimer>(result.passes, failedPass));
    return succeeded(manager.run(*result.module));
  };
  frontend::CorePipelineOptions core;
  core.memoryBytes = static_cast<uint64_t>(options.device.memoryBytes);
  core.outlineChecks = options.outlineChecks;
  if (!run([&](PassManager &manager) { frontend::buildCorePipeline(manager, core); }))
    return failAt("core/" + failedPass);
  if (options.outlineChecks)
    result.checks = frontend::takeChecks(*result.module);
  setDevice(*result.module, options.device);
  PipelineOptions pipeline = options.pipeline;
  if (failed(takeRoles(*result.module, pipeline.pins)))
    return std::nullopt;
  for (Level level : {Level::Graph, Level::LaidOut, Level::Physical, Level::Placed,
                      Level::Scheduled, Level::Plan}) {
    if (options.stopAt && *options.stopAt < level)
      return result;
    if (!run([&](PassManager &manager) { addLevel(manager, level, pipeline); }))
      return failAt(levelName(level).str() + "/" + failedPass);
    if (level == Level::Placed)
      result.explanation = driver::explain(*result.module);
    if (auto count = (*result.module)->getAttrOfType<IntegerAttr>(kSearchOperationsAttr))
      result.searchOperations = count.getInt();
  }
  if (options.stopAt)
    return result;
  auto plan = exportPlan(*result.module);
  if (failed(plan))
    return failAt("plan/export");
  result.plan = std::move(*plan);
  try {
    plan::requireValid(*result.plan, name);
  } catch (const spyre::Error &error) {
    throw spyre::Error(
        std::string("a fault of the compiler, not of the input: its own plan is refused: ") +
        error.what());
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  // Times of the compiler are not part of the plan: equal input, equal bytes.
  result.plan->producer = "spyre-compile 0.1.0";
  result.plan->compileReport =
      nlohmann::json{{"search_operations", result.searchOperations}}.dump();
  return result;
}

std::optional<Result> driver::compileFile(const std::string &path, MLIRContext &context,
                                          const Options &options) {
  return compile([&] { return frontend::importFile(path, context); }, path, context, options);
}

std::optional<Result> driver::compileText(const std::string &text, const std::string &name,
                                          MLIRContext &context, const Options &options) {
  return compile([&] { return frontend::importBytes(text, name, context); }, name, context,
                 options);
}
