// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first stage: each field by itself and against those it refers to. What
// passes it can be evaluated without overflow and stays inside its memories.
#pragma once

#include "Queues.h"
#include "Ranges.h"

namespace spyre::plan {

/// A program, its flat queues, and the tools of the checks.
struct ProgramContext {
  const Plan &plan;
  const Program &program;
  std::string path; // "programs[0]"
  Report &report;
  Budget &budget;
  std::array<FlatQueue, kNumUnits> queues;

  std::string itemPath(Unit unit, size_t item) const {
    return queues[size_t(unit)].path(path, item);
  }
};

/// Do copies of this queue read the LX of other cores?
inline bool readsRemoteLx(Unit unit) { return unit == Unit::Ring || unit == Unit::Psum; }

/// Where an instruction stands: what its expressions may refer to.
struct ItemContext {
  ProgramContext &program;
  const Where &where;
  Unit unit;
  std::vector<int64_t> trips;

  Report &report() const { return program.report; }
  bool live() const; // executed at all
};

/// Tensors, the memory map and relocations.
void checkTensors(const Plan &plan, Report &report);
/// The tensor whose bytes these are: an aliased output is its state.
int32_t rootTensor(const Plan &plan, int32_t tensor);

void checkProgramForm(ProgramContext &context);
void checkCopy(const ItemContext &item, const Copy &copy);
void checkExec(const ItemContext &item, const Exec &exec);
void checkBody(const ItemContext &item, const Exec &exec);
void checkAwait(const ItemContext &item, const Await &await);

// Shared pieces. Each reports and returns false when the field cannot be used.
bool checkKernel(const ItemContext &item, int32_t kernel);
bool checkIndex(const ItemContext &item, const Where &where, const Index &index);
bool checkExtent(const ItemContext &item, const Where &where, const Extent &extent);
/// `bytes` beyond each slot's start lie inside LX. `perCore`: cores may differ.
bool checkLxAddr(const ItemContext &item, const Where &where, const LxAddr &addr, Wide bytes,
                 bool perCore = false);
/// A table with one entry in [lo, hi] per core.
bool checkCoreTable(const ItemContext &item, const Where &where, int32_t table);
/// The box of a copy stays inside its tensor (or ring buffer) on all cores and
/// in all iterations. Everything else of the copy has been checked.
void checkBoxBounds(const ItemContext &item, const Copy &copy);
void checkMulticast(const ItemContext &item, const Copy &copy);

/// How an extent behaves on a core in all iterations: always 0, always max, or
/// depending on loops with this constant. Equal keys mean equal sizes.
struct ExtentKey {
  enum Kind : uint8_t { Zero, Full, Varies } kind;
  int64_t c = 0;
  auto operator<=>(const ExtentKey &) const = default;
};
ExtentKey extentKey(const Extent &extent, const Program &program, std::span<const int64_t> trips,
                    int core);

} // namespace spyre::plan
