// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bound of one kernel: its ops as they stand, the bytes that its decision
// moves, on as many cores as any division of it can use.
#include "spyre/Transforms/Bounds.h"

using namespace mlir;
using namespace spyre;

cost::Bounds spyre::kernelBounds(const KernelGraph &graph, const solver::KernelPrice &price,
                                 const device::Device &device) {
  cost::Work work;
  work.readBytes = price.ddrReadBytes;
  work.writeBytes = price.ddrWriteBytes;
  work.ringBytes = price.ringBytes, work.psumBytes = price.psumBytes;
  for (auto [op, plain] : llvm::zip_equal(graph.ops, graph.problem.ops)) {
    if (plain.kind == solver::KernelOp::Kind::Contract) {
      work.products.push_back(solver::productOf(plain, {op.extents.begin(), op.extents.end()}));
      continue;
    }
    if (llvm::hasSingleElement(*linalg::GenericOp(op.op).getBody()))
      continue; // a move: how it passes the lanes depends on the tile
    double points = 1;
    for (int64_t extent : op.extents)
      points *= static_cast<double>(extent);
    cost::VectorOps ops = plain.perElement.scaled(points);
    // Which loop runs along the lanes, and so what is broadcast, depends on the tile too.
    ops.pointwise += ops.broadcast, ops.broadcast = 0;
    work.vector += ops;
  }
  double cores = 1;
  for (const solver::KernelClass &cls : graph.problem.classes)
    if (cls.parallel || cls.split)
      cores *= static_cast<double>(cost::ceilDiv(cls.extent, cls.unit));
  work.cores = static_cast<int>(std::min<double>(cores, device.cores));
  return cost::bounds(device, work);
}
