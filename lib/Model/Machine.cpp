// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Model/Machine.h"

#include "Memories.h"
#include "SimProgram.h"
#include "spyre/Model/Kernels.h"
#include "spyre/Plan/Layout.h"
#include "spyre/Plan/Queues.h"
#include "spyre/Support/Error.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <map>
#include <mutex>
#include <numeric>
#include <random>
#include <thread>

namespace spyre::model {

using plan::EvalPoint;
using plan::kNumUnits;
using plan::Unit;

namespace {

/// One exec of a queue; its prepared forms are shared by all cores.
class ExecSite {
public:
  explicit ExecSite(const plan::Exec &exec) : exec(exec) {}

  void run(const EvalPoint &at, std::span<uint8_t> lx, Numerics numerics) const {
    std::vector<int64_t> sizes;
    for (const plan::Extent &loop : exec.loops)
      sizes.push_back(plan::evaluate(loop, at));
    const PreparedExec &prepared = prepare(sizes);
    std::vector<uint8_t *> bases;
    for (size_t o = 0; o < exec.operands.size(); ++o) {
      int64_t base = plan::evaluate(exec.operands[o].addr, at);
      PreparedExec::Range range = prepared.range(o);
      if (range.last > range.first &&
          (base + range.first < 0 || base + range.last > int64_t(lx.size())))
        throw Error("expected an operand inside LX: " + exec.source);
      bases.push_back(lx.data() + base);
    }
    bool init = !exec.init.empty() && (exec.initLoop < 0 || at.ivs[size_t(exec.initLoop)] == 0);
    std::vector<int64_t> origin;
    for (const plan::Index &index : exec.origin)
      origin.push_back(plan::evaluate(index, at));
    prepared.run(bases.data(), init, origin, numerics);
  }

private:
  const PreparedExec &prepare(const std::vector<int64_t> &sizes) const {
    std::lock_guard lock(mutex);
    auto it = bySizes.find(sizes);
    if (it == bySizes.end())
      it = bySizes.emplace(sizes, PreparedExec(viewOf(exec, sizes))).first;
    return it->second;
  }

  const plan::Exec &exec;
  mutable std::mutex mutex;
  mutable std::map<std::vector<int64_t>, PreparedExec> bySizes;
};

/// A program's queues, flat, with their execs.
struct Code {
  const plan::Program &program;
  std::array<plan::FlatQueue, kNumUnits> queues;
  std::array<std::vector<std::unique_ptr<ExecSite>>, kNumUnits> execs; // per item
  std::map<int32_t, Groups> groups;                                    // of multicasts, by table

  explicit Code(const plan::Program &program) : program(program) {
    for (int u = 0; u < kNumUnits; ++u) {
      queues[size_t(u)] = plan::flatten(program, Unit(u));
      for (const plan::FlatQueue::Item &item : queues[size_t(u)].items) {
        auto *exec = std::get_if<plan::Exec>(item.node);
        execs[size_t(u)].push_back(exec ? std::make_unique<ExecSite>(*exec) : nullptr);
        if (auto *copy = std::get_if<plan::Copy>(item.node); copy && copy->multicast >= 0)
          groups.try_emplace(copy->multicast, groupsOf(program.tables[size_t(copy->multicast)]));
      }
    }
  }
};

/// Finished instructions of one queue. Its own cache line: other threads watch it.
struct alignas(64) Clock {
  std::atomic<int64_t> count{0};
};

/// One run of one program.
class Run {
public:
  Run(const Code &code, const Memories &memories, int cores, Numerics numerics)
      : code(code), memories(memories), cores(cores), numerics(numerics),
        clocks(size_t(cores * kNumUnits)), asked(size_t(cores)) {
    for (int c = 0; c < cores; ++c)
      for (int u = 0; u < kNumUnits; ++u)
        walkers.emplace_back(code.queues[size_t(u)]);
    for (const plan::Walker &walker : walkers)
      unfinished += !walker.done();
  }

  void threaded(int threads);
  void shuffled(uint64_t seed);

private:
  plan::Walker &walker(int core, int unit) { return walkers[size_t(core * kNumUnits + unit)]; }
  const std::atomic<int64_t> &clock(int core, Unit unit) const {
    return clocks[size_t(core * kNumUnits) + size_t(unit)].count;
  }
  bool satisfied(const plan::Await &await, const EvalPoint &at) const;
  bool joinGroup(int core, const plan::Copy &copy, bool &waits);
  void execute(const plan::Node &node, int unit, int32_t item, const EvalPoint &at) const;
  bool step(int core, int unit);
  bool sweep(int core);
  void work();
  [[noreturn]] void stuck() const {
    throw Error("expected every wait of program " + code.program.name + " to end");
  }

  const Code &code;
  const Memories &memories;
  int cores;
  Numerics numerics;
  std::vector<plan::Walker> walkers;
  std::vector<Clock> clocks;
  std::vector<Clock> asked; // per core: loads up to the multicast that it has come to

  std::atomic<int64_t> unfinished{0};
  std::atomic<bool> failed{false};
  std::vector<std::unique_ptr<std::atomic_flag>> taken; // per core: a thread is at it
  std::mutex mutex;
  std::condition_variable progressed;
  std::exception_ptr failure;
  uint64_t epoch = 0; // counts sweeps that got on; guarded by mutex
  int idle = 0, workers = 0;
};

bool Run::satisfied(const plan::Await &await, const EvalPoint &at) const {
  int64_t count = plan::evaluate(await, at);
  auto reached = [&](int core) {
    return clock(core, await.unit).load(std::memory_order_acquire) >= count;
  };
  switch (await.cores) {
  case plan::Await::Cores::Same:
    return reached(int(at.core));
  case plan::Await::Cores::Map:
    return reached(int(code.program.tables[size_t(await.coreMap)][size_t(at.core)]));
  case plan::Await::Cores::All:
    for (int c = 0; c < cores; ++c)
      if (!reached(c))
        return false;
    return true;
  }
  return false;
}

/// A multicast is one request: it waits for all cores of its group. True if this
/// core has just come to it, which others wait for.
bool Run::joinGroup(int core, const plan::Copy &copy, bool &waits) {
  int64_t number = clock(core, Unit::Load).load(std::memory_order_relaxed) + 1;
  std::atomic<int64_t> &mine = asked[size_t(core)].count;
  bool isNew = mine.load(std::memory_order_relaxed) < number;
  if (isNew)
    mine.store(number, std::memory_order_release);
  const Groups &groups = code.groups.at(copy.multicast);
  for (int member : groups.members[size_t(groups.leader[size_t(core)])])
    waits |= asked[size_t(member)].count.load(std::memory_order_acquire) < number;
  return isNew;
}

void Run::execute(const plan::Node &node, int unit, int32_t item, const EvalPoint &at) const {
  if (const auto &exec = code.execs[size_t(unit)][size_t(item)])
    return exec->run(at, memories.lx(int(at.core)), numerics);
  const auto &copy = std::get<plan::Copy>(node);
  switch (Unit(unit)) {
  case Unit::Load:
    return memories.load(code.program, copy, at);
  case Unit::Store:
    return memories.store(code.program, copy, at);
  case Unit::Ring:
    return memories.ring(code.program, copy, at, false);
  case Unit::Psum:
    return memories.ring(code.program, copy, at, true);
  default:
    throw Error("expected no copy in a compute queue: " + copy.source);
  }
}

/// Gets a queue on: does the next thing, or asks for a multicast. False if it must
/// wait or is done.
bool Run::step(int core, int unit) {
  plan::Walker &at = walker(core, unit);
  if (at.done())
    return false;
  EvalPoint point{code.program.tables, core, at.ivs()};
  const plan::Node &node = at.node();
  if (auto *await = std::get_if<plan::Await>(&node)) {
    if (!satisfied(*await, point))
      return false;
  } else {
    auto *copy = std::get_if<plan::Copy>(&node);
    bool waits = false, joined = false;
    if (copy && copy->multicast >= 0 && Unit(unit) == Unit::Load)
      joined = joinGroup(core, *copy, waits);
    if (waits)
      return joined;
    execute(node, unit, at.item(), point);
    clocks[size_t(core * kNumUnits + unit)].count.fetch_add(1, std::memory_order_release);
  }
  at.next();
  if (at.done())
    --unfinished;
  return true;
}

/// Runs a core's queues until all wait; true if anything was done.
bool Run::sweep(int core) {
  bool any = false;
  for (bool again = true; again && !failed;) {
    again = false;
    for (int u = 0; u < kNumUnits; ++u)
      while (!failed && step(core, u))
        again = any = true;
  }
  return any;
}

void Run::work() {
  for (;;) {
    uint64_t seen;
    {
      std::lock_guard lock(mutex);
      seen = epoch;
    }
    bool any = false, all = true;
    for (int c = 0; c < cores && !failed; ++c) {
      if (taken[size_t(c)]->test_and_set(std::memory_order_acquire)) {
        all = false; // its holder reports progress
        continue;
      }
      bool got = sweep(c);
      taken[size_t(c)]->clear(std::memory_order_release);
      if (got) {
        any = true;
        std::lock_guard lock(mutex);
        ++epoch;
        progressed.notify_all();
      }
    }
    if (failed || unfinished == 0)
      return progressed.notify_all();
    if (any)
      continue;
    // Nothing to do for now: wait until someone gets on. If all wait and nobody
    // did since this thread looked at every core, nobody ever will.
    std::unique_lock lock(mutex);
    if (epoch != seen)
      continue;
    if (++idle == workers && all)
      stuck();
    progressed.wait(lock,
                    [&] { return epoch != seen || failed || unfinished == 0 || idle == workers; });
    --idle;
  }
}

void Run::threaded(int threads) {
  workers = std::max(1, std::min(threads, cores));
  for (int c = 0; c < cores; ++c)
    taken.push_back(std::make_unique<std::atomic_flag>());
  auto guarded = [this] {
    try {
      work();
    } catch (...) {
      std::lock_guard lock(mutex);
      if (!failure)
        failure = std::current_exception();
      failed = true;
      progressed.notify_all();
    }
  };
  std::vector<std::thread> pool;
  for (int t = 1; t < workers; ++t)
    pool.emplace_back(guarded);
  guarded();
  for (std::thread &t : pool)
    t.join();
  if (failure)
    std::rethrow_exception(failure);
}

/// Queues get on in a random order that changes now and then, by one step each or
/// as far as they can: some run far ahead of others, some far behind.
void Run::shuffled(uint64_t seed) {
  std::mt19937_64 rng(seed);
  std::vector<int> order(size_t(cores) * kNumUnits);
  std::iota(order.begin(), order.end(), 0);
  while (unfinished > 0) {
    if (rng() % 4 == 0)
      std::shuffle(order.begin(), order.end(), rng);
    bool far = rng() % 2, any = false;
    for (int q : order) {
      bool more = step(q / kNumUnits, q % kNumUnits);
      any |= more;
      while (far && more)
        more = step(q / kNumUnits, q % kNumUnits);
    }
    if (!any)
      stuck();
  }
}

} // namespace

plan::DType resultType(const plan::Tensor &tensor, Numerics numerics) {
  bool wider = numerics == Numerics::Dl16 && tensor.type == plan::DType::F16;
  return wider ? plan::DType::F32 : tensor.type;
}

struct Machine::Impl {
  const plan::Plan &plan;
  MachineOptions options;
  Memories memories;
  std::vector<bool> valued; // per tensor: has been given a value
  std::map<const plan::Program *, std::unique_ptr<Code>> codes; // looked up only

  Impl(const plan::Plan &plan, const MachineOptions &options)
      : plan(plan), options(options), memories(plan), valued(plan.tensors.size(), false) {
    for (size_t t = 0; t < plan.tensors.size(); ++t) {
      const plan::Tensor &tensor = plan.tensors[t];
      if (tensor.role != plan::Role::Constant)
        continue;
      // Through the host form, so that its padding is poisoned like any other.
      std::vector<uint8_t> host(size_t(plan::hostByteSize(tensor)));
      plan::unpack(tensor, tensor.data, host);
      give(int32_t(t), host);
    }
  }

  bool isDl16(int32_t t) const {
    return resultType(plan.tensors[size_t(t)], options.numerics) != plan.tensors[size_t(t)].type;
  }

  void give(int32_t t, std::span<const uint8_t> host) {
    std::vector<uint8_t> codes;
    if (isDl16(t)) {
      codes.resize(host.size());
      toDl16(host.data(), codes.data(), int64_t(host.size() / 2));
      host = codes;
    }
    plan::pack(plan.tensors[size_t(t)], host, memories.tensor(t), options.poison);
  }

  int threads() const {
    return options.threads > 0 ? options.threads
                               : int(std::max(1u, std::thread::hardware_concurrency()));
  }

  void poison(const plan::Program &program) {
    std::vector<std::span<uint8_t>> ranges;
    // All of LX that a proved program touches.
    for (int core = 0; core < plan.cores; ++core)
      ranges.push_back(
          memories.lx(core).first(std::min(size_t(program.lxBytes), memories.lx(core).size())));
    for (size_t t = 0; t < plan.tensors.size(); ++t)
      if (plan.tensors[t].role == plan::Role::Temp)
        ranges.push_back(memories.tensor(int32_t(t)));
    for (int32_t t : program.outputs)
      if (plan.tensors[size_t(t)].alias < 0)
        ranges.push_back(memories.tensor(t));
    fill(ranges, options.poison, threads());
  }
};

Machine::Machine(const plan::Plan &plan, const MachineOptions &options)
    : impl(std::make_unique<Impl>(plan, options)) {}
Machine::~Machine() = default;

void Machine::setInput(int32_t t, std::span<const uint8_t> host) {
  const plan::Tensor &tensor = impl->plan.tensors[size_t(t)];
  if (int64_t(host.size()) != plan::hostByteSize(tensor))
    throw Error("expected " + std::to_string(plan::hostByteSize(tensor)) + " bytes for " +
                tensor.name + ", found " + std::to_string(host.size()));
  impl->give(t, host);
  impl->valued[size_t(t)] = true;
}

bool Machine::hasInput(int32_t t) const { return impl->valued[size_t(t)]; }

void Machine::run(const plan::Program &program) {
  for (int32_t t : program.inputs)
    if (!hasInput(t))
      throw Error("expected a value for " + impl->plan.tensors[size_t(t)].name + ", found none");
  impl->poison(program);
  std::unique_ptr<Code> &code = impl->codes[&program];
  if (!code)
    code = std::make_unique<Code>(program);
  Run run(*code, impl->memories, impl->plan.cores, impl->options.numerics);
  if (impl->options.orderSeed)
    return run.shuffled(impl->options.orderSeed);
  run.threaded(impl->threads());
}

std::vector<uint8_t> Machine::output(int32_t t) const {
  const plan::Tensor &tensor = impl->plan.tensors[size_t(t)];
  std::vector<uint8_t> host(size_t(plan::hostByteSize(tensor)));
  plan::unpack(tensor, impl->memories.tensor(t), host);
  if (!impl->isDl16(t))
    return host;
  std::vector<uint8_t> wide(host.size() * 2);
  fromDl16(host.data(), wide.data(), int64_t(host.size() / 2));
  return wide;
}

} // namespace spyre::model
