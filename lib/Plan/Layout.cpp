// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Plan/Layout.h"

#include "spyre/Support/Error.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace spyre::plan {

namespace {

constexpr int64_t kMaxBytes = int64_t(1) << 48;

int64_t checkedProduct(std::span<const int64_t> sizes, int64_t factor, const char *what) {
  // A zero anywhere makes the product zero, whatever else would overflow.
  for (int64_t size : sizes)
    if (size < 0)
      throw Error("expected sizes >= 0 in shape, found " + std::to_string(size));
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end())
    return 0;
  int64_t product = factor;
  for (int64_t size : sizes)
    if (__builtin_mul_overflow(product, size, &product) || product > kMaxBytes)
      throw Error(std::string("expected at most 2^48 ") + what + ", found a larger shape");
  return product;
}

// A tensor seen as runs along its stick dim: one run per point of the other
// dims, cut into sticks.
struct Walk {
  int64_t width, lanes;
  int64_t run = 1;                         // elements along the stick dim
  int64_t runStride = 0;                   // host elements between neighbours on the stick dim
  std::vector<int64_t> sizes, hostStrides; // outer dims in `order`
  int64_t stickPos = -1;                   // position of the stick dim in `order`
};

Walk makeWalk(const Tensor &t) {
  Walk walk{byteWidth(t.type), lanes(t.type)};
  walk.sizes = outerShape(t);
  std::vector<int64_t> strides(t.shape.size());
  int64_t stride = 1;
  for (size_t d = t.shape.size(); d-- > 0;) {
    strides[d] = stride;
    stride *= t.shape[d];
  }
  if (t.shape.empty())
    walk.hostStrides.push_back(0);
  for (size_t i = 0; i < t.layout.order.size(); ++i) {
    int32_t dim = t.layout.order[i];
    walk.hostStrides.push_back(strides[dim]);
    if (dim == t.layout.stickDim) {
      walk.stickPos = int64_t(i);
      walk.run = t.shape[dim];
      walk.runStride = strides[dim];
      walk.hostStrides.back() *= walk.lanes;
    }
  }
  return walk;
}

// Calls visit(stick number, host element of lane 0, lanes in use) in order of
// device memory.
template <typename Visit> void forEachStick(const Walk &walk, int64_t sticks, Visit visit) {
  std::vector<int64_t> at(walk.sizes.size(), 0);
  int64_t host = 0;
  for (int64_t stick = 0; stick < sticks; ++stick) {
    int64_t used =
        walk.stickPos < 0 ? 1 : std::min(walk.lanes, walk.run - at[walk.stickPos] * walk.lanes);
    visit(stick, host, used);
    for (size_t d = at.size(); d-- > 0;) {
      host += walk.hostStrides[d];
      if (++at[d] < walk.sizes[d])
        break;
      host -= walk.hostStrides[d] * walk.sizes[d];
      at[d] = 0;
    }
  }
}

// Copies `count` elements of T with the given strides (in elements).
template <typename T>
void copyStrided(uint8_t *to, int64_t toStride, const uint8_t *from, int64_t fromStride,
                 int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(to + i * toStride * int64_t(sizeof(T)), from + i * fromStride * int64_t(sizeof(T)),
                sizeof(T));
}

void copyElements(int64_t width, uint8_t *to, int64_t toStride, const uint8_t *from,
                  int64_t fromStride, int64_t count) {
  if (toStride == 1 && fromStride == 1) {
    std::memcpy(to, from, size_t(count * width));
    return;
  }
  switch (width) {
  case 1:
    return copyStrided<uint8_t>(to, toStride, from, fromStride, count);
  case 2:
    return copyStrided<uint16_t>(to, toStride, from, fromStride, count);
  case 4:
    return copyStrided<uint32_t>(to, toStride, from, fromStride, count);
  default:
    return copyStrided<uint64_t>(to, toStride, from, fromStride, count);
  }
}

void expectSize(const char *what, size_t expected, size_t found, const Tensor &tensor) {
  if (expected != found)
    throw Error("expected " + std::to_string(expected) + " bytes, found " + std::to_string(found) +
                " in the " + what + " buffer of tensor '" + tensor.name + "'");
}

} // namespace

std::vector<int64_t> outerShape(DType type, std::span<const int64_t> shape, const Layout &layout) {
  if (layout.order.size() != shape.size())
    throw Error("expected a layout of " + std::to_string(shape.size()) + " dims, found " +
                std::to_string(layout.order.size()));
  std::vector<uint8_t> seen(shape.size(), 0);
  std::vector<int64_t> outer;
  for (int32_t dim : layout.order) {
    if (dim < 0 || size_t(dim) >= shape.size() || seen[dim]++)
      throw Error("expected a permutation of the dims in layout.order, found dim " +
                  std::to_string(dim));
    int64_t size = shape[dim];
    if (size < 0)
      throw Error("expected sizes >= 0 in shape, found " + std::to_string(size));
    outer.push_back(dim == layout.stickDim ? size / lanes(type) + (size % lanes(type) != 0) : size);
  }
  if (outer.empty())
    outer.push_back(1);
  if (layout.stickDim < -1 || layout.stickDim >= int32_t(shape.size()))
    throw Error("expected a dim or -1 in layout.stickDim, found " +
                std::to_string(layout.stickDim));
  return outer;
}

std::vector<int64_t> outerShape(const Tensor &t) { return outerShape(t.type, t.shape, t.layout); }

int64_t byteSize(DType type, std::span<const int64_t> shape, const Layout &layout) {
  return checkedProduct(outerShape(type, shape, layout), kStickBytes, "bytes in device memory");
}

int64_t byteSize(const Tensor &t) { return byteSize(t.type, t.shape, t.layout); }
int64_t numSticks(const Tensor &t) { return byteSize(t) / kStickBytes; }
int64_t numElements(std::span<const int64_t> shape) { return checkedProduct(shape, 1, "elements"); }

int64_t hostByteSize(const Tensor &t) {
  return checkedProduct(t.shape, byteWidth(t.type), "bytes in a host array");
}

Layout defaultLayout(size_t rank) {
  Layout layout;
  for (size_t d = 0; d < rank; ++d)
    layout.order.push_back(int32_t(d));
  layout.stickDim = int32_t(rank) - 1;
  return layout;
}

void pack(const Tensor &t, std::span<const uint8_t> host, std::span<uint8_t> device,
          uint8_t poison) {
  expectSize("host", size_t(hostByteSize(t)), host.size(), t);
  expectSize("device", size_t(byteSize(t)), device.size(), t);
  Walk walk = makeWalk(t);
  forEachStick(walk, numSticks(t), [&](int64_t stick, int64_t element, int64_t used) {
    uint8_t *to = device.data() + stick * kStickBytes;
    copyElements(walk.width, to, 1, host.data() + element * walk.width, walk.runStride, used);
    std::memset(to + used * walk.width, poison, size_t(kStickBytes - used * walk.width));
  });
}

void unpack(const Tensor &t, std::span<const uint8_t> device, std::span<uint8_t> host) {
  expectSize("host", size_t(hostByteSize(t)), host.size(), t);
  expectSize("device", size_t(byteSize(t)), device.size(), t);
  Walk walk = makeWalk(t);
  forEachStick(walk, numSticks(t), [&](int64_t stick, int64_t element, int64_t used) {
    const uint8_t *from = device.data() + stick * kStickBytes;
    copyElements(walk.width, host.data() + element * walk.width, walk.runStride, from, 1, used);
  });
}

} // namespace spyre::plan
