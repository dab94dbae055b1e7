// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function per family of ops. A row's op is a name with remarks: "sum over
// last dim", "add row vector (broadcast)", "softmax (last dim)".
#include "Cases.h"

#include "ModuleText.h"
#include "spyre/Support/Error.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <sstream>

namespace spyre::bench::fidelity {

namespace {
bool has(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

/// The op's first word and the number that ends it: "add3 (a+b+c)" is add, 3.
struct Head {
  std::string word;
  int count = 0;
};
Head headOf(const Row &row) {
  Head head;
  for (char c : row.op.substr(0, row.op.find_first_of(" ,(")))
    if (isdigit(c))
      head.count = head.count * 10 + (c - '0');
    else
      head.word += static_cast<char>(tolower(c));
  return head;
}

std::string elementOf(const Row &row) {
  static const std::map<std::string, std::string> names{
      {"fp16", "f16"}, {"float16", "f16"}, {"f16", "f16"}, {"bf16", "bf16"},
      {"fp32", "f32"}, {"float32", "f32"}, {"f32", "f32"}};
  auto it = names.find(row.type);
  if (it == names.end())
    throw Error("expected fp16, bf16 or fp32, found type " + row.type);
  return it->second;
}

/// Tiles say how a kernel was cut, the other sizes what it computes.
Shape shapeOfRow(const Row &row) {
  Shape shape;
  for (const auto &[name, size] : row.sizes)
    if (name != "tiles")
      shape.push_back(size);
  return shape;
}

std::vector<int64_t> range(int64_t begin, int64_t end) {
  std::vector<int64_t> result(static_cast<size_t>(std::max<int64_t>(end - begin, 0)));
  std::iota(result.begin(), result.end(), begin);
  return result;
}

/// The dim that "first dim", "last dim" or "dim 2" means.
int64_t dimOf(const Row &row, size_t rank) {
  auto last = static_cast<int64_t>(rank) - 1;
  if (has(row.op, "last dim"))
    return last;
  if (has(row.op, "first dim"))
    return 0;
  int64_t dim = -1;
  if (size_t at = row.op.find("dim "); at != std::string::npos)
    std::istringstream(row.op.substr(at + 4)) >> dim;
  if (dim < 0 || dim > last)
    throw Error("expected a dim of " + row.dims + " in the op, found '" + row.op + "'");
  return dim;
}

/// How the public stack lays out a tensor unless told otherwise: dims 1, 2, ...,
/// the last counted in sticks, and dim 0 just outside the stick. [R, C] lies as
/// [C/64, R, 64], [B, R, C] as [R, C/64, B, 64] (its docs/TensorLayouts.md).
std::string stackLayout(size_t rank) {
  std::string order;
  for (size_t dim = 1; dim < rank; ++dim)
    order += std::to_string(dim) + ",";
  return order + "0|" + std::to_string(rank - 1);
}

/// The layout of a tensor of the row; `name`: A, B, C of a product. Its outermost
/// axis may be recorded.
std::string layoutOf(const Row &row, const std::string &name, size_t rank) {
  bool batchOutside =
      has(row.condition, "axis " + name + " batch") || has(row.condition, ", " + name + " batch");
  return batchOutside && rank == 3 ? "0,2,1|2" : stackLayout(rank);
}

/// Adds the module, with operands and result as the row had them.
void addModule(const Row &row, const ModuleText &module, const Value &value, Case &result) {
  if (result.modules.empty()) { // all modules of a case are alike
    const std::vector<size_t> &ranks = module.argumentRanks();
    for (size_t i = 0; i < ranks.size(); ++i)
      if (ranks[i] > 1)
        result.pins.push_back("layout@arg" + std::to_string(i) + "=" +
                              layoutOf(row, std::string(1, static_cast<char>('A' + i)), ranks[i]));
    if (size_t rank = value.shape.size(); rank > 1)
      result.pins.push_back("layout@result0=" + layoutOf(row, "C", rank));
  }
  result.modules.push_back(module.text(value));
}

/// The recorded split as pins: loops of a product by their letters, otherwise
/// the outer loop. Loops of one element are none.
void pinSplit(const Row &row, const std::string &kernel,
              const std::map<std::string, std::pair<std::string, int64_t>> &loops, Case &result) {
  auto split = splitOf(row);
  if (!split)
    return;
  std::map<std::string, int64_t> parts;
  for (const auto &[loop, count] : *split)
    parts[loop] = count;
  std::string pin;
  for (const auto &[letter, loop] : loops) {
    auto found = parts.find(letter);
    int64_t count = found == parts.end() ? 1 : found->second;
    if (found != parts.end())
      parts.erase(found);
    if (loop.second > 1)
      pin += (pin.empty() ? "" : ",") + loop.first + ":" + std::to_string(count);
    else if (count > 1)
      throw Error("expected one part of a loop of one element, found split '" + row.split + "'");
  }
  if (!parts.empty())
    throw Error("expected loops of the op in the split, found '" + row.split + "'");
  result.pins.push_back("division@" + kernel + "=" + pin);
}

void pinRows(const Row &row, const std::string &kernel, const Shape &shape, Case &result) {
  std::map<std::string, std::pair<std::string, int64_t>> loops;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    loops[dim == 0 ? "rows" : "d" + std::to_string(dim)] = {"d" + std::to_string(dim), shape[dim]};
  pinSplit(row, kernel, loops, result);
}

bool product(const Row &row, Case &result) {
  std::string word = headOf(row).word;
  if (word != "matmul" && word != "bmm")
    return false;
  bool batched = word == "bmm";
  int64_t m = sizeOf(row, "M"), n = sizeOf(row, "N"), k = sizeOf(row, "K");
  int64_t b = batched ? sizeOf(row, "B") : 1;
  ModuleText module(elementOf(row));
  std::map<std::string, std::pair<std::string, int64_t>> loops{
      {"m", {"m", m}}, {"n", {"n", n}}, {"k", {"k", k}}};
  if (!batched) {
    Value left = module.argument({m, k}), right = module.argument({k, n});
    addModule(row, module, module.dot(left, {{}, 1}, right, {{}, 0}), result);
  } else {
    loops["b"] = {"b", b};
    Value left = module.argument({b, m, k}), right = module.argument({b, k, n});
    addModule(row, module, module.dot(left, {{0}, 2}, right, {{0}, 1}), result);
  }
  pinSplit(row, "matmul_0", loops, result);
  return true;
}

const std::map<std::string, std::string> kBinary{
    {"add", "add"},     {"sub", "subtract"},    {"mul", "multiply"}, {"div", "divide"},
    {"max", "maximum"}, {"maximum", "maximum"}, {"min", "minimum"},  {"minimum", "minimum"}};

/// "sum over last dim", "max over dim 1", "sum of all", "mean ...".
bool reduction(const Row &row, Case &result) {
  static const std::map<std::string, std::string> kinds{{"sum", "add"},     {"mean", "add"},
                                                        {"max", "maximum"}, {"amax", "maximum"},
                                                        {"min", "minimum"}, {"amin", "minimum"}};
  std::string word = headOf(row).word;
  auto kind = kinds.find(word);
  bool all = has(row.op, " of all") || has(row.op, "over all");
  if (kind == kinds.end() || (!all && !has(row.op, "over")))
    return false;
  ModuleText module(elementOf(row));
  Value input = module.argument(shapeOfRow(row));
  size_t rank = input.shape.size();
  std::vector<int64_t> dims =
      all ? range(0, static_cast<int64_t>(rank)) : std::vector{dimOf(row, rank)};
  std::string init = kind->second == "add"       ? "0.0"
                     : kind->second == "maximum" ? module.lowest()
                                                 : module.highest();
  Value value = module.reduce(kind->second, init, input, dims);
  if (word == "mean") {
    int64_t count = 1;
    for (int64_t dim : dims)
      count *= input.shape[static_cast<size_t>(dim)];
    std::ostringstream inverse;
    inverse << std::scientific << 1.0 / static_cast<double>(count);
    value = module.apply("multiply", {value, module.splat(inverse.str(), value.shape)});
  }
  addModule(row, module, value, result);
  pinRows(row, "reduce_0", input.shape, result);
  return true;
}

/// A chain of `count` operands whose sums meet in device memory: kernel by kernel.
void chainByKernel(const Row &row, const std::string &op, int count, Case &result) {
  for (int i = 1; i < count; ++i) {
    ModuleText module(elementOf(row));
    Value a = module.argument(shapeOfRow(row)), b = module.argument(shapeOfRow(row));
    addModule(row, module, module.apply(op, {a, b}), result);
  }
}

bool binary(const Row &row, Case &result) {
  auto [word, count] = headOf(row);
  auto op = kBinary.find(word);
  if (op == kBinary.end())
    return false;
  Shape shape = shapeOfRow(row);
  count = std::max(count, 2);
  if (has(row.condition, "through device memory")) {
    chainByKernel(row, op->second, count, result);
    return true;
  }
  ModuleText module(elementOf(row));
  auto rank = static_cast<int64_t>(shape.size());
  Value value = module.argument(shape);
  for (int i = 1; i < count; ++i) {
    Value other;
    if (has(row.op, "scalar"))
      other = module.splat("1.5", shape);
    else if (has(row.op, "row vector"))
      other = module.broadcast(module.argument({shape.back()}), shape, {rank - 1});
    else if (has(row.op, "column vector") || has(row.op, "col vector"))
      other = module.broadcast(module.argument(Shape(shape.begin(), shape.end() - 1)), shape,
                               range(0, rank - 1));
    else
      other = module.argument(shape);
    value = module.apply(op->second, {value, other});
  }
  addModule(row, module, value, result);
  pinRows(row, "pointwise_0", shape, result);
  return true;
}

Value silu(ModuleText &module, const Value &x) {
  return module.apply("multiply", {x, module.apply("logistic", {x})});
}

/// x / 2 (1 + erf(x / sqrt 2)).
Value gelu(ModuleText &module, const Value &x) {
  Value root = module.apply("multiply", {x, module.splat("7.071068e-01", x.shape)});
  Value one = module.apply("add", {module.apply("chlo.erf", {root}), module.splat("1.0", x.shape)});
  Value half = module.apply("multiply", {x, module.splat("5.0e-01", x.shape)});
  return module.apply("multiply", {half, one});
}

bool unary(const Row &row, Case &result) {
  static const std::map<std::string, std::string> ops{
      {"neg", "negate"}, {"abs", "abs"},     {"exp", "exponential"}, {"log", "log"},
      {"sqrt", "sqrt"},  {"rsqrt", "rsqrt"}, {"tanh", "tanh"},       {"sigmoid", "logistic"},
      {"sin", "sine"},   {"cos", "cosine"},  {"floor", "floor"},     {"ceil", "ceil"}};
  std::string word = headOf(row).word;
  ModuleText module(elementOf(row));
  Value input = module.argument(shapeOfRow(row));
  Value value = input;
  if (auto op = ops.find(word); op != ops.end())
    value = module.apply(op->second, {input});
  else if (word == "gelu")
    value = gelu(module, input);
  else if (word == "silu")
    value = silu(module, input);
  else if (word == "relu")
    value = module.apply("maximum", {input, module.splat("0.0", input.shape)});
  else if (word == "reciprocal" || word == "recip")
    value = module.apply("divide", {module.splat("1.0", input.shape), input});
  else if (word == "square")
    value = module.apply("multiply", {input, input});
  else if (word != "copy" && word != "clone" && word != "identity")
    return false;
  addModule(row, module, value, result);
  pinRows(row, "pointwise_0", input.shape, result);
  return true;
}

/// Maximum, difference, exponential, sum, quotient, along `dim`.
Value softmaxOf(ModuleText &module, const Value &x, int64_t dim) {
  auto rank = static_cast<int64_t>(x.shape.size());
  std::vector<int64_t> others = range(0, rank);
  others.erase(others.begin() + dim);
  Value top = module.reduce("maximum", module.lowest(), x, {dim});
  Value shifted = module.apply("subtract", {x, module.broadcast(top, x.shape, others)});
  Value powers = module.apply("exponential", {shifted});
  Value total = module.reduce("add", "0.0", powers, {dim});
  return module.apply("divide", {powers, module.broadcast(total, x.shape, others)});
}

bool softmax(const Row &row, Case &result) {
  if (headOf(row).word != "softmax")
    return false;
  ModuleText module(elementOf(row));
  Value input = module.argument(shapeOfRow(row));
  bool named = has(row.op, "dim");
  int64_t dim =
      named ? dimOf(row, input.shape.size()) : static_cast<int64_t>(input.shape.size()) - 1;
  addModule(row, module, softmaxOf(module, input, dim), result);
  pinRows(row, "softmax_0", input.shape, result);
  return true;
}

bool movement(const Row &row, Case &result) {
  std::string word = headOf(row).word;
  ModuleText module(elementOf(row));
  Value input = module.argument(shapeOfRow(row));
  auto rank = static_cast<int64_t>(input.shape.size());
  if (word == "transpose") {
    if (rank < 2)
      throw Error("expected two dims or more, found " + row.dims);
    std::vector<int64_t> order = range(0, rank);
    bool outer = has(row.op, "outer");
    if (outer && rank < 3)
      throw Error("expected three dims or more, found " + row.dims);
    std::swap(order[outer ? 0 : order.size() - 2], order[outer ? 1 : order.size() - 1]);
    addModule(row, module, module.transpose(input, order), result);
  } else if (word == "concat" || word == "cat") {
    int64_t dim = dimOf(row, input.shape.size());
    Value other = has(row.op, "with itself") ? input : module.argument(input.shape);
    addModule(row, module, module.concatenate({input, other}, dim), result);
  } else {
    return false;
  }
  pinRows(row, "move_0", input.shape, result);
  return true;
}

/// silu(x gate) * (x up): the first part of a feed-forward layer, or with the
/// product behind it all of it.
bool feedForward(const Row &row, Case &result) {
  bool gated = has(row.op, "gate+up");
  if (!gated && headOf(row).word != "swiglu")
    return false;
  ModuleText module(elementOf(row));
  int64_t rows = sizeOf(row, "M"), hidden = sizeOf(row, "hidden"), inner = sizeOf(row, "inner");
  for (const auto &[name, size] : row.sizes)
    if (name == "B")
      rows *= size;
  Value x = module.argument({rows, hidden});
  Value gate = module.dot(x, {{}, 1}, module.argument({hidden, inner}), {{}, 0});
  Value up = module.dot(x, {{}, 1}, module.argument({hidden, inner}), {{}, 0});
  Value value = module.apply("multiply", {silu(module, gate), up});
  if (!gated)
    value = module.dot(value, {{}, 1}, module.argument({inner, hidden}), {{}, 0});
  addModule(row, module, value, result);
  if (splitOf(row))
    throw Error("expected no recorded split of several products, found '" + row.split + "'");
  return true;
}

/// softmax(q k^T) v of one head.
bool attention(const Row &row, Case &result) {
  if (headOf(row).word != "attention")
    return false;
  ModuleText module(elementOf(row));
  int64_t queries = sizeOf(row, "Lq"), keys = sizeOf(row, "Lk"), depth = sizeOf(row, "D");
  Value q = module.argument({queries, depth}), k = module.argument({keys, depth});
  Value v = module.argument({keys, depth});
  Value weights = softmaxOf(module, module.dot(q, {{}, 1}, k, {{}, 1}), 1);
  addModule(row, module, module.dot(weights, {{}, 1}, v, {{}, 0}), result);
  if (row.split != "not recorded" && !row.split.empty())
    result.note = "several ops with a split each, here one kernel: planner's division";
  return true;
}
} // namespace

Case caseOf(const Row &row) {
  Case result;
  result.opClass = classOf(row);
  for (auto family : {product, feedForward, attention, softmax, movement, reduction, binary, unary})
    if (family(row, result))
      return result;
  throw Error("expected an op that has a generator, found '" + row.op + "'");
}

std::string classOf(const Row &row) {
  Head head = headOf(row);
  return head.count > 0 ? head.word + " chain" : head.word;
}

} // namespace spyre::bench::fidelity
