// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RandomPlan.h"

#include <random>

namespace spyre::test {

namespace {

using plan::Await;
using plan::Opcode;

constexpr int64_t kArea = 65536; // bytes of LX for the slots of one buffer
constexpr int kCores = 32;
enum Buffer { kA, kB, kReceived, kOut, kNumBuffers };

class Builder {
public:
  Builder(uint64_t seed, bool lone) : rng(seed), lone(lone) {}

  RandomPlan build() {
    p.programs[0].kernels.clear();
    for (int64_t k = pick(1, 3); k > 0; --k)
      addKernel();
    p.programs[0].lxBytes = number * kNumBuffers * kArea;
    plan::sample::addAddressRelocations(p);
    return {std::move(p), std::move(work)};
  }

private:
  enum class Kind { Neg, Exp, Add, AddNeighbour, AddOnTheWay, Sum, Contract };

  int64_t pick(int64_t low, int64_t high) {
    return low + int64_t(rng() % uint64_t(high - low + 1));
  }
  bool chance(int percent) { return pick(1, 100) <= percent; }
  template <typename F> int32_t tableOf(F value) {
    std::vector<int64_t> t;
    for (int64_t c = 0; c < kCores; ++c)
      t.push_back(value(c));
    return addTable(p, std::move(t));
  }
  /// `size` on active cores, 0 on the others.
  plan::Extent ofActive(int64_t size) { return activeCores(p, int(active), size); }

  void draw();
  void addKernel();
  plan::LxAddr slot(Buffer buffer) const;
  Await after(Unit unit, int64_t perIteration, int64_t ahead, int32_t map = -1) const;
  plan::Copy load(Buffer buffer, int64_t tileRows);
  plan::Copy exchange();
  plan::Exec exec();
  void countWork();
  plan::Copy store();

  std::mt19937_64 rng;
  bool lone;
  plan::Plan p = microPlan();
  cost::Work work;
  std::array<int64_t, plan::kNumUnits> done{}; // instructions of earlier kernels

  // The kernel being made: tiles of rows x cols sticks.
  int32_t number = 0;
  Kind kind = Kind::Neg;
  DType type = DType::F16;
  int64_t trip = 1, slots = 1, rows = 1, cols = 1, active = 1;
  int32_t sources = -1, readers = -1; // ring neighbours
};

void Builder::draw() {
  kind = Kind(pick(0, 6));
  if (lone && (kind == Kind::AddNeighbour || kind == Kind::AddOnTheWay))
    kind = Kind::Add;
  type = kind == Kind::AddOnTheWay ? DType::F32 : DType::F16;
  trip = pick(1, 6);
  slots = lone ? 1 : pick(1, 2);
  rows = kind == Kind::Contract ? pick(1, 8) * 8 : pick(1, 16);
  cols = kind == Kind::Contract ? 1 : pick(1, 16);
  active = lone ? 1 : chance(60) ? kCores : pick(1, kCores);
  int64_t distance = active > 1 ? pick(1, active - 1) : 0;
  auto moved = [&](int64_t by) {
    return tableOf([&](int64_t c) { return c < active ? (c + by) % active : c; });
  };
  sources = moved(distance), readers = moved(active - distance);
}

plan::LxAddr Builder::slot(Buffer buffer) const {
  plan::LxAddr addr{(int64_t(number) * kNumBuffers + buffer) * kArea};
  if (slots > 1)
    addr.slot = iv(0, 1), addr.slots = slots, addr.stride = kArea / 2;
  return addr;
}

/// Waits for iteration i - ahead of this kernel, on the mapped core if any.
Await Builder::after(Unit unit, int64_t perIteration, int64_t ahead, int32_t map) const {
  int64_t before = done[size_t(unit)];
  Await wait = await(unit, iv(0, perIteration, before + (1 - ahead) * perIteration),
                     map < 0 ? Await::Cores::Same : Await::Cores::Map, map);
  wait.floor = before;
  return wait;
}

plan::Copy Builder::load(Buffer buffer, int64_t tileRows) {
  int64_t group = active == kCores && chance(50) ? int64_t(1) << pick(1, 5) : 1;
  int64_t groups = active / group;
  bool spread = chance(50);
  auto groupOf = [&](int64_t c) { return spread ? c % groups : std::min(c / group, groups - 1); };
  int64_t width = cols * pick(1, 2); // perhaps a part of wider rows
  int32_t t = addTensor(p, "arg" + std::to_string(p.tensors.size()), type,
                        {trip * groups * tileRows, width * plan::lanes(type)}, plan::Role::Input);
  p.programs[0].inputs.push_back(t);
  int32_t first = tableOf([&](int64_t c) { return groupOf(c) * tileRows; });
  plan::Copy copy =
      plan::sample::boxCopy(t,
                            {{iv(0, groups * tileRows, 0, first), ofActive(tileRows), cols * 128},
                             {{0}, fixed(cols), 128}},
                            slot(buffer));
  copy.kernel = number;
  if (group > 1)
    copy.multicast = tableOf(groupOf);
  work.readBytes += double(trip * groups * tileRows * cols * 128);
  return copy;
}

/// The neighbour's first tile: beside the own one, or added to the second.
plan::Copy Builder::exchange() {
  bool sums = kind == Kind::AddOnTheWay;
  plan::Copy copy = plan::sample::boxCopy(
      -1, {{{0}, ofActive(rows), cols * 128, cols * 128}, {{0}, fixed(cols), 128, 128}},
      slot(sums ? kB : kReceived));
  copy.src = slot(kA);
  copy.coreMap = sources;
  copy.kernel = number;
  if (active > 1)
    (sums ? work.psumBytes : work.ringBytes) += double(trip * active * rows * cols * 128);
  return copy;
}

plan::Exec Builder::exec() {
  plan::Exec e;
  e.kernel = number;
  int64_t along = cols * plan::lanes(type), row = cols * 128;
  e.loops = {ofActive(rows), fixed(along)};
  e.reduction = {0, 0};
  plan::Operand tile = strided(type, {row, plan::byteWidth(type)});
  plan::Operand a = tile, b = tile, out = tile;
  a.addr = slot(kind == Kind::AddOnTheWay ? kB : kA);
  b.addr = slot(kind == Kind::AddNeighbour ? kReceived : kB);
  e.operands = {a, out};
  if (kind == Kind::Neg || kind == Kind::AddOnTheWay) {
    e.body = {{scalarOp(Opcode::Neg, type, {0})}, {1}};
  } else if (kind == Kind::Exp) {
    e.body = {{scalarOp(Opcode::Convert, DType::F32, {0}), scalarOp(Opcode::Exp, DType::F32, {1}),
               scalarOp(Opcode::Convert, type, {2})},
              {3}};
  } else if (kind == Kind::Add || kind == Kind::AddNeighbour) {
    e.operands = {a, b, out};
    e.body = {{scalarOp(Opcode::Add, type, {0, 1})}, {2}};
  } else if (kind == Kind::Sum) { // over the rows
    e.kind = plan::ExecKind::Reduce;
    e.reduction = {1, 0};
    e.operands[1] = strided(DType::F32, {0, 4});
    e.body = {
        {scalarOp(Opcode::Convert, DType::F32, {0}), scalarOp(Opcode::Add, DType::F32, {1, 2})},
        {3}};
    e.init = {{DType::F32, 0, 0}};
  } else {
    e.unit = Unit::Pt;
    e.kind = plan::ExecKind::Contract;
    e.loops = {ofActive(rows), fixed(64), fixed(64)}; // m, n, k
    e.reduction = {0, 0, 1};
    e.operands = {strided(type, {128, 0, 2}), strided(type, {0, 2, 128}),
                  strided(DType::F32, {256, 4, 0})};
    e.operands[0].addr = a.addr, e.operands[1].addr = slot(kB);
    e.init = {{DType::F32, 0, 0}};
  }
  e.operands.back().addr = slot(kOut);
  return e;
}

void Builder::countWork() {
  double elements = double(trip * active * rows * cols * plan::lanes(type));
  if (kind == Kind::Contract)
    work.products.push_back({trip * active, rows, 64, 64});
  else if (kind == Kind::Exp)
    work.vector.special += elements;
  else if (kind == Kind::Sum)
    work.vector.reduce += elements;
  else
    work.vector.pointwise += elements;
}

plan::Copy Builder::store() {
  bool wide = kind == Kind::Sum || kind == Kind::Contract; // f32 of f16
  DType outType = wide ? DType::F32 : type;
  int64_t outRows = kind == Kind::Sum ? 1 : rows, outCols = wide ? 2 * cols : cols;
  int32_t t =
      addTensor(p, "out" + std::to_string(p.programs[0].outputs.size()), outType,
                {trip * active * outRows, outCols * plan::lanes(outType)}, plan::Role::Output);
  p.programs[0].outputs.push_back(t);
  int32_t first = tableOf([&](int64_t c) { return std::min(c, active - 1) * outRows; });
  plan::Copy copy =
      plan::sample::boxCopy(t,
                            {{iv(0, active * outRows, 0, first), ofActive(outRows), outCols * 128},
                             {{0}, fixed(outCols), 128}},
                            slot(kOut));
  copy.kernel = number;
  work.writeBytes += double(trip * active * outRows * outCols * 128);
  return copy;
}

void Builder::addKernel() {
  draw();
  p.programs[0].kernels.push_back(
      {"kernel_" + std::to_string(number), "sample.mlir:1", {"op"}, int32_t(active)});
  bool second = kind == Kind::Add || kind == Kind::AddOnTheWay || kind == Kind::Contract;
  bool exchanges = kind == Kind::AddNeighbour || kind == Kind::AddOnTheWay;
  Unit ring = kind == Kind::AddOnTheWay ? Unit::Psum : Unit::Ring;
  plan::Exec compute = exec();
  int64_t loads = second ? 2 : 1;
  std::array<std::vector<plan::Node>, plan::kNumUnits> bodies;
  auto body = [&](Unit unit) -> std::vector<plan::Node> & { return bodies[size_t(unit)]; };

  body(Unit::Load) = {after(compute.unit, 1, slots)};
  if (lone)
    body(Unit::Load).push_back(after(Unit::Store, 1, slots));
  if (exchanges)
    body(Unit::Load).push_back(after(ring, 1, slots, readers));
  body(Unit::Load).push_back(load(kA, rows));
  if (second)
    body(Unit::Load).push_back(load(kB, kind == Kind::Contract ? 64 : rows));
  if (exchanges)
    body(ring) = {after(Unit::Load, loads, 0), after(Unit::Load, loads, 0, sources),
                  after(compute.unit, 1, slots), exchange()};
  body(compute.unit) = {after(Unit::Load, loads, 0), after(Unit::Store, 1, slots)};
  if (exchanges)
    body(compute.unit).push_back(after(ring, 1, 0));
  body(compute.unit).push_back(compute);
  body(Unit::Store) = {after(compute.unit, 1, 0), store()};
  countWork();

  // Kernels overlap, unless the next one waits for all of this one.
  bool waits = number > 0 && (lone || chance(30));
  for (int u = 0; u < plan::kNumUnits; ++u) {
    if (bodies[size_t(u)].empty())
      continue;
    std::vector<plan::Node> &nodes = queue(p, Unit(u));
    if (waits && Unit(u) == Unit::Load)
      nodes.push_back(await(Unit::Store, {done[size_t(Unit::Store)]}, Await::Cores::All));
    nodes.push_back(plan::Loop{trip, std::move(bodies[size_t(u)])});
    done[size_t(u)] += trip * (Unit(u) == Unit::Load ? loads : 1);
  }
  ++number;
}

} // namespace

RandomPlan randomPlan(uint64_t seed, bool lone) { return Builder(seed, lone).build(); }

} // namespace spyre::test
