// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands in a plan's JSON header, said once for reading and writing. The
// keys are the members' names in Plan.h.
#pragma once

#include "JsonArchive.h"

namespace spyre::plan {

inline constexpr int64_t kMaxId = INT32_MAX; // of anything that another field refers to

template <typename A> void describe(A &a, Ref<A, Layout> layout) {
  a.values("order", layout.order, 0, kMaxRank - 1, kMaxRank);
  a.integer("stickDim", layout.stickDim, -1, kMaxRank - 1);
}

template <typename A> void describe(A &a, Ref<A, Tensor> tensor) {
  a.text("name", tensor.name);
  a.named("type", tensor.type);
  a.values("shape", tensor.shape, 0, kMaxSize, kMaxRank);
  a.object("layout", tensor.layout);
  a.named("role", tensor.role);
  a.integerOr("alias", tensor.alias, -1, -1, kMaxId);
  a.integer("address", tensor.address, 0, kMaxMemoryBytes);
  a.blobOr("data", tensor.data);
}

template <typename A> void describe(A &a, Ref<A, Index::Term> term) {
  a.integer("loop", term.loop, 0, kMaxLoopDepth - 1);
  a.integer("coef", term.coef, -kMaxNumber, kMaxNumber);
}

template <typename A> void describe(A &a, Ref<A, Index> index) {
  a.integerOr("c", index.c, 0, -kMaxNumber, kMaxNumber);
  a.listOr("terms", index.terms, kMaxTerms);
  a.integerOr("table", index.table, -1, -1, kMaxId);
}

template <typename A> void describe(A &a, Ref<A, Extent> extent) {
  a.object("value", extent.value);
  a.integer("max", extent.max, 0, kMaxSize);
}

template <typename A> void describe(A &a, Ref<A, LxAddr> addr) {
  a.integer("base", addr.base, 0, kMaxLxBytes);
  a.objectOr("slot", addr.slot, Index());
  a.integerOr("slots", addr.slots, 1, 1, kMaxLxBytes);
  a.integerOr("stride", addr.stride, 0, 0, kMaxLxBytes);
}

template <typename A> void describe(A &a, Ref<A, IndexOperand> index) {
  a.object("addr", index.addr);
  a.integer("dim", index.dim, 0, kMaxRank - 1);
  a.integer("lo", index.lo, INT32_MIN, INT32_MAX);
  a.integer("hi", index.hi, INT32_MIN, INT32_MAX);
}

template <typename A> void describe(A &a, Ref<A, BoxDim> dim) {
  a.object("offset", dim.offset);
  a.object("size", dim.size);
  a.integerOr("lxStride", dim.lxStride, 0, 0, kMaxLxBytes);
  a.integerOr("srcStride", dim.srcStride, 0, 0, kMaxLxBytes);
}

template <typename A> void describe(A &a, Ref<A, AddressTable> table) {
  a.text("name", table.name);
  a.values("tensors", table.tensors, 0, kMaxId, kMaxCount);
}

template <typename A> void describe(A &a, Ref<A, Copy> copy) {
  a.integer("kernel", copy.kernel, 0, kMaxId);
  a.integerOr("tensor", copy.tensor, -1, -1, kMaxId);
  a.integerOr("addressTable", copy.addressTable, -1, -1, kMaxId);
  a.objectOr("tableIndex", copy.tableIndex, Index());
  a.list("box", copy.box, kMaxRank);
  a.object("lx", copy.lx);
  a.integerOr("multicast", copy.multicast, -1, -1, kMaxId);
  a.integerOr("coreMap", copy.coreMap, -1, -1, kMaxId);
  a.objectOr("src", copy.src, LxAddr());
  a.listOr("indices", copy.indices, kMaxRank);
  a.textOr("source", copy.source);
}

template <typename A> void describe(A &a, Ref<A, Access::Term> term) {
  a.integer("mul", term.mul, -kMaxNumber, kMaxNumber);
  a.values("coef", term.coef, -kMaxNumber, kMaxNumber, kMaxRank);
  a.integerOr("c", term.c, 0, -kMaxNumber, kMaxNumber);
  a.integerOr("div", term.div, 1, 1, kMaxNumber);
  a.integerOr("mod", term.mod, 0, 0, kMaxNumber);
}

template <typename A> void describe(A &a, Ref<A, Access> access) {
  a.integerOr("offset", access.offset, 0, -kMaxNumber, kMaxNumber);
  a.listOr("terms", access.terms, kMaxTerms);
}

template <typename A> void describe(A &a, Ref<A, Operand> operand) {
  a.object("addr", operand.addr);
  a.named("type", operand.type);
  a.object("access", operand.access);
}

template <typename A> void describe(A &a, Ref<A, Scalar> scalar) {
  a.named("type", scalar.type);
  a.scalar("value", scalar);
}

template <typename A> void describe(A &a, Ref<A, ScalarOp> op) {
  a.named("op", op.op);
  a.named("type", op.type);
  a.valuesOr("args", op.args, 0, kMaxId, 3);
  a.objectOr("imm", op.imm, Scalar());
}

template <typename A> void describe(A &a, Ref<A, ScalarProgram> body) {
  a.listOr("ops", body.ops, kMaxScalarOps);
  a.valuesOr("results", body.results, 0, kMaxId, kMaxOperands);
}

template <typename A> void describe(A &a, Ref<A, Exec> exec) {
  a.integer("kernel", exec.kernel, 0, kMaxId);
  a.named("unit", exec.unit);
  a.named("kind", exec.kind);
  a.list("loops", exec.loops, kMaxRank);
  a.values("reduction", exec.reduction, 0, 1, kMaxRank);
  a.list("operands", exec.operands, kMaxOperands);
  a.integer("numOutputs", exec.numOutputs, 0, kMaxOperands);
  a.objectOr("body", exec.body, ScalarProgram());
  a.listOr("init", exec.init, kMaxOperands);
  a.listOr("origin", exec.origin, kMaxRank);
  a.integerOr("initLoop", exec.initLoop, -1, -1, kMaxLoopDepth - 1);
  a.textOr("source", exec.source);
}

template <typename A> void describe(A &a, Ref<A, Await> await) {
  a.named("unit", await.unit);
  a.object("count", await.count);
  a.integerOr("floor", await.floor, 0, 0, kMaxNumber);
  a.namedOr("cores", await.cores, Await::Cores::Same);
  a.integerOr("coreMap", await.coreMap, -1, -1, kMaxId);
}

template <typename A> void describe(A &a, Ref<A, Loop> loop) {
  a.integer("trip", loop.trip, 0, kMaxTrip);
  a.list("body", loop.body, kMaxCount);
}

template <typename A> void describe(A &a, Ref<A, Kernel> kernel) {
  a.text("name", kernel.name);
  a.textOr("source", kernel.source);
  a.valuesOr("ops", kernel.ops, 0, 0, kMaxCount);
  a.integer("cores", kernel.cores, 0, kMaxCores);
  a.numberOr("predictedUs", kernel.predictedUs);
  a.numberOr("boundHardUs", kernel.boundHardUs);
  a.numberOr("boundSustainedUs", kernel.boundSustainedUs);
  a.textOr("boundBy", kernel.boundBy);
}

template <typename A> void describe(A &a, Ref<A, std::array<std::vector<Node>, kNumUnits>> queues) {
  for (int unit = 0; unit < kNumUnits; ++unit)
    a.listOr(name(Unit(unit)), queues[size_t(unit)], kMaxCount);
}

template <typename A> void describe(A &a, Ref<A, Program> program) {
  a.text("name", program.name);
  a.values("inputs", program.inputs, 0, kMaxId, kMaxCount);
  a.values("outputs", program.outputs, 0, kMaxId, kMaxCount);
  a.list("tables", program.tables, kMaxCount);
  a.listOr("addressTables", program.addressTables, kMaxCount);
  a.list("kernels", program.kernels, kMaxCount);
  a.object("queues", program.queues);
  a.integer("lxBytes", program.lxBytes, 0, kMaxLxBytes);
  a.numberOr("boundHardUs", program.boundHardUs);
  a.numberOr("boundSustainedUs", program.boundSustainedUs);
  a.textOr("boundBy", program.boundBy);
}

template <typename A> void describe(A &a, Ref<A, Relocation> relocation) {
  a.text("symbol", relocation.symbol);
  a.named("kind", relocation.kind);
  a.integerOr("tensor", relocation.tensor, -1, -1, kMaxId);
  a.integerOr("addend", relocation.addend, 0, -kMaxNumber, kMaxNumber);
}

template <typename A> void describe(A &a, Ref<A, Plan> plan) {
  a.text("producer", plan.producer);
  a.text("deviceName", plan.deviceName);
  a.text("deviceDigest", plan.deviceDigest);
  a.integer("cores", plan.cores, 1, kMaxCores);
  a.integer("lxAllocatableBytes", plan.lxAllocatableBytes, 0, kMaxLxBytes);
  a.integer("memoryBytes", plan.memoryBytes, 0, kMaxMemoryBytes);
  a.list("tensors", plan.tensors, kMaxCount);
  a.listOr("relocations", plan.relocations, kMaxCount);
  a.list("programs", plan.programs, kMaxCount);
  a.textOr("compileReport", plan.compileReport);
}

} // namespace spyre::plan
