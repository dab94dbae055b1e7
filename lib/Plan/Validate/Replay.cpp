// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Replay.h"

#include "spyre/Plan/Expr.h"
#include "spyre/Plan/Names.h"

#include <algorithm>
#include <map>

namespace spyre::plan {

namespace {

constexpr size_t kMaxWords = size_t(1) << 27; // of all knowledge together
constexpr int kGroup = 3;                     // after the values of Await::Cores

Relation makeRelation(int kind, const std::vector<int64_t> *table, int cores) {
  Relation relation;
  relation.resize(size_t(cores));
  for (int a = 0; a < cores; ++a)
    for (int b = 0; b < cores; ++b) {
      bool related = kind == int(Await::Cores::All) ||
                     (kind == int(Await::Cores::Same) && a == b) ||
                     (kind == int(Await::Cores::Map) && (*table)[size_t(a)] == b) ||
                     (kind == kGroup && (*table)[size_t(a)] == (*table)[size_t(b)]);
      if (related)
        relation[size_t(a)].push_back(b);
    }
  return relation;
}

} // namespace

Replay::Replay(ProgramContext &context) : context(context) {
  collectRelations();
  int classes = coreColours->numClasses();
  vectors.resize(size_t(classes));
  for (int cls = 0; cls < classes; ++cls) {
    store(cls, std::vector<uint32_t>(stride(cls), 0));
    for (const FlatQueue &queue : context.queues)
      actors.emplace_back(queue);
  }
  findTargets();
  for (RelationUse &use : relations)
    for (int cls = 0; cls < classes; ++cls) {
      use.classes.push_back(coreColours->classesOf(use.relation, cls));
      use.through.push_back(coreColours->through(use.relation, cls));
      std::vector<uint32_t> &colours = use.colours.emplace_back();
      for (size_t colour = 0; colour < use.through.back().size(); ++colour)
        for (CoreColours::Source source : use.through.back()[colour])
          if (source.colour == 0)
            colours.push_back(uint32_t(colour));
    }
}

int Replay::relationOf(Await::Cores cores, int32_t table) {
  bool plain = cores == Await::Cores::Same || cores == Await::Cores::All;
  std::pair<int, int32_t> key{int(cores), plain ? -1 : table};
  for (const auto &[known, number] : relationNumbers)
    if (known == key)
      return number;
  const std::vector<int64_t> *entries =
      key.second >= 0 ? &context.program.tables[size_t(table)] : nullptr;
  relationNumbers.push_back({key, int(relations.size())});
  relations.push_back({makeRelation(int(cores), entries, context.plan.cores), {}, {}});
  return int(relations.size()) - 1;
}

int Replay::groupRelation(int32_t table) { return relationOf(Await::Cores(kGroup), table); }

void Replay::collectRelations() {
  std::vector<std::vector<int64_t>> marks;
  std::vector<bool> marked(context.program.tables.size());
  relationOf(Await::Cores::Same, -1);
  for (const FlatQueue &queue : context.queues)
    for (const FlatQueue::Item &item : queue.items) {
      if (const Await *await = std::get_if<Await>(item.node)) {
        relationOf(await->cores, await->coreMap);
        if (int32_t table = await->count.table; table >= 0 && !marked[size_t(table)]) {
          marked[size_t(table)] = true;
          marks.push_back(context.program.tables[size_t(table)]);
        }
      } else if (const Copy *copy = std::get_if<Copy>(item.node); copy && copy->multicast >= 0) {
        groupRelation(copy->multicast);
      }
    }
  std::vector<Relation> all;
  for (const RelationUse &use : relations)
    all.push_back(use.relation);
  coreColours = std::make_unique<CoreColours>(context.plan.cores, all, marks, context.budget);
}

void Replay::findTargets() {
  auto forEach = [&](const FlatQueue &queue, auto visit) {
    for (Walker walker(queue); !walker.done(); walker.next()) {
      context.budget.charge(1);
      visit(walker, walker.node());
    }
  };
  for (const FlatQueue &queue : context.queues) {
    std::vector<bool> &marks = targets[size_t(queue.unit)];
    marks.push_back(false); // before the first
    forEach(queue, [&](const Walker &, const Node &node) {
      const Copy *copy = std::get_if<Copy>(&node);
      if (!std::holds_alternative<Await>(node))
        marks.push_back(copy && copy->multicast >= 0);
    });
  }
  for (int cls = 0; cls < coreColours->numClasses(); ++cls)
    for (const FlatQueue &queue : context.queues)
      forEach(queue, [&](const Walker &walker, const Node &node) {
        const Await *await = std::get_if<Await>(&node);
        if (!await)
          return;
        int core = coreColours->coresOf(cls)[0];
        int64_t count = evaluate(*await, {context.program.tables, core, walker.ivs()});
        std::vector<bool> &marks = targets[size_t(await->unit)];
        if (count > 0 && count < int64_t(marks.size())) // else it never comes true
          marks[size_t(count)] = true;
      });
}

uint32_t Replay::store(int cls, const std::vector<uint32_t> &counts) {
  Vectors &known = vectors[size_t(cls)];
  words += counts.size();
  if (words > kMaxWords)
    throw OverBudget{"expected fewer waits between differing cores, found more "
                     "than can be followed"};
  if (known.size % kPerChunk == 0)
    known.chunks.push_back(std::make_unique_for_overwrite<uint32_t[]>(kPerChunk * stride(cls)));
  std::copy(counts.begin(), counts.end(),
            &known.chunks.back()[size_t(known.size % kPerChunk) * stride(cls)]);
  return known.size++;
}

void Replay::learnFromSelf(int cls, Actor &self, Unit unit, uint32_t count) {
  const Knowledge &other = actor(cls, unit).after[count];
  for (size_t u = 0; u < size_t(kNumUnits); ++u)
    self.now.own[u] = std::max(self.now.own[u], other.own[u]);
  self.now.own[size_t(unit)] = std::max(self.now.own[size_t(unit)], count);
  if (self.now.others == other.others && self.learnt.empty())
    return;
  size_t size = stride(cls);
  context.budget.charge(int64_t(size) / 16);
  const uint32_t *mine = othersNow(cls, self), *theirs = others(cls, other.others);
  scratch.resize(size);
  uint32_t more = 0, less = 0;
  for (size_t i = 0; i < size; ++i) {
    scratch[i] = std::max(mine[i], theirs[i]);
    more |= scratch[i] ^ theirs[i];
    less |= scratch[i] ^ mine[i];
  }
  if (more == 0) {
    self.now.others = other.others;
    self.learnt.clear();
  } else if (less != 0) {
    self.learnt.swap(scratch);
  }
}

/// Whether all related cores are known to have come so far, and so what they knew.
bool Replay::knows(int cls, const Actor &self, int relation, Unit unit, uint32_t count) const {
  const uint32_t *known = othersNow(cls, self);
  for (uint32_t colour : relations[size_t(relation)].colours[size_t(cls)]) {
    const uint32_t *counts =
        colour == 0 ? self.now.own.data() : known + size_t(colour - 1) * kNumUnits;
    if (counts[size_t(unit)] < count)
      return false;
  }
  return true;
}

void Replay::learn(int cls, Actor &self, int relation, Unit unit, uint32_t count, bool multicast) {
  const RelationUse &use = relations[size_t(relation)];
  const uint32_t *mine = othersNow(cls, self);
  scratch.assign(mine, mine + stride(cls));
  std::array<uint32_t, kNumUnits> own = self.now.own;
  sourceCounts.resize(size_t(coreColours->numClasses()));
  for (int other : use.classes[size_t(cls)]) {
    const Actor &source = actor(other, unit);
    // A member of a group has learnt more since its last instruction, and one that
    // has gone on took the group's knowledge along.
    bool isThere = multicast && source.finished <= count;
    const Knowledge &knowledge = isThere ? source.now : source.after[count + multicast];
    sourceCounts[size_t(other)] = {knowledge.own.data(), isThere ? othersNow(other, source)
                                                                 : others(other, knowledge.others)};
  }
  int64_t sources = 0;
  for (size_t colour = 0; colour < size_t(coreColours->numColours(cls)); ++colour) {
    uint32_t *to = colour == 0 ? own.data() : &scratch[(colour - 1) * kNumUnits];
    for (CoreColours::Source source : use.through[size_t(cls)][colour]) {
      auto [ownCounts, otherCounts] = sourceCounts[size_t(source.cls)];
      const uint32_t *from =
          source.colour == 0 ? ownCounts : otherCounts + size_t(source.colour - 1) * kNumUnits;
      for (int u = 0; u < kNumUnits; ++u)
        to[u] = std::max(to[u], from[u]);
      if (source.colour == 0) // that core itself
        to[size_t(unit)] = std::max(to[size_t(unit)], count);
    }
    sources += int64_t(use.through[size_t(cls)][colour].size());
  }
  context.budget.charge(2 * sources + int64_t(scratch.size()) / 8);
  if (!std::equal(scratch.begin(), scratch.end(), mine))
    self.learnt.swap(scratch);
  self.now.own = own;
}

bool Replay::stepAwait(int cls, Unit unit, const Await &await) {
  Actor &self = actor(cls, unit);
  int core = coreColours->coresOf(cls)[0];
  int64_t count = evaluate(await, {context.program.tables, core, self.walker.ivs()});
  if (count > await.floor) {
    int relation = relationOf(await.cores, await.coreMap);
    for (int other : relations[size_t(relation)].classes[size_t(cls)])
      if (int64_t(actor(other, await.unit).finished) < count)
        return false;
    // What is known to have finished brought its own knowledge along.
    if (await.cores != Await::Cores::Same) {
      if (!knows(cls, self, relation, await.unit, uint32_t(count)))
        learn(cls, self, relation, await.unit, uint32_t(count), false);
    } else if (await.unit != unit && self.now.own[size_t(await.unit)] < uint32_t(count)) {
      learnFromSelf(cls, self, await.unit, uint32_t(count));
    }
  }
  self.walker.next();
  return true;
}

bool Replay::joinGroup(int cls, const Copy &copy) {
  Actor &self = actor(cls, Unit::Load);
  self.arrived = self.finished + 1;
  int relation = groupRelation(copy.multicast);
  for (int other : relations[size_t(relation)].classes[size_t(cls)])
    if (actor(other, Unit::Load).arrived < self.arrived)
      return false;
  learn(cls, self, relation, Unit::Load, self.finished, true);
  return true;
}

bool Replay::step(int cls, Unit unit, EventSink &sink) {
  Actor &self = actor(cls, unit);
  if (self.walker.done())
    return false;
  const Node &node = self.walker.node();
  if (const Await *await = std::get_if<Await>(&node))
    return stepAwait(cls, unit, *await);
  if (const Copy *copy = std::get_if<Copy>(&node);
      copy && copy->multicast >= 0 && !joinGroup(cls, *copy))
    return false;
  ++self.finished;
  if (!self.learnt.empty() && targets[size_t(unit)][self.finished]) {
    self.now.others = store(cls, self.learnt);
    self.learnt.clear();
  }
  sink.onEvent({cls, unit, self.finished, self.walker.item(), node, self.walker.ivs(),
                self.now.own.data(), othersNow(cls, self)});
  self.after.push_back(self.now);
  self.walker.next();
  return true;
}

bool Replay::run(EventSink &sink) {
  bool progress = true;
  while (progress) {
    progress = false;
    for (int cls = 0; cls < coreColours->numClasses(); ++cls)
      for (int unit = 0; unit < kNumUnits; ++unit)
        while (step(cls, Unit(unit), sink)) {
          progress = true;
          context.budget.charge(4);
        }
    context.budget.charge(int64_t(actors.size()));
  }
  for (const Actor &actor : actors)
    if (!actor.walker.done()) {
      reportDeadlock();
      return false;
    }
  return true;
}

// What an actor waits for, in words, and one queue that holds it up.
std::string Replay::blocker(int cls, Unit unit, Unit &nextUnit, int &nextClass) {
  Actor &self = actor(cls, unit);
  const Node &node = self.walker.node();
  nextUnit = Unit::Load;
  if (const Copy *copy = std::get_if<Copy>(&node)) {
    for (int other : relations[size_t(groupRelation(copy->multicast))].classes[size_t(cls)])
      if (actor(other, Unit::Load).arrived < self.arrived)
        nextClass = other;
    return "the other members of the multicast";
  }
  const Await &await = std::get<Await>(node);
  int core = coreColours->coresOf(cls)[0];
  int64_t count = evaluate(await, {context.program.tables, core, self.walker.ivs()});
  nextUnit = await.unit;
  for (int other : relations[size_t(relationOf(await.cores, await.coreMap))].classes[size_t(cls)])
    if (int64_t(actor(other, await.unit).finished) < count)
      nextClass = other;
  return std::string(name(await.unit)) + " >= " + std::to_string(count);
}

void Replay::reportDeadlock() {
  for (int cls = 0; cls < coreColours->numClasses(); ++cls)
    for (int unit = 0; unit < kNumUnits; ++unit) {
      Actor &self = actor(cls, Unit(unit));
      if (self.walker.done())
        continue;
      Unit nextUnit = Unit::Load;
      int nextClass = cls;
      std::string waits = blocker(cls, Unit(unit), nextUnit, nextClass);
      Actor &next = actor(nextClass, nextUnit);
      std::string field =
          std::holds_alternative<Await>(self.walker.node()) ? ".count" : ".multicast";
      std::string found = "the " + std::string(name(nextUnit)) + " queue at its end after " +
                          std::to_string(next.finished);
      if (!next.walker.done())
        found = "the " + std::string(name(nextUnit)) + " queue itself waiting at " +
                context.itemPath(nextUnit, size_t(next.walker.item())) + " after " +
                std::to_string(next.finished);
      context.report.add(
          FaultKind::Deadlock, context.itemPath(Unit(unit), size_t(self.walker.item())) + field,
          "expected " + waits + " on core " + std::to_string(coreColours->coresOf(cls)[0]) +
              " to come true, found " + found);
    }
}

} // namespace spyre::plan
