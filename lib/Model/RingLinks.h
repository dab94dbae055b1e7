// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links of a bidirectional ring, one resource per hop and direction.
//
// Core-to-core copies go in pieces. A piece is cut through: it takes all links of
// its way that are idle at once and waits, in the order of arrival, where one is
// not; links behind it go on. (Hops cost latency, which the copy adds at its end.)
//
// Data of the memory node is through traffic: it is on the ring before a core can
// put something there, so nothing holds it up, and copies have what it leaves of a
// link. What passed under a piece is settled when the piece's time is over.
#pragma once

#include "Picoseconds.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace spyre::model {

class RingLinks {
public:
  /// The memory node, if the ring has one, is the last stop.
  RingLinks(int stops, double psPerByte, double psPerHop);

  struct Way {
    int from = 0, hops = 0;
    bool up = true; // towards higher numbers
  };
  /// The shorter way; upwards if both are equal.
  Way way(int from, int to) const {
    int up = wrap(to - from);
    return up <= stops - up ? Way{from, up, true} : Way{from, stops - up, false};
  }

  double psPerByte() const { return rate; }
  int64_t latency(const Way &way) const { return int64_t(double(way.hops) * psPerHop + 0.5); }
  int64_t duration(int64_t bytes) const { return roundUp(double(bytes) * rate); }

  /// A piece starts on its way. `owner`: for the calls below.
  void send(int32_t owner, const Way &way, int64_t bytes, int64_t now);
  /// At the time that wake() asked for.
  void linkEnd(int32_t link, int64_t now);
  /// Data of the memory node passes the `hops` links next to it, upwards or
  /// downwards: the links behind it for reads, those before it for writes.
  void passMemory(bool read, bool up, int hops, int64_t bytes) {
    for (int h = 0; h < hops; ++h)
      memoryBytes[up][read][size_t(h)] += bytes;
  }

  std::function<void(int64_t time, int32_t link)> wake;
  std::function<void(int32_t owner, int64_t bytes)> arrives; // begins to come in
  std::function<void(int32_t owner)> passed;                 // has left all links
  /// For records: a link has carried a piece from start to end.
  std::function<void(bool up, int64_t start, int64_t end)> observe;

private:
  struct Piece {
    int32_t owner = 0;
    Way way;
    int64_t bytes = 0;
    int taken = 0, left = 0; // links so far
  };
  struct Link {
    int32_t piece = -1;
    int64_t start = 0, end = 0; // if nothing passes
    int64_t passedBefore = 0;   // memory data as the piece began
    std::deque<int32_t> waiting;
  };

  int wrap(int stop) const { return (stop % stops + stops) % stops; }
  int32_t nextLink(const Piece &piece) const;
  int64_t memoryBytesAt(int32_t link) const;
  void advance(int32_t piece, int64_t now);
  void leave(int32_t piece);

  int stops;
  double rate, psPerHop;
  std::vector<Link> links; // downwards by the stop where they begin, then upwards
  std::vector<Piece> pieces;
  std::vector<int32_t> freePieces;
  std::vector<int64_t> memoryBytes[2][2]; // by direction; writes, reads; by distance
};

} // namespace spyre::model
