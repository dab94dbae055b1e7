// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPYRE_OPS
#define SPYRE_OPS

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "spyre/Dialect/Spyre/SpyreAttrs.td"

class Spyre_Op<string opMnemonic, list<Trait> traits = []>
    : Op<SpyreDialect, opMnemonic, traits>;

def Spyre_RelayoutOp : Spyre_Op<"relayout", [Pure]> {
  let summary = "the same elements in another layout";
  let description = [{
    Laid-out level only. Both types have the same shape and element type; the
    encodings differ. Materialisation turns it into stick copies when the stick
    dim stays, into a lane move on the vector unit when it changes.
  }];
  let arguments = (ins AnyRankedTensor:$source);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Spyre_LaunchOp : Spyre_Op<"launch", [SingleBlock, NoTerminator, RecursiveMemoryEffects]> {
  let summary = "run a kernel on cores 0 to n-1";
  let description = [{
    The region runs once per core with the core's number as its argument. Each
    op is executed by all cores before the next op begins; `spyre.copy from core`
    reads what the other core wrote in an earlier op.
  }];
  let arguments = (ins StrAttr:$kernel, I64Attr:$cores);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Spyre_BufferOp : Spyre_Op<"buffer", [MemoryEffects<[MemAlloc]>]> {
  let summary = "storage in LX, at the same offset on every core";
  let description = [{
    Without `at` the buffer has no address yet (before allocation). `slots = n`
    makes the leading dim of the memref a rotation of n slots (multi-buffering).
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$offset, DefaultValuedAttr<I64Attr, "1">:$slots);
  let results = (outs AnyMemRef:$result);
  let assemblyFormat = "(`at` $offset^)? (`slots` $slots^)? attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Spyre_CopyOp : Spyre_Op<"copy", [AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "move a box of whole sticks";
  let description = [{
    `load`: device memory to LX; `store`: LX to device memory; `ring`: LX of the
    core `from` to LX of this core; `psum`: the same, but f32 elements are added to
    those of the target. Source and destination have equal shapes,
    the innermost dim is one stick. `multicast` names a group number per core:
    cores of one group load the same box with one request. `position` operands
    are scalars in LX added to the offset of a dim of the device-memory side,
    clamped to `ranges` (two numbers per position).
  }];
  let arguments = (ins Spyre_UnitAttr:$unit, AnyMemRef:$source, AnyMemRef:$target,
                       Optional<Index>:$from, Optional<Index>:$multicast,
                       Variadic<AnyMemRef>:$positions,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$positionDims,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$ranges);
  let assemblyFormat = [{
    custom<Unit>($unit) $source `to` $target (`from` `core` $from^)? (`multicast` $multicast^)?
    (`position` `(` $positions^ `:` type($positions) `)` `dims` $positionDims `ranges` $ranges)?
    attr-dict `:` type($source) `to` type($target)
  }];
  let hasVerifier = 1;
}

def Spyre_ExecOp : Spyre_Op<"exec", [SingleBlock, NoTerminator, RecursiveMemoryEffects]> {
  let summary = "one instruction of a compute unit over LX buffers";
  let description = [{
    Holds exactly one `linalg.generic` and, before it, any `linalg.fill` of its
    outputs (the initial value of a reduction). An unused input in no memory
    (`memref.alloca` of i1) says how long the loops are. `first` makes the fills happen
    only when that loop index is 0, so that a product accumulates over the
    iterations of a K loop. The domain is in elements and exact: lanes outside it
    are neither read nor written.
  }];
  let arguments = (ins Spyre_UnitAttr:$unit, Optional<Index>:$first);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "custom<Unit>($unit) (`first` $first^)? attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

def Spyre_ProgramOp : Spyre_Op<"program", [SingleBlock, NoTerminator, NoRegionArguments]> {
  let summary = "the queues of a plan";
  let description = [{
    Holds `spyre.buffer`s and one `spyre.queue` per unit. All queues of all
    cores run at the same time; only `spyre.await` orders them. Stands in the
    function whose arguments are its tensors.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, I64Attr:$cores, I64Attr:$lxBytes);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name `cores` `(` $cores `)` `lx` `(` $lxBytes `)` attr-dict-with-keyword $body";
}

def Spyre_QueueOp : Spyre_Op<"queue", [SingleBlock, NoTerminator]> {
  let summary = "the in-order instructions of one unit, the same on every core";
  let description = [{
    Its count of finished copies and execs on a core is that unit's clock. The
    argument is the core's number.
  }];
  let arguments = (ins Spyre_UnitAttr:$unit);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Spyre_AwaitOp : Spyre_Op<"await", []> {
  let summary = "wait until a unit has finished a number of instructions";
  let description = [{
    Blocks this queue until `unit` of this core (or of `core`, or of `all` cores)
    has finished at least `count` instructions. A count of `above` (0 if not
    given) or less is true at once: a count that is linear in the loops names, in
    their first iterations, instructions from before the loops.
  }];
  let arguments = (ins Spyre_UnitAttr:$unit, Index:$count, OptionalAttr<I64Attr>:$above,
                       Optional<Index>:$core, UnitAttr:$all);
  let assemblyFormat = [{
    custom<Unit>($unit) ` ` `>` `` `=` $count (`above` $above^)? `` custom<OnCores>($core, $all) attr-dict
  }];
}

#endif
