// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MemoryNode.h"

#include "Picoseconds.h"

namespace spyre::model {

namespace {

/// A direction with less than a batch to move waits this many batches of the
/// other before it is served all the same [E]: batches fill, nobody starves.
constexpr int kMaxSkips = 8;

double psPerByte(double gbs) { return 1e3 / gbs; }

} // namespace

MemoryNode::MemoryNode(const device::Device &device, LxPorts &ports, RingLinks &ring)
    : device(device), ports(ports), ring(ring), batchLeft(device.turnaroundBatchBytes),
      coreReady(size_t(device.cores), 0),
      // Reads by few cores reach one port only: each port serves its part of
      // the ring [E].
      portReady(size_t(cost::ceilDiv(device.cores, device.fewReaders)), 0),
      portSlack(ports.duration(double(device.turnaroundBatchBytes))) {}

void MemoryNode::add(Request request, int64_t now) {
  auto direction = request.read ? cost::Direction::Read : cost::Direction::Write;
  auto fanout = int(request.members.size());
  request.left = request.bytes;
  // What the ports hold back leaves the node free for others.
  request.nodeRate = psPerByte(cost::nodeRate(device, fanout, request.run));
  if (fanout == 1) {
    request.coreRate = psPerByte(device.perCoreUnicastGBs);
    if (request.read)
      request.portRate = psPerByte(cost::memoryRate(device, direction, 1, 1, request.run));
  }
  for (int core : request.members) {
    RingLinks::Way way = ring.way(device.cores, core);
    int &hops = request.hops[way.up == request.read]; // writes come the way that reads go
    hops = std::max(hops, way.hops);
  }
  int slot = int(requests.size());
  if (freeSlots.empty()) {
    requests.push_back(std::move(request));
  } else {
    slot = freeSlots.back();
    freeSlots.pop_back();
    requests[size_t(slot)] = std::move(request);
  }
  const Request &r = requests[size_t(slot)];
  queues[r.read].push_back(slot);
  pending[r.read] += r.left;
  if (inService < 0) // idle or pacing: look again
    wake = now;
}

int64_t MemoryNode::alone(const Request &r) {
  return roundUp(double(r.bytes) * std::max({r.nodeRate, r.coreRate, r.portRate}));
}

int64_t MemoryNode::readyAt(const Request &r) const {
  int64_t ready = 0;
  for (int core : r.members)
    ready = std::max(ready, ports.ready(core) - portSlack);
  if (r.coreRate > 0)
    ready = std::max(ready, coreReady[size_t(r.members[0])]);
  if (r.portRate > 0)
    ready = std::max(ready, portReady[size_t(r.members[0] / device.fewReaders)]);
  for (bool up : {false, true})
    if (r.hops[up] > 0 && fillsLinks(r))
      ready = std::max(ready, linkReady[r.read][up]);
  return ready;
}

int64_t MemoryNode::firstReady(const Queue &queue, int64_t now, int64_t &earliest) const {
  for (size_t i = 0; i < queue.size(); ++i) {
    int64_t at = readyAt(requests[size_t(queue[i])]);
    if (at <= now)
      return int64_t(i);
    earliest = earliest < 0 ? at : std::min(earliest, at);
  }
  return -1;
}

/// Both positions are those of firstReady; not both are -1.
bool MemoryNode::keepsDirection(int64_t current, int64_t other) {
  if (current < 0)
    return false;
  if (other < 0 || batchLeft > 0)
    return true;
  if (pending[!reading] >= device.turnaroundBatchBytes || skipped >= kMaxSkips)
    return false;
  ++skipped;
  return true;
}

/// Moves on the time at which a limit of `rate` lets the next piece pass. A piece
/// that came late because the node was busy does not delay those behind it, up to
/// one batch.
void MemoryNode::pace(Request &r, int64_t &ready, double rate, int64_t start, int64_t bytes) const {
  int64_t slack = roundUp(double(device.turnaroundBatchBytes) * rate);
  ready = std::max({ready, r.issued, start - slack}) + roundUp(double(bytes) * rate);
  r.done = std::max(r.done, ready);
}

/// Only the links next to the node can be full of its data alone, and only if they
/// are slower than the node.
void MemoryNode::passRing(Request &r, int64_t start, int64_t bytes) {
  for (bool up : {false, true}) {
    ring.passMemory(r.read, up, r.hops[up], bytes);
    if (r.hops[up] > 0 && fillsLinks(r))
      pace(r, linkReady[r.read][up], ring.psPerByte(), start, bytes);
  }
}

void MemoryNode::serve(bool read, int64_t position, int64_t now) {
  int64_t start = now;
  if (read != reading) {
    start += roundUp(device.turnaroundNs * 1e3 / 2); // there and back: turnaroundNs
    reading = read;
    batchLeft = 0;
    skipped = 0;
  }
  if (batchLeft <= 0)
    batchLeft = device.turnaroundBatchBytes;
  Queue &queue = queues[read];
  inService = queue[size_t(position)];
  queue.erase(queue.begin() + position);
  Request &r = requests[size_t(inService)];
  int64_t bytes = std::min(r.left, batchLeft);
  r.left -= bytes;
  pending[read] -= bytes;
  batchLeft -= bytes;
  busyUntil = start + roundUp(double(bytes) * r.nodeRate);
  wake = busyUntil;
  r.done = busyUntil;
  for (int core : r.members) {
    ports.transfer(core, start, double(bytes));
    r.done = std::max(r.done, ports.ready(core));
  }
  passRing(r, start, bytes);
  int core = r.members[0];
  if (r.coreRate > 0)
    pace(r, coreReady[size_t(core)], r.coreRate, start, bytes);
  if (r.portRate > 0)
    pace(r, portReady[size_t(core / device.fewReaders)], r.portRate, start, bytes);
  if (observe)
    observe({read, now, start, busyUntil, bytes});
}

void MemoryNode::next(int64_t now) {
  int64_t earliest = -1;
  int64_t current = firstReady(queues[reading], now, earliest);
  int64_t other = firstReady(queues[!reading], now, earliest);
  if (current < 0 && other < 0)
    wake = earliest; // -1: nothing is pending
  else if (keepsDirection(current, other))
    serve(reading, current, now);
  else
    serve(!reading, other, now);
}

void MemoryNode::step(int64_t now, const std::function<void(const Request &)> &served) {
  if (inService >= 0 && now >= busyUntil) {
    int slot = inService;
    inService = -1;
    wake = -1;
    if (requests[size_t(slot)].left > 0) {
      queues[requests[size_t(slot)].read].push_back(slot);
    } else {
      freeSlots.push_back(slot);
      Request done = std::move(requests[size_t(slot)]);
      served(done);
    }
  }
  if (inService < 0)
    next(now);
}

} // namespace spyre::model
