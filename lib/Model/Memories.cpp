// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Memories.h"

#include "spyre/Plan/Layout.h"
#include "spyre/Support/Error.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <thread>

namespace spyre::model {

using plan::Copy;
using plan::kStickBytes;

Pages::Pages(uint64_t bytes) : bytes(std::max<uint64_t>(bytes, 1)) {
  void *p = mmap(nullptr, this->bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    throw Error("cannot map " + std::to_string(bytes) + " bytes of device memory");
  start = static_cast<uint8_t *>(p);
  madvise(p, this->bytes, MADV_HUGEPAGE);
}

Pages::~Pages() { munmap(start, bytes); }

Memories::Memories(const plan::Plan &plan)
    : plan(plan), ddr(plan.memoryBytes),
      scratchpads(uint64_t(plan.cores) * uint64_t(plan.lxAllocatableBytes)),
      lxBytes(uint64_t(plan.lxAllocatableBytes)) {
  for (const plan::Tensor &tensor : plan.tensors) {
    outerShapes.push_back(plan::outerShape(tensor));
    tensorBytes.push_back(plan::byteSize(tensor));
    if (tensor.alias < 0 &&
        (tensor.address > ddr.size() || uint64_t(tensorBytes.back()) > ddr.size() - tensor.address))
      throw Error("expected tensor " + tensor.name + " inside the memory map");
  }
}

std::span<uint8_t> Memories::tensor(int32_t index) const {
  int32_t alias = plan.tensors[size_t(index)].alias;
  if (alias >= 0)
    index = alias;
  return {ddr.data() + plan.tensors[size_t(index)].address, size_t(tensorBytes[size_t(index)])};
}

std::span<uint8_t> Memories::lx(int core) const {
  return {scratchpads.data() + uint64_t(core) * lxBytes, lxBytes};
}

void fill(std::span<const std::span<uint8_t>> ranges, uint8_t byte, int threads) {
  constexpr size_t kPiece = 1 << 20;
  std::vector<std::span<uint8_t>> pieces;
  for (std::span<uint8_t> range : ranges)
    for (; !range.empty(); range = range.subspan(std::min(range.size(), kPiece)))
      pieces.push_back(range.first(std::min(range.size(), kPiece)));
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i; (i = next++) < pieces.size();)
      std::memset(pieces[i].data(), byte, pieces[i].size());
  };
  std::vector<std::jthread> pool;
  // A thread costs about as much as a piece.
  for (size_t t = 1; t < std::min(size_t(threads), pieces.size() / 4); ++t)
    pool.emplace_back(work);
  work();
}

namespace {

/// A box as two walks in step: sizes and byte strides, outermost first.
struct Box {
  struct Dim {
    int64_t size, to, from;
  };
  std::vector<Dim> dims;
  int64_t run = kStickBytes; // contiguous on both sides
  bool empty = false;

  void add(int64_t size, int64_t to, int64_t from) {
    empty = empty || size <= 0;
    if (size != 1)
      dims.push_back({size, to, from});
  }
  /// Folds dims that run on without a gap on both sides into one run.
  void merge() {
    while (!dims.empty() && dims.back().to == run && dims.back().from == run) {
      run *= dims.back().size;
      dims.pop_back();
    }
  }
};

void check(const Copy &copy, bool inside) {
  if (!inside)
    throw Error("expected a copy inside its memories: " + copy.source);
}

/// First byte and the one behind the last, over the box.
std::pair<int64_t, int64_t> extent(const Box &box, int64_t start, bool destination) {
  int64_t end = start + box.run;
  for (const Box::Dim &dim : box.dims)
    end += (dim.size - 1) * (destination ? dim.to : dim.from);
  return {start, end};
}

void checkSide(const Copy &copy, const Box &box, std::span<uint8_t> memory, int64_t start,
               bool destination) {
  auto [first, last] = extent(box, start, destination);
  check(copy, first >= 0 && last <= int64_t(memory.size()));
}

template <class F>
void forEachRun(const Box &box, size_t dim, uint8_t *to, const uint8_t *from, F f) {
  if (dim == box.dims.size())
    return f(to, from, box.run);
  for (int64_t i = 0; i < box.dims[dim].size; ++i)
    forEachRun(box, dim + 1, to + i * box.dims[dim].to, from + i * box.dims[dim].from, f);
}

void move(const Box &box, uint8_t *to, const uint8_t *from) {
  forEachRun(box, 0, to, from,
             [](uint8_t *t, const uint8_t *f, int64_t n) { std::memmove(t, f, size_t(n)); });
}

void addFloats(uint8_t *to, const uint8_t *from, int64_t bytes) {
  for (int64_t i = 0; i < bytes; i += 4) {
    float a, b;
    std::memcpy(&a, to + i, 4);
    std::memcpy(&b, from + i, 4);
    a += b;
    std::memcpy(to + i, &a, 4);
  }
}

int32_t tensorOf(const plan::Program &program, const Copy &copy, const plan::EvalPoint &at) {
  if (copy.addressTable < 0)
    return copy.tensor;
  const std::vector<int32_t> &tensors = program.addressTables[size_t(copy.addressTable)].tensors;
  int64_t entry = plan::evaluate(copy.tableIndex, at);
  check(copy, entry >= 0 && entry < int64_t(tensors.size()));
  return tensors[size_t(entry)];
}

/// What the index operands add to the offset of a dim.
int64_t position(const Copy &copy, size_t dim, const plan::EvalPoint &at, std::span<uint8_t> lx) {
  int64_t sum = 0;
  for (const plan::IndexOperand &index : copy.indices) {
    if (size_t(index.dim) != dim)
      continue;
    int64_t address = plan::evaluate(index.addr, at);
    check(copy, address >= 0 && address + 4 <= int64_t(lx.size()));
    int32_t value;
    std::memcpy(&value, lx.data() + address, 4);
    sum += std::clamp<int64_t>(value, index.lo, index.hi);
  }
  return sum;
}

/// The box of a load (`toLx`) or store, and where it starts in the tensor.
Box memoryBox(const Copy &copy, const plan::EvalPoint &at, const std::vector<int64_t> &shape,
              std::span<uint8_t> lx, bool toLx, int64_t &start) {
  Box box;
  check(copy, copy.box.size() == shape.size());
  int64_t stride = kStickBytes;
  std::vector<int64_t> strides(shape.size());
  for (size_t d = shape.size(); d-- > 0; stride *= shape[d])
    strides[d] = stride;
  start = 0;
  for (size_t d = 0; d < shape.size(); ++d) {
    int64_t size = plan::evaluate(copy.box[d].size, at);
    int64_t offset = plan::evaluate(copy.box[d].offset, at) + position(copy, d, at, lx);
    check(copy, size <= 0 || (offset >= 0 && offset + size <= shape[d]));
    start += offset * strides[d];
    int64_t inLx = copy.box[d].lxStride;
    toLx ? box.add(size, inLx, strides[d]) : box.add(size, strides[d], inLx);
  }
  box.merge();
  return box;
}

} // namespace

void Memories::load(const plan::Program &program, const Copy &copy,
                    const plan::EvalPoint &at) const {
  int32_t index = tensorOf(program, copy, at);
  std::span<uint8_t> own = lx(int(at.core)), memory = tensor(index);
  int64_t start, address = plan::evaluate(copy.lx, at);
  Box box = memoryBox(copy, at, outerShapes[size_t(index)], own, true, start);
  if (box.empty)
    return;
  checkSide(copy, box, own, address, true);
  checkSide(copy, box, memory, start, false);
  move(box, own.data() + address, memory.data() + start);
}

void Memories::store(const plan::Program &program, const Copy &copy,
                     const plan::EvalPoint &at) const {
  int32_t index = tensorOf(program, copy, at);
  std::span<uint8_t> own = lx(int(at.core)), memory = tensor(index);
  int64_t start, address = plan::evaluate(copy.lx, at);
  Box box = memoryBox(copy, at, outerShapes[size_t(index)], own, false, start);
  if (box.empty)
    return;
  checkSide(copy, box, memory, start, true);
  checkSide(copy, box, own, address, false);
  move(box, memory.data() + start, own.data() + address);
}

void Memories::ring(const plan::Program &program, const Copy &copy, const plan::EvalPoint &at,
                    bool add) const {
  auto source = int(program.tables[size_t(copy.coreMap)][size_t(at.core)]);
  check(copy, source >= 0 && source < plan.cores);
  std::span<uint8_t> own = lx(int(at.core)), other = lx(source);
  int64_t to = plan::evaluate(copy.lx, at), from = plan::evaluate(copy.src, at);
  Box box;
  for (size_t d = 0; d < copy.box.size(); ++d) {
    const plan::BoxDim &dim = copy.box[d];
    from += (plan::evaluate(dim.offset, at) + position(copy, d, at, own)) * dim.srcStride;
    box.add(plan::evaluate(dim.size, at), dim.lxStride, dim.srcStride);
  }
  box.merge();
  if (box.empty)
    return;
  checkSide(copy, box, own, to, true);
  checkSide(copy, box, other, from, false);
  if (add)
    forEachRun(box, 0, own.data() + to, other.data() + from, addFloats);
  else
    move(box, own.data() + to, other.data() + from);
}

} // namespace spyre::model
