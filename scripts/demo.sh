#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# From a clone to the main job: installs what is missing, builds, compiles a
# transformer block that JAX exported, runs it on the device model, compares the
# numbers with JAX's, and prints where the modelled time goes.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh
scripts/build.sh release

block=test/e2e/fixtures/block
plan=build/block.spyre
tolerance() { python3 -c "import json; print(json.load(open('$block/meta.json'))['$1'])"; }

echo "== compiling $block/model.mlir for spyre-default"
build/bin/spyre-compile "$block/model.mlir" -o "$plan"
echo "== running $plan: numbers against JAX, time as modelled"
build/bin/spyre-run "$plan" --inputs "$block/inputs.npz" --expect "$block/expected.npz" \
  --atol "$(tolerance atol)" --rtol "$(tolerance rtol)" --rel-l2 "$(tolerance rel_l2)" \
  --report build/block.report.json --trace build/block.trace.json \
  --html build/block.html --source "$block/model.mlir"
echo "== report: build/block.report.json, trace (Perfetto): build/block.trace.json, page (any browser): build/block.html"
