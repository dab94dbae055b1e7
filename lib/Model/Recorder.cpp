// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Recorder.h"

namespace spyre::model {

namespace {

constexpr size_t kMaxBins = 2048;

/// Twice as coarse: pairs of bins become one.
void coarsen(std::vector<FabricBin> &bins) {
  for (size_t i = 0; i < bins.size(); ++i) {
    FabricBin bin = bins[i];
    bins[i] = {};
    for (size_t s = 0; s < bin.size(); ++s)
      bins[i / 2][s] += bin[s];
  }
  bins.resize((bins.size() + 1) / 2);
}

} // namespace

void Recorder::spread(Fabric series, int64_t start, int64_t end, double amount) {
  end = std::max(end, start + 1);
  for (; size_t((end - 1) / binPs) >= kMaxBins; binPs *= 2)
    coarsen(recording.bins);
  auto first = size_t(start / binPs), last = size_t((end - 1) / binPs);
  if (recording.bins.size() <= last)
    recording.bins.resize(last + 1);
  double perPs = amount / double(end - start);
  for (size_t i = first; i <= last; ++i) {
    int64_t from = std::max(start, int64_t(i) * binPs), to = std::min(end, int64_t(i + 1) * binPs);
    recording.bins[i][size_t(series)] += perPs * double(to - from);
  }
}

void Recorder::memory(const MemoryNode::Piece &piece) {
  if (piece.start > piece.turn)
    spread(Fabric::TurnUs, piece.turn, piece.start, toUs(piece.start - piece.turn));
  spread(Fabric::MemoryUs, piece.start, piece.end, toUs(piece.end - piece.start));
  spread(piece.read ? Fabric::ReadBytes : Fabric::WriteBytes, piece.start, piece.end,
         double(piece.bytes));
}

void Recorder::ring(plan::Unit unit, bool up, int64_t start, int64_t end) {
  bool data = unit == plan::Unit::Ring;
  Fabric series = data ? (up ? Fabric::RingUpUs : Fabric::RingDownUs)
                       : (up ? Fabric::PsumUpUs : Fabric::PsumDownUs);
  spread(series, start, end, toUs(end - start));
}

Recording Recorder::take() {
  recording.binUs = toUs(binPs);
  return std::move(recording);
}

} // namespace spyre::model
