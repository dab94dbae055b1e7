#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_waits.py COMPILE CHECK MODULE...: compiles each module and checks the waits
of its plan, see check-waits.cpp."""
import pathlib
import subprocess
import sys
import tempfile


def main():
    compiler, checker, modules = sys.argv[1], sys.argv[2], sys.argv[3:]
    with tempfile.TemporaryDirectory() as scratch:
        plans = []
        for number, module in enumerate(modules):
            plans.append(str(pathlib.Path(scratch) / f"{number}_{pathlib.Path(module).stem}.spyre"))
            subprocess.run([compiler, module, "-o", plans[-1]], check=True)
        subprocess.run([checker, *plans], check=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"{' '.join(error.cmd)}: exit status {error.returncode}")
