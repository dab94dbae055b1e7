// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reduce, of one or several operands, with any body. The usual bodies (one
// operation on accumulator and element) are recognised: their sums and products
// of narrow floats accumulate in f32, and an initial value that must not be
// counted twice is combined once, afterwards, so that a consumer may split the
// reduction and start every part from the same fill.
#include "Lowering.h"

#include "spyre/Dialect/StableHLO/Stablehlo.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace spyre::lowering {

namespace {

enum class Combiner { Add, Mul, Max, Min, And, Or, Xor, Other };

Combiner combinerOf(Block &body) {
  if (body.getNumArguments() != 2 || !llvm::hasSingleElement(body.without_terminator()))
    return Combiner::Other;
  Operation &op = body.front();
  Value a = body.getArgument(0), b = body.getArgument(1);
  if (op.getNumOperands() != 2 || op.getNumResults() != 1 ||
      body.getTerminator()->getOperand(0) != op.getResult(0))
    return Combiner::Other;
  Value left = op.getOperand(0), right = op.getOperand(1);
  if (!((left == a && right == b) || (left == b && right == a)))
    return Combiner::Other;
  return llvm::TypeSwitch<Operation *, Combiner>(&op)
      .Case<stablehlo::AddOp>([](auto) { return Combiner::Add; })
      .Case<stablehlo::MulOp>([](auto) { return Combiner::Mul; })
      .Case<stablehlo::MaxOp>([](auto) { return Combiner::Max; })
      .Case<stablehlo::MinOp>([](auto) { return Combiner::Min; })
      .Case<stablehlo::AndOp>([](auto) { return Combiner::And; })
      .Case<stablehlo::OrOp>([](auto) { return Combiner::Or; })
      .Case<stablehlo::XorOp>([](auto) { return Combiner::Xor; })
      .Default(Combiner::Other);
}

/// The value that changes nothing when combined.
TypedAttr neutral(Combiner combiner, Type type, bool isUnsigned) {
  Builder b(type.getContext());
  if (isFloat(type)) {
    double value = combiner == Combiner::Add ? 0 : 1;
    if (combiner == Combiner::Max || combiner == Combiner::Min)
      value = combiner == Combiner::Max ? -INFINITY : INFINITY;
    return b.getFloatAttr(type, value);
  }
  unsigned width = type.getIntOrFloatBitWidth();
  APInt value(width, 0);
  bool isLeast = combiner == Combiner::Max, isMost = combiner == Combiner::Min;
  if (isLeast)
    value = isUnsigned ? APInt::getMinValue(width) : APInt::getSignedMinValue(width);
  else if (isMost)
    value = isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  else if (combiner == Combiner::And)
    value = APInt::getAllOnes(width);
  else if (combiner == Combiner::Mul)
    value = APInt(width, 1);
  return b.getIntegerAttr(type, value);
}

/// Whether combining a second time changes nothing.
bool isIdempotent(Combiner combiner, Type type) {
  if (isBool(type)) // or, and
    return combiner != Combiner::Xor;
  return combiner == Combiner::Max || combiner == Combiner::Min || combiner == Combiner::And ||
         combiner == Combiner::Or;
}

bool isNeutral(TypedAttr value, Combiner combiner, bool isUnsigned) {
  if (auto real = dyn_cast<FloatAttr>(value); real && combiner == Combiner::Add)
    return real.getValue().isZero(); // of either sign
  return value == neutral(combiner, value.getType(), isUnsigned);
}

class Reduction {
public:
  Reduction(stablehlo::ReduceOp op, Lowering &l)
      : op(op), l(l), body(op.getBody().front()), combiner(combinerOf(body)) {
    for (Value result : op->getResults())
      types.push_back(graphType(result));
    accumulators = types;
    Type element = types[0].getElementType();
    isWidened = (combiner == Combiner::Add || combiner == Combiner::Mul) && isFloat(element) &&
                element.getIntOrFloatBitWidth() < 32;
    if (isWidened)
      accumulators[0] = types[0].clone(l.builder.getF32Type());
  }

  void lower();

private:
  SmallVector<Value> combine(ScalarBuilder &b, ValueRange accumulated, ValueRange elements);
  SmallVector<Value> startValues();
  SmallVector<unsigned> computedInits();
  SmallVector<Value> fold(ArrayRef<Value> starts);
  Value combineInit(Value folded);
  void setAll(function_ref<void(Value result, Value init)> set) {
    for (auto [result, init] : llvm::zip_equal(op->getResults(), op.getInitValues()))
      set(result, init);
  }
  bool combinesInitLater() {
    if (combiner == Combiner::Other)
      return false;
    TypedAttr init = l.splat(op.getInitValues()[0]);
    return !init || (!isIdempotent(combiner, types[0].getElementType()) &&
                     !isNeutral(init, combiner, isUnsigned(op)));
  }
  Read broadcastInit(Value init) {
    AffineMap scalar = AffineMap::get(types[0].getRank(), 0, l.builder.getContext());
    return {l.get(init), scalar};
  }

  stablehlo::ReduceOp op;
  Lowering &l;
  Block &body;
  Combiner combiner;
  bool isWidened; // sums and products of f16 and bf16 are kept in f32
  SmallVector<RankedTensorType> types, accumulators;
};

SmallVector<Value> Reduction::combine(ScalarBuilder &b, ValueRange accumulated,
                                      ValueRange elements) {
  SmallVector<Value> arguments(accumulated);
  if (isWidened) {
    Value element = b.widen(elements[0]);
    if (combiner == Combiner::Add)
      return {b.op<arith::AddFOp>(accumulated[0], element)};
    return {b.op<arith::MulFOp>(accumulated[0], element)};
  }
  // The body may be wider than the inputs.
  for (auto [i, element] : llvm::enumerate(elements)) {
    Type to = getElementTypeOrSelf(body.getArgument(accumulated.size() + i).getType());
    arguments.push_back(convertScalar(b, element, isUnsigned(op, i), graphElement(to),
                                      to.isUnsignedInteger() || isBool(to)));
  }
  return l.inlineBody(b, body, arguments);
}

SmallVector<Value> Reduction::startValues() {
  SmallVector<Value> starts;
  for (auto [type, init] : llvm::zip_equal(accumulators, op.getInitValues())) {
    TypedAttr element = l.splat(init);
    if (combinesInitLater()) {
      starts.push_back(l.fill(type, neutral(combiner, type.getElementType(), isUnsigned(op))));
    } else if (element) {
      if (isWidened)
        element = l.builder.getFloatAttr(type.getElementType(),
                                         cast<FloatAttr>(element).getValueAsDouble());
      starts.push_back(l.fill(type, element));
    } else {
      starts.push_back(l.fill(type, l.builder.getZeroAttr(type.getElementType())));
    }
  }
  return starts;
}

/// Initial values that are known at run time only and that no combination
/// afterwards replaces: the first step of the fold reads them.
SmallVector<unsigned> Reduction::computedInits() {
  SmallVector<unsigned> numbers;
  if (!combinesInitLater())
    for (auto [i, init] : llvm::enumerate(op.getInitValues()))
      if (!l.splat(init))
        numbers.push_back(i);
  return numbers;
}

/// Whether all reduction loops stand at their first iteration.
static Value isFirstStep(ScalarBuilder &b, ArrayRef<int64_t> dims) {
  Value zero = arith::ConstantIndexOp::create(b, 0), first;
  for (int64_t dim : dims) {
    Value index = linalg::IndexOp::create(b, dim);
    Value here = b.compare(arith::CmpIPredicate::eq, index, zero);
    first = first ? b.op<arith::AndIOp>(first, here) : here;
  }
  return first;
}

SmallVector<Value> Reduction::fold(ArrayRef<Value> starts) {
  int64_t rank = graphType(op.getInputs()[0]).getRank();
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  for (int64_t dim : op.getDimensions())
    loops[dim] = utils::IteratorType::reduction;
  SmallVector<AffineExpr> kept;
  for (int64_t i = 0; i < rank; ++i)
    if (loops[i] == utils::IteratorType::parallel)
      kept.push_back(l.builder.getAffineDimExpr(i));
  SmallVector<Value> inputs;
  for (Value input : op.getInputs())
    inputs.push_back(l.get(input));
  SmallVector<AffineMap> maps(inputs.size(), l.builder.getMultiDimIdentityMap(rank));
  SmallVector<unsigned> computed = computedInits();
  for (unsigned number : computed) {
    inputs.push_back(l.get(op.getInitValues()[number]));
    maps.push_back(AffineMap::get(rank, 0, l.builder.getContext()));
  }
  maps.append(starts.size(), AffineMap::get(rank, 0, kept, l.builder.getContext()));
  SmallVector<Type> resultTypes(accumulators.begin(), accumulators.end());
  auto step = [&](OpBuilder &nested, Location, ValueRange arguments) {
    ScalarBuilder b(l.loc, nested);
    ValueRange elements = arguments.take_front(types.size());
    SmallVector<Value> old(arguments.drop_front(inputs.size()));
    Value first = computed.empty() ? Value() : isFirstStep(b, op.getDimensions());
    for (auto [i, number] : llvm::enumerate(computed))
      old[number] = b.select(first, arguments[types.size() + i], old[number]);
    linalg::YieldOp::create(b, combine(b, old, elements));
  };
  auto generic =
      linalg::GenericOp::create(l.builder, l.loc, resultTypes, inputs, starts, maps, loops, step);
  return SmallVector<Value>(generic.getResults());
}

/// The initial value, now, and the rounding to the result's type.
Value Reduction::combineInit(Value folded) {
  if (!combinesInitLater())
    return l.convertFloats(folded, types[0]);
  Value init = op.getInitValues()[0];
  TypedAttr element = l.splat(init);
  SmallVector<Read> reads{{folded, l.builder.getMultiDimIdentityMap(types[0].getRank())}};
  if (!element)
    reads.push_back(broadcastInit(init));
  return l.map(types[0], reads, [&](ScalarBuilder &b, ValueRange v) {
    Value initial = element ? b.constant(element) : v[1];
    if (!isWidened)
      return l.inlineBody(b, body, {v[0], initial})[0];
    return b.toFloat(combine(b, v[0], initial)[0], types[0].getElementType());
  });
}

void Reduction::lower() {
  if (graphType(op.getInputs()[0]).getNumElements() == 0) { // nothing but the initial value
    setAll([&](Value result, Value init) {
      if (TypedAttr element = l.splat(init))
        l.setSplat(result, element);
      else
        l.set(result, l.move(l.get(init), graphType(result), broadcastInit(init).map));
    });
    return;
  }
  SmallVector<Value> folded = fold(startValues());
  folded[0] = combineInit(folded[0]);
  for (auto [result, value] : llvm::zip_equal(op->getResults(), folded))
    l.set(result, value);
}

/// Without reduced dimensions: the body once per element.
void lowerElementwise(stablehlo::ReduceOp op, Lowering &l) {
  SmallVector<Read> reads;
  RankedTensorType shape = graphType(op->getResult(0));
  for (Value init : op.getInitValues())
    reads.push_back({l.get(init), AffineMap::get(shape.getRank(), 0, l.builder.getContext())});
  for (Value input : op.getInputs())
    reads.push_back({l.get(input), l.builder.getMultiDimIdentityMap(shape.getRank())});
  for (auto [i, result] : llvm::enumerate(op->getResults()))
    l.set(result, l.map(graphType(result), reads, [&](ScalarBuilder &b, ValueRange elements) {
      return l.inlineBody(b, op.getBody().front(), elements)[i];
    }));
}

LogicalResult lowerReduce(Operation *op, Lowering &l) {
  auto reduce = cast<stablehlo::ReduceOp>(op);
  if (reduce.getDimensions().empty())
    lowerElementwise(reduce, l);
  else
    Reduction(reduce, l).lower();
  return success();
}

} // namespace

void addReductions(Table &table) { table.addOps<stablehlo::ReduceOp>(lowerReduce); }

} // namespace spyre::lowering
