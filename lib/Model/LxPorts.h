// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The LX port of each core. Transfers come first: they pace one another. Execs
// take what is left; whether it was enough is settled over the time an exec ran.
#pragma once

#include "Picoseconds.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace spyre::model {

class LxPorts {
public:
  LxPorts(int cores, double psPerByte) : psPerByte(psPerByte), ports(size_t(cores)) {}

  /// When the port can take the next piece of a transfer.
  int64_t ready(int core) const { return ports[size_t(core)].ready; }
  int64_t duration(double bytes) const { return roundUp(bytes * psPerByte); }

  /// A piece of a transfer that starts at `time`.
  void transfer(int core, int64_t time, double bytes) {
    Port &p = ports[size_t(core)];
    p.ready = std::max(p.ready, time) + duration(bytes);
    p.used += bytes;
  }

  /// Bytes carried up to `now`, execs taken at an even rate.
  double used(int core, int64_t now) {
    Port &p = ports[size_t(core)];
    p.used += p.rate * double(now - p.settled);
    p.settled = now;
    return p.used;
  }
  void begin(int core, int64_t now, double bytesPerPs) {
    used(core, now);
    ports[size_t(core)].rate += bytesPerPs;
    ++ports[size_t(core)].execs;
  }
  void end(int core, int64_t now, double bytesPerPs) {
    used(core, now);
    Port &p = ports[size_t(core)];
    p.rate -= bytesPerPs;
    if (--p.execs == 0)
      p.rate = 0; // rounding errors do not pile up
  }

  /// How much longer than [start, now] the port needed for `bytes`.
  int64_t overrun(double bytes, int64_t start, int64_t now) const {
    return int64_t(bytes * psPerByte) - (now - start);
  }

private:
  struct Port {
    int64_t ready = 0, settled = 0;
    double used = 0, rate = 0;
    int execs = 0;
  };
  double psPerByte;
  std::vector<Port> ports;
};

} // namespace spyre::model
