#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_bytes.py COMPILE MODEL...: the same input gives the same plan, byte for
byte: twice, with and without address randomisation, from another directory."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


def main():
    compiler = os.path.abspath(sys.argv[1])
    for model in map(pathlib.Path, sys.argv[2:]):
        with tempfile.TemporaryDirectory() as scratch:
            scratch = pathlib.Path(scratch)
            elsewhere = scratch / "elsewhere"
            elsewhere.mkdir()
            shutil.copy(model, elsewhere / model.name)
            runs = [([], model.resolve(), "."), ([], model.resolve(), "."),
                    ([], model.name, elsewhere)]
            if shutil.which("setarch"):
                runs.append((["setarch", "-R"], model.resolve(), "."))
            plans = []
            for prefix, source, directory in runs:
                out = scratch / f"{len(plans)}.spyre"
                subprocess.run(prefix + [compiler, str(source), "-o", str(out)], check=True, cwd=directory)
                plans.append(out.read_bytes())
            if any(plan != plans[0] for plan in plans):
                sys.exit(f"{model}: expected equal plans from {len(plans)} compilations, found different bytes")
            print(f"{model.name}: {len(plans)} compilations, {len(plans[0])} equal bytes")


if __name__ == "__main__":
    main()
