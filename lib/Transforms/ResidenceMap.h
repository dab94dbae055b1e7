// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What values that stay in LX leave of it for each launch.
#pragma once

#include "Residence.h"

namespace spyre {

/// LX of one core that a kernel needs beside values that outlive it, bytes.
int64_t localBytes(const solver::KernelProblem &problem, const solver::KernelConfig &config);

/// Where values lie that live over [first, last] of the launches, as distances
/// from the top of LX, and how much of the top each launch must leave free.
struct TopRegion {
  std::vector<int64_t> offsets;   // per value
  std::vector<int64_t> perLaunch; // bytes
};
struct KeptValue {
  int64_t first = 0, last = 0, bytes = 0;
  llvm::SmallVector<int64_t, 2> users; // launches that read it
};
/// No value if they do not fit.
std::optional<TopRegion> packTop(llvm::ArrayRef<KeptValue> values, int64_t launches,
                                 int64_t capacity);

class ResidenceMap {
public:
  ResidenceMap(mlir::func::FuncOp main, const device::Device &device);

  /// Bytes that values which these calls neither make nor read hold, at most.
  int64_t occupied(llvm::ArrayRef<mlir::func::CallOp> calls);

  struct Launch {
    mlir::func::CallOp call;
    int64_t bytes; // as localBytes() says
  };
  /// Whether more values of `bytes` fit if these launches need so much.
  bool fits(llvm::ArrayRef<mlir::Value> more, int64_t bytes, llvm::ArrayRef<Launch> changed);

  void add(mlir::Value value, int64_t bytes);
  /// Reads the needs of all launches anew.
  void update();

private:
  KeptValue valueOf(mlir::Value value, int64_t bytes);

  mlir::func::FuncOp main;
  const device::Device &device;
  llvm::DenseMap<mlir::Operation *, int64_t> numbers; // of calls
  llvm::SmallVector<int64_t> needs;                   // per launch
  llvm::SmallVector<KeptValue> kept;
};

} // namespace spyre
