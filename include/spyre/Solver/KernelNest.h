// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a configuration of a kernel means: its loop nest, the slices of shared
// sums, its buffers in LX. The planner prices with these rules and the placement
// pass builds from them.
#pragma once

#include "spyre/Solver/Kernel.h"

namespace spyre::solver {

/// When a kernel streams a class: which ops run inside that loop. Per op: -1
/// before the loop, 0 inside, 1 after. No value if the class cannot be
/// streamed: some op needs its whole extent. `sink` is the op that folds it.
struct StreamStages {
  std::vector<int> stage;
  int sink = -1;
};
std::optional<StreamStages> streamStages(const KernelProblem &problem, int cls);
/// Cores that share a fold of the op, each with a partial result; 1: none.
int64_t foldParts(const KernelOp &op, const KernelConfig &config);
/// Streamed classes that a configuration tiles: a legal one has at most one.
std::vector<int> streamedClasses(const KernelProblem &problem, const KernelConfig &config);
/// The streamed class of a configuration, -1 if none is tiled.
int streamedClass(const KernelProblem &problem, const KernelConfig &config);

/// Cores that share the sums of a product hold partial sums of a whole tile. Each
/// completes one slice of the tile and goes on with that slice alone, so that
/// all that follows the product is shared as well.
struct KernelScatter {
  int cls = -1;              // the class that is cut in slices; -1: no product is shared
  int64_t parts = 1;         // cores that share a sum
  int64_t slice = 0;         // elements of the class, at most
  int64_t step = 0;          // from one slice to the next; beyond the tile: one owner
  std::vector<char> shared;  // per class: the sums run over it
  std::vector<char> sums;    // per op: a product whose sums are shared
  std::vector<char> ops;     // per op: comes after it, runs over a slice
  std::vector<char> tensors; // per tensor: loaded, kept or stored in slices
};
/// No value if the configuration shares sums that cannot be completed in slices:
/// something that follows needs more than a slice.
std::optional<KernelScatter> scatterOf(const KernelProblem &problem, const KernelConfig &config);
/// The tile of a configuration, cut down to a slice.
std::vector<int64_t> sliceTile(const KernelConfig &config, const KernelScatter &scatter);

/// Where things stand in the loop nest of a configuration: parallel tile loops
/// in `order`, the stream loop innermost. Depth d: inside the first d loops.
struct KernelNest {
  std::vector<int> order;
  int stream = -1, sink = -1;
  std::vector<int> opDepth;
  std::vector<char> opInStream, opAfterStream;
  std::vector<int> tensorDepth; // of its load, or of its producer
  std::vector<char> inStream;   // made anew in each iteration of the stream
  KernelScatter scatter;
};
KernelNest kernelNest(const KernelProblem &problem, const KernelConfig &config);

/// One buffer of a core's LX under a configuration, live from op `first` to before
/// op `last` of an iteration; rotating buffers (slots 2) live always.
struct KernelBuffer {
  int tensor = 0;    // -1: partial results on their way, and their fold, or parts
                     // of a resident value from other cores
  int64_t bytes = 0; // of one slot
  int64_t slots = 1;
  int first = 0, last = 0;
  bool outlives = false; // a part of a value that stays in LX between kernels
};
std::vector<KernelBuffer> kernelBuffers(const KernelProblem &problem, const KernelConfig &config);

/// Most bytes that are live at once. `local`: without what outlives the kernel.
int64_t peakBytes(const std::vector<KernelBuffer> &buffers, bool local = false);
/// Whether the allocator finds a place for all of them.
bool fitsLx(const std::vector<KernelBuffer> &buffers, int64_t capacity);

/// Sizes of the classes that all tiles of a core together span.
std::vector<int64_t> spannedSizes(const KernelProblem &problem, const KernelConfig &config);

} // namespace spyre::solver
