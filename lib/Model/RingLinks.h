// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links of a bidirectional ring, one resource per hop and direction.
//
// A piece of a core-to-core copy is cut through: it holds each link of its way
// for its length, one hop later each. Data of the memory node is through traffic:
// it is on the ring before any core can put something there, so it is never held
// up; copies have what it leaves. What passed while a piece was on its way is
// settled at the piece's end, like the LX port's use by execs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace spyre::model {

class RingLinks {
public:
  /// The memory node, if the ring has one, is the last stop.
  RingLinks(int stops, double psPerByte, double psPerHop)
      : stops(stops), rate(psPerByte), psPerHop(psPerHop) {
    for (bool up : {false, true}) {
      links[up].resize(size_t(stops));
      for (std::vector<int64_t> &bytes : memoryBytes[up])
        bytes.resize(size_t(stops), 0);
    }
  }

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
  int64_t duration(int64_t bytes) const { return int64_t(double(bytes) * rate + 0.999); }

  /// Data of the memory node passes the `hops` links next to it, upwards or
  /// downwards: the links behind it for reads, those before it for writes.
  void passMemory(bool read, bool up, int hops, int64_t bytes) {
    for (int h = 0; h < hops; ++h)
      memoryBytes[up][read][size_t(h)] += bytes;
  }

  /// The earliest start, from `now` on, at which all links are free in turn.
  int64_t earliest(const Way &way, int64_t now) {
    int64_t start = now;
    for (int h = 0; h < way.hops; ++h)
      start = std::max(start, settle(way, h, now) - hop(h));
    return start;
  }
  void hold(const Way &way, int64_t start, int64_t bytes) {
    for (int h = 0; h < way.hops; ++h)
      links[way.up][at(way, h)].free = start + hop(h) + duration(bytes);
  }

  /// Bytes of the memory node so far, per link of a way.
  void passed(const Way &way, std::vector<int64_t> &bytes) const {
    bytes.resize(size_t(way.hops));
    for (int h = 0; h < way.hops; ++h)
      bytes[size_t(h)] = passedAt(way, h);
  }
  /// How much of the busiest link these bytes have taken since passed().
  int64_t takenSince(const Way &way, const std::vector<int64_t> &bytes) const {
    int64_t most = 0;
    for (int h = 0; h < way.hops; ++h)
      most = std::max(most, passedAt(way, h) - bytes[size_t(h)]);
    return duration(most);
  }

private:
  struct Link {
    int64_t free = 0;                // when the copies that hold it have passed
    int64_t seen = 0, settledAt = 0; // bytes of the memory node that `free` counts, until when
  };

  int wrap(int stop) const { return (stop % stops + stops) % stops; }
  /// The stop where a link of a way begins; its number in its direction.
  size_t at(const Way &way, int h) const {
    return size_t(wrap(way.up ? way.from + h : way.from - h));
  }
  int64_t hop(int h) const { return int64_t(double(h) * psPerHop); }

  int64_t passedAt(const Way &way, int h) const {
    int stop = int(at(way, h)), node = stops - 1;
    const auto &[writes, reads] = memoryBytes[way.up];
    return reads[size_t(wrap(way.up ? stop - node : node - stop))] +
           writes[size_t(wrap(way.up ? node - 1 - stop : stop))];
  }
  /// When a link is free, moved back by what passed while copies held it.
  int64_t settle(const Way &way, int h, int64_t now) {
    Link &link = links[way.up][at(way, h)];
    int64_t bytes = passedAt(way, h);
    if (link.free > link.settledAt)
      link.free += duration(bytes - link.seen);
    link.seen = bytes;
    link.settledAt = now;
    return link.free;
  }

  int stops;
  double rate, psPerHop;
  std::vector<Link> links[2];
  std::vector<int64_t> memoryBytes[2][2]; // by direction; writes, reads; by distance
};

} // namespace spyre::model
