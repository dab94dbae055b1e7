// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report of everything in a function that cannot be lowered. It comes
// before any rewriting, so that one run names all of it.
#include "Lowering.h"

#include "spyre/Dialect/StableHLO/Stablehlo.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace spyre::lowering {

namespace {

constexpr size_t kMaxNotes = 4; // further places of one problem

bool isComputable(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element))
    return llvm::is_contained({1u, 8u, 16u, 32u, 64u}, integer.getWidth());
  return element.isF16() || element.isBF16() || element.isF32();
}

/// What is wrong with a type, or "".
std::string problemOf(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    os << "a ranked tensor, found " << type;
  else if (!tensor.hasStaticShape())
    os << "a static shape, found " << type;
  else if (!isComputable(tensor.getElementType()))
    os << "elements of f16, bf16, f32, i1, i8 to i64 or ui8 to ui64, found "
       << tensor.getElementType();
  return text;
}

class Report {
public:
  explicit Report(const Table &table) : table(table) {}

  void visit(Operation *op);
  void addType(Type type, const std::string &where, Location loc) {
    if (std::string problem = problemOf(type); !problem.empty())
      add(problem + " in " + where, loc);
  }
  LogicalResult emit();

private:
  void add(const std::string &problem, Location loc);
  std::string problemOfOp(Operation *op);

  const Table &table;
  struct Places {
    std::string problem;
    SmallVector<Location> locations;
  };
  std::vector<Places> found; // in order of appearance
  llvm::StringMap<size_t> numberOf;
};

void Report::add(const std::string &problem, Location loc) {
  auto [it, isNew] = numberOf.try_emplace(problem, found.size());
  if (isNew)
    found.push_back({problem, {}});
  found[it->second].locations.push_back(loc);
}

std::string Report::problemOfOp(Operation *op) {
  StringRef name = op->getName().getStringRef();
  bool isInBody = !isa<func::FuncOp>(op->getParentOp());
  bool isKnown = table.scalar.contains(name) ||
                 (isInBody ? isa<stablehlo::ConstantOp>(op) : table.lower.contains(name));
  if (!isKnown)
    return "an operation that can be lowered, found '" + name.str() + "'";
  if (CheckFn check = table.check.lookup(name))
    if (std::string found = check(op); !found.empty())
      return "an operation that can be lowered, found '" + name.str() + "' with " + found;
  return "";
}

void Report::visit(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>())
    return;
  if (std::string problem = problemOfOp(op); !problem.empty()) {
    add(problem, op->getLoc());
    return; // not also the types and bodies of what is foreign as a whole
  }
  std::string where = "'" + op->getName().getStringRef().str() + "'";
  SetVector<Type> types(llvm::from_range, op->getOperandTypes());
  types.insert_range(op->getResultTypes());
  for (Type type : types)
    addType(type, where, op->getLoc());
  for (Region &region : op->getRegions())
    for (Operation &nested : region.getOps())
      visit(&nested);
}

LogicalResult Report::emit() {
  for (const auto &[problem, locations] : found) {
    InFlightDiagnostic error = emitError(locations.front()) << "expected " << problem;
    if (locations.size() > 1)
      error << " (" << locations.size() << " times)";
    for (Location loc : ArrayRef(locations).drop_front().take_front(kMaxNotes))
      error.attachNote(loc) << "also here";
  }
  return success(found.empty());
}

} // namespace

LogicalResult reportUnsupported(Operation *op, const Table &table) {
  auto func = cast<func::FuncOp>(op);
  Report report(table);
  for (auto [i, argument] : llvm::enumerate(func.getArguments()))
    report.addType(argument.getType(), "argument " + std::to_string(i), argument.getLoc());
  for (Operation &nested : func.getOps())
    report.visit(&nested);
  return report.emit();
}

} // namespace spyre::lowering
