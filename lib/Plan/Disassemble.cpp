// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Plan/Limits.h"
#include "spyre/Plan/Names.h"
#include "spyre/Plan/Text.h"

#include <cstdio>

namespace spyre::plan {

namespace {

std::string toString(const Scalar &scalar) {
  if (!isFloat(scalar.type))
    return std::to_string(scalar.i);
  char text[40];
  std::snprintf(text, sizeof(text), "%.9g", scalar.f);
  return text;
}

class Listing {
public:
  Listing(const Plan &plan, const Program &program) : plan(plan), program(program) {}

  std::string run() {
    line("program " + program.name);
    list("inputs", program.inputs);
    list("outputs", program.outputs);
    for (size_t i = 0; i < program.tables.size(); ++i) {
      std::string text = "table t" + std::to_string(i) + " =";
      for (int64_t value : program.tables[i])
        text += " " + std::to_string(value);
      line("  " + text);
    }
    for (const AddressTable &table : program.addressTables)
      list(("addresses " + table.name).c_str(), table.tensors);
    for (int unit = 0; unit < kNumUnits; ++unit) {
      if (program.queues[size_t(unit)].empty())
        continue;
      line(std::string("  queue ") + name(Unit(unit)));
      body(program.queues[size_t(unit)], 0);
    }
    return std::move(out);
  }

private:
  void line(const std::string &text) { out += text + "\n"; }
  std::string tensorName(int32_t tensor) const {
    return tensor >= 0 && size_t(tensor) < plan.tensors.size() ? plan.tensors[size_t(tensor)].name
                                                               : "tensor" + std::to_string(tensor);
  }
  void list(const char *what, const std::vector<int32_t> &tensors) {
    std::string text = std::string("  ") + what + " =";
    for (int32_t tensor : tensors)
      text += " " + tensorName(tensor);
    line(text);
  }
  std::string kernelName(int32_t kernel) const {
    bool known = kernel >= 0 && size_t(kernel) < program.kernels.size();
    return "  ; " +
           (known ? program.kernels[size_t(kernel)].name : "kernel " + std::to_string(kernel));
  }

  void body(const std::vector<Node> &nodes, int depth) {
    std::string indent(size_t(4 + 2 * depth), ' ');
    for (const Node &node : nodes) {
      if (const Loop *loop = std::get_if<Loop>(&node)) {
        line(indent + "for i" + std::to_string(depth) + " in 0.." + std::to_string(loop->trip));
        if (depth <= kMaxLoopDepth)
          body(loop->body, depth + 1);
      } else if (const Await *await = std::get_if<Await>(&node)) {
        line(indent + text(*await));
      } else if (const Copy *copy = std::get_if<Copy>(&node)) {
        line(indent + text(*copy) + kernelName(copy->kernel));
      } else {
        exec(std::get<Exec>(node), indent);
      }
    }
  }

  static std::string text(const Await &await) {
    std::string text = std::string("await ") + name(await.unit) + " >= " + toString(await.count);
    if (await.floor > 0)
      text += " if above " + std::to_string(await.floor);
    if (await.cores == Await::Cores::All)
      text += " on all cores";
    if (await.cores == Await::Cores::Map)
      text += " on core t" + std::to_string(await.coreMap);
    return text;
  }

  std::string text(const Copy &copy) const {
    std::string box, strides, sourceStrides;
    for (const BoxDim &dim : copy.box) {
      box += (box.empty() ? "" : ", ") + toString(dim.offset) + " : " + toString(dim.size);
      strides += (strides.empty() ? "" : ", ") + std::to_string(dim.lxStride);
      sourceStrides += (sourceStrides.empty() ? "" : ", ") + std::to_string(dim.srcStride);
    }
    std::string far = tensorName(copy.tensor);
    if (copy.coreMap >= 0)
      far = "core t" + std::to_string(copy.coreMap) + " " + toString(copy.src) + " strides [" +
            sourceStrides + "]";
    else if (copy.addressTable >= 0)
      far = (size_t(copy.addressTable) < program.addressTables.size()
                 ? program.addressTables[size_t(copy.addressTable)].name
                 : "?") +
            "{" + toString(copy.tableIndex) + "}";
    std::string text =
        "copy " + far + " [" + box + "] <-> " + toString(copy.lx) + " strides [" + strides + "]";
    if (copy.multicast >= 0)
      text += " multicast t" + std::to_string(copy.multicast);
    for (const IndexOperand &index : copy.indices)
      text += " at dim " + std::to_string(index.dim) + " + i32 of " + toString(index.addr) +
              " in [" + std::to_string(index.lo) + ", " + std::to_string(index.hi) + "]";
    return text;
  }

  void exec(const Exec &exec, const std::string &indent) {
    std::string text = std::string(name(exec.kind)) + " [";
    for (size_t d = 0; d < exec.loops.size(); ++d)
      text += (d ? ", " : "") +
              std::string(d < exec.reduction.size() && exec.reduction[d] ? "reduce " : "") +
              toString(exec.loops[d]) +
              (d < exec.origin.size() && !(exec.origin[d] == Index())
                   ? " from " + toString(exec.origin[d])
                   : "");
    line(indent + text + "]" + kernelName(exec.kernel));
    for (size_t i = 0; i < exec.operands.size(); ++i) {
      const Operand &operand = exec.operands[i];
      bool output = i + size_t(exec.numOutputs) >= exec.operands.size();
      line(indent + "  " + (output ? "out " : "in  ") + name(operand.type) + " " +
           toString(operand.addr) + " + " + toString(operand.access));
    }
    if (!exec.init.empty()) {
      std::string init = "  init";
      for (const Scalar &scalar : exec.init)
        init += " " + toString(scalar);
      line(indent + init +
           (exec.initLoop >= 0 ? " when i" + std::to_string(exec.initLoop) + " = 0" : ""));
    }
    size_t value =
        exec.operands.size() - (exec.kind == ExecKind::Reduce ? 0 : size_t(exec.numOutputs));
    for (const ScalarOp &op : exec.body.ops) {
      std::string body =
          "  %" + std::to_string(value++) + " = " + name(op.op) + " " + name(op.type);
      if (op.op == Opcode::Const || op.op == Opcode::Index)
        body += (op.op == Opcode::Index ? " d" : " ") +
                toString(op.op == Opcode::Index ? Scalar{DType::I64, 0, op.imm.i} : op.imm);
      for (int32_t arg : op.args)
        body += " %" + std::to_string(arg);
      line(indent + body);
    }
    std::string results = "  yield";
    for (int32_t result : exec.body.results)
      results += " %" + std::to_string(result);
    if (!exec.body.results.empty())
      line(indent + results);
  }

  const Plan &plan;
  const Program &program;
  std::string out;
};

} // namespace

std::string disassemble(const Plan &plan) {
  std::string out;
  for (const Program &program : plan.programs)
    out += Listing(plan, program).run();
  return out;
}

} // namespace spyre::plan
