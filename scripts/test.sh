#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# scripts/test.sh [DATA_DIR]: builds and runs every test, and what reads input
# (unit tests, lit, bad input to the tools, one good model) also
# under the address and undefined-behaviour sanitizers, with assertions. Tests
# over external models and instances read them from DATA_DIR and are left out
# without it.
set -euo pipefail
data=${1:+$(realpath "$1")}
cd "$(dirname "$0")/.."

jobs=$(nproc)
for preset in release sanitize; do
  scripts/build.sh "$preset" -DSPYRE_DATA_DIR="$data"
done
status=0
ctest --test-dir build-sanitize --output-on-failure --no-tests=error -j "$jobs" || status=$?
ctest --test-dir build --output-on-failure --no-tests=error -j "$jobs" || status=$?
exit $status
