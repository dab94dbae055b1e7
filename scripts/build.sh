#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# scripts/build.sh PRESET [CMAKE ARGUMENT...]: configures and builds one preset
# of CMakePresets.json.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=${1:?expected a preset: release, debug or sanitize}
shift
# Precompiled headers are cached only with these liberties.
export CCACHE_SLOPPINESS=pch_defines,time_macros
cmake --preset "$preset" "$@" >/dev/null
cmake --build --preset "$preset"
