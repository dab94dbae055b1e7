// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which pairs of cores are alike. All cores run the same queues, so what core a
// knows of core b depends only on how the pair is related by core maps and
// multicast groups, and on per-core wait counts. Pairs of one colour know the
// same; there are usually a handful of colours for 32 x 32 pairs, and every
// clock needs one entry per colour instead of one per core.
//
// Colours are the coarsest stable colouring of pairs (two-dimensional
// Weisfeiler-Leman): for pairs (a, b) of one colour, the pairs (a, z) and (z,
// b) over all z have the same colours.
#pragma once

#include "Report.h"

#include <cstdint>

namespace spyre::plan {

/// For each core, the cores that it deals with: itself, all, one, or a group.
using Relation = std::vector<std::vector<int>>;

class CoreColours {
public:
  /// `marks`: per core, the numbers that set it apart (wait counts).
  CoreColours(int cores, const std::vector<Relation> &relations,
              const std::vector<std::vector<int64_t>> &marks, Budget &budget);

  int cores() const { return n; }
  /// Cores a whose pairs (a, a) are alike; each class has its own colours.
  int numClasses() const { return int(members.size()); }
  int classOf(int core) const { return classes[size_t(core)]; }
  const std::vector<int> &coresOf(int cls) const { return members[size_t(cls)]; }
  int numColours(int cls) const { return int(samples[size_t(cls)].size()); }
  /// The colour of (a, b) among those of a's class; (a, a) is colour 0.
  int colour(int a, int b) const { return colours[size_t(a) * size_t(n) + size_t(b)]; }

  /// A colour of the class `cls`.
  struct Source {
    int cls, colour;
    auto operator<=>(const Source &) const = default;
  };
  /// What the pairs (z, b) look like from pairs (a, b) of a colour of `cls`,
  /// over the cores z that a is related to. [colour] -> sources.
  std::vector<std::vector<Source>> through(const Relation &relation, int cls) const;
  /// The classes of the related cores.
  std::vector<int> classesOf(const Relation &relation, int cls) const;

private:
  void refine(std::vector<int> &pairs, Budget &budget) const;
  void number(const std::vector<int> &pairs);

  int n;
  std::vector<int> classes;                              // per core
  std::vector<int> colours;                              // per pair, within the class
  std::vector<std::vector<int>> members;                 // per class
  std::vector<std::vector<std::pair<int, int>>> samples; // per class and colour: one pair
};

} // namespace spyre::plan
