// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// contract: the loops fall into batch, m (a and out), n (b and out) and k; each
// group is flattened, operands are packed as f32 (or wide integers) and
// multiplied by the blocked kernel, k in ascending order.
#include "PreparedExec.h"

#include "spyre/Support/Error.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace spyre::model {

namespace {

constexpr int64_t kBlockK = 256; // rows of a B panel that stay in the L1 cache

struct Groups {
  std::vector<int> batch, m, n, k;
};

Groups groupsOf(const Domain &d) {
  Groups g;
  for (size_t l = 0; l < d.sizes.size(); ++l) {
    if (d.sizes[l] <= 1)
      continue;
    bool a = d.maps[0].dependsOn(l), b = d.maps[1].dependsOn(l);
    std::vector<int> &group = d.reduction[l] ? g.k : a == b ? g.batch : a ? g.m : g.n;
    group.push_back(int(l));
  }
  return g;
}

/// A matrix operand: rows and columns are groups of loops; either may be the
/// run that is read in one go.
class Matrix {
public:
  Matrix(const Domain &d, size_t operand, const std::vector<int> &rowLoops,
         const std::vector<int> &columnLoops)
      : sizes(d.sizes), byColumns(d.maps[operand], d.types[operand], d.sizes, columnLoops),
        byRows(d.maps[operand], d.types[operand], d.sizes, rowLoops), rowLoops(rowLoops),
        columnLoops(columnLoops), numRows(InnerSpace(rowLoops, d.sizes).size),
        numColumns(InnerSpace(columnLoops, d.sizes).size) {
    auto rank = [](const OperandWalk &walk) {
      switch (walk.form().kind) {
      case InnerForm::Kind::Contiguous:
        return 3;
      case InnerForm::Kind::Runs:
      case InnerForm::Kind::Constant:
        return 2;
      default:
        return walk.separable() ? 1 : 0;
      }
    };
    transposed = rank(byRows) > rank(byColumns) && numColumns > 1;
  }

  plan::DType type() const { return byColumns.type(); }
  int64_t rows() const { return numRows; }
  int64_t columns() const { return numColumns; }

  /// Hands out runs: f(row, firstColumn, rowStep, columnStep, lanes, count) with
  /// one of the steps 0. Lanes hold elements of rows [r0, r1) at `point`.
  template <class F>
  void visit(const isa::Kernels &k, const uint8_t *base, int64_t *point, int64_t r0, int64_t r1,
             F f) const {
    std::vector<int64_t> scratch;
    std::vector<int64_t> lanes(kChunk);
    const OperandWalk &walk = transposed ? byRows : byColumns;
    const std::vector<int> &outer = transposed ? columnLoops : rowLoops;
    Odometer odometer(outer, sizes, point);
    int64_t begin = transposed ? r0 : 0, end = transposed ? r1 : numColumns, index = 0;
    do {
      if (!transposed && (index < r0 || index >= r1))
        continue;
      const uint8_t *at = base + walk.outer(point);
      const int64_t *offsets = walk.inner(point, scratch);
      for (int64_t j = begin; j < end; j += kChunk) {
        int64_t count = std::min(kChunk, end - j);
        walk.load(k, at, offsets, j, count, lanes.data());
        transposed ? f(j, index, 1, 0, lanes.data(), count)
                   : f(index, j, 0, 1, lanes.data(), count);
      }
    } while (++index, odometer.next());
  }

  template <class F>
  void put(const isa::Kernels &k, uint8_t *base, int64_t *point, F rowLanes) const {
    std::vector<int64_t> scratch;
    Odometer odometer(rowLoops, sizes, point);
    int64_t row = 0;
    do
      byColumns.store(k, rowLanes(row), base + byColumns.outer(point),
                      byColumns.inner(point, scratch), 0, numColumns);
    while (++row, odometer.next());
  }

private:
  std::vector<int64_t> sizes;
  OperandWalk byColumns, byRows;
  std::vector<int> rowLoops, columnLoops;
  int64_t numRows, numColumns;
  bool transposed;
};

class ContractExec final : public PreparedExec::Impl {
public:
  explicit ContractExec(const Domain &d)
      : domain(d), groups(groupsOf(d)), a(d, 0, groups.m, groups.k), b(d, 1, groups.k, groups.n),
        out(d, 2, groups.m, groups.n) {
    bool real = plan::isFloat(a.type());
    if (plan::isFloat(b.type()) != real || plan::isFloat(out.type()) != real)
      throw Error(std::string("contract: expected floats or integers throughout, found ") +
                  plan::name(a.type()) + ", " + plan::name(b.type()) + " and " +
                  plan::name(out.type()));
  }

  void run(const Call &call) const override {
    std::vector<int64_t> point(domain.sizes.size(), 0);
    Odometer batch(groups.batch, domain.sizes, point.data());
    do {
      if (plan::isFloat(a.type()))
        multiplyFloat(call, point.data());
      else if (plan::byteWidth(out.type()) == 8)
        multiplyInteger<int64_t>(call, point.data());
      else
        multiplyInteger<int32_t>(call, point.data());
    } while (batch.next());
  }

private:
  void multiplyFloat(const Call &call, int64_t *point) const;
  template <class T> void multiplyInteger(const Call &call, int64_t *point) const;

  /// The accumulators of one batch entry: init value or what lies in memory.
  template <class T> void begin(const Call &call, int64_t *point, T *c, int64_t ldc) const {
    if (call.applyInit) {
      fillLanes(out.type(), domain.init[0], c, 1, call.kernels);
      std::fill(c + 1, c + out.rows() * ldc, c[0]);
      return;
    }
    out.visit(call.kernels, call.bases[2], point, 0, out.rows(),
              [&](int64_t row, int64_t column, int64_t rowStep, int64_t columnStep,
                  const void *lanes, int64_t count) {
                auto *from = static_cast<const T *>(lanes);
                for (int64_t i = 0; i < count; ++i)
                  c[(row + i * rowStep) * ldc + column + i * columnStep] = from[i];
              });
  }

  Domain domain;
  Groups groups;
  Matrix a, b, out;
};

/// Buffers that a thread keeps between products.
struct Scratch {
  std::vector<float> a, b, c;
};
Scratch &scratch() {
  thread_local Scratch s;
  return s;
}
float *grow(std::vector<float> &v, int64_t n) {
  if (int64_t(v.size()) < n)
    v.resize(size_t(n));
  return v.data();
}

void ContractExec::multiplyFloat(const Call &call, int64_t *point) const {
  const isa::Kernels &k = call.kernels;
  int64_t m = a.rows(), n = b.columns(), depth = a.columns(), panel = k.gemmPanel;
  int64_t ldc = (n + panel - 1) / panel * panel;
  Scratch &s = scratch();
  float *pa = grow(s.a, m * depth), *c = grow(s.c, m * ldc);
  float *pb = grow(s.b, std::min(kBlockK, depth) * ldc);
  begin(call, point, c, ldc);
  a.visit(k, call.bases[0], point, 0, m,
          [&](int64_t row, int64_t column, int64_t rowStep, int64_t columnStep, const void *lanes,
              int64_t count) {
            float *to = pa + row * depth + column;
            if (columnStep == 1)
              std::memcpy(to, lanes, size_t(count) * sizeof(float));
            else
              for (int64_t i = 0; i < count; ++i)
                to[i * rowStep * depth] = static_cast<const float *>(lanes)[i];
          });
  bool exact = a.type() == plan::DType::F16 && b.type() == plan::DType::F16;
  for (int64_t k0 = 0; k0 < depth; k0 += kBlockK) {
    int64_t block = std::min(kBlockK, depth - k0);
    // Lanes beyond n stay as they are: their sums are never read.
    b.visit(k, call.bases[1], point, k0, k0 + block,
            [&](int64_t row, int64_t column, int64_t rowStep, int64_t columnStep, const void *lanes,
                int64_t count) {
              auto *from = static_cast<const float *>(lanes);
              for (int64_t i = 0; i < count;) {
                int64_t r = row + i * rowStep - k0, j = column + i * columnStep;
                float *to = pb + (j / panel * block + r) * panel + j % panel;
                int64_t same = columnStep ? std::min(count - i, panel - j % panel) : 1;
                std::memcpy(to, from + i, size_t(same) * sizeof(float));
                i += same;
              }
            });
    k.gemm({m, n, block, pa + k0, depth, pb, c, ldc, exact});
  }
  out.put(k, call.bases[2], point, [&](int64_t row) { return c + row * ldc; });
}

template <class T> void ContractExec::multiplyInteger(const Call &call, int64_t *point) const {
  const isa::Kernels &k = call.kernels;
  plan::DType lane = sizeof(T) == 8 ? plan::DType::I64 : plan::DType::I32;
  int64_t m = a.rows(), n = b.columns(), depth = a.columns();
  std::vector<T> pa(size_t(m * depth)), pb(size_t(depth * n)), c(size_t(m * n)), wide(kChunk);
  begin(call, point, c.data(), n);
  auto pack = [&](const Matrix &matrix, const uint8_t *base, std::vector<T> &to) {
    int64_t ld = matrix.columns();
    matrix.visit(k, base, point, 0, matrix.rows(),
                 [&](int64_t row, int64_t column, int64_t rowStep, int64_t columnStep,
                     const void *lanes, int64_t count) {
                   k.convert(matrix.type(), lane, lanes, wide.data(), count);
                   for (int64_t i = 0; i < count; ++i)
                     to[size_t((row + i * rowStep) * ld + column + i * columnStep)] =
                         wide[size_t(i)];
                 });
  };
  pack(a, call.bases[0], pa);
  pack(b, call.bases[1], pb);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t p = 0; p < depth; ++p) {
      T *to = c.data() + i * n;
      T factor = pa[size_t(i * depth + p)];
      if constexpr (sizeof(T) == 8)
        k.axpy64(to, factor, pb.data() + p * n, n);
      else
        k.axpy32(to, factor, pb.data() + p * n, n);
    }
  out.put(k, call.bases[2], point, [&](int64_t row) { return c.data() + row * n; });
}

} // namespace

std::unique_ptr<PreparedExec::Impl> makeContract(const Domain &domain) {
  return std::make_unique<ContractExec>(domain);
}

} // namespace spyre::model
