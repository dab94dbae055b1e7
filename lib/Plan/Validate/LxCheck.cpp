// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LxCheck.h"

namespace spyre::plan {

LxCheck::LxCheck(ProgramContext &context, const CoreColours &colours, HazardReporter &hazards)
    : context(context), colours(colours), hazards(hazards), footprints(context, colours, hazards) {
  classesOfReplay.resize(size_t(colours.numClasses()));
  size_t atoms = footprints.numAtoms();
  context.budget.charge(int64_t(atoms * footprints.classes().size()));
  std::set<int32_t> maps;
  for (Unit unit : {Unit::Ring, Unit::Psum})
    for (const FlatQueue::Item &item : context.queues[size_t(unit)].items)
      if (const Copy *copy = std::get_if<Copy>(item.node))
        maps.insert(copy->coreMap);
  for (size_t i = 0; i < footprints.classes().size(); ++i) {
    const LxClass &lxClass = footprints.classes()[i];
    classesOfReplay[size_t(lxClass.replayClass)].push_back(int(i));
    CoreState &state = states.emplace_back();
    state.atoms.resize(atoms);
    if (!maps.empty())
      state.remote.resize(atoms);
    for (int32_t map : maps) {
      const std::vector<int64_t> &sources = context.program.tables[size_t(map)];
      for (int core = 0; core < int(sources.size()); ++core)
        if (sources[size_t(core)] == lxClass.core && core != lxClass.core)
          readers.push_back({map, int(i), core, colours.colour(core, lxClass.core)});
    }
  }
}

void LxCheck::onEvent(const Event &event) {
  if (hazards.full())
    return;
  int64_t visits = 1;
  if (const Copy *copy = std::get_if<Copy>(&event.node); copy && readsRemoteLx(event.unit))
    remoteReads(event, *copy);
  for (int lxClass : classesOfReplay[size_t(event.cls)]) {
    const LxAccess &access = footprints.access(lxClass, event.unit, event.number);
    for (uint32_t footprint : access.reads)
      for (uint32_t atom : footprints.atoms(footprint)) {
        read(lxClass, event, atom);
        ++visits;
      }
    for (uint32_t footprint : access.writes)
      for (uint32_t atom : footprints.atoms(footprint)) {
        write(lxClass, event, atom);
        ++visits;
      }
  }
  context.budget.charge(visits);
}

void LxCheck::missing(const Moment &later, int earlierCore, Unit unit, uint32_t number,
                      uint32_t atom) {
  hazards.missingWait(later, {earlierCore, unit, number}, footprints.describe(atom));
}

void LxCheck::read(int lxClass, const Event &event, uint32_t atom) {
  AtomState &state = states[size_t(lxClass)].atoms[atom];
  Moment now{footprints.classes()[size_t(lxClass)].core, event.unit, event.number};
  if (state.written == 0)
    hazards.fault(FaultKind::Unwritten, now, "",
                  "expected data, found " + footprints.describe(atom) +
                      " read before anything wrote them");
  else if (state.writer != event.unit && event.knows(0, state.writer) < state.written)
    missing(now, now.core, state.writer, state.written, atom);
  state.read[size_t(event.unit)] = event.number;
}

void LxCheck::write(int lxClass, const Event &event, uint32_t atom) {
  AtomState &state = states[size_t(lxClass)].atoms[atom];
  Moment now{footprints.classes()[size_t(lxClass)].core, event.unit, event.number};
  if (state.written != 0 && state.writer != event.unit &&
      event.knows(0, state.writer) < state.written)
    missing(now, now.core, state.writer, state.written, atom);
  for (int unit = 0; unit < kNumUnits; ++unit)
    if (Unit(unit) != event.unit && event.knows(0, Unit(unit)) < state.read[size_t(unit)])
      missing(now, now.core, Unit(unit), state.read[size_t(unit)], atom);
  if (!states[size_t(lxClass)].remote.empty()) {
    std::vector<RemoteRead> &remote = states[size_t(lxClass)].remote[atom];
    for (const RemoteRead &reader : remote)
      if (event.knows(colours.colour(now.core, reader.core), reader.unit) < reader.number)
        missing(now, reader.core, reader.unit, reader.number, atom);
    remote.clear();
  }
  state.written = event.number;
  state.writer = event.unit;
  state.read.fill(0);
}

// The cores of the event's class read from others; of those, only the ones that
// stand for their class keep records.
void LxCheck::remoteReads(const Event &event, const Copy &copy) {
  for (const Reader &reader : readers) {
    if (reader.coreMap != copy.coreMap || colours.classOf(reader.core) != event.cls)
      continue;
    const LxAccess &access =
        footprints.access(footprints.classOf(reader.core), event.unit, event.number);
    if (access.remote == UINT32_MAX)
      continue;
    for (uint32_t atom : footprints.atoms(access.remote))
      remoteRead(reader, event, atom);
    context.budget.charge(int64_t(footprints.atoms(access.remote).size()));
  }
}

void LxCheck::remoteRead(const Reader &reader, const Event &event, uint32_t atom) {
  CoreState &source = states[size_t(reader.lxClass)];
  const AtomState &state = source.atoms[atom];
  Moment now{reader.core, event.unit, event.number};
  int sourceCore = footprints.classes()[size_t(reader.lxClass)].core;
  if (state.written == 0)
    hazards.fault(FaultKind::Unwritten, now, ".src",
                  "expected data on core " + std::to_string(sourceCore) + ", found " +
                      footprints.describe(atom) + " read before anything wrote them");
  else if (event.knows(reader.colour, state.writer) < state.written)
    missing(now, sourceCore, state.writer, state.written, atom);
  for (RemoteRead &before : source.remote[atom])
    if (before.core == reader.core && before.unit == event.unit) {
      before.number = event.number;
      return;
    }
  source.remote[atom].push_back({reader.core, event.unit, event.number});
}

} // namespace spyre::plan
