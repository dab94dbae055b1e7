// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that map one to one stand in a table; the others follow by kind
// (casts and compares are in TranslateCasts.cpp).
#include "BodyTranslator.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using spyre::plan::DType;
using spyre::plan::Opcode;
using spyre::plan::Scalar;

namespace spyre {

namespace {

struct TableEntry {
  const char *name;
  Opcode op;
  bool isUnsigned = false;
};

constexpr TableEntry kTable[] = {
    {"arith.addf", Opcode::Add},
    {"arith.addi", Opcode::Add},
    {"arith.subf", Opcode::Sub},
    {"arith.subi", Opcode::Sub},
    {"arith.mulf", Opcode::Mul},
    {"arith.muli", Opcode::Mul},
    {"arith.divf", Opcode::Div},
    {"arith.divsi", Opcode::Div},
    {"arith.divui", Opcode::Div, true},
    {"arith.remf", Opcode::Rem},
    {"arith.remsi", Opcode::Rem},
    {"arith.remui", Opcode::Rem, true},
    {"arith.negf", Opcode::Neg},
    {"arith.maximumf", Opcode::MaxNan},
    {"arith.minimumf", Opcode::MinNan},
    {"arith.maxnumf", Opcode::MaxNum},
    {"arith.minnumf", Opcode::MinNum},
    {"arith.maxsi", Opcode::MaxNan},
    {"arith.minsi", Opcode::MinNan},
    {"arith.maxui", Opcode::MaxNan, true},
    {"arith.minui", Opcode::MinNan, true},
    {"arith.andi", Opcode::And},
    {"arith.ori", Opcode::Or},
    {"arith.xori", Opcode::Xor},
    {"arith.shli", Opcode::Shl},
    {"arith.shrsi", Opcode::ShrS},
    {"arith.shrui", Opcode::ShrU},
    {"math.absf", Opcode::Abs},
    {"math.absi", Opcode::Abs},
    {"math.floor", Opcode::Floor},
    {"math.ceil", Opcode::Ceil},
    {"math.trunc", Opcode::Trunc},
    {"math.round", Opcode::RoundAway},
    {"math.roundeven", Opcode::RoundEven},
    {"math.exp", Opcode::Exp},
    {"math.expm1", Opcode::Expm1},
    {"math.exp2", Opcode::Exp2},
    {"math.log", Opcode::Log},
    {"math.log1p", Opcode::Log1p},
    {"math.log2", Opcode::Log2},
    {"math.sqrt", Opcode::Sqrt},
    {"math.rsqrt", Opcode::Rsqrt},
    {"math.cbrt", Opcode::Cbrt},
    {"math.tanh", Opcode::Tanh},
    {"math.sin", Opcode::Sin},
    {"math.cos", Opcode::Cos},
    {"math.tan", Opcode::Tan},
    {"math.asin", Opcode::Asin},
    {"math.acos", Opcode::Acos},
    {"math.atan", Opcode::Atan},
    {"math.sinh", Opcode::Sinh},
    {"math.cosh", Opcode::Cosh},
    {"math.asinh", Opcode::Asinh},
    {"math.acosh", Opcode::Acosh},
    {"math.atanh", Opcode::Atanh},
    {"math.erf", Opcode::Erf},
    {"math.erfc", Opcode::Erfc},
    {"math.atan2", Opcode::Atan2},
    {"math.powf", Opcode::Pow},
    {"math.ipowi", Opcode::Pow},
    {"math.fma", Opcode::Fma},
    {"math.isfinite", Opcode::IsFinite},
    {"math.isnan", Opcode::IsNan},
    {"math.ctpop", Opcode::PopCount},
    {"math.ctlz", Opcode::Clz},
    {"arith.select", Opcode::Select},
};

const TableEntry *lookUp(StringRef name) {
  static const llvm::StringMap<const TableEntry *> index = [] {
    llvm::StringMap<const TableEntry *> map;
    for (const TableEntry &entry : kTable)
      map[entry.name] = &entry;
    return map;
  }();
  return index.lookup(name);
}

} // namespace

Opcode lookUpOpcode(Operation *op) { return lookUp(op->getName().getStringRef())->op; }

FailureOr<DType> toDType(Type type) {
  if (type.isF16())
    return DType::F16;
  if (type.isBF16())
    return DType::BF16;
  if (type.isF32())
    return DType::F32;
  if (type.isIndex())
    return DType::I64;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return failure();
  bool isUnsigned = integer.isUnsigned();
  switch (integer.getWidth()) {
  case 1:
    return DType::I1;
  case 8:
    return isUnsigned ? DType::U8 : DType::I8;
  case 16:
    return isUnsigned ? DType::U16 : DType::I16;
  case 32:
    return isUnsigned ? DType::U32 : DType::I32;
  case 64:
    return isUnsigned ? DType::U64 : DType::I64;
  default:
    return failure();
  }
}

std::optional<Scalar> toScalar(Attribute attr) {
  auto typed = dyn_cast_or_null<TypedAttr>(attr);
  if (!typed)
    return std::nullopt;
  FailureOr<DType> type = toDType(typed.getType());
  if (failed(type))
    return std::nullopt;
  if (auto real = dyn_cast<FloatAttr>(attr))
    return Scalar{*type, real.getValueAsDouble(), 0};
  if (auto integer = dyn_cast<IntegerAttr>(attr)) {
    const APInt &bits = integer.getValue();
    return Scalar{*type, 0, *type == DType::I1 ? bits.getBoolValue() : bits.getSExtValue()};
  }
  return std::nullopt;
}

//===- values -------------------------------------------------------------===//

int32_t BodyTranslator::emit(Opcode op, DType type, std::vector<int32_t> args, Scalar imm) {
  plan::ScalarOp next{op, type, std::move(args), imm};
  auto it = llvm::find(program.ops, next); // bodies are short
  if (it == program.ops.end())
    it = program.ops.insert(it, std::move(next));
  return numOperands + int32_t(it - program.ops.begin());
}

BodyTranslator::Value32 BodyTranslator::get(Value value) {
  if (auto it = values.find(value); it != values.end())
    return it->second;
  Value32 result = translate(value);
  if (succeeded(result))
    values[value] = *result;
  return result;
}

BodyTranslator::Value32 BodyTranslator::fromOutside(Value value) {
  if (captured && value.getType().isIndex()) {
    auto it = llvm::find(*captured, value);
    if (it == captured->end())
      it = captured->insert(it, value);
    int64_t loop = firstFreeLoop + (it - captured->begin());
    return emit(Opcode::Index, DType::I64, {}, Scalar{DType::I64, 0, loop});
  }
  Operation *op = block.getParentOp();
  InFlightDiagnostic error = op->emitOpError()
                             << "expected a body that reads only its arguments"
                             << (captured ? ", constants and indices" : " and constants")
                             << ", found a value of type " << value.getType() << " from outside";
  error.attachNote(value.getLoc()) << "the value";
  return failure();
}

BodyTranslator::Value32 BodyTranslator::translate(Value value) {
  if (auto it = constants.find(value); it != constants.end())
    return constant(it->second);
  Attribute attr;
  if (matchPattern(value, m_Constant(&attr)))
    if (std::optional<Scalar> scalar = toScalar(attr))
      return constant(*scalar);
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != &block)
    return fromOutside(value);
  FailureOr<DType> type = toDType(value.getType());
  if (failed(type))
    return op->emitOpError() << "expected an element type that the device holds, found "
                             << value.getType();
  if (auto index = dyn_cast<linalg::IndexOp>(op))
    return emit(Opcode::Index, *type, {}, Scalar{DType::I64, 0, int64_t(index.getDim())});
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return compareFloats(compare);
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return compareIntegers(compare);
  if (Value argument = matchGelu(op))
    return gelu(argument, *type);
  if (lookUp(op->getName().getStringRef()))
    return viaTable(op, *type);
  if (isa<CastOpInterface>(op) && op->getNumOperands() == 1)
    return cast(op, *type);
  return special(op, *type);
}

BodyTranslator::Value32 BodyTranslator::unsupported(Operation *op) {
  return op->emitOpError() << "has no scalar operation on the device";
}

/// On i1 sums wrap at one bit; signed order has true (-1) below false.
BodyTranslator::Value32 BodyTranslator::onBool(Operation *op, Opcode code, bool isUnsigned) {
  switch (code) {
  case Opcode::Add:
  case Opcode::Sub:
    code = Opcode::Xor;
    break;
  case Opcode::Mul:
    code = Opcode::And;
    break;
  case Opcode::MaxNan:
    code = isUnsigned ? Opcode::Or : Opcode::And;
    break;
  case Opcode::MinNan:
    code = isUnsigned ? Opcode::And : Opcode::Or;
    break;
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
    break;
  default:
    return unsupported(op);
  }
  Value32 a = get(op->getOperand(0)), b = get(op->getOperand(1));
  if (failed(a) || failed(b))
    return failure();
  return emit(code, DType::I1, {*a, *b});
}

BodyTranslator::Value32 BodyTranslator::gelu(Value argument, DType type) {
  Value32 value = get(argument);
  FailureOr<DType> from = toDType(argument.getType());
  if (failed(value) || failed(from))
    return failure();
  return emit(Opcode::Gelu, type, {convert(*value, *from, type)});
}

BodyTranslator::Value32 BodyTranslator::viaTable(Operation *op, DType type) {
  const TableEntry &entry = *lookUp(op->getName().getStringRef());
  bool isTest = entry.op == Opcode::IsFinite || entry.op == Opcode::IsNan;
  if (type == DType::I1 && !isTest && entry.op != Opcode::Select)
    return onBool(op, entry.op, entry.isUnsigned);
  std::vector<int32_t> args;
  for (Value operand : op->getOperands()) {
    Value32 arg = get(operand);
    if (failed(arg))
      return failure();
    args.push_back(entry.isUnsigned ? asUnsigned(*arg, type) : *arg);
  }
  if (!entry.isUnsigned)
    return emit(entry.op, type, std::move(args));
  return asSigned(emit(entry.op, unsignedOf(type), std::move(args)), type);
}

BodyTranslator::Value32 BodyTranslator::special(Operation *op, DType type) {
  StringRef name = op->getName().getStringRef();
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    AffineMap map = apply.getAffineMap();
    return affine(map.getResult(0), apply.getMapOperands(), map.getNumDims(), type);
  }
  std::vector<int32_t> args;
  for (Value operand : op->getOperands()) {
    Value32 arg = get(operand);
    if (failed(arg))
      return failure();
    args.push_back(*arg);
  }
  if (name == "math.isinf") {
    DType of = *toDType(op->getOperand(0).getType());
    int32_t infinity = constant({of, std::numeric_limits<double>::infinity(), 0});
    return emit(Opcode::CmpEq, DType::I1, {emit(Opcode::Abs, of, {args[0]}), infinity});
  }
  if (name == "math.copysign") {
    DType bits = type == DType::F32 ? DType::I32 : DType::I16;
    int32_t sign =
        emit(Opcode::CmpLt, DType::I1, {emit(Opcode::Bitcast, bits, {args[1]}), integer(bits, 0)});
    int32_t size = emit(Opcode::Abs, type, {args[0]});
    return emit(Opcode::Select, type, {sign, emit(Opcode::Neg, type, {size}), size});
  }
  if (name == "math.clampf")
    return emit(Opcode::MinNan, type, {emit(Opcode::MaxNan, type, {args[0], args[1]}), args[2]});
  if (name == "math.fpowi")
    return emit(Opcode::Pow, type, {args[0], emit(Opcode::Convert, type, {args[1]})});
  if (name == "math.cttz" && type != DType::I1) { // zeros below the lowest one
    int32_t below = emit(Opcode::Sub, type, {args[0], integer(type, 1)});
    int32_t mask = emit(Opcode::And, type, {emit(Opcode::Not, type, {args[0]}), below});
    return emit(Opcode::PopCount, type, {mask});
  }
  return unsupported(op);
}

//===- whole bodies -------------------------------------------------------===//

FailureOr<plan::ScalarProgram> BodyTranslator::finish(ValueRange results) {
  for (Value result : results) {
    Value32 value = get(result);
    if (failed(value))
      return failure();
    program.results.push_back(*value);
  }
  dropUnused();
  return std::move(program);
}

/// Narrowing leaves wide values behind that nothing reads.
void BodyTranslator::dropUnused() {
  std::vector<int32_t> number(size_t(numOperands) + program.ops.size(), -1);
  std::vector<uint8_t> used(number.size(), 0);
  for (int32_t result : program.results)
    used[size_t(result)] = 1;
  for (size_t i = program.ops.size(); i-- > 0;)
    if (used[size_t(numOperands) + i])
      for (int32_t arg : program.ops[i].args)
        used[size_t(arg)] = 1;
  plan::ScalarProgram kept;
  for (size_t value = 0; value < number.size(); ++value) {
    bool isOperand = value < size_t(numOperands);
    if (!isOperand && !used[value])
      continue;
    number[value] = isOperand ? int32_t(value) : numOperands + int32_t(kept.ops.size());
    if (isOperand)
      continue;
    kept.ops.push_back(std::move(program.ops[value - size_t(numOperands)]));
    for (int32_t &arg : kept.ops.back().args)
      arg = number[size_t(arg)];
  }
  for (int32_t result : program.results)
    kept.results.push_back(number[size_t(result)]);
  program = std::move(kept);
}

FailureOr<TranslatedBody> translateBody(linalg::GenericOp op) {
  TranslatedBody result;
  Block &block = *op.getBody();
  BodyTranslator translator(block, &result.captured, op.getNumLoops());
  unsigned numInputs = op.getNumDpsInputs();
  for (unsigned i = 0; i < numInputs; ++i) {
    BlockArgument arg = block.getArgument(i);
    Value operand = op.getDpsInputs()[i];
    Attribute attr;
    if (arg.use_empty())
      continue;
    if (!isa<ShapedType>(operand.getType())) {
      std::optional<Scalar> scalar;
      if (matchPattern(operand, m_Constant(&attr)))
        scalar = toScalar(attr);
      if (!scalar)
        return op.emitOpError() << "expected a constant as scalar operand " << i;
      translator.addConstant(arg, *scalar);
      continue;
    }
    result.inputs.push_back(i);
    translator.addOperand(arg);
  }
  result.readsOutputs = op.getNumReductionLoops() > 0;
  for (BlockArgument out : op.getRegionOutputArgs())
    result.readsOutputs |= !out.use_empty();
  if (result.readsOutputs)
    for (BlockArgument out : op.getRegionOutputArgs())
      translator.addOperand(out);
  FailureOr<plan::ScalarProgram> program = translator.finish(block.getTerminator()->getOperands());
  if (failed(program))
    return failure();
  result.program = std::move(*program);
  return result;
}

FailureOr<plan::ScalarProgram> translateBody(Block &block) {
  BodyTranslator translator(block, nullptr, 0);
  for (BlockArgument arg : block.getArguments())
    translator.addOperand(arg);
  return translator.finish(block.getTerminator()->getOperands());
}

} // namespace spyre
