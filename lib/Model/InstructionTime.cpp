// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Model/InstructionTime.h"

#include "Addressing.h"
#include "spyre/Plan/Expr.h"
#include "spyre/Support/Error.h"

#include <algorithm>
#include <set>
#include <string>

namespace spyre::model {

using device::Device;
using plan::Exec;
using plan::ExecKind;

namespace {

constexpr double kStick = double(plan::kStickBytes);

double product(std::span<const int64_t> sizes) {
  double p = 1;
  for (int64_t s : sizes)
    p *= double(s);
  return p;
}

/// One exec's accesses, cut into offsets per loop.
struct Shape {
  const Exec &exec;
  std::span<const int64_t> sizes;
  std::vector<OffsetMap> maps;
  size_t numInputs;

  Shape(const Exec &exec, std::span<const int64_t> sizes)
      : exec(exec), sizes(sizes), numInputs(exec.operands.size() - size_t(exec.numOutputs)) {
    for (const plan::Operand &operand : exec.operands)
      maps.push_back(makeOffsetMap(operand.access, sizes));
  }

  int64_t width(size_t operand) const { return plan::byteWidth(exec.operands[operand].type); }

  /// Does the operand run element by element along the loop, stick by stick
  /// wherever these lie?
  bool unitAlong(size_t operand, size_t loop) const {
    const std::vector<int64_t> &t = maps[operand].tables[loop];
    if (t.size() < 2)
      return false;
    auto inStick = [&](int64_t offset) {
      return plan::floorMod(maps[operand].base + offset, plan::kStickBytes);
    };
    for (size_t i = 1; i < t.size(); ++i) {
      bool next = t[i] - t[i - 1] == width(operand);
      bool nextStick = inStick(t[i]) == 0 && inStick(t[i - 1] + width(operand)) == 0;
      if (!next && !nextStick)
        return false;
    }
    for (const plan::Access::Term &term : maps[operand].mixed)
      if (term.coef[loop] != 0)
        return false;
    return true;
  }

  /// The loop that fills the lanes: where the first output runs element by
  /// element, else (a reduction over the stick) where the first input does.
  int vectorLoop() const {
    for (size_t operand : {numInputs, size_t(0)})
      for (size_t l = sizes.size(); operand < maps.size() && l-- > 0;)
        if (unitAlong(operand, l))
          return int(l);
    return -1;
  }

  /// Sticks that an operand touches, at most.
  double footprintSticks(size_t operand) const {
    double sticks = 1;
    int64_t shift = plan::floorMod(maps[operand].base, plan::kStickBytes);
    for (const std::vector<int64_t> &table : maps[operand].tables) {
      std::set<int64_t> distinct;
      for (int64_t offset : table)
        distinct.insert(plan::floorDiv(offset + shift, plan::kStickBytes));
      sticks *= double(std::max<size_t>(distinct.size(), 1));
    }
    for (const plan::Access::Term &term : maps[operand].mixed)
      for (size_t l = 0; l < sizes.size(); ++l)
        if (term.coef[l] != 0 && maps[operand].tables[l].empty())
          sticks *= double(sizes[l]);
    return std::min(sticks, product(sizes));
  }
};

/// Do two operands keep the lanes of every element apart by whole vectors?
bool sameLanes(const Shape &s, size_t a, size_t b, int vectorLoop, int64_t vector) {
  auto lane = [&](size_t operand, int64_t offset) { return offset / s.width(operand) % vector; };
  if (lane(a, s.maps[a].base) != lane(b, s.maps[b].base))
    return false;
  for (size_t l = 0; l < s.sizes.size(); ++l) {
    if (int(l) == vectorLoop)
      continue;
    for (int64_t i = 0; i < s.sizes[l]; ++i) {
      auto at = [&](size_t operand) {
        const std::vector<int64_t> &t = s.maps[operand].tables[l];
        return t.empty() ? int64_t(0) : lane(operand, t[size_t(i)]);
      };
      if (at(a) != at(b))
        return false;
    }
  }
  for (size_t operand : {a, b})
    for (const plan::Access::Term &term : s.maps[operand].mixed)
      if (lane(operand, term.mul) != 0)
        return false;
  return true;
}

/// Points of the domain, the vector loop rounded up to whole vectors. A loop
/// that continues the vector loop in every operand counts with it.
double roundedPoints(const Shape &s, int vectorLoop, int64_t vector) {
  double points = product(s.sizes);
  if (vectorLoop < 0)
    return points * double(vector);
  int64_t length = s.sizes[size_t(vectorLoop)];
  for (size_t l = size_t(vectorLoop); l-- > 0;) {
    if (s.sizes[l] == 1)
      continue;
    auto goesOn = [&](const OffsetMap &map) {
      const std::vector<int64_t> &outer = map.tables[l], &inner = map.tables[size_t(vectorLoop)];
      int64_t step = inner.size() > 1 ? inner[1] - inner[0] : 0;
      int64_t next = outer.size() > 1 ? outer[1] - outer[0] : 0;
      return map.mixed.empty() && next == step * length;
    };
    if (!std::all_of(s.maps.begin(), s.maps.end(), goesOn))
      break;
    length *= s.sizes[l];
  }
  return points / double(length) * double(cost::ceilDiv(length, vector) * vector);
}

/// Bytes through the port for an operand that is read or written once per point,
/// or kept while the inner loops leave it alone.
double portBytesOf(const Shape &s, size_t operand, int vectorLoop) {
  bool output = operand >= s.numInputs;
  double visits = 1;
  bool seen = false;
  for (size_t l = s.sizes.size(); l-- > 0;) {
    if (int(l) == vectorLoop || (output && s.exec.kind == ExecKind::Reduce && s.exec.reduction[l]))
      continue;
    seen = seen || s.maps[operand].dependsOn(l);
    visits *= seen ? double(s.sizes[l]) : 1;
  }
  if (vectorLoop < 0 || !s.maps[operand].dependsOn(size_t(vectorLoop)))
    return visits * kStick;
  double along = double(s.sizes[size_t(vectorLoop)]);
  if (s.unitAlong(operand, size_t(vectorLoop)))
    return visits * along * double(s.width(operand));
  return std::min(visits * along, std::max(s.footprintSticks(operand), visits)) * kStick;
}

/// The result of a body that only moves or converts.
bool movesOnly(const Exec &exec) {
  return std::all_of(exec.body.ops.begin(), exec.body.ops.end(), [](const plan::ScalarOp &op) {
    return op.op == plan::Opcode::Const || op.op == plan::Opcode::Index;
  });
}

bool nothing(const cost::VectorOps &ops) {
  return ops.pointwise + ops.broadcast + ops.reduce + ops.special + ops.integerDivide == 0;
}

} // namespace

VectorWork vectorWorkOf(const Device &d, const Exec &exec, std::span<const int64_t> sizes) {
  VectorWork work;
  Shape s(exec, sizes);
  if (product(sizes) <= 0)
    return work;
  int v = s.vectorLoop();
  auto vector = std::max<int64_t>(1, int64_t(d.vectorPerCycle));
  double points = roundedPoints(s, v, vector);
  size_t reference = v >= 0 && s.unitAlong(s.numInputs, size_t(v)) ? s.numInputs : 0;
  std::vector<bool> broadcast;
  std::vector<plan::DType> types;
  double laneSticks = 0;
  double outSticks = product(sizes) / double(plan::lanes(exec.operands[s.numInputs].type));
  for (size_t o = 0; o < s.maps.size(); ++o) {
    bool output = o >= s.numInputs, depends = v >= 0 && s.maps[o].dependsOn(size_t(v));
    if (!output)
      broadcast.push_back(v >= 0 && !depends);
    if (!output || exec.kind == ExecKind::Reduce)
      types.push_back(exec.operands[o].type);
    work.portBytes += portBytesOf(s, o, v);
    bool inPlace = !depends || (s.unitAlong(o, size_t(v)) && sameLanes(s, o, reference, v, vector));
    if (!inPlace)
      laneSticks += std::max(s.footprintSticks(o), outSticks);
  }
  cost::VectorOps per = cost::countBody(d, exec.body, types, broadcast, s.numInputs);
  bool spread = std::find(broadcast.begin(), broadcast.end(), true) != broadcast.end();
  if (nothing(per)) {
    // Whole sticks of one type pass the lane shuffler; what is converted, made
    // up or spread over the lanes takes a pass of the lanes.
    bool sticks = movesOnly(exec) && s.numInputs > 0 && !spread && v >= 0;
    if (sticks)
      laneSticks = std::max(laneSticks, outSticks);
    else
      (spread ? per.broadcast : per.pointwise) = 1;
  }
  work.ops = per.scaled(points);
  work.ops.laneSticks += laneSticks;
  return work;
}

cost::Product productOf(const Exec &exec, std::span<const int64_t> sizes) {
  Shape s(exec, sizes);
  cost::Product p{1, 1, 1, 1, exec.operands[1].type};
  for (size_t l = 0; l < sizes.size(); ++l) {
    bool a = s.maps[0].dependsOn(l), b = s.maps[1].dependsOn(l);
    int64_t &group = exec.reduction[l] ? p.k : a == b ? p.batch : a ? p.m : p.n;
    group *= sizes[l];
  }
  return p;
}

ExecTime execTime(const Device &d, const Exec &exec, std::span<const int64_t> sizes) {
  ExecTime time;
  if (product(sizes) <= 0)
    return time;
  if (exec.kind != ExecKind::Contract) {
    VectorWork work = vectorWorkOf(d, exec, sizes);
    time.portBytes = work.portBytes;
    time.cycles = std::max(cost::vectorCycles(d, work.ops), work.portBytes / d.lxPortBytesPerCycle);
    return time;
  }
  cost::Product p = productOf(exec, sizes);
  time.macs = cost::macs(p);
  double peak = cost::arrayMacsPerCycle(d, p.type);
  if (exec.unit == plan::Unit::Pt && peak == 0)
    throw Error(std::string("expected operands that the matrix array takes, found ") +
                plan::name(p.type));
  if (exec.unit == plan::Unit::Pt) {
    time.arrayCycles = time.macs / peak;
    time.portBytes = cost::productPortBytes(d, p);
    time.cycles = cost::productCycles(d, p);
    return time;
  }
  // On the vector units: one multiply-add per lane, whole vectors along n.
  auto vector = std::max<int64_t>(1, int64_t(d.vectorPerCycle));
  double lanes = double(cost::ceilDiv(p.n, vector) * vector);
  double points = double(p.batch) * double(p.m) * double(p.k) * lanes;
  time.portBytes = points * double(plan::byteWidth(p.type));
  time.cycles = std::max(points / d.vectorPerCycle, time.portBytes / d.lxPortBytesPerCycle);
  return time;
}

double execUs(const Device &device, const Exec &exec, std::span<const int64_t> sizes) {
  return cost::cyclesToUs(device, execTime(device, exec, sizes).cycles);
}

int64_t runBytes(std::span<const int64_t> outerShape, std::span<const int64_t> boxSizes) {
  int64_t run = plan::kStickBytes;
  for (size_t d = boxSizes.size(); d-- > 0;) {
    run *= std::max<int64_t>(boxSizes[d], 1);
    if (boxSizes[d] != outerShape[d])
      break;
  }
  return run;
}

double copyUs(const Device &device, plan::Unit unit, int64_t bytes, int64_t run, int fanout,
              int hops) {
  if (bytes <= 0)
    return 0;
  if (unit == plan::Unit::Ring)
    return cost::ringCopyUs(device, double(bytes), hops);
  if (unit == plan::Unit::Psum)
    return cost::psumUs(device, double(bytes), hops);
  bool read = unit == plan::Unit::Load;
  auto direction = read ? cost::Direction::Read : cost::Direction::Write;
  double us = cost::ddrTimeUs(device, double(bytes), run, fanout, 1, direction);
  return fanout > 1 ? std::max(us, cost::usAt(double(bytes), cost::lxPortRate(device))) : us;
}

} // namespace spyre::model
