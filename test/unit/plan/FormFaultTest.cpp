// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Corruption.h"

using namespace spyre::plan;
using namespace spyre::plan::sample;

TEST_CASE("bytes outside, shared or misaligned") {
  checkAll({
      {"load past the end of LX", map,
       [](Plan &p) { copyIn(loopBody(p, Unit::Load), 1).lx.base = 1625344 - 2048; },
       FaultKind::Bounds, "programs[0].queues.load[0].loop.body[1].copy.lx"},
      {"exec past the end of LX", map,
       [](Plan &p) { execIn(loopBody(p, Unit::Sfu), 2).operands[0].access.terms[0].mul = 1 << 20; },
       FaultKind::Bounds, "programs[0].queues.sfu[0].loop.body[2].exec.operands[0].addr"},
      {"exec before its address", map,
       [](Plan &p) { execIn(loopBody(p, Unit::Sfu), 2).operands[1].access.offset = -128; },
       FaultKind::Bounds, "programs[0].queues.sfu[0].loop.body[2].exec.operands[1].access"},
      {"ring source past the end of LX", ringPlan,
       [](Plan &p) { copyIn(loopBody(p, Unit::Ring), 2).src.base = 1625344 - 128; },
       FaultKind::Bounds, "programs[0].queues.ring[0].loop.body[2].copy.src"},
      {"box past the end of its tensor", map,
       [](Plan &p) { copyIn(loopBody(p, Unit::Load), 1).box[1].offset.c = 1; }, FaultKind::Bounds,
       "programs[0].queues.load[0].loop.body[1].copy.box[1].offset"},
      {"box before its tensor", map,
       [](Plan &p) { copyIn(loopBody(p, Unit::Store), 1).box[0].offset.c = -1; }, FaultKind::Bounds,
       "programs[0].queues.store[0].loop.body[1].copy.box[0].offset"},
      {"a trip too many", map,
       [](Plan &p) {
         std::get<Loop>(queue(p, Unit::Load)[0]).trip = 5;
         p.programs[0].tables[1] = {99, 99, 99, 99};
       },
       FaultKind::Bounds, "programs[0].queues.load[0].loop.body[1].copy.box[0].offset"},
      {"a position past the end", statePlan,
       [](Plan &p) { copyIn(queue(p, Unit::Store), 1).indices[0].hi = 16; }, FaultKind::Bounds,
       "programs[0].queues.store[1].copy.box[0].offset"},
      {"a table entry that leads outside", map, [](Plan &p) { p.programs[0].tables[0][2] = 61; },
       FaultKind::Bounds, "programs[0].queues.load[0].loop.body[1].copy.box[0].offset"},
      {"lxBytes below the last byte used", map, [](Plan &p) { p.programs[0].lxBytes = 8064; },
       FaultKind::Bounds, "programs[0].lxBytes"},
      {"tensor past the end of memory", map, [](Plan &p) { p.memoryBytes -= 128; },
       FaultKind::Bounds, "tensors[1].address"},
      {"tensors on top of each other", map, [](Plan &p) { p.tensors[1].address = 128; },
       FaultKind::Overlap, "tensors[1].address"},
      {"an aliased output beside its state", statePlan,
       [](Plan &p) {
         p.tensors[4].address += 128;
         p.memoryBytes += 4096;
       },
       FaultKind::Overlap, "tensors[4].address"},
      {"live buffers that share bytes", map,
       [](Plan &p) { execIn(loopBody(p, Unit::Sfu), 2).operands[1].addr.base = 1024; },
       FaultKind::Overlap, "programs[0].queues.sfu[0].loop.body[2].exec.operands[1].addr"},
      {"sticks of one load on top of each other", map,
       [](Plan &p) { copyIn(loopBody(p, Unit::Load), 1).box[0].lxStride = 384; },
       FaultKind::Overlap, "programs[0].queues.load[0].loop.body[1].copy.box"},
      {"LX address not a multiple of a stick", map,
       [](Plan &p) { copyIn(loopBody(p, Unit::Load), 1).lx.base = 64; }, FaultKind::Alignment,
       "programs[0].queues.load[0].loop.body[1].copy.lx.base"},
      {"element off its width", map,
       [](Plan &p) { execIn(loopBody(p, Unit::Sfu), 2).operands[0].access.offset = 1; },
       FaultKind::Alignment, "programs[0].queues.sfu[0].loop.body[2].exec.operands[0].access"},
      {"tensor address", map, [](Plan &p) { p.tensors[0].address = 64; }, FaultKind::Alignment,
       "tensors[0].address"},
  });
}

TEST_CASE("maps, groups, tables and names") {
  checkAll({
      {"a core map that is no bijection", ringPlan,
       [](Plan &p) { p.programs[0].tables[1] = {1, 2, 3, 3}; }, FaultKind::CoreMap,
       "programs[0].queues.ring[0].loop.body[2].copy.coreMap"},
      {"a core map out of range", ringPlan, [](Plan &p) { p.programs[0].tables[2][0] = 4; },
       FaultKind::CoreMap, "programs[0].queues.load[0].loop.body[1].await.coreMap"},
      {"a group that asks for two boxes", contractPlan,
       [](Plan &p) { copyIn(loopBody(p, Unit::Load), 1).multicast = 2; }, FaultKind::Multicast,
       "programs[0].queues.load[0].loop.body[1].copy.box[0].offset"},
      {"a table that is too short", map, [](Plan &p) { p.programs[0].tables[0].pop_back(); },
       FaultKind::Size, "programs[0].tables[0]"},
      {"an unknown table", map,
       [](Plan &p) { copyIn(loopBody(p, Unit::Load), 1).box[0].offset.table = 7; },
       FaultKind::Structure, "programs[0].queues.load[0].loop.body[1].copy.box[0].offset.table"},
      {"a loop that is not around", map,
       [](Plan &p) { copyIn(loopBody(p, Unit::Load), 1).box[0].offset.terms[0].loop = 1; },
       FaultKind::Structure,
       "programs[0].queues.load[0].loop.body[1].copy.box[0].offset.terms[0]."
       "loop"},
      {"two programs of one name", map, [](Plan &p) { p.programs.push_back(p.programs[0]); },
       FaultKind::Name, "programs[1].name"},
      {"a program without a name", map, [](Plan &p) { p.programs[0].name = ""; }, FaultKind::Name,
       "programs[0].name"},
      {"two tensors of one name", map, [](Plan &p) { p.tensors[1].name = "arg0"; }, FaultKind::Name,
       "tensors[1].name"},
      {"a relocation of no tensor", map, [](Plan &p) { p.relocations[0].tensor = 2; },
       FaultKind::Relocation, "relocations[0].tensor"},
      {"a relocation past its tensor", map, [](Plan &p) { p.relocations[0].addend = 1 << 20; },
       FaultKind::Relocation, "relocations[0].addend"},
      {"two relocations of one name", map, [](Plan &p) { p.relocations[1].symbol = "arg0"; },
       FaultKind::Relocation, "relocations[1].symbol"},
      {"an unknown kernel", map, [](Plan &p) { copyIn(loopBody(p, Unit::Load), 1).kernel = 1; },
       FaultKind::Structure, "programs[0].queues.load[0].loop.body[1].copy.kernel"},
  });
}

TEST_CASE("types and sizes") {
  checkAll({
      {"operand type", map,
       [](Plan &p) { execIn(loopBody(p, Unit::Sfu), 2).operands[0].type = DType::BF16; },
       FaultKind::Type, "programs[0].queues.sfu[0].loop.body[2].exec.body.ops[0].type"},
      {"result type", map,
       [](Plan &p) { execIn(loopBody(p, Unit::Sfu), 2).operands[1].type = DType::BF16; },
       FaultKind::Type, "programs[0].queues.sfu[0].loop.body[2].exec.body.results[0]"},
      {"sums of a contract", contractPlan,
       [](Plan &p) {
         Exec &e = execIn(loopBody(p, Unit::Pt), 1);
         e.operands[2].type = DType::I32;
         e.init[0].type = DType::I32;
       },
       FaultKind::Type, "programs[0].queues.pt[0].loop.body[1].exec.operands[2].type"},
      {"state of another type", statePlan, [](Plan &p) { p.tensors[4].type = DType::BF16; },
       FaultKind::Type, "tensors[4].alias"},
      {"state of another shape", statePlan, [](Plan &p) { p.tensors[4].shape = {8, 64}; },
       FaultKind::Size, "tensors[4].alias"},
      {"a box of another rank", map,
       [](Plan &p) { copyIn(loopBody(p, Unit::Load), 1).box.pop_back(); }, FaultKind::Size,
       "programs[0].queues.load[0].loop.body[1].copy.box"},
      {"a constant without its bytes", map,
       [](Plan &p) {
         addTensor(p, "const0", DType::F32, {4}, Role::Constant);
         p.tensors[2].data.pop_back();
       },
       FaultKind::Size, "tensors[2].data"},
      {"a layout that is no permutation", map, [](Plan &p) { p.tensors[0].layout.order = {1, 1}; },
       FaultKind::Structure, "tensors[0].layout"},
      {"an output that moves in a reduction", contractPlan,
       [](Plan &p) { execIn(loopBody(p, Unit::Pt), 1).reduction = {0, 1, 0}; },
       FaultKind::Structure,
       "programs[0].queues.pt[0].loop.body[1].exec.operands[2].access.terms[1]."
       "coef[1]"},
      {"a map that reduces", map,
       [](Plan &p) { execIn(loopBody(p, Unit::Sfu), 2).reduction = {0, 1}; }, FaultKind::Structure,
       "programs[0].queues.sfu[0].loop.body[2].exec.reduction[1]"},
      {"an exec in the load queue", map,
       [](Plan &p) { loopBody(p, Unit::Load).push_back(loopBody(p, Unit::Sfu)[2]); },
       FaultKind::Structure, "programs[0].queues.load[0].loop.body[2].exec.unit"},
      {"an argument that is an output", map, [](Plan &p) { p.programs[0].inputs = {1}; },
       FaultKind::Structure, "programs[0].inputs[0]"},
      {"a missing argument", map, [](Plan &p) { p.programs[0].inputs = {}; }, FaultKind::Structure,
       "programs[0].queues.load[0].loop.body[1].copy.tensor"},
      {"a program too long to prove", map,
       [](Plan &p) {
         queue(p, Unit::Load)
             .push_back(Loop{int64_t(1) << 31, {Loop{int64_t(1) << 31, {await(Unit::Sfu, {0})}}}});
       },
       FaultKind::Budget, "programs[0].queues"},
  });
}

TEST_CASE("plans that would overflow arithmetic are refused, not run") {
  checkAll({
      {"offset", map,
       [](Plan &p) { copyIn(loopBody(p, Unit::Load), 1).box[0].offset.terms[0].coef = kMaxNumber; },
       FaultKind::Bounds, "programs[0].queues.load[0].loop.body[1].copy.box[0].offset"},
      {"access", map,
       [](Plan &p) {
         execIn(loopBody(p, Unit::Sfu), 2).operands[0].access.terms[0].mul = kMaxNumber;
       },
       FaultKind::Bounds, "programs[0].queues.sfu[0].loop.body[2].exec.operands[0].access"},
      {"shape", map, [](Plan &p) { p.tensors[0].shape = {kMaxSize, kMaxSize}; }, FaultKind::Size,
       "tensors[0].shape"},
  });
}
