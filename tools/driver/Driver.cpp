// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver.h"

#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Frontend/Import.h"
#include "spyre/Frontend/Passes.h"
#include "spyre/Plan/Limits.h"
#include "spyre/Plan/Validator.h"
#include "spyre/Support/Error.h"
#include "spyre/Transforms/ExportPlan.h"

#include "mlir/AsmParser/AsmParser.h"
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

/// Where a pin role@argN, layout@argN or layout@resultN of @main goes.
struct TensorPin {
  bool isLayout = false, isResult = false;
  unsigned number = 0;
};

static std::optional<TensorPin> findTensor(func::FuncOp main, StringRef key, StringRef name) {
  TensorPin pin;
  pin.isLayout = key == "layout";
  pin.isResult = pin.isLayout && name.consume_front("result");
  bool known = (pin.isResult || name.consume_front("arg")) && !name.getAsInteger(10, pin.number);
  unsigned count = pin.isResult ? main.getNumResults() : main.getNumArguments();
  return known && pin.number < count ? std::optional(pin) : std::nullopt;
}

/// `text` as ORDER|STICK, fit for the tensor; null otherwise.
static ir::LayoutAttr parseLayout(StringRef text, Type type) {
  std::string attribute = ("#spyre.layout<[" + text + "]>").str();
  MLIRContext *context = type.getContext();
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) { return success(); });
  auto layout = dyn_cast_or_null<ir::LayoutAttr>(parseAttribute(attribute, context));
  auto tensor = cast<RankedTensorType>(type);
  if (!layout || failed(layout.verifyEncoding(tensor.getShape(), tensor.getElementType(),
                                              [&] { return emitError(UnknownLoc::get(context)); })))
    return {};
  return layout;
}

/// Pins of roles and layouts become attributes of @main's arguments and results;
/// the other pins stay for the passes.
static LogicalResult takeTensorPins(ModuleOp module, std::vector<std::string> &pins) {
  func::FuncOp main = *module.getOps<func::FuncOp>().begin();
  auto isOurs = [](StringRef pin) {
    return pin.starts_with("role@") || pin.starts_with("layout@");
  };
  bool broken = false;
  for (const std::string &pin : pins) {
    if (!isOurs(pin))
      continue;
    auto [target, value] = StringRef(pin).split('=');
    auto [key, name] = target.split('@');
    std::optional<TensorPin> found = findTensor(main, key, name);
    Attribute attribute;
    if (found && found->isLayout)
      attribute = parseLayout(value, found->isResult ? main.getResultTypes()[found->number]
                                                     : main.getArgumentTypes()[found->number]);
    else if (found && (value == "input" || value == "weight"))
      attribute = StringAttr::get(module.getContext(), value);
    if (!attribute) {
      main.emitError() << "expected role@argN=input or weight, layout@argN or "
                          "layout@resultN=ORDER|STICK of @main, found "
                       << pin;
      broken = true;
    } else if (found->isResult) {
      main.setResultAttr(found->number, kLayoutAttr, attribute);
    } else {
      main.setArgAttr(found->number, found->isLayout ? kLayoutAttr : "spyre.role", attribute);
    }
  }
  llvm::erase_if(pins, isOurs);
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
  core.maxRank = plan::kMaxRank;
  core.outlineChecks = options.outlineChecks;
  if (!run([&](PassManager &manager) { frontend::buildCorePipeline(manager, core); }))
    return failAt("core/" + failedPass);
  if (options.outlineChecks)
    result.checks = frontend::takeChecks(*result.module);
  setDevice(*result.module, options.device);
  PipelineOptions pipeline = options.pipeline;
  if (failed(takeTensorPins(*result.module, pipeline.pins)))
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
