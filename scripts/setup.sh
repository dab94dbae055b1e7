#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs what a fresh Debian 12 lacks to build and test the project: Debian
# packages only. Needs root or sudo, and only when something is missing.
set -euo pipefail

packages=(
  clang-22 lld-22 libclang-rt-22-dev mold        # compiler, linkers, sanitizers
  cmake ninja-build ccache git python3            # build; lit runs on Python
  libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools
  nlohmann-json3-dev libcli11-dev catch2 zlib1g-dev
  chromium                                       # the page of spyre-run --html is tested in it
)

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  exit 0
fi

echo "setup: installing ${missing[*]}"
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "setup: expected to run as root or to find sudo" >&2; exit 1; }
  as_root=(sudo)
fi
"${as_root[@]}" apt-get update -q
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
