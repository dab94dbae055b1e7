// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HostProgram.h"

#include "spyre/Support/Error.h"
#include "spyre/Transforms/LowerToLinalg.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/Support/TargetSelect.h"

using namespace mlir;

namespace spyre::differential {

namespace {

constexpr const char *kPipeline = "one-shot-bufferize{bufferize-function-boundaries=1 "
                                  "function-boundary-type-conversion=identity-layout-map},"
                                  "buffer-results-to-out-params{modify-public-functions=1},"
                                  "func.func(convert-linalg-to-loops),"
                                  "lower-affine,"
                                  "convert-scf-to-cf,"
                                  "expand-strided-metadata,"
                                  "lower-affine,"
                                  "convert-math-to-funcs,"
                                  "convert-scf-to-cf,"
                                  "convert-math-to-llvm,"
                                  "convert-math-to-libm,"
                                  "convert-arith-to-llvm,"
                                  "finalize-memref-to-llvm,"
                                  "convert-func-to-llvm,"
                                  "convert-cf-to-llvm,"
                                  "reconcile-unrealized-casts";

/// Upstream expands expm1 and log1p to exp(x) - 1 and log(1 + x), which are
/// wrong near 0: call the functions of libm instead.
template <typename Op> void callLibm(ModuleOp module, StringRef name) {
  SmallVector<Op> ops;
  module.walk([&](Op op) { ops.push_back(op); });
  if (ops.empty())
    return;
  auto builder = ImplicitLocOpBuilder::atBlockEnd(module.getLoc(), module.getBody());
  Type f32 = builder.getF32Type();
  auto function = func::FuncOp::create(builder, name, builder.getFunctionType(f32, f32));
  function.setPrivate();
  for (Op op : ops) {
    builder.setInsertionPoint(op);
    auto call = func::CallOp::create(builder, function, op->getOperands());
    op->replaceAllUsesWith(call);
    op->erase();
  }
}

npz::Array describe(Type type, Attribute core) {
  auto tensor = cast<RankedTensorType>(type);
  auto coreType = dyn_cast_or_null<TypeAttr>(core);
  return {dtypeOf(tensor.getElementType(), coreType ? coreType.getValue() : Type()),
          tensor.getShape().vec(),
          {}};
}

/// The C layout of a memref: two pointers, offset, sizes, strides.
std::vector<int64_t> descriptor(void *data, const std::vector<int64_t> &shape) {
  std::vector<int64_t> result{int64_t(data), int64_t(data), 0};
  result.insert(result.end(), shape.begin(), shape.end());
  int64_t stride = 1;
  std::vector<int64_t> strides(shape.size());
  for (size_t i = shape.size(); i-- > 0; stride *= shape[i])
    strides[i] = stride;
  result.insert(result.end(), strides.begin(), strides.end());
  return result;
}

void checkInput(const npz::Array &want, const npz::Array &got, size_t number) {
  if (want.dtype != got.dtype || want.shape != got.shape)
    throw Error("expected input " + std::to_string(number) +
                " of the type and shape of @main, found " + got.dtype);
}

} // namespace

void registerHostPasses() {
  registerAllPasses();
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
}

void registerHostDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
}

std::string dtypeOf(Type element, Type core) {
  if (element.isBF16())
    return "bf16";
  unsigned width = element.getIntOrFloatBitWidth();
  if (width == 1)
    return "b1";
  std::string kind = isa<FloatType>(element) ? "f" : core && core.isUnsignedInteger() ? "u" : "i";
  return kind + std::to_string(width / 8);
}

HostProgram::HostProgram(OwningOpRef<ModuleOp> module) {
  auto main = module->lookupSymbol<func::FuncOp>("main");
  if (!main)
    throw Error("expected a function @main, found none in the module");
  for (auto [i, type] : llvm::enumerate(main.getArgumentTypes()))
    arguments.push_back(describe(type, main.getArgAttr(i, kCoreTypeAttr)));
  for (auto [i, type] : llvm::enumerate(main.getResultTypes()))
    results.push_back(describe(type, main.getResultAttr(i, kCoreTypeAttr)));
  main->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(), UnitAttr::get(main.getContext()));

  callLibm<math::ExpM1Op>(*module, "expm1f");
  callLibm<math::Log1pOp>(*module, "log1pf");
  PassManager passes(module->getContext());
  if (failed(parsePassPipeline(kPipeline, passes)) || failed(passes.run(*module)))
    throw Error("expected a module that upstream passes lower, found one that they refuse");
  ExecutionEngineOptions options;
  auto optimize = makeOptimizingTransformer(/*optLevel=*/2, /*sizeLevel=*/0, nullptr);
  options.transformer = optimize;
  options.enableGDBNotificationListener = options.enablePerfNotificationListener = false;
  StringRef runtime[] = {SPYRE_HOST_RUNTIME "/libmlir_float16_utils.so",
                         SPYRE_HOST_RUNTIME "/libmlir_c_runner_utils.so"};
  options.sharedLibPaths = runtime;
  auto created = ExecutionEngine::create(*module, options);
  if (!created)
    throw Error("expected code for the host, found: " + llvm::toString(created.takeError()));
  engine = std::move(*created);
}

std::vector<npz::Array> HostProgram::run(const std::vector<npz::Array> &inputs) {
  if (inputs.size() != arguments.size())
    throw Error("expected " + std::to_string(arguments.size()) + " inputs, found " +
                std::to_string(inputs.size()));
  std::vector<npz::Array> buffers = inputs; // the program may write into its arguments
  for (size_t i = 0; i < inputs.size(); ++i)
    checkInput(arguments[i], inputs[i], i);
  for (const npz::Array &result : results) {
    buffers.push_back(result);
    buffers.back().data.resize(npz::numElements(result) * npz::byteWidth(result.dtype));
  }
  std::vector<std::vector<int64_t>> descriptors;
  for (npz::Array &buffer : buffers)
    descriptors.push_back(descriptor(buffer.data.data(), buffer.shape));
  SmallVector<void *> pointers, packed;
  for (std::vector<int64_t> &descriptor : descriptors)
    pointers.push_back(descriptor.data());
  for (void *&pointer : pointers)
    packed.push_back(&pointer);
  if (llvm::Error error = engine->invokePacked("_mlir_ciface_main", packed))
    throw Error("expected the program to run, found: " + llvm::toString(std::move(error)));
  return {std::make_move_iterator(buffers.begin() + inputs.size()),
          std::make_move_iterator(buffers.end())};
}

} // namespace spyre::differential
