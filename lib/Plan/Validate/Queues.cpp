// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Queues.h"

#include "spyre/Plan/Names.h"
#include "spyre/Support/Error.h"

#include <algorithm>

namespace spyre::plan {

namespace {

constexpr int64_t kSaturated = int64_t(1) << 40;

int64_t saturated(__int128 value) { return value > kSaturated ? kSaturated : int64_t(value); }

class Flattener {
public:
  Flattener(FlatQueue &queue, Report &report) : queue(queue), report(report) {}

  struct Count {
    int64_t steps = 0, instructions = 0;
  };

  Count body(const std::vector<Node> &nodes, int32_t parent, int depth, const Where &where) {
    Count count;
    for (size_t i = 0; i < nodes.size(); ++i) {
      Count inner;
      if (const Loop *loop = std::get_if<Loop>(&nodes[i])) {
        Where at(where, i), loopAt(at, "loop");
        inner = enterLoop(*loop, parent, int32_t(i), depth, loopAt);
      } else {
        queue.ops.push_back({FlatQueue::Op::Run, int32_t(queue.items.size())});
        queue.items.push_back({&nodes[i], parent, int32_t(i)});
        inner = {1, !std::holds_alternative<Await>(nodes[i])};
      }
      count.steps = saturated(__int128(count.steps) + inner.steps);
      count.instructions = saturated(__int128(count.instructions) + inner.instructions);
    }
    return count;
  }

private:
  Count enterLoop(const Loop &loop, int32_t parent, int32_t position, int depth,
                  const Where &where) {
    if (depth == kMaxLoopDepth) {
      report.expected(FaultKind::Structure, where, "at most 16 nested loops", "more");
      return {};
    }
    if (loop.trip < 0 || loop.trip > kMaxTrip) {
      report.expected(FaultKind::Size, Where(where, "trip"), "a count from 0 to 2^31", loop.trip);
      return {};
    }
    int32_t index = int32_t(queue.loops.size());
    queue.loops.push_back({&loop, parent, position});
    size_t start = queue.ops.size();
    queue.ops.push_back({FlatQueue::Op::Enter, index});
    Count once = body(loop.body, index, depth + 1, Where(where, "body"));
    queue.ops.push_back({FlatQueue::Op::Leave, index, int32_t(start)});
    if (loop.trip == 0 || once.steps == 0) // a walk need not see it
      queue.ops.resize(start);
    return {saturated(__int128(once.steps) * loop.trip),
            saturated(__int128(once.instructions) * loop.trip)};
  }

  FlatQueue &queue;
  Report &report;
};

} // namespace

std::vector<int64_t> FlatQueue::trips(size_t item) const {
  std::vector<int64_t> result;
  for (int32_t loop = items[item].loop; loop >= 0; loop = loops[size_t(loop)].parent)
    result.push_back(loops[size_t(loop)].loop->trip);
  std::reverse(result.begin(), result.end());
  return result;
}

std::string FlatQueue::path(const std::string &program, size_t item) const {
  static constexpr const char *kKinds[] = {".copy", ".exec", ".await"};
  std::string tail =
      "[" + std::to_string(items[item].position) + "]" + kKinds[items[item].node->index()];
  for (int32_t loop = items[item].loop; loop >= 0; loop = loops[size_t(loop)].parent)
    tail = "[" + std::to_string(loops[size_t(loop)].position) + "].loop.body" + tail;
  return program + ".queues." + name(unit) + tail;
}

FlatQueue flatten(const Program &program, Unit unit, const Where &where, Report &report) {
  FlatQueue queue;
  queue.unit = unit;
  Where queues(where, "queues");
  Flattener flattener(queue, report);
  Flattener::Count count =
      flattener.body(program.queues[size_t(unit)], -1, 0, Where(queues, name(unit)));
  queue.steps = count.steps;
  queue.instructions = count.instructions;
  return queue;
}

FlatQueue flatten(const Program &program, Unit unit) {
  Report report;
  FlatQueue queue = flatten(program, unit, Where("program"), report);
  if (report.total() != 0)
    throw Error(toString(report.take()[0]));
  return queue;
}

} // namespace spyre::plan
