// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The executable plan: everything that a card (here: the device model) needs to
// run a compiled model. Plain structs, no behaviour, no MLIR.
//
// A plan holds tensors in device memory and one or more named programs. A
// program runs the same queues on every core (SPMD): one in-order queue per
// unit, made of loops with static trip counts over copy, exec and await.
// A queue's count of finished copies and execs on a core is its clock.
#pragma once

#include "spyre/Plan/Scalar.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace spyre::plan {

/// Bytes that move as one; the innermost dimension of every physical shape.
inline constexpr int64_t kStickBytes = 128; // hardware.md 1.1, "stick"
inline constexpr int kNumUnits = 6;

/// The queues of one core. load: device memory -> LX, store: LX -> device
/// memory, ring: LX of another core -> LX, psum: partial-sum ring, pt: matrix
/// array, sfu: vector and special-function units.
enum class Unit : uint8_t { Load, Store, Ring, Psum, Pt, Sfu };

/// What a tensor is to the caller. Temp tensors live in the plan's workspace.
enum class Role : uint8_t { Input, Weight, State, Output, Constant, Temp };

/// How a logical shape lies in sticks. `order` lists logical dims outermost
/// first; the stick dim appears in it, counted in sticks. Physical shape =
/// sizes in that order (stick dim: ceil(size / lanes)) followed by `lanes`.
/// stickDim -1: one element per stick, lane 0 (also: 0-D tensors).
struct Layout {
  std::vector<int32_t> order;
  int32_t stickDim = -1;
  bool operator==(const Layout &) const = default;
};

/// A tensor in device memory. `address` is its byte offset in the plan's
/// memory map (multiple of 128). Constants carry their bytes, already in device
/// layout, in the plan's data section.
struct Tensor {
  std::string name; // arg0, out0, const3, temp7: unique
  DType type = DType::F16;
  std::vector<int64_t> shape; // logical, elements
  Layout layout;
  Role role = Role::Temp;
  int32_t alias = -1; // Output: index of the State tensor that it is, or -1
  uint64_t address = 0;
  std::vector<uint8_t> data; // Constant only: physical bytes
};

/// An integer known per core and loop iteration: c + sum coef * iv + table[core].
/// `loop` counts enclosing loops of this queue, 0 = outermost.
struct Index {
  struct Term {
    int32_t loop;
    int64_t coef;
    bool operator==(const Term &) const = default;
  };
  int64_t c = 0;
  std::vector<Term> terms;
  int32_t table = -1; // into Program::tables, one value per core
  bool operator==(const Index &) const = default;
};

/// A size: clamp(value, 0, max). Size 0 = nothing to do.
struct Extent {
  Index value; // value.c == max and no terms, no table: static
  int64_t max = 0;
  bool operator==(const Extent &) const = default;
};

/// A byte address in LX, the same on every core (except where the pieces of a
/// ring copy land):
/// base + stride * (slot mod slots). Rotating buffers have slots > 1.
struct LxAddr {
  int64_t base = 0;
  Index slot;
  int64_t slots = 1;
  int64_t stride = 0; // bytes, multiple of 128
};

/// A run-time position: an i32 read from LX (lane 0 of the stick at `addr`),
/// clamped to [lo, hi], added to the offset of dimension `dim` of a copy's box.
struct IndexOperand {
  LxAddr addr;
  int32_t dim = 0;
  int64_t lo = 0, hi = 0;
};

/// One dimension of a box of whole sticks. `offset` and `size` count entries of
/// the tensor's physical outer shape (Ring: entries of the source buffer);
/// lxStride is the step in bytes in the LX buffer (multiple of 128).
struct BoxDim {
  Index offset;
  Extent size;
  int64_t lxStride = 0;
  int64_t srcStride = 0; // Ring only: step in bytes in the source core's LX
};

/// An entry of an address table: `tensors[value of index]` (one tensor per
/// iteration of a loop over equal layers).
struct AddressTable {
  std::string name;
  std::vector<int32_t> tensors; // all of one shape, type and layout
};

/// Moves a box of whole sticks. load/store: between `tensor` (or an entry of an
/// address table) and LX. ring: from LX of core coreMap[core] at `src` to LX
/// of this core at `lx`. psum: as ring, but adds f32 lanes to what lies at `lx`.
struct Copy {
  int32_t kernel = 0; // into Program::kernels
  int32_t tensor = -1;
  int32_t addressTable = -1;
  Index tableIndex;
  std::vector<BoxDim> box; // one per outer physical dimension of the tensor
  LxAddr lx;
  /// load only: table of group numbers. Cores of equal number issue one request
  /// together (multicast) and receive identical boxes. -1: each core on its own.
  int32_t multicast = -1;
  int32_t coreMap = -1; // ring only: table of source cores
  LxAddr src;           // ring only
  std::vector<IndexOperand> indices;
  std::string source; // provenance: op and location
};

/// Where an element lies relative to an operand's address, in bytes:
/// offset + sum of mul * (((sum coef[i] * d[i] + c) floordiv div) mod mod)
/// over the exec's loop indices d. mod 0 = no modulus. Never negative.
struct Access {
  struct Term {
    int64_t mul = 0;
    std::vector<int64_t> coef; // one per exec loop
    int64_t c = 0;
    int64_t div = 1;
    int64_t mod = 0;
    bool operator==(const Term &) const = default;
  };
  int64_t offset = 0;
  std::vector<Term> terms;
};

struct Operand {
  LxAddr addr;
  DType type = DType::F16;
  Access access;
};

/// map: out = body(ins) for every point of the domain (body may use the domain
/// index). reduce: out = body(ins, out), loops marked reduction folded in
/// ascending order. contract: out[..] += a * b, accumulated in f32 (floats) or
/// i32; operands: a, b, out; body unused.
enum class ExecKind : uint8_t { Map, Reduce, Contract };

/// One instruction of a compute unit over LX. Domain = product of loops, in
/// elements: a part-filled last stick is masked by the domain itself.
struct Exec {
  int32_t kernel = 0;
  Unit unit = Unit::Sfu;
  ExecKind kind = ExecKind::Map;
  std::vector<Extent> loops;      // domain sizes in elements
  std::vector<uint8_t> reduction; // per loop: 1 = reduction
  /// Where the domain lies in a larger index space: added to what Opcode::Index
  /// yields. One per loop, or empty (all zero). Accesses do not use it.
  std::vector<Index> origin;
  std::vector<Operand> operands; // inputs, then outputs
  int32_t numOutputs = 1;
  ScalarProgram body;
  /// reduce, contract: value given to every output element of the domain before
  /// the first fold, one per output (empty: outputs hold earlier values).
  std::vector<Scalar> init;
  /// With init: only when the iv of this loop of the queue is 0 (-1: always).
  int32_t initLoop = -1;
  std::string source;
};

/// Blocks the queue until `unit` on the named cores has finished >= count
/// instructions. A count <= floor is true at once: a count linear in the loops
/// names, in the first iterations, instructions from before the one it is about.
struct Await {
  enum class Cores : uint8_t { Same, All, Map };
  Unit unit = Unit::Load;
  Index count;
  int64_t floor = 0; // >= 0
  Cores cores = Cores::Same;
  int32_t coreMap = -1; // Map: table of cores
};

struct Loop;
using Node = std::variant<Copy, Exec, Await, Loop>;
struct Loop {
  int64_t trip = 1;
  std::vector<Node> body;
};

/// A launch of the compiled graph: named, with provenance and predictions.
struct Kernel {
  std::string name;   // softmax_0: unique within the program
  std::string source; // location of the root op
  std::vector<std::string> ops;
  int32_t cores = 0; // cores with work
  double predictedUs = 0;
  // Bounds of this kernel (see Cost), microseconds.
  double boundHardUs = 0, boundSustainedUs = 0;
  std::string boundBy;
};

struct Program {
  std::string name = "main";
  std::vector<int32_t> inputs;              // tensors, in argument order
  std::vector<int32_t> outputs;             // tensors, in result order
  std::vector<std::vector<int64_t>> tables; // per-core values, interned
  std::vector<AddressTable> addressTables;
  std::vector<Kernel> kernels;
  std::array<std::vector<Node>, kNumUnits> queues;
  int64_t lxBytes = 0; // peak
  double boundHardUs = 0, boundSustainedUs = 0;
  std::string boundBy;
};

/// What a named relocation patches (launch parameters; runtime.md).
struct Relocation {
  enum class Kind : uint8_t { Address, Dimension, Scalar };
  std::string symbol;
  Kind kind = Kind::Address;
  int32_t tensor = -1; // patched base
  int64_t addend = 0;
};

struct Plan {
  std::string producer; // version of the compiler
  std::string deviceName;
  std::string deviceDigest; // of the description's canonical JSON
  int32_t cores = 32;
  int64_t lxAllocatableBytes = 0;
  uint64_t memoryBytes = 0; // end of the memory map
  std::vector<Tensor> tensors;
  std::vector<Relocation> relocations;
  std::vector<Program> programs;
  std::string compileReport; // JSON object: wall_s, passes, search_operations
};

} // namespace spyre::plan
