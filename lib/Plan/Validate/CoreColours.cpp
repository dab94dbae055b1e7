// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CoreColours.h"

#include <algorithm>
#include <map>

namespace spyre::plan {

namespace {

// Numbers equal keys alike, in order of first use.
template <typename Key> class Numbering {
public:
  int operator()(Key key) {
    return numbers.try_emplace(std::move(key), int(numbers.size())).first->second;
  }
  size_t size() const { return numbers.size(); }

private:
  std::map<Key, int> numbers;
};

} // namespace

CoreColours::CoreColours(int cores, const std::vector<Relation> &relations,
                         const std::vector<std::vector<int64_t>> &marks, Budget &budget)
    : n(cores) {
  std::vector<int> pairs;
  Numbering<std::vector<int64_t>> numbering;
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) {
      std::vector<int64_t> key{a == b};
      for (const Relation &relation : relations) {
        const std::vector<int> &related = relation[size_t(a)];
        key.push_back(std::find(related.begin(), related.end(), b) != related.end());
      }
      for (const std::vector<int64_t> &mark : marks)
        key.insert(key.end(), {mark[size_t(a)], mark[size_t(b)]});
      pairs.push_back(numbering(std::move(key)));
    }
  budget.charge(int64_t(n) * n * int64_t(relations.size() * size_t(n) + marks.size() + 1));
  refine(pairs, budget);
  number(pairs);
}

void CoreColours::refine(std::vector<int> &pairs, Budget &budget) const {
  size_t before = 0, size = size_t(n);
  while (true) {
    Numbering<std::vector<int64_t>> numbering;
    std::vector<int> next(pairs.size());
    budget.charge(int64_t(n) * n * n * 8);
    for (size_t a = 0; a < size; ++a)
      for (size_t b = 0; b < size; ++b) {
        std::vector<int64_t> key;
        for (size_t z = 0; z < size; ++z)
          key.push_back(int64_t(pairs[a * size + z]) << 32 | pairs[z * size + b]);
        std::sort(key.begin(), key.end());
        key.push_back(pairs[a * size + b]);
        next[a * size + b] = numbering(std::move(key));
      }
    pairs = std::move(next);
    if (numbering.size() == before)
      return;
    before = numbering.size();
  }
}

void CoreColours::number(const std::vector<int> &pairs) {
  size_t size = size_t(n);
  std::map<int, int> classNumber;                  // colour of (a, a) -> class
  std::map<int, std::pair<int, int>> colourNumber; // colour of (a, b) -> class, number
  for (size_t a = 0; a < size; ++a) {
    auto [entry, isNew] = classNumber.try_emplace(pairs[a * size + a], int(members.size()));
    if (isNew) {
      members.emplace_back();
      samples.push_back({{int(a), int(a)}});
      colourNumber[pairs[a * size + a]] = {entry->second, 0};
    }
    classes.push_back(entry->second);
    members[size_t(entry->second)].push_back(int(a));
  }
  for (size_t a = 0; a < size; ++a)
    for (size_t b = 0; b < size; ++b) {
      std::vector<std::pair<int, int>> &mine = samples[size_t(classes[a])];
      auto [entry, isNew] =
          colourNumber.try_emplace(pairs[a * size + b], classes[a], int(mine.size()));
      if (isNew)
        mine.push_back({int(a), int(b)});
      colours.push_back(entry->second.second);
    }
}

std::vector<std::vector<CoreColours::Source>> CoreColours::through(const Relation &relation,
                                                                   int cls) const {
  std::vector<std::vector<Source>> result;
  for (auto [a, b] : samples[size_t(cls)]) {
    std::vector<Source> sources;
    for (int z : relation[size_t(a)])
      sources.push_back({classOf(z), colour(z, b)});
    std::sort(sources.begin(), sources.end());
    sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
    result.push_back(std::move(sources));
  }
  return result;
}

std::vector<int> CoreColours::classesOf(const Relation &relation, int cls) const {
  std::vector<int> result;
  for (int z : relation[size_t(members[size_t(cls)][0])])
    result.push_back(classOf(z));
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

} // namespace spyre::plan
