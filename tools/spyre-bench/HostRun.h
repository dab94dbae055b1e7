// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What running a plan takes on this host, with generated data.
#pragma once

#include "spyre/Plan/Plan.h"

#include <chrono>

namespace spyre::bench {

class Stopwatch {
public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

private:
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

/// Seconds of functional runs on one instance, arguments given before.
struct RunSeconds {
  double first = 0; // touches its memory for the first time, prepares its execs
  double best = 0;
  double processor = 0; // all threads together, the least of the runs
};
/// At least one run, more until `leastSeconds` have passed.
RunSeconds functionalRuns(const plan::Plan &plan, const plan::Program &program,
                          double leastSeconds);

/// Bytes of the program's arguments, and of its results.
double inputBytes(const plan::Plan &plan, const plan::Program &program);
double outputBytes(const plan::Plan &plan, const plan::Program &program);

/// Bytes read and written per second by plain memcpy between large buffers, the best
/// of some runs. Each of `threads` threads copies its part.
double memcpyBytesPerSecond(int threads);

} // namespace spyre::bench
