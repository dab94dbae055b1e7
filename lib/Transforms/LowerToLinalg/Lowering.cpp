// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lowering.h"

#include "spyre/Dialect/StableHLO/Stablehlo.h"
#include "spyre/Transforms/AffineUtils.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spyre::lowering {

Type graphElement(Type element) {
  auto integer = dyn_cast<IntegerType>(element);
  return integer ? IntegerType::get(element.getContext(), integer.getWidth()) : element;
}

RankedTensorType graphType(Type coreTensor) {
  auto type = cast<RankedTensorType>(coreTensor);
  return RankedTensorType::get(type.getShape(), graphElement(type.getElementType()));
}

TypedAttr splatElement(ElementsAttr value) {
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense || dense.getNumElements() == 0 || !dense.isSplat())
    return {};
  auto element = dense.getSplatValue<TypedAttr>();
  if (auto integer = dyn_cast<IntegerAttr>(element))
    return IntegerAttr::get(graphElement(integer.getType()), integer.getValue());
  return element;
}

void Lowering::setPosition(Operation *op) {
  builder.setInsertionPoint(op);
  loc = op->getLoc();
}

Value Lowering::get(Value core) {
  if (Value graph = values.lookup(core))
    return graph;
  TypedAttr element = splats.lookup(core);
  assert(element && "operands are lowered before their users");
  auto dense = DenseElementsAttr::get(graphType(core), ArrayRef<Attribute>(element));
  return values[core] = arith::ConstantOp::create(builder, loc, dense);
}

Value Lowering::empty(RankedTensorType type) {
  return tensor::EmptyOp::create(builder, loc, type.getShape(), type.getElementType());
}

Value Lowering::fill(RankedTensorType type, TypedAttr element) {
  Value scalar = arith::ConstantOp::create(builder, loc, element);
  return linalg::FillOp::create(builder, loc, scalar, empty(type)).getResult(0);
}

Value Lowering::map(RankedTensorType type, ArrayRef<Read> reads,
                    function_ref<Value(ScalarBuilder &, ValueRange)> body) {
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (const Read &read : reads) {
    inputs.push_back(read.tensor);
    maps.push_back(read.map);
  }
  maps.push_back(builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> loops(type.getRank(), utils::IteratorType::parallel);
  auto generic =
      linalg::GenericOp::create(builder, loc, TypeRange(type), inputs, empty(type), maps, loops,
                                [&](OpBuilder &nested, Location, ValueRange arguments) {
                                  ScalarBuilder b(loc, nested);
                                  Value result = body(b, arguments.drop_back());
                                  linalg::YieldOp::create(b, result);
                                });
  return generic.getResult(0);
}

Value Lowering::move(Value operand, RankedTensorType type, AffineMap map) {
  auto from = cast<RankedTensorType>(operand.getType());
  if (map.isIdentity() && from == type)
    return operand;
  map = simplifyWithRanges(map, type.getShape());
  map = guardPrefixReads(map, type.getShape(), from.getShape());
  return this->map(type, Read{operand, map}, [](ScalarBuilder &, ValueRange v) { return v[0]; });
}

Value Lowering::convertFloats(Value tensor, RankedTensorType type) {
  if (tensor.getType() == type)
    return tensor;
  Read read{tensor, builder.getMultiDimIdentityMap(type.getRank())};
  return map(type, read, [&](ScalarBuilder &b, ValueRange v) {
    return b.toFloat(v[0], type.getElementType());
  });
}

LogicalResult Lowering::lowerScalarOp(Operation *op) {
  ScalarFn fn = table.scalar.lookup(op->getName().getStringRef());
  Value core = op->getResult(0);
  RankedTensorType type = graphType(core);
  // Scalar operands of select and clamp apply to every element.
  SmallVector<Read> reads;
  SmallVector<int> positions; // of each operand in `reads`; -1: a constant
  for (Value operand : op->getOperands()) {
    if (splat(operand)) {
      positions.push_back(-1);
      continue;
    }
    Value tensor = get(operand);
    auto same = llvm::find_if(reads, [&](const Read &read) { return read.tensor == tensor; });
    positions.push_back(same - reads.begin());
    if (same != reads.end())
      continue;
    bool isScalar = cast<RankedTensorType>(tensor.getType()).getRank() == 0;
    reads.push_back({tensor, isScalar ? AffineMap::get(type.getRank(), 0, builder.getContext())
                                      : builder.getMultiDimIdentityMap(type.getRank())});
  }
  TypedAttr folded;
  BlockArgument unchanged;
  Value result = map(type, reads, [&](ScalarBuilder &b, ValueRange elements) {
    SmallVector<Value> operands;
    for (auto [position, operand] : llvm::zip_equal(positions, op->getOperands()))
      operands.push_back(position < 0 ? b.constant(splat(operand)) : elements[position]);
    Value value = fn(b, op, operands);
    matchPattern(value, m_Constant(&folded));
    unchanged = dyn_cast<BlockArgument>(value);
    return value;
  });
  const Read *same = unchanged ? &reads[unchanged.getArgNumber()] : nullptr;
  if (folded) {
    setSplat(core, folded);
  } else if (same && same->map.isIdentity() && same->tensor.getType() == type) {
    set(core, same->tensor);
  } else {
    set(core, result);
    return success();
  }
  Operation *generic = result.getDefiningOp(),
            *init = generic->getOperands().back().getDefiningOp();
  generic->erase();
  init->erase();
  return success();
}

SmallVector<Value> Lowering::inlineBody(ScalarBuilder &b, Block &body, ValueRange arguments) {
  IRMapping scalars;
  scalars.map(body.getArguments(), arguments);
  auto element = [&](Value core) {
    Value scalar = scalars.lookupOrNull(core);
    return scalar ? scalar : b.constant(splat(core)); // captured from outside
  };
  for (Operation &op : body.without_terminator()) {
    Value result = op.getResult(0);
    if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
      scalars.map(result, b.constant(splatElement(constant.getValue())));
      continue;
    }
    SmallVector<Value> operands(llvm::map_range(op.getOperands(), element));
    scalars.map(result, table.scalar.lookup(op.getName().getStringRef())(b, &op, operands));
  }
  return llvm::to_vector(llvm::map_range(body.getTerminator()->getOperands(), element));
}

} // namespace spyre::lowering
