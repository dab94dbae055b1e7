// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small valid plans, made by hand, for tests of everything that takes a plan.
#pragma once

#include "spyre/Plan/Layout.h"
#include "spyre/Plan/Limits.h"
#include "spyre/Plan/Plan.h"

namespace spyre::plan::sample {

inline Index iv(int32_t loop, int64_t coef, int64_t c = 0, int32_t table = -1) {
  return {c, {{loop, coef}}, table};
}
inline Index entry(int32_t table, int64_t c = 0) { return {c, {}, table}; }
inline Extent fixed(int64_t size) { return {{size}, size}; }

/// Adds a tensor behind the ones before it; returns its number.
inline int32_t addTensor(Plan &plan, const std::string &name, DType type,
                         std::vector<int64_t> shape, Role role) {
  Tensor tensor{name, type, std::move(shape)};
  tensor.layout = defaultLayout(tensor.shape.size());
  tensor.role = role;
  tensor.address = plan.memoryBytes;
  plan.memoryBytes += uint64_t(byteSize(tensor));
  if (role == Role::Constant)
    tensor.data.resize(size_t(byteSize(tensor)), 0x3c);
  plan.tensors.push_back(std::move(tensor));
  return int32_t(plan.tensors.size()) - 1;
}

inline Plan emptyPlan(int cores) {
  Plan plan;
  plan.producer = "sample";
  plan.deviceName = "spyre-default";
  plan.deviceDigest = "0";
  plan.cores = cores;
  plan.lxAllocatableBytes = 1625344;
  plan.programs.emplace_back();
  plan.programs[0].kernels.push_back({"kernel_0", "sample.mlir:1", {"op"}, cores});
  return plan;
}

inline void addAddressRelocations(Plan &plan) {
  for (size_t i = 0; i < plan.tensors.size(); ++i)
    if (Role role = plan.tensors[i].role; role != Role::Constant && role != Role::Temp)
      plan.relocations.push_back({plan.tensors[i].name, Relocation::Kind::Address, int32_t(i), 0});
}

inline std::vector<Node> &queue(Plan &plan, Unit unit) {
  return plan.programs[0].queues[size_t(unit)];
}

/// The body of the loop that is the queue's first node.
inline std::vector<Node> &loopBody(Plan &plan, Unit unit) {
  return std::get<Loop>(queue(plan, unit).at(0)).body;
}

inline Copy boxCopy(int32_t tensor, std::vector<BoxDim> box, LxAddr lx) {
  Copy copy;
  copy.tensor = tensor;
  copy.box = std::move(box);
  copy.lx = lx;
  copy.source = "sample.mlir:1";
  return copy;
}

inline Await await(Unit unit, Index count, Await::Cores cores = Await::Cores::Same,
                   int32_t coreMap = -1) {
  Await await;
  await.unit = unit;
  await.count = std::move(count);
  await.cores = cores;
  await.coreMap = coreMap;
  return await;
}

/// Elements of rows of `rowBytes`, innermost loop d1 along the row.
inline Access rows(int64_t rowBytes, int64_t width) {
  return {0, {{rowBytes, {1, 0}, 0, 1, 0}, {width, {0, 1}, 0, 1, 0}}};
}

/// out = -x, [rows x 256] f16: each of 4 cores takes 16 rows in 4 tiles through
/// two rotating slots; the last tile may be part-filled or empty.
inline Plan mapPlan(int64_t rowCount = 64) {
  Plan plan = emptyPlan(4);
  int32_t x = addTensor(plan, "arg0", DType::F16, {rowCount, 256}, Role::Input);
  int32_t out = addTensor(plan, "out0", DType::F16, {rowCount, 256}, Role::Output);
  Program &program = plan.programs[0];
  program.inputs = {x};
  program.outputs = {out};
  program.tables = {{0, 16, 32, 48}, {rowCount, rowCount - 16, rowCount - 32, rowCount - 48}};
  program.lxBytes = 8192;
  Extent tile{iv(0, -4, 0, 1), 4};
  std::vector<BoxDim> box{{iv(0, 4, 0, 0), tile, 512}, {{0}, fixed(4), 128}};
  LxAddr in{0, iv(0, 1), 2, 2048}, result{4096, iv(0, 1), 2, 2048};
  queue(plan, Unit::Load) = {Loop{4, {await(Unit::Sfu, iv(0, 1, -1)), boxCopy(x, box, in)}}};
  Exec exec;
  exec.loops = {tile, fixed(256)};
  exec.reduction = {0, 0};
  exec.operands = {{in, DType::F16, rows(512, 2)}, {result, DType::F16, rows(512, 2)}};
  exec.body = {{{Opcode::Neg, DType::F16, {0}, {}}}, {1}};
  queue(plan, Unit::Sfu) = {
      Loop{4, {await(Unit::Load, iv(0, 1, 1)), await(Unit::Store, iv(0, 1, -1)), exec}}};
  queue(plan, Unit::Store) = {Loop{4, {await(Unit::Sfu, iv(0, 1, 1)), boxCopy(out, box, result)}}};
  addAddressRelocations(plan);
  return plan;
}

/// out = a * w, [64 x 256] * [256 x 128] f16 to f32: a 2 x 2 grid of cores
/// shares both operands by multicast and walks K in 4 blocks through two slots.
inline Plan contractPlan() {
  Plan plan = emptyPlan(4);
  int32_t a = addTensor(plan, "arg0", DType::F16, {64, 256}, Role::Input);
  int32_t w = addTensor(plan, "arg1", DType::F16, {256, 128}, Role::Weight);
  int32_t out = addTensor(plan, "out0", DType::F32, {64, 128}, Role::Output);
  Program &program = plan.programs[0];
  program.inputs = {a, w};
  program.outputs = {out};
  // Row of the grid, first row of A; column of the grid; first stick of out.
  program.tables = {{0, 1, 0, 1}, {0, 32, 0, 32}, {0, 0, 1, 1}, {0, 0, 2, 2}};
  program.lxBytes = 32768;
  LxAddr aSlot{0, iv(0, 1), 2, 4096}, wSlot{8192, iv(0, 1), 2, 8192}, sum{24576};
  Copy loadA = boxCopy(a, {{entry(1), fixed(32), 128}, {iv(0, 1), fixed(1), 128}}, aSlot);
  Copy loadW = boxCopy(w, {{iv(0, 64), fixed(64), 128}, {entry(2), fixed(1), 128}}, wSlot);
  loadA.multicast = 0;
  loadW.multicast = 2;
  queue(plan, Unit::Load) = {Loop{4, {await(Unit::Pt, iv(0, 1, -1)), loadA, loadW}}};
  Exec exec;
  exec.unit = Unit::Pt;
  exec.kind = ExecKind::Contract;
  exec.loops = {fixed(32), fixed(64), fixed(64)}; // m, n, k
  exec.reduction = {0, 0, 1};
  exec.operands = {{aSlot, DType::F16, {0, {{128, {1, 0, 0}, 0, 1, 0}, {2, {0, 0, 1}, 0, 1, 0}}}},
                   {wSlot, DType::F16, {0, {{128, {0, 0, 1}, 0, 1, 0}, {2, {0, 1, 0}, 0, 1, 0}}}},
                   {sum, DType::F32, {0, {{256, {1, 0, 0}, 0, 1, 0}, {4, {0, 1, 0}, 0, 1, 0}}}}};
  exec.init = {{DType::F32, 0, 0}};
  exec.initLoop = 0;
  queue(plan, Unit::Pt) = {Loop{4, {await(Unit::Load, iv(0, 2, 2)), exec}}};
  queue(plan,
        Unit::Store) = {await(Unit::Pt, {4}),
                        boxCopy(out, {{entry(1), fixed(32), 256}, {entry(3), fixed(2), 128}}, sum)};
  addAddressRelocations(plan);
  return plan;
}

/// out[c] = x[c] + x[c + 1], both rows of 8 sticks per core and round; the
/// neighbour's rows come over the ring, the last core's from the first.
inline Plan ringPlan() {
  Plan plan = emptyPlan(4);
  int32_t x = addTensor(plan, "arg0", DType::F16, {64, 64}, Role::Input);
  int32_t out = addTensor(plan, "out0", DType::F16, {64, 64}, Role::Output);
  Program &program = plan.programs[0];
  program.inputs = {x};
  program.outputs = {out};
  program.tables = {{0, 8, 16, 24}, {1, 2, 3, 0}, {3, 0, 1, 2}}; // rows, next core, core before
  program.lxBytes = 3072;
  std::vector<BoxDim> box{{iv(0, 32, 0, 0), fixed(8), 128}, {{0}, fixed(1), 128}};
  Await read = await(Unit::Ring, iv(0, 1), Await::Cores::Map, 2),
        loaded = await(Unit::Load, iv(0, 1, 1), Await::Cores::Map, 1);
  queue(plan, Unit::Load) = {Loop{2, {await(Unit::Sfu, iv(0, 1)), read, boxCopy(x, box, {0})}}};
  Copy ring = boxCopy(-1, {{{0}, fixed(8), 128, 128}}, {1024});
  ring.coreMap = 1;
  queue(plan, Unit::Ring) = {Loop{2, {loaded, await(Unit::Sfu, iv(0, 1)), ring}}};
  Exec exec;
  exec.loops = {fixed(8), fixed(64)};
  exec.reduction = {0, 0};
  exec.operands = {{{0}, DType::F16, rows(128, 2)},
                   {{1024}, DType::F16, rows(128, 2)},
                   {{2048}, DType::F16, rows(128, 2)}};
  exec.body = {{{Opcode::Add, DType::F16, {0, 1}, {}}}, {2}};
  queue(plan, Unit::Sfu) = {Loop{2,
                                 {await(Unit::Load, iv(0, 1, 1)), await(Unit::Ring, iv(0, 1, 1)),
                                  await(Unit::Store, iv(0, 1)), exec}}};
  queue(plan, Unit::Store) = {Loop{2, {await(Unit::Sfu, iv(0, 1, 1)), boxCopy(out, box, {2048})}}};
  addAddressRelocations(plan);
  return plan;
}

/// out[c] = x[c] + x[c + 1] in f32, added on the partial-sum ring.
inline Plan psumPlan() {
  Plan plan = emptyPlan(4);
  int32_t x = addTensor(plan, "arg0", DType::F32, {32, 32}, Role::Input);
  int32_t out = addTensor(plan, "out0", DType::F32, {32, 32}, Role::Output);
  Program &program = plan.programs[0];
  program.inputs = {x};
  program.outputs = {out};
  program.tables = {{0, 8, 16, 24}, {1, 2, 3, 0}}; // rows, next core
  program.lxBytes = 2048;
  std::vector<BoxDim> box{{entry(0), fixed(8), 128}, {{0}, fixed(1), 128}};
  queue(plan, Unit::Load) = {boxCopy(x, box, {0}), boxCopy(x, box, {1024})};
  Copy add = boxCopy(-1, {{{0}, fixed(8), 128, 128}}, {1024});
  add.coreMap = 1;
  queue(plan, Unit::Psum) = {await(Unit::Load, {2}), await(Unit::Load, {1}, Await::Cores::Map, 1),
                             add};
  queue(plan, Unit::Store) = {await(Unit::Psum, {1}), boxCopy(out, box, {1024})};
  addAddressRelocations(plan);
  return plan;
}

/// A cache of 16 rows kept in place: core 0 stores a row at a run-time
/// position, then every core copies 4 rows of the new cache to the output.
inline Plan statePlan() {
  Plan plan = emptyPlan(4);
  int32_t cache = addTensor(plan, "arg0", DType::F16, {16, 64}, Role::State);
  int32_t row = addTensor(plan, "arg1", DType::F16, {1, 64}, Role::Input);
  int32_t position = addTensor(plan, "arg2", DType::I32, {}, Role::Input);
  int32_t out = addTensor(plan, "out0", DType::F16, {16, 64}, Role::Output);
  plan.tensors.push_back(plan.tensors[size_t(cache)]);
  plan.tensors.back().name = "out1";
  plan.tensors.back().role = Role::Output;
  plan.tensors.back().alias = cache;
  Program &program = plan.programs[0];
  program.inputs = {cache, row, position};
  program.outputs = {out, 4};
  program.tables = {{1, 0, 0, 0}, {0, 4, 8, 12}, {0, 0, 0, 0}}; // who stores, rows, core 0
  program.lxBytes = 1024;
  Extent mine{entry(0), 1};
  Copy store = boxCopy(4, {{{0}, mine, 128}, {{0}, fixed(1), 128}}, {128});
  store.indices = {{{0}, 0, 0, 15}};
  Await stored = await(Unit::Store, {1}, Await::Cores::Map, 2);
  std::vector<BoxDim> box{{entry(1), fixed(4), 128}, {{0}, fixed(1), 128}};
  queue(plan, Unit::Load) = {boxCopy(position, {{{0}, fixed(1), 128}}, {0}),
                             boxCopy(row, {{{0}, fixed(1), 128}, {{0}, fixed(1), 128}}, {128}),
                             stored, boxCopy(cache, box, {512})};
  queue(plan, Unit::Store) = {await(Unit::Load, {2}), store, await(Unit::Load, {3}),
                              boxCopy(out, box, {512})};
  addAddressRelocations(plan);
  return plan;
}

/// out = x moved round the cores through a temp in memory that two rounds
/// share: every core stores 4 rows, waits for all, and loads the rows of the
/// next core.
inline Plan tempPlan() {
  Plan plan = emptyPlan(4);
  int32_t x = addTensor(plan, "arg0", DType::F16, {32, 64}, Role::Input);
  int32_t temp = addTensor(plan, "temp0", DType::F16, {16, 64}, Role::Temp);
  int32_t out = addTensor(plan, "out0", DType::F16, {32, 64}, Role::Output);
  Program &program = plan.programs[0];
  program.inputs = {x};
  program.outputs = {out};
  program.tables = {{0, 4, 8, 12}, {4, 8, 12, 0}};
  program.lxBytes = 1024;
  auto box = [](Index row) {
    return std::vector<BoxDim>{{std::move(row), fixed(4), 128}, {{0}, fixed(1), 128}};
  };
  auto all = [](Unit unit, Index count) {
    return await(unit, std::move(count), Await::Cores::All);
  };
  queue(plan, Unit::Load) = {
      Loop{2,
           {await(Unit::Store, iv(0, 2, -1)), boxCopy(x, box(iv(0, 16, 0, 0)), {0}),
            all(Unit::Store, iv(0, 2, 1)), boxCopy(temp, box(entry(1)), {512})}}};
  queue(plan, Unit::Store) = {Loop{
      2,
      {await(Unit::Load, iv(0, 2, 1)), all(Unit::Load, iv(0, 2)), boxCopy(temp, box(entry(0)), {0}),
       await(Unit::Load, iv(0, 2, 2)), boxCopy(out, box(iv(0, 16, 0, 0)), {512})}}};
  addAddressRelocations(plan);
  return plan;
}

} // namespace spyre::plan::sample
