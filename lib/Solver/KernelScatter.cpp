// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products whose sums several cores share: which class is cut in slices, and
// what goes on in slices. The smallest slice is taken: it is the least to pass
// on, and the least to do afterwards.
#include "spyre/Solver/KernelNest.h"

#include <algorithm>

using namespace spyre;
using namespace spyre::solver;

namespace {
class Scatter {
public:
  Scatter(const KernelProblem &problem, const KernelConfig &config)
      : problem(problem), config(config) {}

  std::optional<KernelScatter> run() {
    if (!findSums())
      return std::nullopt;
    if (first < 0)
      return result; // nothing is shared
    if (!findFollowers())
      return std::nullopt;
    for (int cls : problem.ops[first].classes)
      consider(cls);
    if (result.cls < 0)
      return std::nullopt;
    markTensors();
    return result;
  }

private:
  static int loopsOf(const KernelOp &op, int cls, bool reduction) {
    int count = 0;
    for (size_t loop = 0; loop < op.classes.size(); ++loop)
      count += op.classes[loop] == cls && (op.reduction[loop] != 0) == reduction;
    return count;
  }

  bool depends(int tensor, int cls) const {
    for (const KernelOp &op : problem.ops)
      for (const auto *accesses : {&op.reads, &op.writes})
        for (const KernelAccess &access : *accesses)
          if (access.tensor == tensor && dependsOn(access, problem.classes.size())[cls])
            return true;
    return false;
  }

  /// The products with shared sums; false if they are shared in different ways.
  bool findSums() {
    result.shared.assign(problem.classes.size(), 0);
    result.sums.assign(problem.ops.size(), 0);
    result.ops.assign(problem.ops.size(), 0);
    result.tensors.assign(problem.tensors.size(), 0);
    for (size_t i = 0; i < problem.ops.size(); ++i) {
      const KernelOp &op = problem.ops[i];
      if (op.kind != KernelOp::Kind::Contract || foldParts(op, config) == 1)
        continue;
      result.sums[i] = 1;
      std::vector<char> shared(problem.classes.size(), 0);
      for (size_t k = 0; k < shared.size(); ++k)
        shared[k] = config.parts[k] > 1 && loopsOf(op, static_cast<int>(k), true) > 0;
      if (first >= 0 && shared != result.shared)
        return false;
      if (first < 0)
        first = static_cast<int>(i);
      result.shared = shared;
      result.parts = foldParts(op, config);
    }
    return true;
  }

  /// Ops that need the sums, directly or not; false if a shared product does.
  bool findFollowers() {
    madeAfter.assign(problem.tensors.size(), 0);
    for (size_t i = 0; i < problem.ops.size(); ++i) {
      const KernelOp &op = problem.ops[i];
      bool follows = false;
      for (const auto *accesses : {&op.reads, &op.writes})
        for (const KernelAccess &access : *accesses)
          follows |= madeAfter[access.tensor] != 0;
      if (follows && result.sums[i])
        return false;
      result.ops[i] = follows;
      if (follows || result.sums[i])
        for (const KernelAccess &write : op.writes)
          madeAfter[write.tensor] = 1;
    }
    return true;
  }

  /// Whether every op from the sums on, and every value that it touches, can be
  /// cut along a class. With one owner, values need not follow the class.
  bool canCut(int cls, bool oneOwner) const {
    for (size_t i = 0; i < problem.ops.size(); ++i) {
      const KernelOp &op = problem.ops[i];
      if (!result.sums[i] && !result.ops[i])
        continue;
      if (loopsOf(op, cls, false) != 1 || loopsOf(op, cls, true) != 0)
        return false;
      for (size_t k = 0; k < result.shared.size() && result.ops[i]; ++k)
        if (result.shared[k] &&
            loopsOf(op, static_cast<int>(k), false) + loopsOf(op, static_cast<int>(k), true) > 0)
          return false; // a core has no more than its share of that class
      for (const KernelAccess &write : op.writes)
        if (!oneOwner && !depends(write.tensor, cls))
          return false;
    }
    for (size_t t = 0; t < problem.tensors.size(); ++t)
      if (depends(static_cast<int>(t), cls) && !isCutOrWhole(static_cast<int>(t)))
        return false;
    return true;
  }

  /// A value is touched by followers only or not at all; a sum is written by its
  /// product and read by followers.
  bool isCutOrWhole(int tensor) const {
    int sums = 0, followers = 0, others = 0, writers = 0;
    for (size_t i = 0; i < problem.ops.size(); ++i)
      for (const auto *accesses : {&problem.ops[i].reads, &problem.ops[i].writes})
        for (const KernelAccess &access : *accesses) {
          if (access.tensor != tensor)
            continue;
          bool written = accesses == &problem.ops[i].writes;
          writers += written;
          if (result.sums[i] && written)
            ++sums;
          else
            ++(result.ops[i] ? followers : others);
        }
    if (sums > 0)
      return writers == 1 && others == 0;
    return followers == 0 || others == 0;
  }

  /// Whether all tiles of a class, on all cores, are of one size.
  bool isEven(int cls) const {
    const KernelClass &info = problem.classes[cls];
    int64_t parts = config.parts[cls], tile = config.tile[cls];
    if (parts == 1)
      return info.extent % tile == 0;
    return info.extent % (parts * info.unit) == 0 && share(info, parts) % tile == 0;
  }

  /// Whether cores exchange what they fold after the sums, and it is the same box
  /// in every slice: from cores without a slice there would be nothing to take.
  bool exchangesSame(int cls) const {
    for (size_t i = 0; i < problem.ops.size(); ++i)
      if (result.ops[i] && foldParts(problem.ops[i], config) > 1)
        for (const KernelAccess &write : problem.ops[i].writes)
          if (!depends(write.tensor, cls))
            return true;
    return false;
  }

  void consider(int cls) {
    const KernelClass &info = problem.classes[cls];
    if (!info.parallel)
      return;
    int64_t tile = config.tile[cls];
    int64_t slice =
        std::min(tile, cost::ceilDiv(cost::ceilDiv(tile, info.unit), result.parts) * info.unit);
    int64_t step = slice;
    // The end of an uneven slice is that of the tile or that of the share: only
    // one of them can be said.
    bool exact =
        slice * result.parts == tile || isEven(cls) || trips(info, config.parts[cls], tile) == 1;
    if (!exact || slice == tile)
      slice = tile, step = info.extent;
    if (!canCut(cls, slice == tile))
      return;
    if (slice == tile && exchangesSame(cls))
      return;
    if (result.cls >= 0 && slice * config.tile[result.cls] >= result.slice * tile)
      return;
    result.cls = cls, result.slice = slice, result.step = step;
  }

  void markTensors() {
    for (size_t t = 0; t < problem.tensors.size(); ++t) {
      if (!depends(static_cast<int>(t), result.cls))
        continue;
      for (size_t i = 0; i < problem.ops.size(); ++i)
        for (const auto *accesses : {&problem.ops[i].reads, &problem.ops[i].writes})
          for (const KernelAccess &access : *accesses)
            if (access.tensor == static_cast<int>(t) && result.ops[i])
              result.tensors[t] = 1;
    }
    // A sum is a whole tile until it is complete.
    for (size_t i = 0; i < problem.ops.size(); ++i)
      if (result.sums[i])
        for (const KernelAccess &write : problem.ops[i].writes)
          result.tensors[write.tensor] = 0;
  }

  const KernelProblem &problem;
  const KernelConfig &config;
  KernelScatter result;
  int first = -1;
  std::vector<char> madeAfter; // per tensor
};
} // namespace

std::optional<KernelScatter> solver::scatterOf(const KernelProblem &problem,
                                               const KernelConfig &config) {
  bool none = std::none_of(problem.ops.begin(), problem.ops.end(), [&](const KernelOp &op) {
    return op.kind == KernelOp::Kind::Contract && foldParts(op, config) > 1;
  });
  return none ? KernelScatter() : Scatter(problem, config).run();
}

std::vector<int64_t> solver::sliceTile(const KernelConfig &config, const KernelScatter &scatter) {
  std::vector<int64_t> tile = config.tile;
  if (scatter.cls >= 0)
    tile[scatter.cls] = scatter.slice;
  return tile;
}
