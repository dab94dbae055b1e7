// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes one kernel's division and tiles out as loops over cores and tiles, LX
// buffers, copies and linalg on memrefs. One file per part: the nest
// (PlaceNest), transfers (PlaceTransfers), folds and sums that cores share
// (PlaceExchange, PlaceSums), values that stay in LX between kernels (PlaceShards).
#pragma once

#include "Boxes.h"
#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Transforms/Decisions.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "spyre/Solver/KernelNest.h"

namespace spyre {

class Placer {
public:
  Placer(mlir::func::FuncOp kernel, const KernelGraph &graph, const solver::KernelConfig &config)
      : kernel(kernel), graph(graph), config(config),
        nest(solver::kernelNest(graph.problem, config)), sliceConfig(config),
        builder(kernel.getContext()) {
    sliceConfig.tile = solver::sliceTile(config, nest.scatter);
  }

  /// Fills `body`, the new function's entry block. `memory`: where values lie in
  /// device memory. `shards`: where they lie in the LX of all cores.
  void run(mlir::Block &body, const llvm::DenseMap<mlir::Value, mlir::Value> &memory,
           const llvm::DenseMap<mlir::Value, mlir::Value> &shards);

private:
  mlir::Location loc() { return kernel.getLoc(); }

  // The nest.
  void buildForall();
  /// Origin and rest of each class on this core: units are shared so that the
  /// first parts hold one more when they do not divide evenly.
  void divide();
  void allocate();
  /// Everything at this depth, then the next loop.
  void emitLevel(int depth);
  void tileLoop(int cls, int64_t count, llvm::function_ref<void()> emitBody);
  void emitOp(size_t index);
  /// Completes the folds of an op that several cores share.
  void emitShared(size_t index);
  void emitGeneric(const KernelGraph::Op &op);
  /// A shape without contents (and without a memory): the extents of the loops.
  mlir::Value domain(llvm::ArrayRef<mlir::OpFoldResult> sizes);
  /// The body again, with the domain's argument first and domain indices moved
  /// from the tile to the whole tensor.
  void cloneBody(const KernelGraph::Op &op, mlir::linalg::GenericOp generic);
  /// Initial values of a fold, in its own buffers or in `other`.
  void emitFills(const KernelGraph::Op &op, mlir::Value other = {});

  // Transfers.
  /// Loads of this depth for ops further inside; an op at this depth loads its
  /// operands itself, just before it runs.
  void emitLoadsFor(int depth);
  void emitLoad(int tensor);
  void emitStores(size_t opIndex);
  void emitStore(int index);
  /// Stores into a box of an argument at run-time positions.
  void emitUpdate(mlir::tensor::InsertSliceOp update, mlir::Value source,
                  llvm::SmallVector<BoxDim> dims);
  /// A view of the first `dims` of a buffer or of a box in device memory.
  mlir::Value view(mlir::Value source, llvm::ArrayRef<BoxDim> dims, bool inMemory);
  bool follows(int tensor, size_t cls);
  /// The LX buffer behind a position: clamps are the copy's own range.
  mlir::Value positionBuffer(mlir::Value position);
  size_t lastWriter(int tensor);

  // Values that stay in LX between kernels.
  /// This core's part of each such value; parts of other cores are fetched.
  void openShards();
  mlir::Value fetch(int tensor, mlir::Value own, const std::vector<solver::CoreBox> &need);
  /// An index that the table gives each core.
  mlir::Value perCore(llvm::ArrayRef<int64_t> table);
  /// A view of each part at the present tile; `cls` >= 0: only of those that move
  /// with that class.
  void openViews(int cls = -1);

  // Exchange between cores.
  /// Cores that share a fold hold partial results: each fetches those of all,
  /// starting with its own, and folds them. Later ops read the whole result. Of
  /// shared sums each core fetches its slice alone.
  void emitExchange(const KernelGraph::Op &op, int64_t parts);
  void copyBetween(ir::Unit unit, mlir::Value source, mlir::Value target, mlir::Value core);
  mlir::AffineExpr memberExpr(const KernelGraph::Op &op, int64_t step);
  mlir::Value ofDigits(mlir::AffineExpr expr);
  /// Number of this core among those that share the op's folds, `step` further.
  mlir::Value member(const KernelGraph::Op &op, int64_t step);
  /// Number of the core `step` further among those that share the op's folds.
  mlir::Value neighbour(const KernelGraph::Op &op, int64_t step);
  /// The core that this one deals with in a step where all pairs meet: as in a
  /// butterfly if their number is a power of two (what cores know of each other
  /// then stays alike whatever the division), else `step` further.
  mlir::Value partner(const KernelGraph::Op &op, int64_t step);
  /// whole = fold of all[i] with the op's combiner, over `sizes`.
  void emitFold(const KernelGraph::Op &op, mlir::Value all, mlir::Value whole,
                llvm::ArrayRef<mlir::OpFoldResult> sizes);

  // Products that cores share: each completes a slice of a tile's sums.
  /// On the partial-sum rings; see Exchange.
  void emitSums(const KernelGraph::Op &op);
  /// The range of the sliced class in a slice, counted from `origin`.
  ClassRange sliceRange(mlir::Value member, mlir::Value origin);
  /// The box of a tensor's slice inside its tile.
  llvm::SmallVector<BoxDim> sliceAt(int tensor, mlir::Value member);
  bool isSum(const KernelGraph::Op &op) const;
  /// Whether a tensor passes memory in slices, at this point of the kernel.
  bool isSliced(int tensor) const;
  /// The slice of a sum is complete in `whole`; what follows reads that.
  void setSlice(int tensor, mlir::Value whole);
  /// Goes over to this core's slice for as long as it lives.
  class SliceScope {
  public:
    SliceScope(Placer &placer, bool enter);
    ~SliceScope();

  private:
    Placer &placer;
    std::optional<ClassRange> saved;
  };

  mlir::func::FuncOp kernel;
  const KernelGraph &graph;
  const solver::KernelConfig &config;
  solver::KernelNest nest;
  solver::KernelConfig sliceConfig; // the same, with the tile of a slice
  mlir::OpBuilder builder;
  llvm::DenseMap<mlir::Value, mlir::Value> memory, shards;
  /// Per tensor that lies in a larger part: that part, and where the core's share
  /// begins in it.
  struct Part {
    int tensor;
    mlir::Value buffer;
    llvm::SmallVector<int64_t> begin;
  };
  llvm::SmallVector<Part> parts;
  mlir::Value coreNumber;
  llvm::SmallVector<size_t> divided;
  llvm::DenseMap<size_t, mlir::Value> digits;
  llvm::SmallVector<ClassRange> ranges;
  llvm::SmallVector<ClassRange> fromShare; // the same, counted from the core's share
  llvm::SmallVector<TensorBox> boxes;
  llvm::SmallVector<mlir::Value> lxBuffers;
  llvm::SmallVector<bool> loadedAt;
  llvm::SmallDenseSet<int> summed; // tensors whose slices are complete
  bool inSlice = false;
  llvm::SmallVector<int> updates; // tensors that update an argument, to be stored last
};

} // namespace spyre
