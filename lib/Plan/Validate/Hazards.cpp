// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Hazards.h"

#include "spyre/Plan/Names.h"

namespace spyre::plan {

HazardReporter::HazardReporter(ProgramContext &context) : context(context) {
  for (size_t unit = 0; unit < size_t(kNumUnits); ++unit)
    for (Walker walker(context.queues[unit]); !walker.done(); walker.next())
      if (!std::holds_alternative<Await>(walker.node()))
        items[unit].push_back(walker.item());
}

std::string HazardReporter::describe(const Moment &moment) const {
  return context.itemPath(moment.unit, size_t(itemOf(moment.unit, moment.number))) + " (" +
         name(moment.unit) + " instruction " + std::to_string(moment.number) + " of core " +
         std::to_string(moment.core) + ")";
}

// The await that was perhaps meant to order the two: the last one before the
// item, in the order of the text.
std::string HazardReporter::nearestWait(Unit queue, int32_t item, Unit on) const {
  const FlatQueue &flat = context.queues[size_t(queue)];
  for (int32_t i = item; i-- > 0;)
    if (const Await *await = std::get_if<Await>(flat.items[size_t(i)].node);
        await && await->unit == on)
      return "; the nearest wait before it is " + context.itemPath(queue, size_t(i)) + ".count";
  return "";
}

void HazardReporter::missingWait(const Moment &later, const Moment &earlier,
                                 const std::string &bytes) {
  int32_t item = itemOf(later.unit, later.number);
  if (!seen.insert(
               {-1, int(later.unit), item, int(earlier.unit), itemOf(earlier.unit, earlier.number)})
           .second)
    return;
  context.report.add(
      FaultKind::MissingWait, context.itemPath(later.unit, size_t(item)),
      "expected a wait for " + describe(earlier) + ", found none that covers it: instruction " +
          std::to_string(later.number) + " of core " + std::to_string(later.core) +
          " touches the same " + bytes + nearestWait(later.unit, item, earlier.unit));
}

void HazardReporter::fault(FaultKind kind, const Moment &at, const char *field,
                           const std::string &message) {
  int32_t item = itemOf(at.unit, at.number);
  if (seen.insert({int(kind), int(at.unit), item, 0, 0}).second)
    context.report.add(kind, context.itemPath(at.unit, size_t(item)) + field,
                       message + " (instruction " + std::to_string(at.number) + " of core " +
                           std::to_string(at.core) + ")");
}

} // namespace spyre::plan
