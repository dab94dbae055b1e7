// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SupportedOps.h"
#include "spyre/Dialect/StableHLO/Stablehlo.h"
#include "spyre/Frontend/Diagnostics.h"
#include "spyre/Frontend/Passes.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace spyre::frontend {

#define GEN_PASS_DEF_VERIFYCORE
#include "spyre/Frontend/Passes.h.inc"

namespace {
/// Reasons in order of first appearance, each with a count and a first place.
class Report {
public:
  Report(uint64_t memoryBytes, int64_t maxRank) : memoryBytes(memoryBytes), maxRank(maxRank) {}

  void visitFunction(func::FuncOp function);
  LogicalResult emit(ModuleOp module);

private:
  struct Finding {
    std::string what;
    std::string where;
    unsigned count = 0;
  };

  void add(const Twine &what, Location loc);
  void visitOp(Operation *op);
  /// What is wrong with a type, as it follows the operator's name; else empty.
  std::string describeType(Type type) const;
  std::string describeRank(int64_t rank) const;

  uint64_t memoryBytes;
  int64_t maxRank;
  std::vector<Finding> findings;
  llvm::StringMap<size_t> positions; // of `what` in findings
};
} // namespace

void Report::add(const Twine &what, Location loc) {
  std::string text = what.str();
  auto [entry, isNew] = positions.try_emplace(text, findings.size());
  if (isNew)
    findings.push_back({text, describeLocation(loc)});
  ++findings[entry->second].count;
}

template <typename TypeOrAttribute> static std::string text(TypeOrAttribute value) {
  std::string name;
  llvm::raw_string_ostream(name) << value;
  return name;
}

/// Bytes of a tensor of static shape; the largest value when that overflows.
static uint64_t tensorBytes(RankedTensorType type) {
  uint64_t bytes = std::max(1u, type.getElementTypeBitWidth() / 8);
  std::optional<int64_t> count = stablehlo::countElements(type.getShape());
  std::optional<uint64_t> product =
      count ? llvm::checkedMulUnsigned(bytes, uint64_t(*count)) : std::nullopt;
  return product.value_or(UINT64_MAX);
}

std::string Report::describeRank(int64_t rank) const {
  if (!maxRank || rank <= maxRank)
    return {};
  return " over " + std::to_string(rank) + " dimensions, more than " + std::to_string(maxRank);
}

std::string Report::describeType(Type type) const {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return " of " + text(type);
  if (!isSupportedElement(tensor.getElementType()))
    return " of " + text(tensor.getElementType());
  if (!tensor.hasStaticShape())
    return " with a dynamic dimension";
  if (Attribute encoding = tensor.getEncoding())
    return " with an encoding of its tensor, " + text(encoding);
  if (memoryBytes && tensorBytes(tensor) > memoryBytes)
    return " of " + text(type) + ", larger than the device memory of " +
           std::to_string(memoryBytes) + " bytes";
  return describeRank(tensor.getRank());
}

/// Dimensions a product runs over: those of the result and the contracted ones.
static int64_t countLoops(stablehlo::DotGeneralOp op) {
  return op.getType().getRank() + op.getDotDimensionNumbers().getLhsContractingDimensions().size();
}

/// Operators that run regions; what these contain is reported as well.
static bool isControlFlow(Operation *op) {
  return isa<stablehlo::WhileOp, stablehlo::IfOp, stablehlo::CaseOp>(op);
}

void Report::visitOp(Operation *op) {
  std::string name = op->getName().getStringRef().str();
  if (auto call = dyn_cast<stablehlo::CustomCallOp>(op))
    name += " @" + call.getCallTargetName().str();
  bool supported = isSupportedOp(op);
  if (!supported)
    add(name, op->getLoc());
  if (!supported && !isControlFlow(op))
    return;
  if (supported) {
    std::string problem = describeUnsupportedForm(op);
    for (Type type : op->getOperandTypes())
      if (problem.empty())
        problem = describeType(type);
    for (Type type : op->getResultTypes())
      if (problem.empty())
        problem = describeType(type);
    if (auto product = dyn_cast<stablehlo::DotGeneralOp>(op); product && problem.empty())
      problem = describeRank(countLoops(product));
    if (!problem.empty())
      add(name + (problem.front() == ' ' ? "" : " ") + problem, op->getLoc());
  }
  for (Region &region : op->getRegions())
    for (Operation &nested : region.getOps())
      if (!isa<stablehlo::ReturnOp>(nested))
        visitOp(&nested);
}

void Report::visitFunction(func::FuncOp function) {
  for (auto [index, argument] : llvm::enumerate(function.getArguments())) {
    std::string problem = describeType(argument.getType());
    if (!problem.empty())
      add("argument " + std::to_string(index) + " of @" + function.getName() + problem,
          argument.getLoc());
  }
  for (Operation &op : function.getOps())
    if (!isa<func::ReturnOp>(op))
      visitOp(&op);
}

LogicalResult Report::emit(ModuleOp module) {
  if (findings.empty())
    return success();
  unsigned total = 0;
  for (const Finding &finding : findings)
    total += finding.count;
  InFlightDiagnostic error = module.emitError();
  error << total << (total == 1 ? " operator" : " operators") << " cannot be compiled:";
  for (const Finding &finding : findings) {
    error << "\n  " << finding.what << " x" << finding.count;
    if (!finding.where.empty())
      error << ", first at " << finding.where;
    error << ": not supported";
  }
  return error;
}

namespace {
struct VerifyCore : impl::VerifyCoreBase<VerifyCore> {
  using VerifyCoreBase::VerifyCoreBase;

  void runOnOperation() override {
    Report report(memoryBytes, maxRank);
    for (auto function : getOperation().getOps<func::FuncOp>())
      report.visitFunction(function);
    if (failed(report.emit(getOperation())))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace spyre::frontend
