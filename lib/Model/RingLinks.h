// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links of a bidirectional ring, one resource per hop and direction. A piece is
// cut through: it holds each link of its way for its length, one hop later each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace spyre::model {

class RingLinks {
public:
  RingLinks(int stops, double psPerByte, double psPerHop)
      : stops(stops), psPerByte(psPerByte), psPerHop(psPerHop),
        free{std::vector<int64_t>(size_t(stops), 0), std::vector<int64_t>(size_t(stops), 0)} {}

  struct Way {
    int from = 0, hops = 0;
    bool up = true; // towards higher numbers
  };
  /// The shorter way; upwards if both are equal.
  Way way(int from, int to) const {
    int up = ((to - from) % stops + stops) % stops;
    return up <= stops - up ? Way{from, up, true} : Way{from, stops - up, false};
  }

  int64_t latency(const Way &way) const { return int64_t(double(way.hops) * psPerHop + 0.5); }
  int64_t duration(int64_t bytes) const { return int64_t(double(bytes) * psPerByte + 0.999); }

  /// The earliest start, not before `time`, at which all links are free in turn.
  int64_t earliest(const Way &way, int64_t time) const {
    for (int h = 0; h < way.hops; ++h)
      time = std::max(time, free[way.up][link(way, h)] - hop(h));
    return time;
  }
  void hold(const Way &way, int64_t start, int64_t bytes) {
    for (int h = 0; h < way.hops; ++h)
      free[way.up][link(way, h)] = start + hop(h) + duration(bytes);
  }

private:
  size_t link(const Way &way, int h) const {
    int at = way.up ? way.from + h : way.from - h;
    return size_t((at % stops + stops) % stops);
  }
  int64_t hop(int h) const { return int64_t(double(h) * psPerHop); }

  int stops;
  double psPerByte, psPerHop;
  std::vector<int64_t> free[2];
};

} // namespace spyre::model
