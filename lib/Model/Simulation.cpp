// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simulation.h"

#include "Picoseconds.h"

#include "spyre/Support/Error.h"

#include <algorithm>

namespace spyre::model {

using plan::EvalPoint;
using plan::kNumUnits;
using plan::Unit;

namespace {

constexpr int64_t kRingPiece = 4096; // bytes that a copy holds a link at a time [E]
constexpr int kMaxInFlight = 4;      // pieces of a copy between its two ends [E]

} // namespace

Simulation::Simulation(const device::Device &device, const plan::Plan &plan,
                       const plan::Program &program, const SimulatorOptions &options)
    : device(device), program(program), options(options), cores(plan.cores),
      code(device, plan, program), ports(cores, 1e3 / cost::lxPortRate(device)),
      dataRing(cores + 1, 1e3 / cost::ringLinkRate(device),
               device.ringHopCycles * 1e3 / device.ringClockGhz),
      // One ring per direction, from core to core only.
      psumRing(cores, 1e3 / (device.psumBytesPerCycle * device.clockGhz),
               device.ringHopCycles * 1e3 / device.clockGhz),
      memory(device, ports, dataRing), psPerCycle(1e3 / device.clockGhz),
      shuffle(options.orderSeed), kernels(std::max<size_t>(program.kernels.size(), 1)) {
  for (int c = 0; c < cores; ++c)
    for (int u = 0; u < kNumUnits; ++u)
      queues.push_back(Queue{plan::Walker(code.queue(Unit(u)))});
  setUp(dataRing, EventKind::DataLink);
  setUp(psumRing, EventKind::PsumLink);
  if (options.record) {
    recorder.emplace(cores + 1, cores);
    memory.observe = [this](const MemoryNode::Piece &piece) { recorder->memory(piece); };
    auto links = [this](RingLinks &ring, Unit unit) {
      ring.observe = [this, unit](bool up, int64_t start, int64_t end) {
        recorder->ring(unit, up, start, end);
      };
    };
    links(dataRing, Unit::Ring), links(psumRing, Unit::Psum);
  }
}

EvalPoint Simulation::pointOf(int32_t q) const {
  return {program.tables, coreOf(q), queues[size_t(q)].walker.ivs()};
}

int32_t Simulation::kernelOf(int32_t q) const {
  return code.kernel(unitOf(q), queues[size_t(q)].walker.item());
}

void Simulation::post(int64_t time, EventKind kind, int32_t queue) {
  uint64_t order = options.orderSeed ? shuffle() : made++;
  events.push({time, order, kind, queue});
}

Timing Simulation::run() {
  for (int32_t q = 0; q < int32_t(queues.size()); ++q)
    ready.push_back(q);
  drainReady();
  while (!events.empty()) {
    Event event = events.top();
    events.pop();
    now = event.time;
    ++handled;
    handle(event);
    drainReady();
  }
  for (const Queue &queue : queues)
    if (!queue.walker.done())
      throw Error("expected every wait of program " + program.name + " to end");
  return results();
}

void Simulation::handle(const Event &event) {
  switch (event.kind) {
  case EventKind::Memory:
    if (event.time != memoryEvent || memory.wakeAt() != event.time)
      return; // overtaken by an earlier one
    memoryEvent = -1;
    memory.step(now, [this](const MemoryNode::Request &request) { served(request); });
    return wakeMemory();
  case EventKind::Arrived:
    return arrived(event.queue);
  case EventKind::Piece:
    return sendPiece(event.queue);
  case EventKind::Written:
    return pieceWritten(event.queue);
  case EventKind::DataLink:
    return dataRing.linkEnd(event.queue, now);
  case EventKind::PsumLink:
    return psumRing.linkEnd(event.queue, now);
  case EventKind::ExecEnd:
    return execEnd(event.queue);
  case EventKind::Finish:
    return finish(event.queue);
  }
}

void Simulation::wakeMemory() {
  int64_t at = memory.wakeAt();
  if (at < 0 || (memoryEvent >= 0 && memoryEvent <= at))
    return;
  memoryEvent = std::max(at, now);
  post(memoryEvent, EventKind::Memory, -1);
}

void Simulation::drainReady() {
  if (options.orderSeed)
    std::shuffle(ready.begin(), ready.end(), shuffle);
  for (size_t i = 0; i < ready.size(); ++i) // advance() may add
    advance(ready[i]);
  ready.clear();
}

/// Goes on with a queue until it has an instruction under way or must wait.
void Simulation::advance(int32_t q) {
  Queue &queue = queues[size_t(q)];
  while (!queue.walker.done()) {
    if (auto *await = std::get_if<plan::Await>(&queue.walker.node())) {
      if (!passAwait(q, *await))
        return;
      queue.walker.next();
    } else if (issue(q)) {
      return;
    }
  }
}

bool Simulation::passAwait(int32_t q, const plan::Await &await) {
  Queue &queue = queues[size_t(q)];
  EvalPoint at = pointOf(q);
  int64_t count = plan::evaluate(await, at);
  auto mustWait = [&](int core) {
    Queue &other = queues[size_t(number(core, await.unit))];
    if (other.finished >= count)
      return false;
    other.waiters.push_back({q, count});
    if (!queue.waiting)
      queue.since = now;
    queue.waiting = true;
    return true;
  };
  int first = coreOf(q), last = first;
  if (await.cores == plan::Await::Cores::Map)
    first = last = int(program.tables[size_t(await.coreMap)][size_t(first)]);
  if (await.cores == plan::Await::Cores::All)
    first = queue.waiting ? queue.awaitedCore : 0, last = cores - 1;
  for (int core = first; core <= last; ++core) {
    queue.awaitedCore = core; // those before have counted far enough
    if (mustWait(core))
      return false;
  }
  if (queue.waiting)
    stall(kernelOf(q), Stall(int(await.unit)), now - queue.since);
  if (recorder && count > 0)
    recordWait(q, await, count);
  queue.waiting = false;
  return true;
}

void Simulation::stall(int32_t kernel, Stall cause, int64_t ps) {
  if (kernel >= 0 && ps > 0)
    kernels[size_t(kernel)].stalls[size_t(cause)] += ps;
}

bool Simulation::issue(int32_t q) {
  Queue &queue = queues[size_t(q)];
  EvalPoint at = pointOf(q);
  Unit unit = unitOf(q);
  const plan::Node &node = queue.walker.node();
  bool work;
  queue.since = queue.asked = now;
  if (auto *copy = std::get_if<plan::Copy>(&node)) {
    CopyCost cost = code.copyCost(unit, queue.walker.item(), at);
    work = cost.bytes > 0;
    if (work && (unit == Unit::Load || unit == Unit::Store))
      issueMemory(q, *copy, cost);
    else if (work)
      issueRing(q, *copy, cost);
  } else {
    const ExecTime &cost = code.execCost(unit, queue.walker.item(), at);
    work = cost.cycles > 0;
    if (work)
      issueExec(q, cost);
  }
  ++queue.issued;
  if (!work) {
    // Counts stay in order: not before what is still on its way.
    if (!queue.finishing.empty()) {
      queue.finishing.push_back(-1);
    } else {
      count(q);
    }
    queue.walker.next();
    return false;
  }
  KernelState &kernel = kernels[size_t(kernelOf(q))];
  kernel.start = kernel.start < 0 ? now : std::min(kernel.start, now);
  return true;
}

void Simulation::issueMemory(int32_t q, const plan::Copy &copy, const CopyCost &cost) {
  int core = coreOf(q);
  MemoryNode::Request request;
  request.read = unitOf(q) == Unit::Load;
  request.members = {core};
  request.bytes = cost.bytes;
  request.run = cost.run;
  request.issued = now;
  request.kernel = copy.kernel;
  if (copy.multicast >= 0) {
    const Groups &groups = code.groups(copy.multicast);
    int leader = groups.leader[size_t(core)];
    const std::vector<int> &members = groups.members[size_t(leader)];
    auto key = std::pair(queues[size_t(q)].issued, leader);
    if (++gathering[key] < int(members.size()))
      return; // the last to come asks for all
    gathering.erase(key);
    request.members = members;
    for (int member : members)
      stall(copy.kernel, Stall::Multicast, now - queues[size_t(number(member, Unit::Load))].since);
  }
  memory.add(std::move(request), now);
  wakeMemory();
}

void Simulation::served(const MemoryNode::Request &request) {
  KernelState &kernel = kernels[size_t(request.kernel)];
  (request.read ? kernel.readBytes : kernel.writeBytes) += request.bytes;
  int64_t extra = request.done - request.issued - MemoryNode::alone(request);
  for (int core : request.members) {
    stall(request.kernel, Stall::Memory, extra);
    int32_t q = number(core, request.read ? Unit::Load : Unit::Store);
    queues[size_t(q)].asked = request.issued;
    queues[size_t(q)].ideal = MemoryNode::alone(request);
    if (request.done > now)
      post(request.done, EventKind::Arrived, q);
    else
      arrived(q);
  }
}

void Simulation::arrived(int32_t q) {
  release(q, dataRing.latency(dataRing.way(cores, coreOf(q))));
  ready.push_back(q);
}

void Simulation::issueRing(int32_t q, const plan::Copy &copy, const CopyCost &cost) {
  Queue &queue = queues[size_t(q)];
  int core = coreOf(q), source = int(program.tables[size_t(copy.coreMap)][size_t(core)]);
  bool data = unitOf(q) == Unit::Ring;
  queue.way = ringOf(q).way(source, core);
  queue.left = cost.bytes;
  KernelState &kernel = kernels[size_t(copy.kernel)];
  (data ? kernel.ringBytes : kernel.psumBytes) += cost.bytes;
  queue.ideal = std::max(ringOf(q).duration(cost.bytes),
                         ports.duration(double(cost.bytes) * (source == core ? 2 : 1)));
  readPiece(q);
}

/// The port of the source takes the next piece, in its turn.
void Simulation::readPiece(int32_t q) {
  Queue &queue = queues[size_t(q)];
  if (queue.left == 0 || queue.piece > 0 || queue.inFlight == kMaxInFlight)
    return;
  queue.piece = std::min(queue.left, kRingPiece);
  queue.left -= queue.piece;
  ++queue.inFlight;
  int64_t start = std::max(now, ports.ready(queue.way.from));
  ports.transfer(queue.way.from, now, double(queue.piece));
  post(start, EventKind::Piece, q);
}

void Simulation::sendPiece(int32_t q) {
  Queue &queue = queues[size_t(q)];
  int64_t bytes = queue.piece;
  queue.piece = 0;
  readPiece(q);
  ringOf(q).send(q, queue.way, bytes, now);
}

void Simulation::writePiece(int32_t q) {
  ports.transfer(coreOf(q), now, double(queues[size_t(q)].arrived.front()));
  post(ports.ready(coreOf(q)), EventKind::Written, q);
}

/// A piece is over when it is through all links and written.
void Simulation::pieceEnd(int32_t q) {
  Queue &queue = queues[size_t(q)];
  if (queue.written == 0 || queue.throughAll == 0)
    return;
  --queue.written, --queue.throughAll, --queue.inFlight;
  readPiece(q);
  if (queue.inFlight > 0)
    return;
  stall(kernelOf(q), Stall::Ring, now - queue.since - queue.ideal);
  release(q, ringOf(q).latency(queue.way));
  ready.push_back(q);
}

void Simulation::setUp(RingLinks &ring, EventKind linkEvent) {
  ring.wake = [this, linkEvent](int64_t time, int32_t link) { post(time, linkEvent, link); };
  ring.arrives = [this](int32_t q, int64_t bytes) {
    queues[size_t(q)].arrived.push_back(bytes);
    if (queues[size_t(q)].arrived.size() == 1)
      writePiece(q);
  };
  ring.passed = [this](int32_t q) {
    ++queues[size_t(q)].throughAll;
    pieceEnd(q);
  };
}

void Simulation::pieceWritten(int32_t q) {
  Queue &queue = queues[size_t(q)];
  queue.arrived.pop_front();
  ++queue.written;
  if (!queue.arrived.empty())
    writePiece(q);
  pieceEnd(q);
}

void Simulation::issueExec(int32_t q, const ExecTime &cost) {
  Queue &queue = queues[size_t(q)];
  int core = coreOf(q);
  queue.ideal = roundUp(cost.cycles * psPerCycle);
  queue.portRate = cost.portBytes / double(queue.ideal);
  queue.portBase = ports.used(core, now);
  queue.portHeld = true;
  ports.begin(core, now, queue.portRate);
  KernelState &kernel = kernels[size_t(kernelOf(q))];
  kernel.macs += cost.macs;
  kernel.arrayCycles += cost.arrayCycles;
  post(now + queue.ideal, EventKind::ExecEnd, q);
}

void Simulation::execEnd(int32_t q) {
  Queue &queue = queues[size_t(q)];
  int core = coreOf(q);
  if (queue.portHeld)
    ports.end(core, now, queue.portRate);
  queue.portHeld = false;
  int64_t overrun = ports.overrun(ports.used(core, now) - queue.portBase, queue.since, now);
  // Less than a cycle is rounding.
  if (double(overrun) > psPerCycle)
    return post(now + overrun, EventKind::ExecEnd, q);
  stall(kernelOf(q), Stall::LxPort, now - queue.since - queue.ideal);
  release(q, 0);
  ready.push_back(q);
}

void Simulation::release(int32_t q, int64_t latency) {
  Queue &queue = queues[size_t(q)];
  KernelState &kernel = kernels[size_t(kernelOf(q))];
  kernel.busy[size_t(unitOf(q))] += now - queue.since;
  kernel.end = std::max(kernel.end, now + latency);
  record(q, now + latency);
  queue.walker.next();
  if (latency == 0 && queue.finishing.empty())
    return count(q);
  queue.finishing.push_back(1);
  post(now + latency, EventKind::Finish, q);
}

void Simulation::finish(int32_t q) {
  Queue &queue = queues[size_t(q)];
  queue.finishing.pop_front();
  count(q);
  // Empty instructions that came behind it.
  while (!queue.finishing.empty() && queue.finishing.front() < 0) {
    queue.finishing.pop_front();
    count(q);
  }
}

void Simulation::count(int32_t q) {
  Queue &queue = queues[size_t(q)];
  ++queue.finished;
  auto satisfied = [&](const Waiter &w) { return w.count <= queue.finished; };
  for (const Waiter &w : queue.waiters)
    if (satisfied(w))
      ready.push_back(w.queue);
  std::erase_if(queue.waiters, satisfied);
}

void Simulation::record(int32_t q, int64_t arrived) {
  if (!recorder)
    return;
  const Queue &queue = queues[size_t(q)];
  recorder->instruction({coreOf(q), unitOf(q), kernelOf(q), queue.walker.item(), queue.issued - 1,
                         toUs(queue.since), toUs(now), toUs(arrived),
                         toUs(queue.asked - queue.since),
                         toUs(std::max<int64_t>(now - queue.asked - queue.ideal, 0))});
}

void Simulation::recordWait(int32_t q, const plan::Await &await, int64_t count) {
  const Queue &queue = queues[size_t(q)];
  int32_t on = await.cores == plan::Await::Cores::All ? -1 : queue.awaitedCore;
  recorder->wait({coreOf(q), unitOf(q), kernelOf(q), queue.issued, await.unit, on, count,
                  toUs(queue.waiting ? queue.since : now), toUs(now)});
}

} // namespace spyre::model
