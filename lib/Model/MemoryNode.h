// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory node: one server for the loads and stores of all cores.
#pragma once

#include "LxPorts.h"
#include "RingLinks.h"
#include "spyre/Cost/Rates.h"

#include <deque>
#include <functional>
#include <vector>

namespace spyre::model {

class MemoryNode {
public:
  struct Request {
    bool read = true;
    std::vector<int> members; // cores; more than one: multicast
    int64_t bytes = 0, run = 0;
    int64_t issued = 0; // ps
    int32_t kernel = 0;
    int64_t left = 0, done = 0; // done: when the last byte has arrived
    int hops[2] = {0, 0};       // links that it passes downwards, upwards
    // ps per byte: of the node, of the core's own limit, of the port (0: none).
    double nodeRate = 0, coreRate = 0, portRate = 0;
  };

  MemoryNode(const device::Device &device, LxPorts &ports, RingLinks &ring);

  void add(Request request, int64_t now);
  /// When step() wants to be called; -1: nothing to do.
  int64_t wakeAt() const { return wake; }
  /// At wakeAt(): ends the piece in service and starts the next. `served`: called
  /// with a request that the node is done with; it may add requests.
  void step(int64_t now, const std::function<void(const Request &)> &served);

  /// The time of a request that has everything to itself.
  static int64_t alone(const Request &request);
  /// Told of each piece: the node turns round from `turn` to `start`, if it does.
  struct Piece {
    bool read;
    int64_t turn, start, end, bytes;
  };
  std::function<void(const Piece &)> observe;

private:
  using Queue = std::deque<int>; // request numbers, next to serve first
  int64_t readyAt(const Request &request) const;
  /// Position of the first request that may be served now, or -1; else lowers
  /// `earliest` to when one may.
  int64_t firstReady(const Queue &queue, int64_t now, int64_t &earliest) const;
  bool keepsDirection(int64_t current, int64_t other);
  void serve(bool read, int64_t position, int64_t now);
  bool fillsLinks(const Request &r) const { return r.nodeRate < ring.psPerByte(); }
  void passRing(Request &r, int64_t start, int64_t bytes);
  void pace(Request &r, int64_t &ready, double rate, int64_t start, int64_t bytes) const;
  void next(int64_t now);

  const device::Device &device;
  LxPorts &ports;
  RingLinks &ring;
  std::vector<Request> requests;
  std::vector<int> freeSlots;
  Queue queues[2];             // [0] writes, [1] reads
  int64_t pending[2] = {0, 0}; // bytes
  int inService = -1;
  int64_t wake = -1, busyUntil = 0;
  bool reading = true;
  int64_t batchLeft;
  int skipped = 0; // batches for which a short queue of the other side has waited
  std::vector<int64_t> coreReady, portReady;
  int64_t portSlack;            // a piece is on its way while the LX port takes the one before
  int64_t linkReady[2][2] = {}; // writes, reads; downwards, upwards
};

} // namespace spyre::model
