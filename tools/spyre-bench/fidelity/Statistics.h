// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Figures that say how near two series of times come. Pure functions.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace spyre::bench::fidelity {

/// (published, ours)
using Pair = std::pair<double, double>;

/// ours / published - 1, in percent.
inline double errorOf(const Pair &pair) { return 100 * (pair.second / pair.first - 1); }
/// Mean of the errors' absolute values, percent.
double meanAbsoluteError(const std::vector<Pair> &pairs);
/// Mean of the errors, percent.
double bias(const std::vector<Pair> &pairs);
/// Share of pairs with ours <= factor x published, percent.
double shareWithin(const std::vector<Pair> &pairs, double factor);

/// Rank correlation; equal values share the mean of their ranks. 0 when one side
/// is constant.
double spearman(const std::vector<Pair> &pairs);

/// The pairs, by published time, that leave out what is less than `apart` above
/// the last one kept: their order is no matter of noise.
std::vector<Pair> keptApart(std::vector<Pair> pairs, double apart);

/// Of the pairs of pairs whose published times differ by `apart` or more: how
/// many are in the same order, and how many there are.
std::pair<size_t, size_t> sameOrder(const std::vector<Pair> &pairs, double apart);

} // namespace spyre::bench::fidelity
