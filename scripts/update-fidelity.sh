#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# scripts/update-fidelity.sh DATA_DIR: writes test/e2e/fidelity/table.json anew,
# the figures that the test `fidelity` holds the compiler and the device model to.
set -euo pipefail
data=$(realpath "${1:?expected the directory with kernel-times/}")
cd "$(dirname "$0")/.."

scripts/build.sh release
build/bin/spyre-bench fidelity "$data/kernel-times/measured.tsv" --threads 2 \
  --table test/e2e/fidelity/table.json
