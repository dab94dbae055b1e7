// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A queue made flat: its instructions and awaits with the loops around them,
// and a walk through them in the order of execution. What everything that runs,
// times or proves a program stands on.
#pragma once

#include "spyre/Plan/Limits.h"
#include "spyre/Plan/Plan.h"

#include <array>
#include <span>

namespace spyre::plan {

struct FlatQueue {
  struct Item {
    const Node *node; // Copy, Exec or Await
    int32_t loop;     // innermost around it, or -1
    int32_t position; // in its body
  };
  struct LoopItem {
    const Loop *loop;
    int32_t parent, position;
  };
  // Run item `index`; Enter loop `index` or Leave it (back to `target`).
  struct Op {
    enum Kind : uint8_t { Run, Enter, Leave } kind;
    int32_t index;
    int32_t target = 0;
  };

  Unit unit = Unit::Load;
  std::vector<Item> items;
  std::vector<LoopItem> loops;
  std::vector<Op> ops;      // without loops that do nothing
  int64_t steps = 0;        // items executed on a core, saturating
  int64_t instructions = 0; // of these, copies and execs

  /// Trip counts around an item, outermost first.
  std::vector<int64_t> trips(size_t item) const;
  /// "programs[0].queues.load[3].loop.body[1].copy"
  std::string path(const std::string &program, size_t item) const;
};

/// Refers to the program's nodes. Throws Error for loops that nest too deep or
/// count too far; a valid program has none.
FlatQueue flatten(const Program &program, Unit unit);

/// Stands on one item at a time.
class Walker {
public:
  explicit Walker(const FlatQueue &queue) : queue(&queue) { settle(); }
  bool done() const { return pc == queue->ops.size(); }
  int32_t item() const { return queue->ops[pc].index; }
  const Node &node() const { return *queue->items[size_t(item())].node; }
  std::span<const int64_t> ivs() const { return {iv.data(), size_t(depth)}; }
  void next() {
    ++pc;
    settle();
  }

private:
  // Goes on to the next item, through loop ends and heads.
  void settle() {
    for (; pc < queue->ops.size(); ++pc) {
      const FlatQueue::Op &op = queue->ops[pc];
      if (op.kind == FlatQueue::Op::Run)
        return;
      if (op.kind == FlatQueue::Op::Enter)
        iv[size_t(depth++)] = 0;
      else if (++iv[size_t(depth - 1)] < queue->loops[size_t(op.index)].loop->trip)
        pc = size_t(op.target);
      else
        --depth;
    }
  }

  const FlatQueue *queue;
  size_t pc = 0;
  int depth = 0;
  std::array<int64_t, kMaxLoopDepth> iv{};
};

} // namespace spyre::plan
