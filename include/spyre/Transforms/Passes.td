// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPYRE_TRANSFORMS_PASSES
#define SPYRE_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// graph level: linalg on tensors
//===----------------------------------------------------------------------===//

def NormalizeGraph : Pass<"spyre-normalize-graph", "::mlir::func::FuncOp"> {
  let summary = "say every static piece of a tensor as a linalg.generic";
  let description = [{
    Later passes reason about one kind of op. A static `tensor.insert_slice`
    (from concatenate and pad) becomes a generic that writes its piece of the
    destination through an offset result map; a fill under pieces becomes a
    generic that yields the constant. What a function returns is always made by
    an op of its own: a returned argument, constant or repeated value is copied.
    An update in place (`tensor.insert_slice` at run-time offsets) keeps its op;
    its destination is copied first unless it is a donated argument that nobody
    reads afterwards. Copies move whole sticks: an update of a part of the last
    dim becomes a generic in which each element of the destination selects.

    ```mlir
    %0 = tensor.insert_slice %a into %e[0, 32] [8, 32] [1, 1] : tensor<8x32xf16> into tensor<8x64xf16>
    ```
    becomes
    ```mlir
    %0 = linalg.generic {indexing_maps = [(d0, d1) -> (d0, d1), (d0, d1) -> (d0, d1 + 32)]}
         ins(%a : tensor<8x32xf16>) outs(%e : tensor<8x64xf16>) { yield } -> tensor<8x64xf16>
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def SplitFolds : Pass<"spyre-split-folds", "::mlir::func::FuncOp"> {
  let summary = "fold a whole tensor in two steps, so that cores can share it";
  let description = [{
    A fold of everything into one element leaves no loop that cores could share,
    and a single element no dim that says which core writes it. A large one is
    done in two: everything but the last dim, whose elements are parallel, then
    what is left. The combiner must be one whose partial results may be folded
    again (sum, product, maximum, ...). Small folds stay as they are: one core
    does them as fast as a second kernel starts.

    ```mlir
    %0 = linalg.generic {iterators = [reduction, reduction]} ins(%a : tensor<2048x2048xf16>) outs(%i : tensor<f16>) { add }
    ```
    becomes
    ```mlir
    %0 = linalg.generic {iterators = [reduction, parallel]} ins(%a : tensor<2048x2048xf16>) outs(%z : tensor<2048xf16>) { add }
    %1 = linalg.generic {iterators = [reduction]} ins(%0 : tensor<2048xf16>) outs(%i : tensor<f16>) { add }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"numSplit", "split", "folds done in two steps">];
}

def FoldConstants : Pass<"spyre-fold-constants", "::mlir::func::FuncOp"> {
  let summary = "compute at compile time what depends on no argument";
  let description = [{
    Position tables (RoPE's sines), causal masks and scaled constants cost
    nothing at run time if they are computed here, with the device model's own
    arithmetic, so that the numbers are those of the device. Cheap index
    arithmetic (an iota compared with an iota) stays: fusion turns it into an
    expression of the consumer's loop index, which needs no memory at all.
    Values above `max-bytes` stay as they are.

    ```mlir
    %i = linalg.generic ... { %0 = linalg.index 0 ... linalg.yield %1 : f32 } -> tensor<64xf32>
    %s = linalg.generic ins(%i) { math.sin } -> tensor<64xf32>
    ```
    becomes
    ```mlir
    %s = arith.constant dense<[0.0, 0.841470957, ...]> : tensor<64xf32>
    ```
  }];
  let options = [Option<"maxBytes", "max-bytes", "int64_t", /*default=*/"16777216",
                        "largest constant to make, in bytes">];
  let statistics = [Statistic<"numFolded", "generics-folded", "generics computed at compile time">];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def FuseElementwise : Pass<"spyre-fuse-elementwise", "::mlir::func::FuncOp"> {
  let summary = "compose data movement and pointwise producers into their consumers";
  let description = [{
    A reshape, transpose, slice or broadcast is an index map: it goes into the
    consumer's map and never touches memory. A pointwise producer with one
    consumer goes into the consumer's body; so does one that costs nothing
    (a widening, an index expression, a constant), whoever else uses it.
    Products keep pure bodies: only movement is composed into them. Each value
    is rounded as it was written; only the place where it is computed changes.

    ```mlir
    %n = linalg.generic ins(%x) { arith.negf } -> tensor<8x64xf16>
    %r = linalg.generic ins(%n) { arith.maximumf with 0 } -> tensor<8x64xf16>
    ```
    becomes
    ```mlir
    %r = linalg.generic ins(%x) { arith.negf; arith.maximumf } -> tensor<8x64xf16>
    ```
  }];
  let statistics = [Statistic<"numFused", "producers-fused", "producers composed into consumers">];
  let dependentDialects = ["::spyre::ir::SpyreDialect"]; // composed maps are cut by sticks
}

//===----------------------------------------------------------------------===//
// laid-out level: tensors carry #spyre.layout
//===----------------------------------------------------------------------===//

def AssignLayouts : Pass<"spyre-assign-layouts", "::mlir::func::FuncOp"> {
  let summary = "give every tensor a layout and make disagreements explicit";
  let description = [{
    Inputs, results and state keep the default layout (row-major, last dim in
    sticks). Weights are laid out by the host, once, as their product reads them.
    For all other values the stick dim follows the vector loop of the op that
    makes them, which is chosen so that the fewest elements change lanes: a fold
    along the stick dim leaves one element per stick; an operand of a product
    lies sticked on k (rows) or n (weights). Where a value is needed otherwise,
    `spyre.relayout` says so.

    ```mlir
    %s = linalg.generic ins(%q, %k : tensor<512x64xf16>, tensor<512x64xf16>) ...
    ```
    becomes
    ```mlir
    %kt = spyre.relayout %k : tensor<512x64xf16, #spyre.layout<[0, 1 | 1]>>
                           to tensor<512x64xf16, #spyre.layout<[0, 1 | 0]>>
    %s = linalg.generic ins(%q, %kt : ...) ...
    ```
  }];
  let statistics = [Statistic<"numRelayouts", "relayouts", "explicit changes of layout">];
  let dependentDialects = ["::spyre::ir::SpyreDialect"];
}

//===----------------------------------------------------------------------===//
// physical level: the innermost dim is the stick
//===----------------------------------------------------------------------===//

def MaterializeLayouts : Pass<"spyre-materialize-layouts", "::mlir::func::FuncOp"> {
  let summary = "turn layouts into shapes: the innermost dim is one stick";
  let description = [{
    Encodings vanish; a tensor has the shape in which it lies. Index maps say in
    which stick and lane each element is. Loops still count elements: a generic
    gets a first operand that has the loops' extents and no contents (as upstream
    pooling has for its window), so a part-filled last stick needs no mask. A
    relayout becomes a generic whose two maps differ. Constants are packed.

    ```mlir
    linalg.generic {maps = [(d0, d1) -> (d0, d1)]} ins(%x : tensor<512x1024xf16, #layout>)
    ```
    becomes
    ```mlir
    %domain = tensor.empty() : tensor<512x1024xi1>
    linalg.generic {maps = [(d0, d1) -> (d0, d1), (d0, d1) -> (d0, d1 floordiv 64, d1 mod 64)]}
      ins(%domain, %x : tensor<512x1024xi1>, tensor<512x16x64xf16>)
    ```
  }];
  let dependentDialects = ["::spyre::ir::SpyreDialect", "::mlir::tensor::TensorDialect"];
}

def FormKernels : Pass<"spyre-form-kernels", "::mlir::ModuleOp"> {
  let summary = "group ops that run as one launch, by price";
  let description = [{
    Values between ops of one kernel stay in LX; values between kernels pass
    device memory, unless spyre-reside finds better. Ops are joined with the
    kernels of their producers when the joint kernel, divided and tiled as well as
    it can be, saves a tenth of the smaller one's price. Each kernel becomes a
    function; equal kernels become one function that is called several times, so
    that equal layers are compiled once.

    ```mlir
    func.func @main(%x: tensor<512x16x64xf16>) -> tensor<512x16x64xf16> {
      %m = linalg.generic ... max ...   %e = linalg.generic ... exp ...   ...
    ```
    becomes
    ```mlir
    func.func @main(%x: tensor<512x16x64xf16>) -> tensor<512x16x64xf16> {
      %0 = call @softmax_0(%x) : (tensor<512x16x64xf16>) -> tensor<512x16x64xf16>
    ```
  }];
  let options = [Option<"budget", "budget", "int64_t", /*default=*/"20000",
                        "priced configurations per kernel">];
  let statistics = [
    Statistic<"numKernels", "kernels", "kernel functions formed">,
    Statistic<"numJoined", "ops-joined", "ops joined with a producer's kernel">,
    Statistic<"numEvaluations", "search-operations", "configurations priced">
  ];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def Divide : Pass<"spyre-divide", "::mlir::ModuleOp"> {
  let summary = "choose each kernel's core division, tiles and loop order";
  let description = [{
    Every legal division of the kernel's loops over the cores, uneven ones
    included, is priced with tiles that fit LX; the best are refined. Parallel
    loops can be divided; a fold's loop if its combiner is simple; and k of a
    product, if what follows it can be done slice by slice. The cores that share
    one then exchange partial results; for a product the way is chosen as well
    (`spyre.exchange`), and whether the sums of two tiles overlap or one buffer
    must do (`spyre.accumulators`). Both answers to a value that one op folds and
    another could divide are tried: a box for each reader, or one that they share
    whole (`spyre.share_reads`). The choice, its price and the runner-up are
    attributes of the kernel, so that it can be read, tested, and pinned
    (`--set division@matmul_0=m:4,n:8`).

    ```mlir
    func.func private @matmul_0(...) attributes {spyre.kernel}
    ```
    becomes
    ```mlir
    func.func private @matmul_0(...) attributes {spyre.kernel,
        spyre.division = {m = 4, n = 8}, spyre.tile = {k = 512}, spyre.order = [],
        spyre.predicted_us = 49.1, spyre.reason = "memory 41.9 us, ..."}
    ```
  }];
  let options = [
    Option<"budget", "budget", "int64_t", /*default=*/"20000", "priced configurations per kernel">,
    ListOption<"pins", "pin", "std::string", "decisions: division@KERNEL=m:4,n:8, tile@KERNEL=k:512, "
               "order@KERNEL=m,n or residency@KERNEL=ddr">
  ];
  let statistics = [Statistic<"numEvaluations", "search-operations", "configurations priced">];
}

def Reside : Pass<"spyre-reside", "::mlir::ModuleOp"> {
  let summary = "choose the values that stay in LX between kernels";
  let description = [{
    A value that one kernel makes and others read can stay in the LX of the cores
    that made it. Each reader then finds its part on its own core, or fetches it
    from others round the data ring before it begins. For every such value the
    maker's division and each reader's are tried as the place where it lies; the
    kernels are divided anew around it, and the cheapest total is taken if it is
    half a percent below that of passing through device memory and LX has room
    over all launches in between. Equal layers decide once; a kernel that others call too is copied.

    ```mlir
    func.func private @matmul_0(...) -> tensor<512x200x64xf16> attributes {spyre.division = {m = 4, n = 8}}
    func.func private @pointwise_0(%arg0: tensor<512x200x64xf16>, ...) attributes {spyre.division = {d0 = 32}}
    ```
    becomes
    ```mlir
    func.func private @matmul_0(...) -> (tensor<512x200x64xf16> {spyre.kept = {shard = array<i64: 128, 25, 64>,
        reason = "812.00 us instead of 960.00 with all its readers"}}) attributes {spyre.division = {m = 4, n = 8}}
    func.func private @pointwise_0(%arg0: tensor<512x200x64xf16> {spyre.resident = {of = @matmul_0, result = 0,
        shard = array<i64: 128, 25, 64>}}, ...) attributes {spyre.division = {d0 = 4, d1 = 8}}
    ```
  }];
  let options = [
    Option<"budget", "budget", "int64_t", /*default=*/"20000", "priced configurations per kernel">
  ];
  let statistics = [Statistic<"numKept", "kept", "values that stay in LX">];
}

//===----------------------------------------------------------------------===//
// placed level: scf.forall over cores, memrefs in ddr and lx
//===----------------------------------------------------------------------===//

def Place : Pass<"spyre-place", "::mlir::ModuleOp"> {
  let summary = "write division and tiles out as loops, LX buffers and copies";
  let description = [{
    Each kernel becomes one `scf.forall` over the digits of the core number, with
    an `scf.for` per tiled loop, an LX buffer per tensor box and a copy per box
    that enters or leaves. Shares may be uneven: 400 sticks over 32 cores are 16
    x 13 and 16 x 12; a tile that lies past the end of a share has size 0. A box
    that several cores need is loaded once (`spyre.multicast` names the digits
    that do not matter). Where cores share a fold, each fetches the partial
    results of all over the ring and folds them again. Where they share a product,
    each completes one slice of the tile's sums (`spyre.copy psum` adds on the
    way) and does all that follows on that slice alone. Such cores differ in the
    last digits: they are neighbours on the ring. Of a value that lies in LX, a
    core works on its own part in place, or brings together what it needs from
    the other cores before its loops begin.

    ```mlir
    func.func private @relu_0(%x: tensor<512x16x64xf16>) -> tensor<512x16x64xf16>
    ```
    becomes
    ```mlir
    func.func private @relu_0(%x: memref<512x16x64xf16, #ddr>, %out: memref<512x16x64xf16, #ddr>) {
      scf.forall (%i) in (32) {
        %begin = affine.apply (d0 * 16)(%i)
        %a = memref.alloc() : memref<16x16x64xf16, #lx>   ...
        memref.copy (subview of %x at %begin), %a
        linalg.generic ins(%domain, %a) outs(%b) { ... }
        memref.copy %b, (subview of %out at %begin)
      } {mapping = [#spyre.core<0>]}
    ```
  }];
  let statistics = [Statistic<"numKernels", "kernels", "kernels placed">];
  let dependentDialects = ["::spyre::ir::SpyreDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::affine::AffineDialect"];
}

//===----------------------------------------------------------------------===//
// scheduled level: launches, addresses, units
//===----------------------------------------------------------------------===//

def Schedule : Pass<"spyre-schedule", "::mlir::ModuleOp"> {
  let summary = "launches in order, a unit for every step, an address for every byte";
  let description = [{
    Calls become `spyre.launch`es; copies go to the load and store units, products
    to the array, all else to the vector units. Buffers that a loop fills anew
    get their rotating slots, and one allocation problem per launch gives every
    buffer its offset in LX. Values that stay in LX between launches are placed
    first, together, at its top. In what is left, neighbouring launches grow from
    opposite ends, so that the next one's first loads need not wait for the last
    buffers of this.

    ```mlir
    %a = memref.alloc() : memref<16x16x64xf16, #lx>
    memref.copy %x_box, %a
    ```
    becomes
    ```mlir
    %a = spyre.buffer at 0 : memref<16x16x64xf16, #lx>
    spyre.launch "relu_0" (%core) in (32) {
      spyre.copy load %x_box to %a
    ```
  }];
  let statistics = [Statistic<"lxPeak", "lx-peak", "most LX bytes that a launch uses">];
  let dependentDialects = ["::spyre::ir::SpyreDialect", "::mlir::affine::AffineDialect"];
}

//===----------------------------------------------------------------------===//
// the device
//===----------------------------------------------------------------------===//

def SetDevice : Pass<"spyre-set-device", "::mlir::ModuleOp"> {
  let summary = "say which device a module is compiled for";
  let description = [{
    All that prices, divides or allocates does so for one device. The module
    names it, with the digest of its description, so that IR written to a file
    is never continued with other numbers. spyre-compile sets it from --device;
    spyre-opt has this pass.

    ```mlir
    module { ... }
    ```
    becomes
    ```mlir
    module attributes {spyre.device = #spyre.device<"spyre-1core", digest = "...", cores = 1,
                                                    lx = 1625344, memory = 137438953472>} { ... }
    ```
  }];
  let options = [Option<"device", "device", "std::string", "\"spyre-default\"",
                        "spyre-default, spyre-datasheet, spyre-1core or FILE.json">];
  let dependentDialects = ["::spyre::ir::SpyreDialect"];
}

//===----------------------------------------------------------------------===//
// every level
//===----------------------------------------------------------------------===//

def VerifyLevel : Pass<"spyre-verify-level", "::mlir::ModuleOp"> {
  let summary = "reject what does not belong at a level";
  let description = [{
    Each level adds one fact and removes one freedom; what an earlier level
    allowed and this one does not is an error at the op that shows it.

    ```mlir
    // spyre-opt -spyre-verify-level=level=physical
    %0 = spyre.relayout ...   // error: 'spyre.relayout' op does not belong at the physical level
    ```
  }];
  let options = [Option<"level", "level", "std::string", "\"graph\"",
                        "graph, laid-out, physical or placed">];
}

#endif
