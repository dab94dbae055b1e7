#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes the pages of docs/ and README.md that hold the output of commands, or
# what the .td files say, anew. The test `docs` fails when this has been forgotten.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build.sh release
python3 test/docs/pages.py --update build
