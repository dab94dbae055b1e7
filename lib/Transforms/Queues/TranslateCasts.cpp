// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Casts, compares and index arithmetic of scalar programs: where signedness and
// NaN need more than one operation.
#include "BodyTranslator.h"

using namespace mlir;
using spyre::plan::DType;
using spyre::plan::Opcode;
using spyre::plan::Scalar;

namespace spyre {

DType unsignedOf(DType type) {
  switch (type) {
  case DType::I8:
    return DType::U8;
  case DType::I16:
    return DType::U16;
  case DType::I32:
    return DType::U32;
  case DType::I64:
    return DType::U64;
  default:
    return type;
  }
}

int32_t BodyTranslator::convert(int32_t value, DType from, DType to) {
  return from == to ? value : emit(Opcode::Convert, to, {value});
}

int32_t BodyTranslator::asUnsigned(int32_t value, DType type) {
  DType bits = unsignedOf(type);
  return bits == type ? value : emit(Opcode::Bitcast, bits, {value});
}

int32_t BodyTranslator::asSigned(int32_t value, DType type) {
  return unsignedOf(type) == type ? value : emit(Opcode::Bitcast, type, {value});
}

//===- compares -----------------------------------------------------------===//

/// The device's compares are false on NaN, "not equal" is true. An unordered
/// predicate is the negation of the opposite ordered one.
BodyTranslator::Value32 BodyTranslator::compareFloats(arith::CmpFOp op) {
  using P = arith::CmpFPredicate;
  Value32 lhs = get(op.getLhs()), rhs = get(op.getRhs());
  if (failed(lhs) || failed(rhs))
    return failure();
  auto is = [&](Opcode code, int32_t a, int32_t b) { return emit(code, DType::I1, {a, b}); };
  int32_t a = *lhs, b = *rhs;
  auto differ = [&] { return is(Opcode::Or, is(Opcode::CmpLt, a, b), is(Opcode::CmpGt, a, b)); };
  switch (op.getPredicate()) {
  case P::AlwaysFalse:
    return integer(DType::I1, 0);
  case P::OEQ:
    return is(Opcode::CmpEq, a, b);
  case P::OGT:
    return is(Opcode::CmpGt, a, b);
  case P::OGE:
    return is(Opcode::CmpGe, a, b);
  case P::OLT:
    return is(Opcode::CmpLt, a, b);
  case P::OLE:
    return is(Opcode::CmpLe, a, b);
  case P::ONE:
    return differ();
  case P::ORD:
    return is(Opcode::And, is(Opcode::CmpEq, a, a), is(Opcode::CmpEq, b, b));
  case P::UEQ:
    return not_(differ());
  case P::UGT:
    return not_(is(Opcode::CmpLe, a, b));
  case P::UGE:
    return not_(is(Opcode::CmpLt, a, b));
  case P::ULT:
    return not_(is(Opcode::CmpGe, a, b));
  case P::ULE:
    return not_(is(Opcode::CmpGt, a, b));
  case P::UNE:
    return is(Opcode::CmpNe, a, b);
  case P::UNO:
    return is(Opcode::Or, is(Opcode::CmpNe, a, a), is(Opcode::CmpNe, b, b));
  case P::AlwaysTrue:
    return integer(DType::I1, 1);
  }
  llvm_unreachable("all predicates are handled");
}

BodyTranslator::Value32 BodyTranslator::compareIntegers(arith::CmpIOp op) {
  using P = arith::CmpIPredicate;
  FailureOr<DType> type = toDType(op.getLhs().getType());
  if (failed(type))
    return unsupported(op);
  Value32 lhs = get(op.getLhs()), rhs = get(op.getRhs());
  if (failed(lhs) || failed(rhs))
    return failure();
  P predicate = op.getPredicate();
  int32_t a = *lhs, b = *rhs;
  bool isUnsigned =
      predicate == P::ult || predicate == P::ule || predicate == P::ugt || predicate == P::uge;
  bool isOrder = predicate != P::eq && predicate != P::ne;
  if (isUnsigned)
    a = asUnsigned(a, *type), b = asUnsigned(b, *type);
  else if (isOrder && *type == DType::I1) // as a signed number, true is -1
    std::swap(a, b);
  auto code = [&] {
    switch (predicate) {
    case P::eq:
      return Opcode::CmpEq;
    case P::ne:
      return Opcode::CmpNe;
    case P::slt:
    case P::ult:
      return Opcode::CmpLt;
    case P::sle:
    case P::ule:
      return Opcode::CmpLe;
    case P::sgt:
    case P::ugt:
      return Opcode::CmpGt;
    default:
      return Opcode::CmpGe;
    }
  }();
  return emit(code, DType::I1, {a, b});
}

//===- casts --------------------------------------------------------------===//

BodyTranslator::Value32 BodyTranslator::cast(Operation *op, DType to) {
  Value source = op->getOperand(0);
  FailureOr<DType> from = toDType(source.getType());
  if (failed(from))
    return unsupported(op);
  bool isIndexCast = isa<arith::IndexCastOp, arith::IndexCastUIOp>(op);
  bool narrows =
      isa<arith::TruncIOp>(op) || (isIndexCast && plan::byteWidth(to) < plan::byteWidth(*from));
  if (narrows)
    return narrow(source, to);
  Value32 value = get(source);
  if (failed(value))
    return failure();
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return convert(*value, *from, to);
  if (isa<arith::BitcastOp>(op))
    return *from == to ? *value : emit(Opcode::Bitcast, to, {*value});
  if (isa<arith::ExtUIOp, arith::UIToFPOp, arith::IndexCastUIOp>(op))
    return convert(asUnsigned(*value, *from), unsignedOf(*from), to);
  if (isa<arith::ExtSIOp, arith::SIToFPOp, arith::IndexCastOp>(op)) {
    int32_t wide = convert(*value, *from, to);
    return *from == DType::I1 ? emit(Opcode::Neg, to, {wide}) : wide;
  }
  if (to == DType::I1)
    return unsupported(op);
  if (isa<arith::FPToSIOp>(op))
    return convert(*value, *from, to);
  if (isa<arith::FPToUIOp>(op))
    return asSigned(convert(*value, *from, unsignedOf(to)), to);
  return unsupported(op);
}

static bool isSumOrProduct(AffineExpr expr) {
  return expr.isPureAffine() && !expr.walk([](AffineExpr part) {
                                       return part.getKind() == AffineExprKind::FloorDiv ||
                                                      part.getKind() == AffineExprKind::Mod ||
                                                      part.getKind() == AffineExprKind::CeilDiv
                                                  ? WalkResult::interrupt()
                                                  : WalkResult::advance();
                                     })
                                     .wasInterrupted();
}

/// Sums and products keep their low bits when the operands lose their high
/// ones, so index arithmetic need not be done in 64 bits only to be cut.
BodyTranslator::Value32 BodyTranslator::narrow(Value value, DType to) {
  FailureOr<DType> from = toDType(value.getType());
  if (failed(from))
    return unsupported(block.getParentOp());
  Operation *op = value.getDefiningOp();
  if (*from != to && to == DType::I32 && op && op->getBlock() == &block) {
    if (auto index = dyn_cast<linalg::IndexOp>(op))
      return emit(Opcode::Index, to, {}, Scalar{DType::I64, 0, int64_t(index.getDim())});
    if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op)) {
      Value32 a = narrow(op->getOperand(0), to), b = narrow(op->getOperand(1), to);
      if (failed(a) || failed(b))
        return failure();
      return emit(lookUpOpcode(op), to, {*a, *b});
    }
    auto apply = dyn_cast<affine::AffineApplyOp>(op);
    if (apply && isSumOrProduct(apply.getAffineMap().getResult(0)))
      return affine(apply.getAffineMap().getResult(0), apply.getMapOperands(),
                    apply.getAffineMap().getNumDims(), to);
  }
  Value32 wide = get(value);
  if (failed(wide) || *from == to)
    return wide;
  if (*wide >= numOperands) {
    plan::ScalarOp made = program.ops[size_t(*wide - numOperands)];
    if (made.op == Opcode::Index && to == DType::I32)
      return emit(Opcode::Index, to, {}, made.imm);
    if (made.op == Opcode::Const && to != DType::I1) {
      int shift = 64 - 8 * int(plan::byteWidth(to));
      return integer(to, int64_t(uint64_t(made.imm.i) << shift) >> shift);
    }
  }
  if (to != DType::I1)
    return emit(Opcode::Convert, to, {*wide});
  int32_t bit = emit(Opcode::And, *from, {*wide, integer(*from, 1)});
  return emit(Opcode::CmpNe, DType::I1, {bit, integer(*from, 0)});
}

//===- index arithmetic ---------------------------------------------------===//

int32_t BodyTranslator::floorDivide(int32_t a, int64_t by, DType type, bool wantRemainder) {
  int32_t divisor = integer(type, by), zero = integer(type, 0);
  int32_t remainder = emit(Opcode::Rem, type, {a, divisor}); // sign of a
  int32_t isNegative = emit(Opcode::CmpLt, DType::I1, {remainder, zero});
  if (wantRemainder) {
    int32_t up = emit(Opcode::Add, type, {remainder, divisor});
    return emit(Opcode::Select, type, {isNegative, up, remainder});
  }
  int32_t quotient = emit(Opcode::Div, type, {a, divisor});
  int32_t down = emit(Opcode::Sub, type, {quotient, integer(type, 1)});
  return emit(Opcode::Select, type, {isNegative, down, quotient});
}

BodyTranslator::Value32 BodyTranslator::affine(AffineExpr expr, ValueRange operands,
                                               unsigned numDims, DType type) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return integer(type, constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return narrow(operands[dim.getPosition()], type);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return narrow(operands[numDims + symbol.getPosition()], type);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value32 lhs = affine(binary.getLHS(), operands, numDims, type);
  if (failed(lhs))
    return failure();
  if (expr.getKind() == AffineExprKind::Add || expr.getKind() == AffineExprKind::Mul) {
    Value32 rhs = affine(binary.getRHS(), operands, numDims, type);
    if (failed(rhs))
      return failure();
    return emit(expr.getKind() == AffineExprKind::Add ? Opcode::Add : Opcode::Mul, type,
                {*lhs, *rhs});
  }
  auto by = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!by || by.getValue() <= 0)
    return block.getParentOp()->emitOpError()
           << "expected divisions by positive constants in index arithmetic";
  int64_t divisor = by.getValue();
  if (expr.getKind() == AffineExprKind::CeilDiv)
    lhs = emit(Opcode::Add, type, {*lhs, integer(type, divisor - 1)});
  return floorDivide(*lhs, divisor, type, expr.getKind() == AffineExprKind::Mod);
}

} // namespace spyre
