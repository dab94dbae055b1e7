// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The worker behind exportPlan. One file per part: tensors, copies, execs.
#pragma once

#include "LoopForms.h"
#include "Views.h"

#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Plan/Plan.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <map>

namespace spyre {

class Exporter {
public:
  Exporter(mlir::func::FuncOp func, ir::ProgramOp program, ir::DeviceAttr device)
      : func(func), programOp(program), device(device) {}

  mlir::FailureOr<plan::Plan> run();

private:
  // Tensors.
  mlir::LogicalResult exportTensors();
  mlir::LogicalResult exportArguments();
  mlir::LogicalResult exportConstants();
  mlir::LogicalResult exportTemps();
  mlir::LogicalResult placeInMemory();
  mlir::FailureOr<plan::Tensor> describeTensor(mlir::Operation *at, mlir::Attribute host,
                                               mlir::Type memref, mlir::Type original);
  int32_t addTensor(plan::Tensor tensor, mlir::Value value);

  // Kernels and queues.
  mlir::LogicalResult exportKernels();
  mlir::LogicalResult exportBlock(mlir::Block &block, std::vector<plan::Node> &nodes);
  mlir::FailureOr<plan::Await> exportAwait(ir::AwaitOp op);
  mlir::FailureOr<plan::Copy> exportCopy(ir::CopyOp op);
  mlir::LogicalResult exportBox(ir::CopyOp op, plan::Copy &copy);
  mlir::LogicalResult exportPositions(ir::CopyOp op, plan::Copy &copy, const View &memory);
  mlir::FailureOr<plan::Exec> exportExec(ir::ExecOp op);
  mlir::LogicalResult exportDomain(mlir::linalg::GenericOp op, plan::Exec &exec, size_t numExtra);
  mlir::LogicalResult exportBody(ir::ExecOp op, mlir::linalg::GenericOp generic, plan::Exec &exec);
  mlir::LogicalResult exportContraction(ir::ExecOp op, mlir::linalg::GenericOp generic,
                                        plan::Exec &exec);
  mlir::LogicalResult exportIndices(ir::ExecOp op, llvm::ArrayRef<mlir::Value> captured,
                                    size_t numExtra, int64_t numLoops, plan::Exec &exec);
  mlir::LogicalResult addOperands(ir::ExecOp op, mlir::linalg::GenericOp generic,
                                  llvm::ArrayRef<unsigned> operands, size_t numExtra,
                                  plan::Exec &exec);
  mlir::LogicalResult exportInit(ir::ExecOp op, mlir::linalg::GenericOp generic, plan::Exec &exec);
  mlir::FailureOr<plan::Operand> exportOperand(ir::ExecOp op, mlir::linalg::GenericOp generic,
                                               mlir::OpOperand &operand, const plan::Exec &exec,
                                               size_t numExtra);

  // Numbers. A kernel on fewer cores than the device has: on the others sizes
  // are 0, cores name themselves, and the rest is as on core 0.
  int32_t addTable(std::vector<int64_t> values);
  plan::Index toIndex(const LoopForm &form);
  plan::Extent toExtent(const SizeForm &size, bool coversIdleCores);
  plan::Extent oneOnActiveCores();
  int32_t coreTable(const LoopForm &form);
  mlir::FailureOr<plan::LxAddr> toLxAddr(mlir::Operation *op, const View &view, int64_t &laneBytes);
  bool hasIdleCores() const { return forms->numCores() < numCores; }
  LoopForms &formsFor(int64_t cores) {
    return formsByCores.try_emplace(cores, cores).first->second;
  }
  mlir::LogicalResult enterKernel(mlir::Operation *step, int32_t &kernel);

  mlir::func::FuncOp func;
  ir::ProgramOp programOp;
  ir::DeviceAttr device;
  plan::Plan plan;
  plan::Program program;
  int64_t numCores = 1;
  llvm::DenseMap<mlir::Value, int32_t> tensorOf;
  std::map<std::vector<int64_t>, int32_t> tableOf;
  llvm::StringMap<int32_t> kernelOf;
  std::vector<int64_t> kernelCores;
  std::map<int64_t, LoopForms> formsByCores;
  LoopForms *forms = nullptr; // of the kernel at hand
};

/// Bytes from an operand's address as the plan writes them. `expr` is in bytes,
/// dim i in [0, sizes[i]) becomes loop i + numExtra. Fails on nested divisions
/// that do not reduce to one.
mlir::FailureOr<plan::Access> flattenAccess(mlir::AffineExpr expr, llvm::ArrayRef<int64_t> sizes,
                                            size_t numExtra);

} // namespace spyre
