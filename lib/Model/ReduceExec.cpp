// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reduce, in one of two ways. Along: the inner run is parallel, accumulators of
// a whole run stay in lanes and the reduction's points are walked outside. Rows:
// the inner run is the reduction; up to eight outputs at a time fold it. Both
// fold in ascending order of the reduction loops.
#include "PreparedExec.h"

#include "spyre/Support/Error.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace spyre::model {

namespace {

constexpr int64_t kRows = 8;

std::vector<int32_t> valuesOf(const std::vector<Combiner> &combiners) {
  std::vector<int32_t> values;
  for (const Combiner &c : combiners)
    values.push_back(c.value);
  return values;
}

void checkResults(const Domain &d, const plan::ScalarProgram &program, const Body &body) {
  for (size_t o = 0; o < program.results.size(); ++o)
    if (body.resultType(o) != d.types[d.numInputs + o])
      throw Error(std::string("reduce: expected a result of type ") +
                  plan::name(d.types[d.numInputs + o]) + ", found " +
                  plan::name(body.resultType(o)));
}

class AlongExec final : public PreparedExec::Impl {
public:
  AlongExec(const Domain &d, const plan::ScalarProgram &program)
      : domain(d), inner(innermost(d.loops(false), d.sizes, kChunk), d.sizes),
        outerLoops(without(d.loops(false), inner.loops)), foldLoops(d.loops(true)),
        body(program, d.types, program.results, d.sizes.size()), indexWriter(body, inner, d.sizes) {
    checkResults(d, program, body);
    for (size_t o = 0; o < d.maps.size(); ++o)
      operands.emplace_back(d.maps[o], d.types[o], d.sizes, inner.loops);
  }

  void run(const Call &call) const override {
    const isa::Kernels &k = call.kernels;
    Slots slots(body.numSlots());
    body.start(k, slots);
    std::vector<int64_t> point(domain.sizes.size(), 0);
    Odometer outer(outerLoops, domain.sizes, point.data());
    do {
      for (int64_t first = 0; first < inner.size; first += kChunk)
        chunk(k, slots, call, point.data(), first, std::min(kChunk, inner.size - first));
    } while (outer.next());
  }

private:
  void chunk(const isa::Kernels &k, Slots &slots, const Call &call, int64_t *point, int64_t first,
             int64_t n) const {
    uint8_t *const *bases = call.bases;
    std::vector<int64_t> scratch;
    size_t in = domain.numInputs;
    for (size_t o = in; o < operands.size(); ++o) {
      void *lanes = slots.at(int32_t(o));
      if (call.applyInit)
        fillLanes(operands[o].type(), domain.init[o - in], lanes, n, k);
      else
        operands[o].load(k, bases[o] + operands[o].outer(point), operands[o].inner(point, scratch),
                         first, n, lanes);
    }
    Odometer fold(foldLoops, domain.sizes, point);
    do {
      for (size_t o = 0; o < in; ++o)
        if (body.usesOperand(o))
          operands[o].load(k, bases[o] + operands[o].outer(point),
                           operands[o].inner(point, scratch), first, n, slots.at(int32_t(o)));
      if (indexWriter.needed())
        indexWriter.write(k, slots, point, call.origin, first, n, 0);
      body.evaluate(k, slots, n);
      keepResults(slots, n);
    } while (fold.next());
    for (size_t o = in; o < operands.size(); ++o)
      operands[o].store(k, slots.at(int32_t(o)), bases[o] + operands[o].outer(point),
                        operands[o].inner(point, scratch), first, n);
  }

  // Results become the accumulators of the next fold. A result may be another
  // output's old value, so all are read before any is written.
  void keepResults(Slots &slots, int64_t n) const {
    size_t in = domain.numInputs, outputs = domain.numOutputs;
    bool crossed = false;
    for (size_t o = 0; o < outputs; ++o) {
      auto slot = size_t(body.resultSlot(o));
      crossed = crossed || (slot >= in && slot < in + outputs && slot != in + o);
    }
    std::vector<std::vector<uint8_t>> copies(crossed ? outputs : 0);
    for (size_t o = 0; o < copies.size(); ++o) {
      auto *from = static_cast<uint8_t *>(slots.at(body.resultSlot(o)));
      copies[o].assign(from, from + n * laneBytes(operands[in + o].type()));
    }
    for (size_t o = 0; o < outputs; ++o) {
      void *to = slots.at(int32_t(in + o));
      const void *from = crossed ? copies[o].data() : slots.at(body.resultSlot(o));
      if (from != to)
        std::memcpy(to, from, size_t(n * laneBytes(operands[in + o].type())));
    }
  }

  Domain domain;
  InnerSpace inner;
  std::vector<int> outerLoops, foldLoops;
  std::vector<OperandWalk> operands;
  Body body;
  IndexWriter indexWriter;
};

class RowsExec final : public PreparedExec::Impl {
public:
  RowsExec(const Domain &d, const plan::ScalarProgram &program, std::vector<Combiner> combiners)
      : domain(d), combiners(std::move(combiners)),
        inner(innermost(d.loops(true), d.sizes, kChunk), d.sizes), rowLoops(d.loops(false)),
        foldLoops(without(d.loops(true), inner.loops)),
        body(program, std::span(d.types), valuesOf(this->combiners), d.sizes.size()),
        indexWriter(body, inner, d.sizes) {
    for (size_t o = 0; o < d.maps.size(); ++o)
      operands.emplace_back(d.maps[o], d.types[o], d.sizes, inner.loops);
  }

  void run(const Call &call) const override {
    const isa::Kernels &k = call.kernels;
    // One more slot per output for the accumulators.
    Slots slots(body.numSlots() + int64_t(domain.numOutputs));
    body.start(k, slots);
    size_t rank = domain.sizes.size();
    std::vector<int64_t> points(kRows * rank, 0), point(rank, 0);
    Odometer rows(rowLoops, domain.sizes, point.data());
    for (bool more = true; more;) {
      int64_t count = 0;
      for (; count < kRows && more; ++count, more = rows.next())
        std::copy(point.begin(), point.end(), points.begin() + count * int64_t(rank));
      foldBlock(k, slots, call, points, count);
    }
  }

private:
  void *accumulator(Slots &slots, size_t output) const {
    return slots.at(int32_t(body.numSlots() + int64_t(output)));
  }

  void foldBlock(const isa::Kernels &k, Slots &slots, const Call &call,
                 std::vector<int64_t> &points, int64_t rows) const {
    uint8_t *const *bases = call.bases;
    auto rank = int64_t(domain.sizes.size());
    size_t in = domain.numInputs;
    std::vector<int64_t> scratch;
    auto eachOutput = [&](auto &&f) {
      for (size_t o = 0; o < domain.numOutputs; ++o)
        for (int64_t r = 0; r < rows; ++r) {
          const OperandWalk &out = operands[in + o];
          const int64_t *at = points.data() + r * rank;
          f(out, bases[in + o] + out.outer(at), out.inner(at, scratch),
            static_cast<uint8_t *>(accumulator(slots, o)) + r * laneBytes(out.type()));
        }
    };
    if (call.applyInit)
      for (size_t o = 0; o < domain.numOutputs; ++o)
        fillLanes(operands[in + o].type(), domain.init[o], accumulator(slots, o), rows, k);
    else
      eachOutput([&](const OperandWalk &out, uint8_t *base, const int64_t *at, void *lanes) {
        out.load(k, base, at, 0, 1, lanes);
      });
    std::vector<int64_t> fold(size_t(rank), 0);
    Odometer odometer(foldLoops, domain.sizes, fold.data());
    int64_t part = rows == 1 ? kChunk : kChunk / kRows;
    do {
      for (int64_t r = 0; r < rows; ++r)
        for (int l : foldLoops)
          points[size_t(r * rank + l)] = fold[size_t(l)];
      for (int64_t first = 0; first < inner.size; first += part)
        foldPart(k, slots, call, points, rows, first, std::min(part, inner.size - first));
    } while (odometer.next());
    for (int64_t r = 0; r < rows; ++r)
      for (int l : foldLoops)
        points[size_t(r * rank + l)] = 0;
    eachOutput([&](const OperandWalk &out, uint8_t *base, const int64_t *at, void *lanes) {
      out.store(k, lanes, base, at, 0, 1);
    });
  }

  void foldPart(const isa::Kernels &k, Slots &slots, const Call &call,
                const std::vector<int64_t> &points, int64_t rows, int64_t first, int64_t n) const {
    uint8_t *const *bases = call.bases;
    auto rank = int64_t(domain.sizes.size());
    std::vector<int64_t> scratch;
    for (int64_t r = 0; r < rows; ++r) {
      const int64_t *at = points.data() + r * rank;
      for (size_t o = 0; o < domain.numInputs; ++o)
        if (body.usesOperand(o))
          operands[o].load(
              k, bases[o] + operands[o].outer(at), operands[o].inner(at, scratch), first, n,
              static_cast<uint8_t *>(slots.at(int32_t(o))) + r * n * laneBytes(operands[o].type()));
      if (indexWriter.needed())
        indexWriter.write(k, slots, at, call.origin, first, n, r * n);
    }
    body.evaluate(k, slots, rows * n);
    for (size_t o = 0; o < combiners.size(); ++o) {
      const Combiner &c = combiners[o];
      void *acc = accumulator(slots, o), *values = slots.at(body.resultSlot(o));
      if (plan::isFloat(c.type))
        k.foldRows(c.op, c.type, static_cast<float *>(acc), static_cast<float *>(values), n, n,
                   rows);
      else
        foldIntegers(k, c, acc, values, n, rows);
    }
  }

  // Integer folds are associative and commutative, wrapping included: halve.
  static void foldIntegers(const isa::Kernels &k, const Combiner &c, void *acc, void *values,
                           int64_t n, int64_t rows) {
    bool wide = isa::laneOf(c.type) == isa::Lane::I64;
    auto combine = [&](auto *to, auto *from, int64_t count) {
      if constexpr (sizeof(*to) == 8)
        k.intOp64(c.op, c.type, to, to, from, nullptr, count);
      else
        k.intOp32(c.op, c.type, to, to, from, nullptr, count);
    };
    auto foldRow = [&](auto *row, auto *to) {
      for (int64_t left = n; left > 1; left -= left / 2)
        combine(row, row + (left - left / 2), left / 2);
      combine(to, row, 1);
    };
    for (int64_t r = 0; r < rows; ++r)
      if (wide)
        foldRow(static_cast<int64_t *>(values) + r * n, static_cast<int64_t *>(acc) + r);
      else
        foldRow(static_cast<int32_t *>(values) + r * n, static_cast<int32_t *>(acc) + r);
  }

  Domain domain;
  std::vector<Combiner> combiners;
  InnerSpace inner;
  std::vector<int> rowLoops, foldLoops;
  std::vector<OperandWalk> operands;
  Body body;
  IndexWriter indexWriter;
};

/// Rows pays when the fold is simple and the inputs run along the reduction.
bool prefersRows(const Domain &d, const plan::ScalarProgram &program,
                 const std::vector<Combiner> &combiners) {
  std::vector<int> fold = d.loops(true), parallel = d.loops(false);
  if (combiners.empty() || fold.empty())
    return false;
  for (size_t o = 0; o < combiners.size(); ++o) {
    size_t value = size_t(combiners[o].value), operands = d.types.size();
    plan::DType type = value < operands ? d.types[value] : program.ops[value - operands].type;
    // Integers of another signedness need a conversion, which a plain fold lacks.
    if (combiners[o].type != d.types[d.numInputs + o] ||
        (type != combiners[o].type && !plan::isFloat(type)))
      return false;
  }
  if (parallel.empty())
    return true;
  int64_t outputs = 1;
  for (int l : parallel)
    outputs *= d.sizes[size_t(l)];
  int64_t towardsFold = 0, towardsParallel = 0;
  for (size_t o = 0; o < d.numInputs; ++o) {
    auto step = [&](int l) {
      const std::vector<int64_t> &t = d.maps[o].tables[size_t(l)];
      return t.empty() ? int64_t(0) : std::abs(t[1] - t[0]);
    };
    int64_t a = step(fold.back()), b = step(parallel.back());
    towardsFold += a != 0 && (b == 0 || a < b);
    towardsParallel += b != 0 && (a == 0 || b < a);
  }
  return towardsFold > towardsParallel || (towardsFold == towardsParallel && outputs < 16);
}

} // namespace

std::unique_ptr<PreparedExec::Impl> makeReduce(const Domain &d,
                                               const plan::ScalarProgram &program) {
  // Types and structure are checked by compiling the whole body.
  checkResults(d, program, Body(program, d.types, program.results, d.sizes.size()));
  std::vector<Combiner> combiners = combinersOf(program, d.numInputs, d.numOutputs);
  if (prefersRows(d, program, combiners))
    return std::make_unique<RowsExec>(d, program, std::move(combiners));
  return std::make_unique<AlongExec>(d, program);
}

} // namespace spyre::model
