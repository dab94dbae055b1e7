// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Proves that a plan can be run: whatever the plan, a device that runs a plan
// without faults stays inside its memories, never waits for ever and reads only
// what was written before. The proofs do not lean on checksums or on the
// compiler.
#pragma once

#include "spyre/Plan/Plan.h"

#include <string>
#include <vector>

namespace spyre::plan {

enum class FaultKind : uint8_t {
  Structure,   // fields that contradict each other, references out of range
  Type,        // element types
  Size,        // counts, lengths, shapes, sizes in bytes
  Name,        // names that must be unique or present
  Alignment,   // not a multiple of a stick or of the element
  Bounds,      // bytes outside LX, a tensor, the memory or a table
  Overlap,     // live ranges that share bytes
  CoreMap,     // a core map that is not what it must be
  Multicast,   // members of a group that ask for different boxes
  Relocation,  // patches that fit no argument
  Deadlock,    // waits that nothing satisfies
  MissingWait, // two accesses that no wait orders
  Unwritten,   // reads of what nothing wrote, outputs with holes
  Rewritten,   // output elements written twice
  Budget,      // too large to prove
};

struct Fault {
  FaultKind kind;
  std::string path;    // "programs[0].queues.load[3].copy.box[1].offset"
  std::string message; // "expected ..., found ..."
};

const char *name(FaultKind kind);
/// "path: message [kind]"
std::string toString(const Fault &fault);

/// All faults, at most a few dozen; empty: the plan is proved. Deterministic.
/// Ends soon for any plan: what costs too much to prove is a Budget fault.
std::vector<Fault> validate(const Plan &plan);

/// Throws Error with the first fault and the number of others.
void requireValid(const Plan &plan, const std::string &where);

} // namespace spyre::plan
