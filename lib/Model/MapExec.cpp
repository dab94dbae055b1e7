// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// map: a chunk is a number of rows (points of the outer loops) times the inner
// run, or a part of one long run.
#include "PreparedExec.h"

#include "spyre/Support/Error.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace spyre::model {

namespace {

class MapExec final : public PreparedExec::Impl {
public:
  MapExec(const Domain &d, const plan::ScalarProgram &program);
  void run(const Call &call) const override;

private:
  struct State {
    Slots slots;
    std::vector<int64_t> points; // rows x loops
    std::vector<int64_t> outer;  // operands x rows
    std::vector<int64_t> scratch;
    int64_t rows = 0;
  };
  void chunk(const isa::Kernels &k, State &s, const Call &call, int64_t first, int64_t n) const;
  void move(const isa::Kernels &k, State &s, uint8_t *const *bases, int64_t first, int64_t n) const;
  void load(const isa::Kernels &k, State &s, size_t operand, uint8_t *base, int64_t first,
            int64_t n, int32_t slot) const;
  void store(const isa::Kernels &k, State &s, size_t operand, uint8_t *base, int64_t first,
             int64_t n, int32_t slot) const;

  size_t numInputs;
  std::vector<int64_t> sizes;
  InnerSpace inner;
  std::vector<int> outerLoops;
  std::vector<OperandWalk> operands;
  Body body;
  IndexWriter indexWriter;
  bool pureMove; // every output is an input, unchanged
  std::vector<int32_t> results;
};

/// Loops in order, but with the one along which the first output is contiguous
/// last: the order of points does not matter to a map.
std::vector<int> orderedLoops(const Domain &d) {
  std::vector<int> loops;
  for (size_t l = 0; l < d.sizes.size(); ++l)
    if (d.sizes[l] > 1)
      loops.push_back(int(l));
  const OffsetMap &out = d.maps[d.numInputs];
  auto dense = std::find_if(loops.rbegin(), loops.rend(), [&](int l) {
    const std::vector<int64_t> &t = out.tables[size_t(l)];
    return t.size() > 1 && t[1] - t[0] == plan::byteWidth(d.types[d.numInputs]);
  });
  if (dense != loops.rend()) {
    int l = *dense;
    loops.erase(std::find(loops.begin(), loops.end(), l));
    loops.push_back(l);
  }
  return loops;
}

MapExec::MapExec(const Domain &d, const plan::ScalarProgram &program)
    : numInputs(d.numInputs), sizes(d.sizes),
      inner(innermost(orderedLoops(d), d.sizes, kChunk), d.sizes),
      outerLoops(without(orderedLoops(d), inner.loops)),
      body(program, std::span(d.types).first(d.numInputs), program.results, d.sizes.size(),
           /*stored=*/true),
      indexWriter(body, inner, d.sizes), results(program.results) {
  for (size_t o = 0; o < d.maps.size(); ++o)
    operands.emplace_back(d.maps[o], d.types[o], d.sizes, inner.loops);
  pureMove = true;
  for (size_t o = 0; o < d.numOutputs; ++o) {
    if (body.resultType(o) != d.types[numInputs + o])
      throw Error(std::string("map: expected a result of type ") +
                  plan::name(d.types[numInputs + o]) + ", found " + plan::name(body.resultType(o)));
    pureMove = pureMove && size_t(results[o]) < numInputs;
  }
  if (pureMove)
    for (OperandWalk &operand : operands)
      operand.setRaw();
}

void MapExec::run(const Call &call) const {
  const isa::Kernels &k = call.kernels;
  State s{Slots(body.numSlots() + 1), {}, {}, {}};
  int64_t maxRows = std::max<int64_t>(1, kChunk / inner.size);
  size_t rank = sizes.size();
  s.points.resize(size_t(maxRows) * rank);
  s.outer.resize(operands.size() * size_t(maxRows));
  body.start(k, s.slots);
  std::vector<int64_t> point(rank, 0);
  Odometer odometer(outerLoops, sizes, point.data());
  for (bool more = true; more;) {
    for (s.rows = 0; s.rows < maxRows && more; ++s.rows, more = odometer.next()) {
      std::copy(point.begin(), point.end(), s.points.begin() + s.rows * int64_t(rank));
      for (size_t o = 0; o < operands.size(); ++o)
        s.outer[o * size_t(maxRows) + size_t(s.rows)] = operands[o].outer(point.data());
    }
    for (int64_t first = 0; first < inner.size; first += kChunk)
      chunk(k, s, call, first, std::min(kChunk, inner.size - first));
  }
}

void MapExec::load(const isa::Kernels &k, State &s, size_t o, uint8_t *base, int64_t first,
                   int64_t n, int32_t slot) const {
  const OperandWalk &operand = operands[o];
  size_t stride = s.outer.size() / operands.size();
  auto *lanes = static_cast<uint8_t *>(s.slots.at(slot));
  for (int64_t r = 0; r < s.rows; ++r) {
    const int64_t *at = operand.inner(s.points.data() + r * int64_t(sizes.size()), s.scratch);
    operand.load(k, base + s.outer[o * stride + size_t(r)], at, first, n,
                 lanes + r * n * laneBytes(operand.type()));
  }
}

void MapExec::store(const isa::Kernels &k, State &s, size_t o, uint8_t *base, int64_t first,
                    int64_t n, int32_t slot) const {
  const OperandWalk &operand = operands[o];
  size_t stride = s.outer.size() / operands.size();
  auto *lanes = static_cast<const uint8_t *>(s.slots.at(slot));
  for (int64_t r = 0; r < s.rows; ++r) {
    const int64_t *at = operand.inner(s.points.data() + r * int64_t(sizes.size()), s.scratch);
    operand.store(k, lanes + r * n * laneBytes(operand.type()),
                  base + s.outer[o * stride + size_t(r)], at, first, n);
  }
}

void MapExec::move(const isa::Kernels &k, State &s, uint8_t *const *bases, int64_t first,
                   int64_t n) const {
  size_t stride = s.outer.size() / operands.size();
  for (size_t o = 0; o < results.size(); ++o) {
    auto from = size_t(results[o]);
    const OperandWalk &in = operands[from], &out = operands[numInputs + o];
    bool dense = in.form().kind == InnerForm::Kind::Contiguous &&
                 out.form().kind == InnerForm::Kind::Contiguous;
    if (!dense) {
      load(k, s, from, bases[from], first, n, int32_t(body.numSlots()));
      store(k, s, numInputs + o, bases[numInputs + o], first, n, int32_t(body.numSlots()));
      continue;
    }
    for (int64_t r = 0; r < s.rows; ++r) {
      int64_t src = s.outer[from * stride + size_t(r)];
      int64_t dst = s.outer[(numInputs + o) * stride + size_t(r)];
      std::memmove(bases[numInputs + o] + dst + out.inner(nullptr, s.scratch)[first],
                   bases[from] + src + in.inner(nullptr, s.scratch)[first],
                   size_t(n * plan::byteWidth(in.type())));
    }
  }
}

void MapExec::chunk(const isa::Kernels &k, State &s, const Call &call, int64_t first,
                    int64_t n) const {
  if (pureMove)
    return move(k, s, call.bases, first, n);
  for (size_t o = 0; o < numInputs; ++o)
    if (body.usesOperand(o))
      load(k, s, o, call.bases[o], first, n, int32_t(o));
  if (indexWriter.needed())
    for (int64_t r = 0; r < s.rows; ++r)
      indexWriter.write(k, s.slots, s.points.data() + r * int64_t(sizes.size()), call.origin, first,
                        n, r * n);
  body.evaluate(k, s.slots, s.rows * n);
  for (size_t o = 0; o < results.size(); ++o)
    store(k, s, numInputs + o, call.bases[numInputs + o], first, n, body.resultSlot(o));
}

} // namespace

std::unique_ptr<PreparedExec::Impl> makeMap(const Domain &domain, const plan::ScalarProgram &body) {
  return std::make_unique<MapExec>(domain, body);
}

} // namespace spyre::model
