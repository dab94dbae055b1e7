// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiling and core division of one kernel, as a plain problem. A kernel is a
// list of ops over shared iteration classes; a configuration says how many
// cores share each class and how large the tile of each class is. Prices come
// from Cost; nothing here knows MLIR.
#pragma once

#include "spyre/Cost/Rates.h"
#include "spyre/Solver/Shards.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace spyre::solver {

/// mul * (((sum coef * class index + c) floordiv div) mod mod); mod 0: none.
struct Term {
  int64_t mul = 1;
  std::vector<std::pair<int, int64_t>> linear; // class, coefficient
  int64_t c = 0, div = 1, mod = 0;
  auto operator<=>(const Term &) const = default;
};
/// Index of one physical dim of a tensor: a sum of terms.
using DimIndex = std::vector<Term>;

/// A tensor that the kernel touches. Outer physical sizes count sticks.
struct KernelTensor {
  std::vector<int64_t> outerShape; // without the lanes of a stick
  bool loaded = false;             // read from device memory
  bool stored = false;             // written to device memory
  int64_t width = 2;               // bytes of an element
  bool resident = false;           // read, and lies in LX since an earlier kernel
  bool kept = false;               // made here, and stays in LX for later kernels
  /// resident: what each core has. kept: what each must have (empty: whatever the
  /// division says).
  std::vector<CoreBox> shards;
  int64_t shardBytes = 0; // resident: of the buffer that holds the core's part
  bool leaves() const { return stored || kept; }
  auto operator<=>(const KernelTensor &) const = default;
};

struct KernelAccess {
  int tensor = 0;
  std::vector<DimIndex> index; // one per outer physical dim
  auto operator<=>(const KernelAccess &) const = default;
};

/// One op: its loops and what each element of its domain costs.
struct KernelOp {
  enum class Kind { Map, Reduce, Contract };
  Kind kind = Kind::Map;
  std::vector<int> classes; // one per loop
  std::vector<char> reduction;
  int vectorLoop = -1;            // loop that runs along lanes; -1: none
  cost::VectorOps perElement;     // vector units, per element of the domain
  double portBytesPerElement = 0; // through the LX port
  int laneMoves = 0;              // operands that pass the lane shuffler
  int64_t lanes = 64;             // of the widest moved operand
  // Contract: loops by role and operand type; a batch loop is in none.
  std::vector<int> mLoops, nLoops, kLoops;
  plan::DType productType = plan::DType::F16;
  std::vector<KernelAccess> reads, writes;
  auto operator<=>(const KernelOp &) const = default;
};

struct KernelClass {
  int64_t extent = 1;
  int64_t unit = 1;      // tiles and core shares are multiples of this
  bool parallel = false; // may be shared over cores and tiled
  bool streamed = false; // reduction of one op only: may be tiled, innermost
  bool split = false;    // sums of products and folds with simple combiners: cores
                         // may share it and exchange their partial results
  auto operator<=>(const KernelClass &) const = default;
};

struct KernelProblem {
  std::vector<KernelClass> classes;
  std::vector<KernelTensor> tensors;
  std::vector<KernelOp> ops; // in execution order
  int64_t occupiedBytes = 0; // of LX, by values that only pass by
  auto operator<=>(const KernelProblem &) const = default;
};

/// How cores that share the sums of a product add up their slices. PsumChain: a
/// slice goes round all of them on the partial-sum rings, each adds its own.
/// PsumFetch: each takes its slice from every other one; more on the rings and
/// fewer buffers. RingFetch: the same over the data ring, added by the vector
/// units. The partial-sum rings add f32 only.
enum class Exchange { PsumChain, PsumFetch, RingFetch };

/// A configuration. parts: cores per class (product <= cores); tile: elements
/// per class and tile, a multiple of the unit or the whole share.
struct KernelConfig {
  std::vector<int64_t> parts;
  std::vector<int64_t> tile;
  std::vector<int> order; // parallel classes that are tiled, outermost loop first
  Exchange exchange = Exchange::PsumChain;
  /// Buffers for the sums of a product, per tile. With two, those of the next tile
  /// begin while what follows still reads this one's; one leaves room for tiles.
  int64_t accumulators = 2;
  bool operator==(const KernelConfig &) const = default;
};

/// A priced configuration.
struct KernelPrice {
  double us = 0; // modelled, contention-free estimate
  double ddrUs = 0, ptUs = 0, sfuUs = 0, exchangeUs = 0, arrivalUs = 0;
  double ddrReadBytes = 0, ddrWriteBytes = 0;
  double ringBytes = 0, psumBytes = 0; // between cores, each copy once
  int64_t lxBytes = 0;                 // peak per core
  int64_t iterations = 1;              // tiles per core
  int cores = 1;
};

struct KernelAnswer {
  KernelConfig config;
  KernelPrice price;
  std::vector<std::pair<KernelConfig, KernelPrice>> alternatives; // best first, few
  int64_t evaluations = 0;
};

/// Both ends inside.
using Interval = std::pair<int64_t, int64_t>;

/// The entries of a tensor that all accesses together touch when class k runs over
/// ranges[k], per outer dim.
std::vector<Interval> touchedBox(const KernelProblem &problem, int tensor,
                                 const std::vector<Interval> &ranges);

/// Bytes of a box of whole sticks.
int64_t boxBytes(const std::vector<int64_t> &box);

/// Smallest and largest value of an index when class k spans size[k] elements
/// from an aligned origin.
Interval indexRange(const DimIndex &index, const std::vector<int64_t> &size);

/// Outer shape of the box of a tensor that all its accesses together cover.
std::vector<int64_t> boxShape(const KernelProblem &problem, int tensor,
                              const std::vector<int64_t> &size);

/// The product that a Contract op is when loop i runs over extents[i].
cost::Product productOf(const KernelOp &op, const std::vector<int64_t> &extents);

/// Largest share of a class over `parts` cores, in elements.
int64_t share(const KernelClass &cls, int64_t parts);

/// Tiles of a class on the core with the largest share.
int64_t trips(const KernelClass &cls, int64_t parts, int64_t tile);

/// Classes that an access depends on.
std::vector<char> dependsOn(const KernelAccess &access, size_t numClasses);

/// What it takes to bring resident values to the cores that need them under a
/// division; no value if that is impossible, or a kept value would not lie where
/// it must.
struct Arrival {
  double us = 0, ringBytes = 0; // modelled
};
std::optional<Arrival> arrivalOf(const KernelProblem &problem, const std::vector<int64_t> &parts,
                                 const device::Device &device);

/// Price of a configuration; no value if it is not legal. `arrival`: as arrivalOf()
/// says.
std::optional<KernelPrice> priceKernel(const KernelProblem &problem, const KernelConfig &config,
                                       const device::Device &device, const Arrival &arrival = {});

/// Decisions that the user pinned: class parts and tiles (0 = free), and the
/// order of tile loops, outermost first (classes not named follow).
struct KernelPins {
  std::vector<int64_t> parts, tile;
  std::vector<int> order;
};

/// Searches division and tiles; `budget` counts priced configurations. No
/// value if nothing fits LX.
std::optional<KernelAnswer> solveKernel(const KernelProblem &problem, const device::Device &device,
                                        const KernelPins &pins, int64_t budget);

} // namespace spyre::solver
