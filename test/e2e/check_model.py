#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_model.py COMPILE RUN DIR: compiles DIR/model.mlir, runs it on the device
model with both poison patterns and in three more orders of what no wait orders, and
compares with DIR/expected*.npz at the tolerances of DIR/meta.json. Cases of a sequential model run on one instance."""
import json
import pathlib
import subprocess
import sys
import tempfile


def main():
    compiler, runner, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    meta = json.loads((folder / "meta.json").read_text())
    names = [""] + [f"_{i}" for i in range(1, int(meta.get("cases", 1)))]
    with tempfile.TemporaryDirectory() as scratch:
        plan = str(pathlib.Path(scratch) / "model.spyre")
        subprocess.run([compiler, str(folder / "model.mlir"), "-o", plan], check=True)
        sequential = meta.get("sequential", False)
        for group in [names] if sequential else [[name] for name in names]:
            command = [runner, plan, "--poison", "both", "--race", "1", "--race", "2", "--race", "3",
                       "--atol", str(meta["atol"]), "--rtol", str(meta["rtol"]),
                       "--rel-l2", str(meta["rel_l2"])]
            for name in group:
                command += ["--inputs", str(folder / f"inputs{name}.npz"),
                            "--expect", str(folder / f"expected{name}.npz")]
            subprocess.run(command, check=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"{' '.join(error.cmd)}: exit status {error.returncode}")
