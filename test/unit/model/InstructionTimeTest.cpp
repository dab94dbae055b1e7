// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times of single execs of spyre-default against arithmetic by hand: vector units
// of 16 elements a cycle, the matrix array, the LX port of 128 bytes a cycle.
#include "MicroPlan.h"

#include <catch2/catch.hpp>

using namespace spyre;
using namespace spyre::test;

namespace {

auto about(double t) { return Approx(t).epsilon(0.005); }

/// A map or reduce over [rows, columns] f16 unless said otherwise; operands
/// dense, then one step list per operand.
plan::Exec vectorExec(std::vector<int64_t> sizes, std::vector<plan::Operand> operands,
                      plan::ScalarProgram body) {
  plan::Exec exec;
  for (int64_t s : sizes)
    exec.loops.push_back(fixed(s));
  exec.reduction.assign(sizes.size(), 0);
  exec.operands = std::move(operands);
  for (size_t o = 0; o < exec.operands.size(); ++o)
    exec.operands[o].addr = {int64_t(o) * 262144};
  exec.body = std::move(body);
  return exec;
}

double cycles(double n) { return n / 1.1e3; }

} // namespace

TEST_CASE("vector units: elements per cycle") {
  const double n = 64 * 1024;
  plan::Operand dense = strided(DType::F16, {2048, 2}), row = strided(DType::F16, {128, 0});
  plan::Operand wide = strided(DType::F32, {4096, 4});
  plan::ScalarProgram add{{scalarOp(plan::Opcode::Add, DType::F16, {0, 1})}, {2}};
  CHECK(execTimeUs(vectorExec({64, 1024}, {dense, dense, dense}, add)) == about(cycles(n / 16)));
  CHECK(execTimeUs(vectorExec({64, 1024}, {dense, row, dense}, add)) == about(cycles(n / 10)));
  // f32: 12 bytes per element at 128 a cycle are slower than the lanes.
  plan::ScalarProgram addWide{{scalarOp(plan::Opcode::Add, DType::F32, {0, 1})}, {2}};
  CHECK(execTimeUs(vectorExec({32, 1024}, {wide, wide, wide}, addWide)) ==
        about(cycles(n / 2 * 12 / 128)));
  // exp in f32 between free conversions, then a division in two passes.
  plan::ScalarProgram exp{{scalarOp(plan::Opcode::Convert, DType::F32, {0}),
                           scalarOp(plan::Opcode::Exp, DType::F32, {1}),
                           scalarOp(plan::Opcode::Convert, DType::F16, {2})},
                          {3}};
  CHECK(execTimeUs(vectorExec({64, 1024}, {dense, dense}, exp)) == about(cycles(n / 11)));
  plan::ScalarProgram div{{scalarOp(plan::Opcode::Div, DType::F16, {0, 1})}, {2}};
  CHECK(execTimeUs(vectorExec({64, 1024}, {dense, dense, dense}, div)) ==
        about(cycles(2 * n / 11)));
  // A constant is spread over the lanes like a broadcast operand.
  plan::ScalarProgram addOne{{scalarOp(plan::Opcode::Const, DType::F16, {}),
                              scalarOp(plan::Opcode::Add, DType::F16, {0, 1})},
                             {2}};
  CHECK(execTimeUs(vectorExec({64, 1024}, {dense, dense}, addOne)) == about(cycles(n / 10)));
  // gelu is one pass, however much it computes.
  plan::ScalarProgram gelu{{scalarOp(plan::Opcode::Gelu, DType::F16, {0})}, {1}};
  CHECK(execTimeUs(vectorExec({64, 1024}, {dense, dense}, gelu)) == about(cycles(n / 11)));
  // The sticks of a row may lie apart: [16 sticks, 64 rows, 64 lanes].
  plan::Operand columns;
  columns.type = DType::F16;
  columns.access.terms = {{8192, {0, 1}, 0, 64, 0}, {128, {1, 0}, 0, 1, 0}, {2, {0, 1}, 0, 1, 64}};
  CHECK(execTimeUs(vectorExec({64, 1024}, {columns, columns, columns}, add)) ==
        about(cycles(n / 16)));
  // Part-filled vectors cost whole ones: rows of 20 elements count as 32.
  CHECK(execTimeUs(vectorExec({64, 20}, {dense, dense, dense}, add)) ==
        about(cycles(64 * 32 / 16)));
}

TEST_CASE("reductions and lane moves") {
  const double n = 64 * 1024;
  plan::Exec sum =
      vectorExec({64, 1024}, {strided(DType::F16, {2048, 2}), strided(DType::F32, {128, 0})},
                 {{scalarOp(plan::Opcode::Convert, DType::F32, {0}),
                   scalarOp(plan::Opcode::Add, DType::F32, {1, 2})},
                  {3}});
  sum.kind = plan::ExecKind::Reduce;
  sum.reduction = {0, 1};
  sum.init = {{DType::F32, 0, 0}};
  CHECK(execTimeUs(sum) == about(cycles(n / 8)));
  sum.reduction = {1, 0};
  sum.operands[1] = strided(DType::F32, {0, 4});
  CHECK(execTimeUs(sum) == about(cycles(n / 8)));
  // Transposing 16 blocks of 64 x 64: 1,024 sticks in and out, two a cycle in
  // the shuffler, one a cycle through the port.
  plan::Exec transpose = vectorExec(
      {16, 64, 64}, {strided(DType::F16, {8192, 2, 128}), strided(DType::F16, {8192, 128, 2})},
      {{}, {0}});
  CHECK(execTimeUs(transpose) == about(cycles(2 * 1024)));
  // The same with arithmetic: the pass of the lanes and the moves, one after the other.
  transpose.body = {{scalarOp(plan::Opcode::Neg, DType::F16, {0})}, {1}};
  CHECK(execTimeUs(transpose) == about(cycles(65536 / 16 + 1024 / 2)));
  // Shifted by one lane: every stick of the input passes the shuffler.
  plan::Exec shifted =
      vectorExec({64, 960}, {strided(DType::F16, {2048, 2}, 2), strided(DType::F16, {2048, 2})},
                 {{scalarOp(plan::Opcode::Neg, DType::F16, {0})}, {1}});
  CHECK(execTimeUs(shifted) == about(cycles(64 * 960 / 16 + 64 * 16 / 2)));
}

namespace {

plan::Exec product(int64_t m, int64_t n, int64_t k) {
  plan::Exec exec;
  exec.unit = Unit::Pt;
  exec.kind = plan::ExecKind::Contract;
  exec.loops = {fixed(m), fixed(n), fixed(k)};
  exec.reduction = {0, 0, 1};
  exec.operands = {strided(DType::F16, {k * 2, 0, 2}), strided(DType::F16, {0, 2, n * 2}),
                   strided(DType::F32, {n * 4, 4, 0})};
  exec.operands[1].addr = {524288};
  exec.operands[2].addr = {1048576};
  exec.init = {{DType::F32, 0, 0}};
  return exec;
}

} // namespace

TEST_CASE("matrix array: rows, pairs of weight blocks, chains") {
  // 8 x 2 blocks of 64 x 64 in pairs, 8 cycles a row, 0.95 sustained.
  CHECK(execTimeUs(product(64, 128, 512)) == about(cycles(8 * 8 * 64 / 0.95)));
  // Few rows: the port decides, with the weights, the rows and the partial sums.
  CHECK(execTimeUs(product(4, 128, 512)) ==
        about(cycles((512 * 128 * 2 + 4 * 512 * 2 + 8 * 4 * 128) / 128.0)));
  // Ragged sizes fill whole blocks.
  CHECK(execTimeUs(product(64, 100, 500)) == about(cycles(8 * 8 * 64 / 0.95)));
  // Chains of one block pass partial sums at every block: utilisation 0.73 at
  // 64 rows (128 + 16 + 32 bytes a cycle over 128).
  device::Device d = device::load("spyre-default");
  d.ptChainBlocks = 1;
  plan::Plan p = microPlan();
  queue(p, Unit::Pt) = {product(64, 128, 512)};
  model::Timing t = timeOf(p, d);
  CHECK(t.totalUs == about(cycles(8 * 8 * 64 * 1.375)));
  CHECK(t.ptUtilisation == about(1 / 1.375));
}

TEST_CASE("matrix array: rows that fill a pair of block loads") {
  // With a port that is never short: 16 rows of 8 cycles are as long as the loads of
  // two blocks, 2 x 64; fewer are no faster. 8 pairs of blocks, 0.95 sustained.
  device::Device d = device::load("spyre-default");
  d.lxPortBytesPerCycle = 1024;
  auto time = [&](int64_t rows) {
    plan::Plan p = microPlan();
    queue(p, Unit::Pt) = {product(rows, 128, 512)};
    return timeOf(p, d).totalUs;
  };
  CHECK(time(16) == about(cycles(8 * 128 / 0.95)));
  CHECK(time(1) == time(16));
  CHECK(time(32) == about(2 * time(16)));
}

TEST_CASE("matrix array: K in one exec or in two") {
  // A chain of 8 blocks of K fits the weight registers: one product over K = 1024
  // passes its sums through the port as often as two over 512, and takes as long.
  plan::Plan p = microPlan();
  queue(p, Unit::Pt) = {product(64, 128, 512), product(64, 128, 512)};
  CHECK(timeOf(p).totalUs == about(execTimeUs(product(64, 128, 1024))));
  model::ExecTime one = model::execTime(device::load("spyre-default"), product(64, 128, 1024),
                                        std::vector<int64_t>{64, 128, 1024});
  // Weights, rows once per pair of columns, 8 bytes per sum and chain.
  CHECK(one.portBytes == 2 * (1024 * 128 + 64 * 1024) + 2 * 8 * 64 * 128);
}

TEST_CASE("execs share the LX port of their core") {
  // An f32 add needs the whole port for 3,072 cycles; the product 0.5 of it.
  plan::Plan p = microPlan();
  plan::ScalarProgram add{{scalarOp(plan::Opcode::Add, DType::F32, {0, 1})}, {2}};
  plan::Operand wide = strided(DType::F32, {4096, 4});
  plan::Exec exec = vectorExec({32, 1024}, {wide, wide, wide}, add);
  queue(p, Unit::Sfu) = {exec};
  double alone = timeOf(p).totalUs;
  CHECK(alone == about(cycles(3072)));
  queue(p, Unit::Pt) = {product(64, 128, 512)}; // 4,311 cycles, 256 KiB + 64 KiB
  model::ExecTime pt = model::execTime(device::load("spyre-default"), product(64, 128, 512),
                                       std::vector<int64_t>{64, 128, 512});
  model::Timing t = timeOf(p);
  // While the add runs, the product takes its bytes at its own pace.
  double share = pt.portBytes / pt.cycles / 128;
  double both = (3072 * 128 + pt.portBytes) / 128; // the port's whole work
  CHECK(t.totalUs >= cycles(both) * 0.995);
  CHECK(t.totalUs <= cycles(3072 / (1 - share)) * 1.005 + cycles(pt.cycles));
  CHECK(t.stallUs[size_t(model::Stall::LxPort)] > 0);
}
