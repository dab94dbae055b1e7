// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors in device memory: arguments, results, constants, workspace.
#include "Exporter.h"

#include "spyre/Plan/Layout.h"
#include "spyre/Support/Error.h"
#include "spyre/Transforms/TranslateBody.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include <cstring>

using namespace mlir;

namespace spyre {

static plan::Layout toLayout(ir::LayoutAttr attr) {
  plan::Layout layout;
  for (int64_t dim : attr.getOrder())
    layout.order.push_back(int32_t(dim));
  layout.stickDim = int32_t(attr.getStickDim());
  return layout;
}

/// `original`: the element type before signedness was dropped, or null.
FailureOr<plan::Tensor> Exporter::describeTensor(Operation *at, Attribute host, Type memref,
                                                 Type original) {
  auto typeAttr = dyn_cast_or_null<TypeAttr>(host);
  auto type = typeAttr ? dyn_cast<RankedTensorType>(typeAttr.getValue()) : RankedTensorType();
  if (!type)
    return at->emitOpError() << "expected a ranked tensor type as 'spyre.host'";
  auto layout = dyn_cast_or_null<ir::LayoutAttr>(type.getEncoding());
  if (!layout)
    layout = ir::LayoutAttr::getDefault(type.getContext(), type.getRank());
  FailureOr<plan::DType> element = toDType(original ? original : type.getElementType());
  if (failed(element))
    return at->emitOpError() << "expected an element type that the device holds, found "
                             << type.getElementType();
  SmallVector<int64_t> physical = layout.getPhysicalShape(type.getShape(), type.getElementType());
  auto memory = cast<MemRefType>(memref);
  if (ArrayRef(physical) != memory.getShape())
    return at->emitOpError() << "expected " << memory << " to be the physical form of " << type;
  plan::Tensor tensor;
  tensor.type = *element;
  tensor.shape.assign(type.getShape().begin(), type.getShape().end());
  tensor.layout = toLayout(layout);
  return tensor;
}

int32_t Exporter::addTensor(plan::Tensor tensor, Value value) {
  int32_t number = int32_t(plan.tensors.size());
  plan.tensors.push_back(std::move(tensor));
  if (value)
    tensorOf[value] = number;
  return number;
}

static std::optional<plan::Role> parseRole(StringRef name) {
  return llvm::StringSwitch<std::optional<plan::Role>>(name)
      .Case("input", plan::Role::Input)
      .Case("weight", plan::Role::Weight)
      .Case("state", plan::Role::State)
      .Case("output", plan::Role::Output)
      .Default(std::nullopt);
}

LogicalResult Exporter::exportArguments() {
  std::map<int64_t, int32_t> results;
  SmallVector<std::pair<int64_t, int32_t>> aliases; // result number, state
  int numInputs = 0;
  for (BlockArgument arg : func.getArguments()) {
    unsigned i = arg.getArgNumber();
    auto roleName = func.getArgAttrOfType<StringAttr>(i, "spyre.role");
    auto role = parseRole(roleName ? roleName.getValue() : "");
    if (!role)
      return func.emitOpError() << "expected 'spyre.role' input, weight, state or output on "
                                << "argument " << i;
    auto original = func.getArgAttrOfType<TypeAttr>(i, "spyre.type");
    FailureOr<plan::Tensor> tensor =
        describeTensor(func, func.getArgAttr(i, "spyre.host"), arg.getType(),
                       original ? original.getValue() : Type());
    if (failed(tensor))
      return failure();
    auto result = func.getArgAttrOfType<IntegerAttr>(i, "spyre.result");
    bool isOutput = *role == plan::Role::Output;
    if (isOutput && !result)
      return func.emitOpError() << "expected 'spyre.result' on output argument " << i;
    tensor->role = *role;
    tensor->name =
        isOutput ? "out" + std::to_string(result.getInt()) : "arg" + std::to_string(numInputs++);
    int32_t number = addTensor(std::move(*tensor), arg);
    if (!isOutput)
      program.inputs.push_back(number);
    if (!result)
      continue;
    if (!isOutput)
      aliases.emplace_back(result.getInt(), number);
    else if (!results.try_emplace(result.getInt(), number).second)
      return func.emitOpError() << "expected one argument per result, found two for result "
                                << result.getInt();
  }
  for (auto [result, state] : aliases) {
    plan::Tensor alias = plan.tensors[size_t(state)];
    alias.role = plan::Role::Output;
    alias.alias = state;
    alias.name = "out" + std::to_string(result);
    if (!results.try_emplace(result, addTensor(std::move(alias), Value())).second)
      return func.emitOpError() << "expected one argument per result, found two for result "
                                << result;
  }
  for (auto [result, number] : results) {
    if (result != int64_t(program.outputs.size()))
      return func.emitOpError() << "expected an argument for every result, found none for "
                                << program.outputs.size();
    program.outputs.push_back(number);
  }
  return success();
}

/// The bytes of a constant as they lie in memory (little-endian).
static FailureOr<std::vector<uint8_t>> constantBytes(memref::GlobalOp global) {
  Attribute value = global.getInitialValueAttr();
  if (auto resource = dyn_cast_or_null<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return failure();
    ArrayRef<char> data = blob->getData();
    return std::vector<uint8_t>(data.begin(), data.end());
  }
  auto dense = dyn_cast_or_null<DenseElementsAttr>(value);
  if (!dense)
    return failure();
  size_t count = size_t(dense.getNumElements());
  size_t width = size_t(ir::elementBytes(dense.getElementType()));
  std::vector<uint8_t> bytes(count * width);
  if (dense.getElementType().isInteger(1)) {
    for (auto [to, bit] : llvm::zip_equal(bytes, dense.getValues<bool>()))
      to = bit;
    return bytes;
  }
  ArrayRef<char> raw = dense.getRawData();
  if (!dense.isSplat())
    std::memcpy(bytes.data(), raw.data(), bytes.size());
  else
    for (size_t i = 0; i < count; ++i)
      std::memcpy(&bytes[i * width], raw.data(), width);
  return bytes;
}

LogicalResult Exporter::exportConstants() {
  llvm::StringMap<int32_t> byName;
  int number = 0;
  auto module = func->getParentOfType<ModuleOp>();
  for (auto global : module.getOps<memref::GlobalOp>()) {
    FailureOr<plan::Tensor> tensor =
        describeTensor(global, global->getAttr("spyre.host"), global.getType(), Type());
    if (failed(tensor))
      return failure();
    FailureOr<std::vector<uint8_t>> bytes = constantBytes(global);
    if (failed(bytes) || int64_t(bytes->size()) != plan::byteSize(*tensor))
      return global.emitOpError() << "expected the constant's " << plan::byteSize(*tensor)
                                  << " bytes as initial value";
    tensor->role = plan::Role::Constant;
    tensor->name = "const" + std::to_string(number++);
    tensor->data = std::move(*bytes);
    byName[global.getSymName()] = addTensor(std::move(*tensor), Value());
  }
  WalkResult result = func.walk([&](memref::GetGlobalOp get) {
    auto it = byName.find(get.getName());
    if (it == byName.end())
      return WalkResult(get.emitOpError() << "expected a memref.global of that name");
    tensorOf[get.getResult()] = it->second;
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult Exporter::exportTemps() {
  int number = 0;
  for (auto alloc : func.getOps<memref::AllocOp>()) {
    FailureOr<plan::Tensor> tensor =
        describeTensor(alloc, alloc->getAttr("spyre.host"), alloc.getType(), Type());
    if (failed(tensor))
      return failure();
    tensor->role = plan::Role::Temp;
    tensor->name = "temp" + std::to_string(number++);
    addTensor(std::move(*tensor), alloc.getResult());
  }
  return success();
}

/// By role, in order of appearance; an aliased output lies where its state does.
LogicalResult Exporter::placeInMemory() {
  uint64_t end = 0;
  for (plan::Role role : {plan::Role::Input, plan::Role::Weight, plan::Role::State,
                          plan::Role::Output, plan::Role::Constant, plan::Role::Temp})
    for (plan::Tensor &tensor : plan.tensors) {
      if (tensor.role != role)
        continue;
      if (tensor.alias >= 0) {
        tensor.address = plan.tensors[size_t(tensor.alias)].address;
        continue;
      }
      tensor.address = end;
      end += uint64_t(plan::byteSize(tensor));
    }
  plan.memoryBytes = end;
  if (end > uint64_t(device.getMemoryBytes()))
    return func.emitOpError() << "expected tensors within the device's " << device.getMemoryBytes()
                              << " bytes of memory, found " << end;
  return success();
}

LogicalResult Exporter::exportTensors() {
  try {
    return success(succeeded(exportArguments()) && succeeded(exportConstants()) &&
                   succeeded(exportTemps()) && succeeded(placeInMemory()));
  } catch (const Error &error) { // a shape too large to address
    return func.emitOpError() << error.what();
  }
}

} // namespace spyre
