// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ModuleText.h"

#include <algorithm>

namespace spyre::bench::fidelity {

namespace {
std::string listed(const std::vector<int64_t> &numbers) {
  std::string text;
  for (int64_t number : numbers)
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  return "[" + text + "]";
}

bool contains(const std::vector<int64_t> &list, int64_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}
} // namespace

std::string ModuleText::typeOf(const Shape &shape) const {
  std::string type = "tensor<";
  for (int64_t size : shape)
    type += std::to_string(size) + "x";
  return type + element + ">";
}

Value ModuleText::emit(const std::string &operation, const Shape &shape) {
  std::string name = "%" + std::to_string(values++);
  body += "    " + name + " = " + operation + "\n";
  return {name, shape};
}

Value ModuleText::argument(const Shape &shape) {
  std::string name = "%arg" + std::to_string(ranks.size());
  ranks.push_back(shape.size());
  parameters += (parameters.empty() ? "" : ", ") + name + ": " + typeOf(shape);
  return {name, shape};
}

Value ModuleText::splat(const std::string &literal, const Shape &shape) {
  return emit("stablehlo.constant dense<" + literal + "> : " + typeOf(shape), shape);
}

Value ModuleText::apply(const std::string &op, const std::vector<Value> &values) {
  std::string operands;
  for (const Value &value : values)
    operands += (operands.empty() ? "" : ", ") + value.name;
  std::string type = typeOf(values[0].shape);
  if (op.starts_with("chlo."))
    return emit(op + " " + operands + " : " + type + " -> " + type, values[0].shape);
  return emit("stablehlo." + op + " " + operands + " : " + type, values[0].shape);
}

Value ModuleText::broadcast(const Value &value, const Shape &shape,
                            const std::vector<int64_t> &dims) {
  return emit("stablehlo.broadcast_in_dim " + value.name + ", dims = " + listed(dims) + " : (" +
                  typeOf(value.shape) + ") -> " + typeOf(shape),
              shape);
}

Value ModuleText::reduce(const std::string &op, const std::string &init, const Value &value,
                         const std::vector<int64_t> &dims) {
  Shape shape;
  for (size_t dim = 0; dim < value.shape.size(); ++dim)
    if (!contains(dims, static_cast<int64_t>(dim)))
      shape.push_back(value.shape[dim]);
  Value start = splat(init, {});
  return emit("stablehlo.reduce(" + value.name + " init: " + start.name + ") applies stablehlo." +
                  op + " across dimensions = " + listed(dims) + " : (" + typeOf(value.shape) +
                  ", " + typeOf({}) + ") -> " + typeOf(shape),
              shape);
}

Value ModuleText::dot(const Value &a, const Side &aSide, const Value &b, const Side &bSide) {
  Shape shape;
  for (int64_t dim : aSide.batch)
    shape.push_back(a.shape[static_cast<size_t>(dim)]);
  for (auto [value, side] : {std::pair(&a, &aSide), std::pair(&b, &bSide)})
    for (size_t dim = 0; dim < value->shape.size(); ++dim)
      if (auto at = static_cast<int64_t>(dim); at != side->contracted && !contains(side->batch, at))
        shape.push_back(value->shape[dim]);
  std::string batch = aSide.batch.empty() ? ""
                                          : ", batching_dims = " + listed(aSide.batch) + " x " +
                                                listed(bSide.batch);
  return emit("stablehlo.dot_general " + a.name + ", " + b.name + batch + ", contracting_dims = " +
                  listed({aSide.contracted}) + " x " + listed({bSide.contracted}) + " : (" +
                  typeOf(a.shape) + ", " + typeOf(b.shape) + ") -> " + typeOf(shape),
              shape);
}

Value ModuleText::transpose(const Value &value, const std::vector<int64_t> &permutation) {
  Shape shape;
  for (int64_t dim : permutation)
    shape.push_back(value.shape[static_cast<size_t>(dim)]);
  return emit("stablehlo.transpose " + value.name + ", dims = " + listed(permutation) + " : (" +
                  typeOf(value.shape) + ") -> " + typeOf(shape),
              shape);
}

Value ModuleText::concatenate(const std::vector<Value> &values, int64_t dim) {
  Shape shape = values[0].shape;
  shape[static_cast<size_t>(dim)] = 0;
  std::string operands, types;
  for (const Value &value : values) {
    operands += (operands.empty() ? "" : ", ") + value.name;
    types += (types.empty() ? "" : ", ") + typeOf(value.shape);
    shape[static_cast<size_t>(dim)] += value.shape[static_cast<size_t>(dim)];
  }
  return emit("stablehlo.concatenate " + operands + ", dim = " + std::to_string(dim) + " : (" +
                  types + ") -> " + typeOf(shape),
              shape);
}

std::string ModuleText::lowest() const {
  return element == "f16" ? "0xFC00" : element == "bf16" ? "0xFF80" : "0xFF800000";
}

std::string ModuleText::highest() const {
  return element == "f16" ? "0x7C00" : element == "bf16" ? "0x7F80" : "0x7F800000";
}

std::string ModuleText::text(const Value &result) const {
  return "module @row {\n  func.func public @main(" + parameters + ") -> " + typeOf(result.shape) +
         " {\n" + body + "    return " + result.name + " : " + typeOf(result.shape) + "\n  }\n}\n";
}

} // namespace spyre::bench::fidelity
