// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quasi-affine index arithmetic over loops of known size. Reshapes, slices and
// transposes are index maps at the graph level; fusing them composes maps, and
// these functions keep what comes out short: a floordiv or mod that the ranges
// of the loops decide disappears.
#pragma once

#include "mlir/IR/AffineMap.h"

namespace spyre {

/// The smallest and largest value an expression can have (inclusive).
struct AffineRange {
  int64_t lo = 0, hi = 0;
};

/// Range of `expr` with dim i in [0, dimSizes[i]); a dynamic size and a symbol
/// are without bound (+-2^62).
AffineRange rangeOf(mlir::AffineExpr expr, llvm::ArrayRef<int64_t> dimSizes);

/// An expression equal to `expr` wherever dim i is in [0, dimSizes[i]), as a sum
/// of terms in falling order of their factors. Equal sums of dims, floordivs and
/// mods come out equal: (d0 * 128 + d1) floordiv 128 is d0 if d1 < 128, and
/// (x floordiv 4) * 4 + x mod 4 is x. A dim of size 1 is 0.
mlir::AffineExpr simplifyWithRanges(mlir::AffineExpr expr, llvm::ArrayRef<int64_t> dimSizes);

/// The same per result. A result that is a plain dim stays (also of size 1), so
/// that identities and permutations remain such.
mlir::AffineMap simplifyWithRanges(mlir::AffineMap map, llvm::ArrayRef<int64_t> dimSizes);

/// outer(inner(dims)), simplified; `dimSizes` are those of inner's dims.
mlir::AffineMap composeAndSimplify(mlir::AffineMap outer, mlir::AffineMap inner,
                                   llvm::ArrayRef<int64_t> dimSizes);

/// linalg takes a plain dim of any operand as the bound of that loop, which is
/// wrong for a read of the first 5 of 10 elements. Such a result becomes
/// `d mod 10`: the same index, no bound. Apply to the finished map of an
/// operand of `shape`; simplifyWithRanges takes it away again.
mlir::AffineMap guardPrefixReads(mlir::AffineMap map, llvm::ArrayRef<int64_t> dimSizes,
                                 llvm::ArrayRef<int64_t> shape);

/// Index of element `linear` (row-major) of a tensor of `shape`, one
/// expression per dimension, not simplified.
llvm::SmallVector<mlir::AffineExpr> delinearize(mlir::AffineExpr linear,
                                                llvm::ArrayRef<int64_t> shape);

/// Row-major number of the element at `index` in a tensor of `shape`.
mlir::AffineExpr linearize(llvm::ArrayRef<mlir::AffineExpr> index, llvm::ArrayRef<int64_t> shape,
                           mlir::MLIRContext *context);

} // namespace spyre
